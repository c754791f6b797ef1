import type { CardContent } from '#contract/cards.ts';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Panel } from '#ui/panel.tsx';
import { useCardForm } from './form-context.ts';

const DIMENSIONS = [
  { key: 'lengthCm', label: 'Длина', what: 'длину', unit: 'см', maxDigits: 0 },
  { key: 'widthCm', label: 'Ширина', what: 'ширину', unit: 'см', maxDigits: 0 },
  { key: 'heightCm', label: 'Высота', what: 'высоту', unit: 'см', maxDigits: 0 },
  { key: 'weightKg', label: 'Вес', what: 'вес', unit: 'кг', maxDigits: 3 },
] as const satisfies {
  key: keyof CardContent['dimensions'];
  label: string;
  /** «Укажите длину». */
  what: string;
  unit: string;
  maxDigits: number;
}[];

/** A zero is «not known»: its field is empty. */
export function PackagePanel() {
  const { values, change, errors } = useCardForm();
  const missing = DIMENSIONS.filter(({ key }) => values.dimensions[key] === 0);
  return (
    <Panel title="Упаковка">
      <div data-field="dimensions" className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {DIMENSIONS.map(({ key, label, unit, maxDigits }) => (
          <div key={key} data-field={`dimensions.${key}`}>
            <Field label={label} error={errors[`dimensions.${key}`]}>
              <NumberInput
                value={values.dimensions[key] || null}
                onChange={(value) => change({ dimensions: { ...values.dimensions, [key]: value ?? 0 } })}
                maxDigits={maxDigits}
                unit={unit}
              />
            </Field>
          </div>
        ))}
      </div>
      {errors['dimensions'] ? <p className="mt-2 text-sm text-red">{errors['dimensions']}</p> : null}
      <p className={`mt-2 text-sm ${missing.length > 0 ? 'text-orange' : 'text-muted'}`}>
        {noteOf(missing.map(({ what }) => what))}
      </p>
    </Panel>
  );
}

function noteOf(missing: readonly string[]): string {
  if (missing.length === 0) return 'Вместе с упаковкой. По этим размерам считают логистику.';
  if (missing.length === DIMENSIONS.length)
    return 'Укажите размеры и вес вместе с упаковкой: по ним считают логистику.';
  return `Укажите ${missing.join(', ')} вместе с упаковкой: по размерам и весу считают логистику.`;
}
