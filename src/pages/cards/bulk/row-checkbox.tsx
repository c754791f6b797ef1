import type { BulkEditRow } from '#contract/bulk-rows.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import type { RowChoice } from './use-row-choice.ts';

export function RowCheckbox({ row, choice }: { row: BulkEditRow; choice: RowChoice }) {
  return (
    <Checkbox
      checked={choice.isChosen(row.cardId)}
      aria-label={`Выбрать «${row.title || row.vendorCode}»`}
      onChange={(isOn, isShift) => choice.toggle(row.cardId, isOn, isShift)}
      // A press with Shift would choose the text between.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
    />
  );
}
