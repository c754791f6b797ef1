import type { EntityOutbox } from '#offline/outbox/use-outbox.ts';

/** Beside what is shown: that it is on this device and not on the server yet. Nothing when the server has it all. */
export function WaitingNote({ waiting, onChoose }: { waiting: EntityOutbox; onChoose?: () => void }) {
  const { state, records } = waiting;
  if (state === 'none') return null;
  if (state === 'conflict') {
    return (
      <span className="text-red">
        Изменено и в другом месте{' '}
        {onChoose ? (
          <button type="button" onClick={onChoose} className="min-h-6 text-accent-ink hover:underline">
            Выбрать, что оставить
          </button>
        ) : null}
      </span>
    );
  }
  if (state === 'rejected') {
    const detail = records.find((record) => record.state === 'rejected')?.failure?.detail[0];
    return <span className="text-red">Сервер не принял правки{detail ? `: ${detail}` : ''}</span>;
  }
  return (
    <span className="text-orange">
      Сохранено на устройстве{state === 'sending' ? ', отправляется…' : ', ждёт отправки'}
    </span>
  );
}
