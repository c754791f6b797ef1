import { useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { useSetPriceFloor } from '#api/price-watch.ts';
import type { PriceFloor } from '#contract/price-floor.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { FloorInputs } from './floor-inputs.tsx';
import { floorText } from './floor-text.ts';
import { floorOf, floorValuesOf } from './floor-values.ts';

interface FloorDialogProps {
  cardId: number;
  /** As it is now. */
  now: PriceFloor;
  /** What it was before, to be had again. */
  restored: PriceFloor;
  onClose: () => void;
}

/** A lowest price of before, with what it is now beside it: refused where somebody changes it meanwhile. */
export function FloorDialog({ cardId, now, restored, onClose }: FloorDialogProps) {
  const [seen] = useState(() => ({
    floorKopecks: now.floorKopecks,
    overCostBasisPoints: now.overCostBasisPoints,
  }));
  const [values, setValues] = useState(() => floorValuesOf(restored));
  const save = useSetPriceFloor(cardId);
  const onlineOnly = useOnlineOnly();
  const wanted = floorOf(values);

  const submit = () => {
    if ('problem' in wanted || save.isPending) return;
    save.mutate(
      { ...wanted, seen },
      {
        onSuccess: () => {
          showToast({ type: 'success', text: 'Минимальная цена сохранена' });
          onClose();
        },
        // The refusal says what it is now; opened again, the dialog begins with that.
        onError: (error) => {
          if (error instanceof ApiError && error.status === 409) onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      isDismissible={!save.isPending}
      size="sm"
      title="Минимальная цена"
      description={`Вернётся: ${floorText(restored)}. Сейчас: ${floorText(seen)}.`}
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            type="submit"
            variant="primary"
            loading={save.isPending}
            disabledReason={
              'problem' in wanted
                ? wanted.problem
                : onlineOnly('Минимальную цену можно изменить только при связи')
            }
          >
            Сохранить
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 items-end gap-4">
        <FloorInputs values={values} onChange={setValues} />
      </div>
    </Dialog>
  );
}
