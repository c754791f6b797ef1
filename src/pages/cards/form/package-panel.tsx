import type { ReactNode } from 'react';
import { hasWrongCheckDigit } from '#contract/card-rules.ts';
import type { CardContent, CardSize } from '#contract/cards.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Panel } from '#ui/panel.tsx';
import { TextInput } from '#ui/text-input.tsx';
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

export function SizesPanel({ actions }: { actions?: ReactNode }) {
  const { values, change, errors } = useCardForm();
  const changeSize = (index: number, changed: Partial<CardSize>) =>
    change({ sizes: values.sizes.map((size, at) => (at === index ? { ...size, ...changed } : size)) });
  return (
    <Panel title="Размеры и баркоды" actions={actions}>
      <div data-field="sizes" className="flex flex-col gap-3">
        {values.sizes.map((size, index) => (
          // Rows have no id of their own; they are only added at the end and edited in place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="grid grid-cols-[1fr_1fr_2fr_auto] items-end gap-3">
            <Field label="Размер" isLabelHidden={index > 0}>
              <TextInput
                value={size.techSize}
                onChange={(techSize) => changeSize(index, { techSize })}
                placeholder="—"
              />
            </Field>
            <Field label="Рос. размер" isLabelHidden={index > 0}>
              <TextInput
                value={size.wbSize}
                onChange={(wbSize) => changeSize(index, { wbSize })}
                placeholder="—"
              />
            </Field>
            <Field label="Баркоды" isLabelHidden={index > 0} hint={barcodeWarning(size.skus)}>
              <TextInput
                value={size.skus.join(', ')}
                onChange={(text) => changeSize(index, { skus: text.split(/[,;\s]+/).filter(Boolean) })}
                inputMode="numeric"
                placeholder="Создаст маркетплейс"
              />
            </Field>
            <IconButton
              icon="trash"
              label={`Убрать размер ${size.techSize || index + 1}`}
              onClick={() => change({ sizes: values.sizes.filter((_, at) => at !== index) })}
            />
          </div>
        ))}
        {errors['sizes'] ? <p className="text-sm text-red">{errors['sizes']}</p> : null}
        {values.sizes.length === 0 ? (
          <p className="text-muted">Товар без размеров: маркетплейс сам создаст один размер и баркод.</p>
        ) : null}
        <div>
          <Button
            size="sm"
            icon="plus"
            data-field-control
            onClick={() => change({ sizes: [...values.sizes, { techSize: '', wbSize: '', skus: [] }] })}
          >
            Добавить размер
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function barcodeWarning(skus: readonly string[]): string | undefined {
  const wrong = skus.find((sku) => hasWrongCheckDigit(sku));
  return wrong ? `У баркода ${wrong} не сходится контрольная цифра` : undefined;
}
