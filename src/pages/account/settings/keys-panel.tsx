import { singleKeys } from '#offline/device/single-keys.ts';
import { Panel } from '#ui/panel.tsx';
import { Switch } from '#ui/switch.tsx';

export function KeysPanel() {
  const isOn = singleKeys.useIsOn();
  return (
    <Panel title="Клавиши">
      <Switch
        checked={isOn}
        onChange={singleKeys.turn}
        label="Сочетания из одной клавиши"
        hint="Поиск, переход по строкам и выбор без Ctrl. Выключите, если диктуете голосом или задеваете клавиши случайно. Действует на этом устройстве."
      />
    </Panel>
  );
}
