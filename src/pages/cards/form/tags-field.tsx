import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardTagQueries } from '#api/card-form.ts';
import { characterCount, MAX_TAGS, TAG_MAX_LENGTH } from '#contract/card-rules.ts';
import { Field } from '#ui/field.tsx';
import { TokenInput } from '#ui/token-input.tsx';
import { useCardForm } from './form-context.ts';

/** A seller's own marks on a card, with those that other cards have. */
export function TagsField() {
  const { values, change, errors } = useCardForm();
  const [isAsked, setAsked] = useState(false);
  const { data: used = [] } = useQuery({ ...cardTagQueries.used(), enabled: isAsked });
  return (
    <Field
      label="Ярлыки"
      error={errors['tags']}
      counter={{ length: values.tags.length, limit: MAX_TAGS }}
      hint="Видны только здесь: в магазины не отправляются"
    >
      <TokenInput
        values={values.tags}
        onChange={(tags) => change({ tags })}
        groups={[{ label: 'В ваших карточках', options: used.map((value) => ({ value })) }]}
        listLabel="Ярлыки"
        maxCount={MAX_TAGS}
        maxLength={TAG_MAX_LENGTH}
        isOdd={(tag) => characterCount(tag) > TAG_MAX_LENGTH}
        placeholder="Например, Хит"
        onFocus={() => setAsked(true)}
      />
    </Field>
  );
}
