import { useEffect } from 'react';
import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import { reloadForMissingPart } from '#offline/release/reload-guard.ts';
import { reloadPage } from '#offline/release/reload-page.ts';
import { Button } from '#ui/button.tsx';
import { ErrorPage } from './error-page.tsx';

interface SomethingWrongPageProps {
  /** The page's code could not be loaded. */
  isPartMissing?: boolean;
}

export function SomethingWrongPage({ isPartMissing = false }: SomethingWrongPageProps) {
  const isOffline = !canReachServer(useConnectivity());
  useEffect(() => {
    if (isPartMissing && !isOffline) reloadForMissingPart(reloadPage);
  }, [isPartMissing, isOffline]);
  return (
    <ErrorPage
      title="Ошибка. Что-то пошло не так"
      text={
        isPartMissing && isOffline
          ? 'Нет связи, а этой страницы на устройстве ещё нет. Она откроется, когда связь появится.'
          : 'Сохранённое не потеряно. Обновите страницу, а если ошибка повторится, перейдите на главную.'
      }
      actions={
        <Button icon="refresh" onClick={() => window.location.reload()}>
          Обновить страницу
        </Button>
      }
    />
  );
}
