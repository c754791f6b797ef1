import { useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { useUpdateCard } from '#api/cards.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { cardSchema, type Card, type CardContent } from '#contract/cards.ts';
import { showToast } from '#ui/toast-store.ts';
import { tidyContent, validateContent, type FieldErrors } from './card-validation.ts';
import {
  changedContent,
  changedFields,
  contentOf,
  fieldLabels,
  mergeContent,
  type ContentField,
  type ContentPatch,
} from './card-values.ts';

export interface Conflict {
  fields: ContentField[];
  theirs: Card;
}

export interface CardEditor {
  values: CardContent;
  base: CardContent;
  errors: FieldErrors;
  isDirty: boolean;
  isSaving: boolean;
  conflict: Conflict | null;
  change: (patch: ContentPatch) => void;
  save: () => void;
  /** Takes everything back to what the server has. */
  reset: () => void;
  closeConflict: () => void;
  resolveConflict: (mineFields: ContentField[]) => void;
}

/**
 * One card being edited: what the server had when editing began (`base`), what the form holds (`values`), and what to do
 * when somebody else saved meanwhile. A save sends changed fields only, with the version they were read at.
 */
export function useCardEditor(card: Card): CardEditor {
  const [base, setBase] = useState({ content: contentOf(card), version: card.version });
  const [values, setValues] = useState(base.content);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const update = useUpdateCard();
  const isDirty = changedFields(changedContent(base.content, values)).length > 0;

  // A fresher card arrived (another tab, a shipment, a refetch): join what does not touch my changes.
  if (card.version > base.version && !update.isPending && conflict === null) {
    const theirs = contentOf(card);
    const { merged, conflicts } = mergeContent(base.content, values, theirs);
    if (conflicts.length === 0) {
      setBase({ content: theirs, version: card.version });
      setValues(merged);
    }
  }

  const send = (content: CardContent, from: { content: CardContent; version: number }) => {
    const patch = changedContent(from.content, content);
    if (changedFields(patch).length === 0) {
      setBase(from);
      setValues(content);
      return;
    }
    update.mutate(
      { id: card.id, version: from.version, patch, idempotencyKey: newIdempotencyKey() },
      {
        onSuccess: (saved) => {
          setBase({ content: contentOf(saved), version: saved.version });
          // What was typed while the save was on its way stays typed.
          setValues((now) => ({ ...contentOf(saved), ...changedContent(content, now) }));
          setErrors({});
          showToast({ type: 'success', text: 'Сохранено' });
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status === 412) joinOrAsk(error.current, content, from);
          else if (error instanceof ApiError) setErrors(errorsByField(error));
        },
      },
    );
  };

  const joinOrAsk = (
    current: unknown,
    mine: CardContent,
    from: { content: CardContent; version: number },
  ) => {
    const parsed = cardSchema.safeParse(current);
    if (!parsed.success) return;
    const theirs = parsed.data;
    const theirContent = contentOf(theirs);
    const { merged, conflicts, taken } = mergeContent(from.content, mine, theirContent);
    if (conflicts.length > 0) {
      setConflict({ fields: conflicts, theirs });
      return;
    }
    setValues((now) => ({ ...merged, ...changedContent(mine, now) }));
    send(merged, { content: theirContent, version: theirs.version });
    showToast({
      type: 'info',
      text: `Карточку изменили и в другом месте (${taken.map((field) => fieldLabels[field]).join(', ')}): правки объединены`,
    });
  };

  return {
    values,
    base: base.content,
    errors,
    isDirty,
    isSaving: update.isPending,
    conflict,
    change: (patch) => {
      setValues((now) => ({ ...now, ...patch }));
      setErrors((now) => withoutFields(now, Object.keys(patch)));
    },
    save: () => {
      const tidy = tidyContent(values);
      const found = validateContent(tidy);
      setErrors(found);
      setValues(tidy);
      if (Object.keys(found).length === 0 && !update.isPending) send(tidy, base);
    },
    reset: () => {
      setValues(base.content);
      setErrors({});
    },
    closeConflict: () => setConflict(null),
    resolveConflict: (mineFields) => {
      if (!conflict) return;
      const theirContent = contentOf(conflict.theirs);
      const { merged } = mergeContent(base.content, values, theirContent);
      const chosen = Object.fromEntries(mineFields.map((field) => [field, values[field]]));
      setConflict(null);
      setValues({ ...merged, ...chosen });
      send({ ...merged, ...chosen }, { content: theirContent, version: conflict.theirs.version });
    },
  };
}

export function errorsByField(error: ApiError): FieldErrors {
  return Object.fromEntries(error.fieldErrors.map(({ field, detail }) => [field, detail]));
}

function withoutFields(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  const kept = Object.entries(errors).filter(
    ([name]) => !fields.some((field) => name === field || name.startsWith(`${field}.`)),
  );
  return Object.fromEntries(kept);
}
