import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import type { FloorValues } from './floor-values.ts';

interface FloorInputsProps {
  values: FloorValues;
  onChange: (values: FloorValues) => void;
}

/** The two conditions of a lowest price; the parent lays them out. */
export function FloorInputs({ values, onChange }: FloorInputsProps) {
  return (
    <>
      <Field label="Не ниже">
        <NumberInput
          value={values.roubles}
          onChange={(roubles) => onChange({ ...values, roubles })}
          maxDigits={2}
          unit="₽"
        />
      </Field>
      <Field label="Не ниже себестоимости и ещё">
        <NumberInput
          value={values.overCostPercent}
          onChange={(overCostPercent) => onChange({ ...values, overCostPercent })}
          maxDigits={2}
          unit="%"
        />
      </Field>
    </>
  );
}
