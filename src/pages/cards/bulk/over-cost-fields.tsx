import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import type { OverCostDraft } from './over-cost-draft.ts';

interface OverCostFieldsProps {
  draft: OverCostDraft;
  onChange: (changed: Partial<OverCostDraft>) => void;
}

/** How low the discounted price may be, by the cost price. */
export function OverCostFields({ draft, onChange }: OverCostFieldsProps) {
  return (
    <div className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-[1fr_8.5rem_1fr]">
      <Field label="Цена со скидкой не ниже">
        <Select
          value={draft.floor}
          onChange={(floor) => onChange({ floor })}
          options={[
            { value: 'NONE', label: 'Не ограничивать' },
            { value: 'MARKUP', label: 'Наценки к себестоимости' },
            { value: 'MARGIN', label: 'Маржи до комиссии' },
          ]}
        />
      </Field>
      {draft.floor === 'NONE' ? null : (
        <Field label="Не ниже: сколько" isLabelHidden>
          <NumberInput
            value={draft.floorPercent}
            onChange={(floorPercent) => onChange({ floorPercent })}
            maxDigits={2}
            unit="%"
          />
        </Field>
      )}
    </div>
  );
}
