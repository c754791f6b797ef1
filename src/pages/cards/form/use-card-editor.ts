import { useRef, useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { useUpdateCard } from '#api/cards.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { cardSchema, type Card, type CardContent } from '#contract/cards.ts';
import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import { useDraft, type DraftControl } from '#offline/drafts/use-draft.ts';
import { userDrafts } from '#offline/drafts/user-drafts.ts';
import type { Fields, OutboxRecord } from '#offline/outbox/outbox-record.ts';
import { withWaitingContent } from '#offline/outbox/overlay.ts';
import type { SaveResult } from '#offline/outbox/save-result.ts';
import { useEntityOutbox, useSaveEdit, type EntityOutbox } from '#offline/outbox/use-outbox.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { fieldLabels } from '#parts/outbox/field-texts.ts';
import { tellSaveFailure, tellSaved } from '#parts/outbox/tell-saved.ts';
import { showToast } from '#ui/toast-store.ts';
import { cardDraftKey, cardDraftSchema, type CardDraft } from '#offline/drafts/card-draft.ts';
import { tidyContent, validateContent, type FieldErrors } from './card-validation.ts';
import {
  changedContent,
  changedFields,
  contentFields,
  contentOf,
  mergeContent,
  splitPrices,
  type ContentField,
  type ContentPatch,
} from './card-values.ts';

export const PRICES_NEED_CONNECTION = 'Цены меняются только при связи';

/** Two people changed the same fields; `record` when the edit waits in the outbox. */
interface Conflict {
  fields: string[];
  base: Fields;
  mine: Fields;
  theirs: Fields;
  record: OutboxRecord | null;
}

export interface CardEditor {
  values: CardContent;
  errors: FieldErrors;
  isDirty: boolean;
  /** Something is typed that is neither on the server nor on this device. */
  isUnsaved: boolean;
  isSaving: boolean;
  /** What is on this device and not on the server yet. */
  waiting: EntityOutbox;
  draft: DraftControl<CardDraft>;
  restoreDraft: (draft: CardDraft) => void;
  conflict: Conflict | null;
  change: (patch: ContentPatch) => void;
  save: () => void;
  /** Takes back what is not saved. */
  reset: () => void;
  openConflict: () => void;
  closeConflict: () => void;
  resolveConflict: (mineFields: string[]) => void;
}

interface Base {
  content: CardContent;
  version: number;
}

/**
 * One card being edited: `base` is the card with what already waits in the outbox, `values` what the form holds. A save
 * goes through the outbox; one that touches prices goes straight to the server, because prices never wait.
 */
export function useCardEditor(card: Card): CardEditor {
  const waiting = useEntityOutbox('card', card.id);
  const shown = withWaitingContent(contentOf(card), waiting.records);
  const [base, setBase] = useState<Base>({ content: shown, version: card.version });
  const [values, setValues] = useState(base.content);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [priceConflict, setPriceConflict] = useState<Conflict | null>(null);
  const [isConflictOpen, setConflictOpen] = useState(false);
  const [isKeeping, setKeeping] = useState(false);
  const update = useUpdateCard();
  const saveEdit = useSaveEdit();
  const isReachable = canReachServer(useConnectivity());
  const isSaving = update.isPending || isKeeping;
  const dirty = changedContent(base.content, values);
  const isDirty = changedFields(dirty).length > 0;
  // A save on its way is stored already: leaving then loses nothing, though the server has not answered yet.
  const notStored = changedContent(shown, values);
  const isUnsaved = changedFields(dirty).some((field) => field in notStored);
  const directKey = useRef({ body: '', key: '' });

  // A fresher card arrived, or what waits has changed: join what does not touch my changes.
  const isNews = card.version > base.version || changedFields(changedContent(base.content, shown)).length > 0;
  if (isNews && card.version >= base.version && !isSaving && priceConflict === null) {
    const { merged, conflicts } = mergeContent(base.content, values, shown);
    if (conflicts.length === 0) {
      setBase({ content: shown, version: card.version });
      setValues(merged);
    }
  }

  const draftValue: CardDraft = {
    patch: dirty,
    base: pickFields(base.content, dirty),
    version: base.version,
  };
  const draft = useDraft({ key: cardDraftKey(card.id), value: draftValue, schema: cardDraftSchema, isDirty });

  const waitingConflict = conflictOf(waiting.records);
  const conflict = priceConflict ?? (isConflictOpen ? waitingConflict : null);

  /** The server has `saved`; what was typed while `sent` was on its way stays typed. */
  const rebaseOn = (saved: Card, sent: CardContent) => {
    const content = contentOf(saved);
    setBase({ content, version: saved.version });
    setValues((now) => ({ ...content, ...changedContent(sent, now) }));
    setErrors({});
  };

  const settle = async (result: SaveResult, patch: ContentPatch, sent: CardContent) => {
    if (result.status === 'rejected' && result.record.failure?.status === 400) {
      // The form has it all: it is corrected here, not in the list of what waits.
      await outbox.discard(result.record.id);
      setErrors(errorsByField(result.record.failure));
      tellSaveFailure(result.record.failure, 'Не удалось сохранить карточку');
      return;
    }
    if (result.status === 'failed') {
      tellSaveFailure(result.failure, 'Не сохранено: нет связи');
      return;
    }
    const saved = result.status === 'sent' ? cardSchema.safeParse(result.state?.fields) : undefined;
    if (saved?.success) rebaseOn(saved.data, sent);
    else setBase((now) => ({ ...now, content: { ...now.content, ...patch } }));
    if (result.status === 'conflict') setConflictOpen(true);
    else tellSaved(result);
  };

  /** On the device first; from there to the server. */
  const keep = async (patch: ContentPatch, content: CardContent) => {
    if (changedFields(patch).length === 0) return;
    setKeeping(true);
    try {
      const result = await saveEdit({
        entity: 'card',
        entityId: card.id,
        kind: 'update',
        title: content.title || content.vendorCode,
        baseVersion: base.version,
        patch,
        base: pickFields(base.content, patch),
        whole: { ...base.content, subjectName: card.subjectName },
      });
      await settle(result, patch, { ...base.content, ...patch });
    } catch (error) {
      tellSaveFailure(error, 'Не удалось сохранить: скопируйте текст');
    } finally {
      setKeeping(false);
    }
  };

  /** Straight to the server, on top of what it has. */
  const sendNow = (patch: ContentPatch, from: Base) => {
    const body = JSON.stringify([patch, from.version]);
    // Pressed again after a lost answer, it is the same save.
    if (directKey.current.body !== body) directKey.current = { body, key: newIdempotencyKey() };
    const sent = { ...base.content, ...patch };
    update.mutate(
      { id: card.id, version: from.version, patch, idempotencyKey: directKey.current.key },
      {
        onSuccess: (saved) => {
          rebaseOn(saved, sent);
          showToast({ type: 'success', text: 'Сохранено' });
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status === 412) joinOrAsk(error.current, patch, from);
          else if (error instanceof ApiError) setErrors(errorsByField(error));
        },
      },
    );
  };

  const joinOrAsk = (current: unknown, patch: ContentPatch, from: Base) => {
    const theirs = cardSchema.safeParse(current);
    if (!theirs.success) return;
    const theirContent = contentOf(theirs.data);
    const mine = { ...from.content, ...patch };
    const { merged, conflicts, taken } = mergeContent(from.content, mine, theirContent);
    if (conflicts.length > 0) {
      setPriceConflict({
        fields: conflicts,
        base: from.content,
        mine,
        theirs: theirs.data,
        record: null,
      });
      return;
    }
    sendNow(changedContent(theirContent, merged), { content: theirContent, version: theirs.data.version });
    const names = fieldLabels(
      'card',
      pickFields(theirContent, Object.fromEntries(taken.map((one) => [one, 1]))),
    );
    showToast({ type: 'info', text: `Карточку изменили и в другом месте (${names}): правки объединены` });
  };

  const resolvePrices = (asked: Conflict, mineFields: string[]) => {
    const theirs = cardSchema.safeParse(asked.theirs);
    if (!theirs.success) return;
    const theirContent = contentOf(theirs.data);
    const isMine = (field: ContentField) => !asked.fields.includes(field) || mineFields.includes(field);
    const mine = changedContent(asked.base as CardContent, asked.mine as CardContent);
    const kept = changedFields(mine).filter(isMine);
    const patch = changedContent(theirContent, { ...theirContent, ...pickNames(values, kept) });
    setPriceConflict(null);
    setBase({ content: theirContent, version: theirs.data.version });
    setValues({ ...theirContent, ...patch });
    if (changedFields(patch).length > 0) {
      sendNow(patch, { content: theirContent, version: theirs.data.version });
    }
  };

  const resolveWaiting = async (asked: Conflict, record: OutboxRecord, mineFields: string[]) => {
    const givenUp = asked.fields.filter((field) => !mineFields.includes(field));
    setConflictOpen(false);
    setKeeping(true);
    try {
      if (givenUp.length > 0) await keepAsDraft(record, givenUp);
      const result = await outbox.resolveConflict(record.id, mineFields);
      if (result.status === 'conflict') setConflictOpen(true);
      else tellSaved(result);
    } catch (error) {
      tellSaveFailure(error, 'Не удалось сохранить выбор');
    } finally {
      setKeeping(false);
    }
  };

  return {
    values,
    errors,
    isDirty,
    isUnsaved,
    isSaving,
    waiting,
    draft,
    restoreDraft: (restored) => {
      setBase((now) => ({
        content: { ...now.content, ...restored.base },
        version: Math.min(now.version, restored.version),
      }));
      setValues((now) => ({ ...now, ...restored.patch }));
    },
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
      if (Object.keys(found).length > 0 || isSaving) return;
      const patch = changedContent(base.content, tidy);
      const { prices, rest } = splitPrices(patch);
      if (changedFields(prices).length === 0) void keep(rest, tidy);
      else if (isReachable) sendNow(patch, { content: contentOf(card), version: card.version });
      else {
        setErrors(Object.fromEntries(changedFields(prices).map((field) => [field, PRICES_NEED_CONNECTION])));
        showToast({ type: 'warning', text: `${PRICES_NEED_CONNECTION}: они не сохранены` });
        void keep(rest, tidy);
      }
    },
    reset: () => {
      setValues(base.content);
      setErrors({});
    },
    openConflict: () => setConflictOpen(true),
    closeConflict: () => {
      setPriceConflict(null);
      setConflictOpen(false);
    },
    resolveConflict: (mineFields) => {
      if (!conflict) return;
      if (conflict.record) void resolveWaiting(conflict, conflict.record, mineFields);
      else resolvePrices(conflict, mineFields);
    },
  };
}

