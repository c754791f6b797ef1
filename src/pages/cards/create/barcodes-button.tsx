import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import type { useBarcodesOfCopies } from './use-barcodes-of-copies.ts';

/** New barcodes of the marketplace for the empty cells. */
export function BarcodesButton({ barcodes }: { barcodes: ReturnType<typeof useBarcodesOfCopies> }) {
  const onlineOnly = useOnlineOnly();
  if (!barcodes.hasCells) return null;
  return (
    <Button
      loading={barcodes.isFilling}
      disabledReason={
        barcodes.emptyCells === 0
          ? 'Баркоды есть у всех копий'
          : onlineOnly('Баркоды выдаёт Wildberries: нужна связь')
      }
      onClick={barcodes.fill}
    >
      Создать баркоды
    </Button>
  );
}
