import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useAppUpdate } from '#offline/release/app-update.ts';
import { install, useInstallState } from '#offline/install/install-state.ts';
import { useOpensOffline } from '#offline/copies/offline-readiness.ts';
import { askToUpdate } from '#parts/update/ask-to-update.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import { paths } from '#lib/paths.ts';

const InstallStepsDialog = lazy(async () => ({
  default: (await import('#parts/install/install-steps-dialog.tsx')).InstallStepsDialog,
}));

/** Filled in by the build from package.json. */
const version: string = import.meta.env['VITE_APP_VERSION'] ?? 'для разработки';
/** Known to those who read docs/offline.md; everybody else has no use for it. */
const PRESSES_TO_DIAGNOSTICS = 5;

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
              <Button size="sm" variant="primary" onClick={() => void askToUpdate(applyUpdate)}>
                Обновить
              </Button>
            }
          >
            Доступна новая версия
          </Notice>
        ) : null}
        <Version />
      </div>
    </Panel>
  );
}

function Version() {
  const [presses, setPresses] = useState(0);
  const navigate = useNavigate();
  const press = () => {
    setPresses(presses + 1);
    if (presses + 1 >= PRESSES_TO_DIAGNOSTICS) void navigate(paths.diagnostics);
  };
  return (
    <button type="button" onClick={press} className="min-h-6 cursor-default self-start rounded-md text-muted">
      Версия {version}
    </button>
  );
}

function InstallOffer() {
  const state = useInstallState();
  const opensOffline = useOpensOffline();
  const [address, setAddress] = useSearchParams();
  const showSteps = (isShown: boolean) =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        if (isShown) next.set('install', 'steps');
        else next.delete('install');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  if (state === 'installed') return <p>Прилавок установлен на этом устройстве.</p>;
  if (state === 'offered') {
    return (
      <Offer>
        <Button icon="download" onClick={() => void install()}>
          Установить
        </Button>
      </Offer>
    );
  }
  if (state === 'ios' || state === 'mac-safari') {
    return (
      <Offer>
        <Button icon="download" onClick={() => showSteps(true)}>
          Как установить
        </Button>
        {address.get('install') === 'steps' ? (
          <Suspense fallback={null}>
            <InstallStepsDialog platform={state} onClose={() => showSteps(false)} />
          </Suspense>
        ) : null}
      </Offer>
    );
  }
  // Without a worker an installed app would be a bookmark: nothing is promised then.
  if (!opensOffline) return null;
  return (
    <p className="text-ink-2">
      Прилавок можно установить, если в меню браузера есть пункт «Установить» или «Добавить на главный экран».
    </p>
  );
}

function Offer({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="grow basis-60">
        Установите Прилавок: он откроется отдельным окном и запустится без связи.
      </p>
      {children}
    </div>
  );
}
