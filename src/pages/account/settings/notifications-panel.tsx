import { Panel } from '#ui/panel.tsx';
import { Switch } from '#ui/switch.tsx';
import { useSettings } from './use-settings.ts';

const OPTIONS = [
  { field: 'notifyShipmentErrors', label: 'Ошибки в отправках', hint: 'Когда в отправке появились ошибки' },
  { field: 'notifyShipmentFinished', label: 'Завершённые отправки', hint: 'Когда отправка прошла целиком' },
  { field: 'notifyTokenExpiry', label: 'Истекающие токены', hint: 'За 14 и за 3 дня до конца срока' },
] as const;

export function NotificationsPanel() {
  const control = useSettings();
  if (!control) return null;
  return (
    <Panel title="Уведомления">
      <div className="flex flex-col gap-4">
        {OPTIONS.map(({ field, label, hint }) => (
          <Switch
            key={field}
            label={label}
            hint={hint}
            checked={control.settings[field]}
            onChange={(isOn) => void control.change({ [field]: isOn })}
          />
        ))}
      </div>
    </Panel>
  );
}
