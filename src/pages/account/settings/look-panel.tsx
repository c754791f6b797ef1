import { themes, type Theme } from '#contract/users.ts';
import { Panel } from '#ui/panel.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { useSettings } from './use-settings.ts';

const THEME_LABELS: Record<Theme, string> = { system: 'Как в системе', light: 'Светлая', dark: 'Тёмная' };

export function LookPanel() {
  const control = useSettings();
  if (!control) return null;
  return (
    <Panel title="Оформление">
      <Segmented
        label="Тема"
        value={control.settings.theme}
        onChange={(theme) => void control.change({ theme })}
        options={themes.map((value) => ({ value, label: THEME_LABELS[value] }))}
      />
    </Panel>
  );
}
