import type { CardContent } from '#contract/cards.ts';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Panel } from '#ui/panel.tsx';
import { useCardForm } from './form-context.ts';

const DIMENSIONS = [
  { key: 'lengthCm', label: 'Длина', unit: 'см', maxDigits: 0 },
  { key: 'widthCm', label: 'Ширина', unit: 'см', maxDigits: 0 },
  { key: 'heightCm', label: 'Высота', unit: 'см', maxDigits: 0 },
  { key: 'weightKg', label: 'Вес', unit: 'кг', maxDigits: 3 },
] as const satisfies {
  key: keyof CardContent['dimensions'];
  label: string;
  unit: string;
  maxDigits: number;
}[];

export function PackagePanel() {
  const { values, change, errors } = useCardForm();
  const isUnknown = DIMENSIONS.some(({ key }) => values.dimensions[key] === 0);
  return (
    <Panel title="Упаковка">
      <div data-field="dimensions" className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {DIMENSIONS.map(({ key, label, unit, maxDigits }) => (
          <Field key={key} label={label}>
            <NumberInput
              value={values.dimensions[key]}
              onChange={(value) => change({ dimensions: { ...values.dimensions, [key]: value ?? 0 } })}
              maxDigits={maxDigits}
              unit={unit}
            />
          </Field>
        ))}
      </div>
      <p className={`mt-2 text-sm ${isUnknown ? 'text-orange' : 'text-muted'}`}>
        {errors['dimensions'] ??
          (isUnknown
            ? 'Укажите размеры и вес вместе с упаковкой: по ним считают логистику.'
            : 'Вместе с упаковкой. По этим размерам считают логистику.')}
      </p>
    </Panel>
  );
}