function conflictOf(records: readonly OutboxRecord[]): Conflict | null {
  const record = records.find(({ state }) => state === 'conflict');
  if (!record?.conflict) return null;
  const { fields, theirs } = record.conflict;
  return { fields, theirs, base: record.base, mine: record.patch, record };
}

/** What was given up is offered again as a draft: a choice made in haste loses no text. */
async function keepAsDraft(record: OutboxRecord, givenUp: string[]): Promise<void> {
  const { theirs = {}, version } = record.conflict ?? {};
  const pick = (from: Fields) => Object.fromEntries(givenUp.map((field) => [field, from[field]]));
  const draft = { patch: pick(record.patch), base: pick(theirs), version };
  await userDrafts()?.write(cardDraftKey(record.entityId), JSON.stringify(draft));
}

function pickFields(content: CardContent, patch: ContentPatch): ContentPatch {
  return pickNames(content, changedFields(patch));
}

function pickNames(content: CardContent, names: readonly ContentField[]): ContentPatch {
  const chosen = contentFields.filter((field) => names.includes(field));
  return Object.fromEntries(chosen.map((field) => [field, content[field]]));
}

export function errorsByField({ fieldErrors }: Pick<ApiError, 'fieldErrors'>): FieldErrors {
  return Object.fromEntries(fieldErrors.map(({ field, detail }) => [field, detail]));
}

function withoutFields(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  const kept = Object.entries(errors).filter(
    ([name]) => !fields.some((field) => name === field || name.startsWith(`${field}.`)),
  );
  return Object.fromEntries(kept);
}
