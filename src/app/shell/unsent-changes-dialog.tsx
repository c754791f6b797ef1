import { useState } from 'react';
import { pluralForm } from '#contract/plurals.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';

interface UnsentChangesDialogProps {
  onClose: () => void;
  onLeave: () => void;
}

/** Signing out deletes what waits on this device: it is sent first, or given up knowingly. */
export function UnsentChangesDialog({ onClose, onLeave }: UnsentChangesDialogProps) {
  const { total } = useOutbox();
  const [isSending, setSending] = useState(false);
  const [hasLeftovers, setLeftovers] = useState(false);
  const onlineOnly = useOnlineOnly();

  const sendAndLeave = async () => {
    setSending(true);
    await outbox.flush();
    setSending(false);
    const { records, unreadable } = outbox.getContent();
    if (records.length + unreadable.length === 0) onLeave();
    else setLeftovers(true);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      isDismissible={!isSending}
      title={`Не ${pluralForm(total, ['отправлено', 'отправлены', 'отправлено'])} ${countOf(total, ['изменение', 'изменения', 'изменений'])}`}
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="danger" onClick={onLeave}>
            Удалить и выйти
          </Button>
          <Button
            variant="primary"
            loading={isSending}
            disabledReason={onlineOnly('Нет связи: отправить сейчас нельзя')}
            onClick={() => void sendAndLeave()}
          >
            Отправить и выйти
          </Button>
        </>
      }
    >
      <p>
        Сервер их ещё не получил. При выходе с этого устройства удаляется всё, что на нём хранится, и эти
        изменения тоже.
      </p>
      {hasLeftovers ? (
        <div role="alert" className="mt-3">
          <Notice tone="warning">
            Отправить удалось не всё. Посмотрите, что осталось: «ждут отправки» вверху страницы.
          </Notice>
        </div>
      ) : null}
    </Dialog>
  );
}
