import { priceEndings, type PriceEnding } from '#contract/bulk-rules.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { ENDING_LABELS } from './change-text.ts';

const OPTIONS = priceEndings.map((ending) => ({ value: ending, label: ENDING_LABELS[ending] }));

interface EndingFieldProps {
  ending: PriceEnding;
  onChange: (ending: PriceEnding) => void;
}

/** What a new price ends with. */
export function EndingField({ ending, onChange }: EndingFieldProps) {
  return (
    <Field label="Округлить">
      <Select value={ending} onChange={onChange} options={OPTIONS} />
    </Field>
  );
}
