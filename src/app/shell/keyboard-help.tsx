import { Dialog } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const KEYS: readonly { keys: readonly string[]; what: string }[] = [
  { keys: [isApple ? '⌘' : 'Ctrl', 'K'], what: 'Найти экран или карточку' },
  { keys: ['/'], what: 'Поиск на странице' },
  { keys: ['J', '↓'], what: 'Следующая строка' },
  { keys: ['K', '↑'], what: 'Предыдущая строка' },
  { keys: ['X'], what: 'Выбрать строку' },
  { keys: ['A'], what: 'К действиям с выбранным' },
  { keys: ['Enter'], what: 'Открыть строку' },
  { keys: ['Esc'], what: 'Закрыть окно или очистить поиск' },
  { keys: ['?'], what: 'Эта подсказка' },
];

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
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
    </Dialog>
  );
}
