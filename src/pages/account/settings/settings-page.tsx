import { SETTINGS_ID } from '#offline/outbox/outbox-record.ts';
import { useEntityOutbox } from '#offline/outbox/use-outbox.ts';
import { WaitingNote } from '#parts/outbox/waiting-note.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { AppPanel } from './app-panel.tsx';
import { DefaultsPanel } from './defaults-panel.tsx';
import { DeviceDataPanel } from './device-data-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { LookPanel } from './look-panel.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { TaxPanel } from './tax-panel.tsx';

export function SettingsPage() {
  const waiting = useEntityOutbox('settings', SETTINGS_ID);
  return (
    <>
      <PageHeader title="Настройки" subtitle={<WaitingNote waiting={waiting} />} />
      <div className="mt-4 grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <TaxPanel />
          <DefaultsPanel />
          <NotificationsPanel />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <LookPanel />
          <KeysPanel />
          <SessionsPanel />
          <DeviceDataPanel />
          <AppPanel />
        </div>
      </div>
    </>
  );
}
