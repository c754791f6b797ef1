import { lazy, Suspense, useState } from 'react';
import type { Card } from '#contract/cards.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';

const LabelsDialog = lazy(() =>
  import('./labels-dialog.tsx').then((module) => ({ default: module.LabelsDialog })),
);

interface LabelsButtonProps {
  /** As it is on the server. */
  card: Card;
  /** Its edits are not on the server yet. */
  isUnsaved: boolean;
}

/** Labels of one card. */
export function LabelsButton({ card, isUnsaved }: LabelsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const onlineOnly = useOnlineOnly();
  const hasBarcode = card.sizes.some(({ skus }) => skus.length > 0);
  return (
    <>
      <Button
        size="sm"
        onClick={() => setOpen(true)}
        disabledReason={
          onlineOnly('Этикетки делает сервер: нужна связь') ??
          (isUnsaved ? 'Сначала сохраните карточку: на этикетках будет то, что сохранено' : null) ??
          (hasBarcode ? null : 'Баркодов нет: добавьте их и сохраните карточку')
        }
      >
        Этикетки
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LabelsDialog selection={{ ids: [card.id] }} sizes={card.sizes} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
