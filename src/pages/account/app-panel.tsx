import { useAppUpdate } from '#offline/app-update.ts';
import { useInstall } from '#offline/install-prompt.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';

/** Filled in by the build from package.json. */
const version: string = import.meta.env['VITE_APP_VERSION'] ?? 'для разработки';

export function AppPanel() {
  const { isUpdateReady, isReloadPending, applyUpdate } = useAppUpdate();
  return (
    <Panel title="Приложение">
      <div className="flex flex-col gap-4">
        <InstallOffer />
        {isUpdateReady || isReloadPending ? (
          <Notice
            tone="info"
            action={
              <Button size="sm" variant="primary" onClick={() => void applyUpdate()}>
                Обновить
              </Button>
            }
          >
            Доступна новая версия
          </Notice>
        ) : null}
        <p className="text-muted">Версия {version}</p>
      </div>
    </Panel>
  );
}

function InstallOffer() {
  const { state, install } = useInstall();
  if (state === 'installed') return <p>Прилавок установлен на этом устройстве.</p>;
  if (state === 'offered') {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="grow">Установите Прилавок: он откроется отдельным окном и запустится без связи.</p>
        <Button icon="download" onClick={() => void install()}>
          Установить
        </Button>
      </div>
    );
  }
  return (
    <p className="text-ink-2">
      Прилавок можно установить. В Safari: «Поделиться» → «На экран „Домой“», на Mac: «Файл» → «Добавить в
      Dock». В других браузерах: пункт «Установить» в меню. В установленном приложении нужно будет войти ещё
      раз.
    </p>
  );
}
