import { NBSP } from '#lib/numbers.ts';
import { singleKeys } from '#offline/device/single-keys.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { paths } from '#lib/paths.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const KEYS: readonly { keys: readonly string[]; what: string }[] = [
  { keys: [isApple ? '⌘' : 'Ctrl', 'K'], what: 'Найти экран или карточку' },
  { keys: ['/'], what: 'Поиск на странице' },
  { keys: ['J', '↓'], what: 'Следующая строка' },
  { keys: ['K', '↑'], what: 'Предыдущая строка' },
  { keys: ['X'], what: 'Выбрать строку' },
  { keys: ['Shift', 'X'], what: 'Выбрать строки подряд; так же Shift со стрелкой' },
  { keys: ['A'], what: 'К действиям с выбранным' },
  { keys: ['Enter'], what: 'Открыть строку или единственную найденную карточку' },
  { keys: ['F8'], what: 'К уведомлениям и обратно' },
  { keys: ['Esc'], what: 'Закрыть окно, очистить поиск, снять выбор' },
  { keys: ['?'], what: 'Эта подсказка' },
];

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const areSingleKeysOn = singleKeys.useIsOn();
  return (
    <Dialog open onClose={onClose} title="Клавиши" size="sm">
      <dl className="flex flex-col gap-2.5">
        {KEYS.map(({ keys, what }) => (
          <div key={what} className="flex items-center justify-between gap-4">
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">
        Клавиши без Ctrl {areSingleKeysOn ? 'можно выключить' : 'выключены'} в{NBSP}
        <TextLink to={paths.settings} onClick={onClose}>
          «Настройках»
        </TextLink>
        .
      </p>
    </Dialog>
  );
}
