import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CardContent } from '#contract/cards.ts';
import { useDraft, type DraftControl } from '#offline/drafts/use-draft.ts';
import { isTemporaryId, type OutboxRecord } from '#offline/outbox/outbox-record.ts';
import { withWaitingContent } from '#offline/outbox/overlay.ts';
import { newTemporaryId } from '#offline/outbox/use-outbox.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { tellSaved, tellSaveFailure } from '#parts/outbox/tell-saved.ts';
import {
  emptyCard,
  NEW_CARD_DRAFT_KEY,
  newCardDraftSchema,
  type NewCardDraft,
} from '#offline/drafts/card-draft.ts';
import {
  errorsByField,
  tidyContent,
  validateChange,
  validateContent,
  withoutFields,
  type FieldErrors,
} from '#pages/cards/form/card-validation.ts';
import { changedContent, changedFields, type ContentPatch } from '#pages/cards/form/card-values.ts';
import type { CardForm } from '#pages/cards/form/form-context.ts';
import { hrefTo, paths } from '#lib/paths.ts';

interface NewCardOptions {
  defaultDiscount: number;
  /** A card that waits on this device to be created: its form again. */
  waiting: readonly OutboxRecord[];
  /** What a press of «Создать» found wrong in the form; nothing has been sent then. */
  onWrong: (errors: FieldErrors) => void;
}

export interface NewCard {
  form: CardForm;
  subjectName: string;
  /** Of the subject that is chosen: a draft keeps it. */
  nameSubject: (name: string) => void;
  isDirty: boolean;
  isSaving: boolean;
  draft: DraftControl<NewCardDraft>;
  restore: (draft: NewCardDraft) => void;
  /** What the first choice gives: over what is typed already, as far as it says anything. */
  fill: (patch: ContentPatch, subjectName: string) => void;
  save: () => void;
}

/** A card that does not exist yet. It may be created without a connection: the device keeps it until then. */
export function useNewCard({ defaultDiscount, waiting, onWrong }: NewCardOptions): NewCard {
  const [first] = waiting;
  const [typed, setTyped] = useState<CardContent | null>(null);
  const [subjectName, setSubjectName] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSaving, setSaving] = useState(false);
  const [isDone, setDone] = useState(false);
  const navigate = useNavigate();
  // Until something is typed the form follows the settings, or what waits already.
  const base = withWaitingContent({ ...emptyCard, discount: defaultDiscount }, waiting);
  const values = typed ?? base;
  const isDirty = typed !== null && !isDone && changedFields(changedContent(base, values)).length > 0;
  const draft = useDraft({
    key: first ? `card:${first.entityId}` : NEW_CARD_DRAFT_KEY,
    value: { content: values, subjectName },
    schema: newCardDraftSchema,
    isDirty,
  });

  const change = (patch: ContentPatch) => {
    setTyped({ ...values, ...patch });
    setErrors((now) => withoutFields(now, Object.keys(patch)));
  };

  const send = async (content: CardContent) => {
    const edit = first
      ? { kind: 'update' as const, entityId: first.entityId, patch: changedContent(base, content) }
      : { kind: 'create' as const, entityId: newTemporaryId(), patch: content };
    const result = await outbox.enqueue({
      ...edit,
      entity: 'card',
      title: content.title || content.vendorCode,
      baseVersion: null,
      base: first ? base : {},
    });
    if (result.status === 'rejected') {
      const { failure, id } = result.record;
      if (!first) await outbox.discard(id);
      if (failure) setErrors(errorsByField(failure));
      tellSaveFailure(failure, 'Не удалось создать карточку');
      return;
    }
    tellSaved(result, 'Карточка создана');
    if (result.status === 'failed') {
      setErrors(errorsByField(result.failure));
      return;
    }
    setDone(true);
    const id = result.status === 'sent' ? result.state?.entityId : undefined;
    const isCreated = id !== undefined && !isTemporaryId(id);
    await navigate(isCreated ? hrefTo.card({ id }) : paths.cards, { replace: true });
  };

  return {
    form: { values, errors, change },
    subjectName,
    nameSubject: setSubjectName,
    isDirty,
    isSaving,
    draft,
    restore: (restored) => {
      setTyped(restored.content);
      setSubjectName(restored.subjectName);
    },
    fill: (patch, name) => {
      setSubjectName(name);
      change(patch);
    },
    save: () => {
      const tidy = tidyContent(values);
      const found = { ...validateChange(tidy), ...validateContent(tidy) };
      setErrors(found);
      onWrong(found);
      if (Object.keys(found).length > 0 || isSaving) return;
      setSaving(true);
      send(tidy)
        .catch((error: unknown) => tellSaveFailure(error, 'Не удалось сохранить: скопируйте текст'))
        .finally(() => setSaving(false));
    },
  };
}
