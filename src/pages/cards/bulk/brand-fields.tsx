import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { cardQueries } from '#api/cards.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { BrandDraft } from './details-draft.ts';

interface BrandFieldsProps {
  draft: BrandDraft;
  onChange: (draft: BrandDraft) => void;
}

/** The brand that the cards are to have, or none; those that other cards have are offered. */
export function BrandFields({ draft, onChange }: BrandFieldsProps) {
  const { data: facets } = useQuery(cardQueries.facets());
  const listId = useId();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Бренд">
        <Select
          value={draft.action}
          onChange={(action) => onChange({ ...draft, action })}
          options={[
            { value: 'SET', label: 'Указать' },
            { value: 'CLEAR', label: 'Убрать' },
          ]}
        />
      </Field>
      {draft.action === 'SET' ? (
        <Field label="Какой">
          <TextInput
            data-autofocus
            list={listId}
            value={draft.brand}
            onChange={(brand) => onChange({ ...draft, brand })}
            maxLength={100}
          />
        </Field>
      ) : null}
      <datalist id={listId}>
        {facets?.brands.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </div>
  );
}
