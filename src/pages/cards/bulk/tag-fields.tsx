import { useQuery } from '@tanstack/react-query';
import { cardTagQueries } from '#api/card-form.ts';
import type { CharacteristicAction } from '#contract/bulk-rules.ts';
import { MAX_TAGS, TAG_MAX_LENGTH } from '#contract/card-rules.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TokenInput } from '#ui/token-input.tsx';
import { isLongTag, type TagDraft } from './tag-draft.ts';

const ACTIONS: readonly { value: CharacteristicAction; label: string }[] = [
  { value: 'ADD', label: 'Добавить к тем, что есть' },
  { value: 'REMOVE', label: 'Убрать' },
  { value: 'SET', label: 'Заменить все' },
  { value: 'CLEAR', label: 'Убрать все' },
];

interface TagFieldsProps {
  draft: TagDraft;
  onChange: (draft: TagDraft) => void;
}

/** What is to become of the cards' tags; those that other cards have are offered. */
export function TagFields({ draft, onChange }: TagFieldsProps) {
  const { data: used = [] } = useQuery(cardTagQueries.used());
  const isLong = draft.tags.some(isLongTag);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="Что сделать">
        <Select
          value={draft.action}
          onChange={(action) => onChange({ ...draft, action })}
          options={ACTIONS}
        />
      </Field>
      {draft.action === 'CLEAR' ? null : (
        <Field
          label="Ярлыки"
          error={isLong ? `Ярлык — не длиннее ${TAG_MAX_LENGTH} символов` : undefined}
          hint="Видны только здесь: в магазины не отправляются"
        >
          <TokenInput
            values={draft.tags}
            onChange={(tags) => onChange({ ...draft, tags })}
            groups={[{ label: 'В ваших карточках', options: used.map((value) => ({ value })) }]}
            listLabel="Ярлыки"
            maxCount={MAX_TAGS}
            maxLength={TAG_MAX_LENGTH}
            isOdd={isLongTag}
            placeholder="Например, Хит"
          />
        </Field>
      )}
    </div>
  );
}
