import { cardSchema, type CardContent } from '#contract/cards.ts';
import { cardDraftKey, cardDraftSchema } from '#offline/drafts/card-draft.ts';
import { addDraft } from '#offline/drafts/form-drafts.ts';
import type { Edit, OutboxRecord } from '#offline/outbox/outbox-record.ts';
import type { SaveResult } from '#offline/outbox/save-result.ts';
import { pick } from '#offline/outbox/three-way-merge.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { tellSaved, tellSaveFailure } from '#parts/outbox/tell-saved.ts';
import {
  errorsByField,
  tidyContent,
  validateChange,
  validateContent,
  type FieldErrors,
} from '#pages/cards/form/card-validation.ts';
import {
  changedContent,
  changedFields,
  splitPrices,
  type ContentField,
  type ContentPatch,
} from '#pages/cards/form/card-values.ts';
import type { CardEditEvent, CardEditState } from './card-edit-state.ts';

export const PRICES_NEED_CONNECTION = 'Цены меняются только при связи';

/** What a press of «Сохранить» comes to. */
export interface SavePlan {
  content: CardContent;
  errors: FieldErrors;
  /** `server` for what touches prices: they never wait. */
  way: 'server' | 'device' | 'none';
  patch: ContentPatch;
  /** Prices that stay in the form, because the server cannot be reached. */
  heldBack: ContentField[];
}

export function planSave({ base, values }: CardEditState, isReachable: boolean): SavePlan {
  const content = tidyContent(values);
  const patch = changedContent(base.content, content);
  const errors = { ...validateChange(patch), ...validateContent(content) };
  if (hasChanges(errors) || !hasChanges(patch))
    return { content, errors, way: 'none', patch: {}, heldBack: [] };
  const { prices, rest } = splitPrices(patch);
  if (!hasChanges(prices)) return { content, errors, way: 'device', patch, heldBack: [] };
  if (isReachable) return { content, errors, way: 'server', patch, heldBack: [] };
  const heldBack = changedFields(prices);
  return {
    content,
    errors: Object.fromEntries(heldBack.map((field) => [field, PRICES_NEED_CONNECTION])),
    way: hasChanges(rest) ? 'device' : 'none',
    patch: rest,
    heldBack,
  };
}

/**
 * On the device first; from there to the server. What came of it is told, and is an event of the form. `askHere`: a device
 * that keeps nothing cannot let a conflict wait there, so the form asks.
 */
export async function saveOnDevice(
  edit: Edit & { patch: ContentPatch },
  askHere: () => Promise<CardEditEvent>,
): Promise<CardEditEvent> {
  try {
    const result = await outbox.enqueue(edit);
    if (result.status === 'failed' && result.failure.status === 412) return await askHere();
    return await settled(result, edit.patch);
  } catch (error) {
    tellSaveFailure(error, 'Не удалось сохранить: скопируйте текст');
    return { type: 'refused' };
  }
}

async function settled(result: SaveResult, patch: ContentPatch): Promise<CardEditEvent> {
  if (result.status === 'rejected' && result.record.failure?.status === 400) {
    // The form has it all: it is corrected here, not in the list of what waits.
    await outbox.discard(result.record.id);
    tellSaveFailure(result.record.failure, 'Не удалось сохранить карточку');
    return { type: 'refused', errors: errorsByField(result.record.failure) };
  }
  const isConflict = result.status === 'conflict';
  if (!isConflict) tellSaved(result);
  if (result.status === 'failed') return { type: 'refused', errors: errorsByField(result.failure) };
  const saved = result.status === 'sent' ? cardSchema.safeParse(result.state?.fields) : undefined;
  if (saved?.success) return { type: 'saved', card: saved.data, patch };
  return { type: 'kept', patch, isConflict };
}

/** The record that waits for a choice: mine goes on in `mineFields`. */
export async function resolveWaiting(
  record: OutboxRecord,
  mineFields: readonly string[],
): Promise<CardEditEvent> {
  try {
    const givenUp = record.conflict?.fields.filter((field) => !mineFields.includes(field)) ?? [];
    if (givenUp.length > 0) await keepAsDraft(record, givenUp);
    const result = await outbox.resolveConflict(record.id, mineFields);
    const isConflict = result.status === 'conflict';
    if (!isConflict) tellSaved(result);
    return { type: 'kept', patch: {}, isConflict };
  } catch (error) {
    tellSaveFailure(error, 'Не удалось сохранить выбор');
    return { type: 'refused' };
  }
}

/** What was given up is offered again as a draft: a choice made in haste loses no text. */
async function keepAsDraft(record: OutboxRecord, givenUp: string[]): Promise<void> {
  const { theirs = {}, version } = record.conflict ?? {};
  const draft = { patch: pick(record.patch, givenUp), base: pick(theirs, givenUp), version };
  await addDraft(cardDraftKey(record.entityId), cardDraftSchema, draft);
}

function hasChanges(patch: object): boolean {
  return Object.keys(patch).length > 0;
}
