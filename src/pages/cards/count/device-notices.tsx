import { userCounts } from '#offline/counts/user-counts.ts';
import { Notice } from '#ui/notice.tsx';

/** On a foreign device nothing is kept: to be known before an hour of counting. */
export function ForeignDeviceNotice() {
  if (userCounts()?.isKept !== false) return null;
  return (
    <Notice tone="warning" title="Чужой компьютер: пересчёт здесь не хранится">
      Он живёт, пока открыта эта вкладка: перезагрузка или закрытие его сотрут. Отправьте его, не закрывая
      вкладку, или считайте на своём устройстве.
    </Notice>
  );
}

/** The device did not keep what was counted last. */
export function NotKeptNotice() {
  return (
    <div role="alert">
      <Notice tone="error" title="Последнее действие не сохранилось на устройстве">
        Возможно, кончилось место. Освободите его и посчитайте эту строку ещё раз: то, что видно ниже,
        сохранено.
      </Notice>
    </div>
  );
}
