import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import { replacedFields } from '#contract/bulk-rules.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { cardPlaceholders, unknownPlaceholders, type NamedCharacteristic } from '#contract/text-templates.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { REPLACED_FIELD_LABELS } from './change-text.ts';
import { CharacteristicsProblem } from './characteristics-problem.tsx';
import { templateProblem, type TemplateDraft } from './template-draft.ts';
import { TemplateExample } from './template-example.tsx';

interface TemplateFieldsProps {
  selection: CardSelection;
  draft: TemplateDraft;
  onChange: (draft: TemplateDraft) => void;
}

/** A title or a description that is written anew for each card, with what the card says of itself. */
export function TemplateFields({ selection, draft, onChange }: TemplateFieldsProps) {
  const query = useQuery(bulkEditQueries.characteristics(selection));
  const inputRef = useRef<HTMLTextAreaElement>(null);
  if (!query.data) return <CharacteristicsProblem query={query} />;
  const { characteristics, exampleCardId } = query.data;
  const write = (template: string) =>
    onChange({ ...draft, template, unknown: unknownPlaceholders(template, characteristics) });
  const insert = (name: string) => {
    const input = inputRef.current;
    if (!input) return;
    // In the field first: the caret stays behind what was inserted.
    input.setRangeText(`{${name}}`, input.selectionStart, input.selectionEnd, 'end');
    write(input.value);
    input.focus();
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Что написать заново">
          <Select
            value={draft.field}
            onChange={(field) => onChange({ ...draft, field })}
            options={replacedFields.map((value) => ({ value, label: REPLACED_FIELD_LABELS[value] }))}
          />
        </Field>
        <Field label="Вставить из карточки">
          <Select
            value=""
            placeholder="Выберите значение"
            onChange={insert}
            options={placeholdersOf(characteristics).map((value) => ({ value, label: value }))}
          />
        </Field>
      </div>
      <Field
        label="Шаблон"
        error={templateProblem(draft)}
        hint="В фигурных скобках — то, что у каждой карточки своё: {предмет}, {бренд}, {цвет}. С большой буквы — {Цвет}: значение начнётся с большой."
      >
        <TextArea
          data-autofocus
          ref={inputRef}
          value={draft.template}
          onChange={write}
          minRows={draft.field === 'title' ? 2 : 6}
          maxRows={10}
          maxLength={5000}
        />
      </Field>
      {exampleCardId === null || draft.template.trim() === '' ? null : (
        <TemplateExample cardId={exampleCardId} draft={draft} characteristics={characteristics} />
      )}
    </div>
  );
}

/** A characteristic may have the name of what every card has. */
function placeholdersOf(characteristics: readonly NamedCharacteristic[]): string[] {
  return [...new Set([...cardPlaceholders, ...characteristics.map(({ name }) => name.toLowerCase())])];
}
