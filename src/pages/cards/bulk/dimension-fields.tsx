import { dimensionFields } from '#contract/bulk-rules.ts';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { DIMENSION_LABELS } from './change-text.ts';
import type { DimensionDraft } from './details-draft.ts';

interface DimensionFieldsProps {
  draft: DimensionDraft;
  onChange: (draft: DimensionDraft) => void;
}

/** Dimensions of the package; each on its own. */
export function DimensionFields({ draft, onChange }: DimensionFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
        {dimensionFields.map((field) => (
          <Field key={field} label={DIMENSION_LABELS[field].label}>
            <NumberInput
              value={draft[field]}
              onChange={(value) => onChange({ ...draft, [field]: value })}
              maxDigits={field === 'weightKg' ? 3 : 0}
              unit={DIMENSION_LABELS[field].unit}
            />
          </Field>
        ))}
      </div>
      <p className="text-sm text-muted">
        Вместе с упаковкой: по этим размерам маркетплейс считает логистику. Пустое поле не меняется, 0&nbsp;—
        «не указано».
      </p>
    </div>
  );
}
