import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import { Button } from '#ui/button.tsx';
import { ErrorPage } from './error-page.tsx';

interface SomethingWrongPageProps {
  /** The page's code could not be loaded. */
  isPartMissing?: boolean;
}

export function SomethingWrongPage({ isPartMissing = false }: SomethingWrongPageProps) {
  const isOffline = !canReachServer(useConnectivity());
  return (
    <ErrorPage
      title="Ошибка. Что-то пошло не так"
      text={
        isPartMissing && isOffline
          ? 'Нет связи, а этой страницы на устройстве ещё нет. Подключитесь к сети и обновите страницу.'
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
