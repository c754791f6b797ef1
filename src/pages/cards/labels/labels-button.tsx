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
  const barcodeCount = new Set(card.sizes.flatMap(({ skus }) => skus)).size;
  return (
    <>
      <Button
        size="sm"
        onClick={() => setOpen(true)}
        disabledReason={
          onlineOnly('Этикетки делает сервер: нужна связь') ??
          (isUnsaved ? 'Сначала сохраните карточку: на этикетках будет то, что сохранено' : null) ??
          (barcodeCount > 0 ? null : 'Баркодов нет: добавьте их и сохраните карточку')
        }
      >
        Этикетки
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LabelsDialog
            selection={{ ids: [card.id] }}
            isListOpenAtFirst={barcodeCount > 1}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
