import type { Replacement } from '#contract/bulk-rules.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { REPLACED_FIELD_LABELS } from './change-text.ts';

interface ReplaceFieldsProps {
  draft: Replacement;
  onChange: (draft: Replacement) => void;
}

/** What is to be found in titles and descriptions, and what is to stand for it. */
export function ReplaceFields({ draft, onChange }: ReplaceFieldsProps) {
  const change = (changed: Partial<Replacement>) => onChange({ ...draft, ...changed });
  const choose = (field: Replacement['fields'][number], isChosen: boolean) =>
    change({
      fields: (['title', 'description'] as const).filter((one) =>
        one === field ? isChosen : draft.fields.includes(one),
      ),
    });
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Найти">
          <TextInput
            data-autofocus
            value={draft.find}
            onChange={(find) => change({ find })}
            maxLength={200}
          />
        </Field>
        <Field label="Заменить на" hint="Пусто — убрать найденное. Большая буква в начале слова сохранится.">
          <TextInput
            value={draft.replacement}
            onChange={(replacement) => change({ replacement })}
            maxLength={500}
          />
        </Field>
      </div>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="sr-only">Где и как искать</legend>
        {(['title', 'description'] as const).map((field) => (
          <Checkbox
            key={field}
            checked={draft.fields.includes(field)}
            onChange={(isChosen) => choose(field, isChosen)}
            label={`В поле «${REPLACED_FIELD_LABELS[field]}»`}
          />
        ))}
        <Checkbox
          checked={draft.isWholeWord}
          onChange={(isWholeWord) => change({ isWholeWord })}
          label="Слово целиком"
        />
        <Checkbox
          checked={draft.isCaseSensitive}
          onChange={(isCaseSensitive) => change({ isCaseSensitive })}
          label="С учётом регистра"
        />
      </fieldset>
    </div>
  );
}
