import { useState, type ReactNode } from 'react';
import { beginTaking } from '#offline/takings/takings.ts';
import type { TakingSource } from '#offline/takings/taking.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { takeRefusal, TakingPreview } from './taking-preview.tsx';
import { TakingItem } from './taking-item.tsx';
import { useTakings } from './use-takings.ts';
import { useTakingLook, type TakingQuestion } from './use-taking-look.ts';

interface TakeDialogProps {
  /** What would be taken; null while it is not chosen. */
  question: TakingQuestion | null;
  source: TakingSource | null;
  onClose: () => void;
  /** How it is chosen, where it is chosen here. */
  children?: ReactNode;
}

/** How much there is to take, before it begins; then how it goes. It goes on when the dialog is closed. */
export function TakeDialog({ question, source, onClose, children }: TakeDialogProps) {
  const look = useTakingLook(question);
  const onlineOnly = useOnlineOnly();
  const { takings, photosOfPart, problem } = useTakings();
  const [begunId, setBegunId] = useState<string | null>(null);
  const [isBeginning, setBeginning] = useState(false);
  const begun = takings?.find(({ id }) => id === begunId);
  const refusal =
    onlineOnly('Взять с собой можно только при связи') ??
    (problem === 'impossible' ? 'Браузер не даёт хранить данные' : null) ??
    (question === null ? 'Сначала выберите, что взять' : takeRefusal(look));

  const begin = async () => {
    if (refusal !== null || !source || !look.data) return;
    setBeginning(true);
    try {
      setBegunId(await beginTaking(source, look.data.ids));
    } catch {
      showToast({ type: 'error', text: 'Браузер не дал сохранить: так бывает в приватном окне' });
    } finally {
      setBeginning(false);
    }
  };

  if (begun) {
    const isGoing = begun.isAtWork;
    return (
      <Dialog
        open
        onClose={onClose}
        title={isGoing ? 'Берём с собой' : 'Взято с собой'}
        description={
          isGoing
            ? 'Окно можно закрыть: продолжится само, пока открыто приложение.'
            : 'Список взятого — в Настройках, «Данные на этом устройстве».'
        }
        footer={<Button onClick={onClose}>Закрыть</Button>}
      >
        <TakingItem taking={begun} photosOfPart={isGoing ? photosOfPart : 0} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void begin()}
      title="Взять с собой"
      description={
        source?.kind === 'shipments'
          ? 'Откроются без связи: этапы, события, ошибки.'
          : 'Откроется без связи целиком. Правки подождут на устройстве и уйдут, когда связь появится.'
      }
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            type="submit"
            variant="primary"
            icon="download"
            loading={isBeginning}
            disabledReason={refusal}
          >
            Взять с собой
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <TakingPreview question={question} look={look} />
      </div>
    </Dialog>
  );
}
