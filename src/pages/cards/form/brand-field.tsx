import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directoryQueries } from '#api/card-form.ts';
import { cardQueries } from '#api/cards.ts';
import { ComboInput } from '#ui/combo-input.tsx';
import { Field } from '#ui/field.tsx';
import { useCardForm } from './form-context.ts';

/** The brand, with those that the account's cards have, of the same subject first, and those of the marketplace. */
export function BrandField() {
  const { values, change, errors } = useCardForm();
  const [isAsked, setAsked] = useState(false);
  const { data: used } = useQuery({
    ...directoryQueries.usedValues(values.subjectId),
    enabled: isAsked && values.subjectId !== 0,
  });
  const { data: there } = useQuery({
    ...directoryQueries.brands(values.subjectId),
    enabled: isAsked && values.subjectId !== 0,
  });
  const facets = cardQueries.facets();
  const { data: all } = useQuery({
    ...facets,
    enabled: isAsked,
    meta: { ...facets.meta, isQuiet: true },
  });
  return (
    <Field label="Бренд" error={errors['brand']}>
      <ComboInput
        value={values.brand}
        onChange={(brand) => change({ brand })}
        placeholder="Нет бренда"
        listLabel="Бренды"
        onFocus={() => setAsked(true)}
        groups={[
          { label: 'В карточках этого предмета', options: suggested(used?.brands) },
          { label: 'В других ваших карточках', options: suggested(all?.brands.map(({ name }) => name)) },
          { label: 'На Wildberries', options: suggested(there) },
        ]}
      />
    </Field>
  );
}

function suggested(names: readonly string[] = []) {
  return names.map((value) => ({ value }));
}
