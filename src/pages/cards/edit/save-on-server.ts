import { ApiError } from '#api/http/api-error.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { cardSchema, type Card, type CardContent } from '#contract/cards.ts';
import { pick } from '#offline/outbox/three-way-merge.ts';
import { fieldLabels } from '#parts/outbox/field-texts.ts';
import { tellSaveFailure } from '#parts/outbox/tell-saved.ts';
import { errorsByField } from '#pages/cards/form/card-validation.ts';
import {
  changedContent,
  contentOf,
  mergeContent,
  type ContentField,
  type ContentPatch,
} from '#pages/cards/form/card-values.ts';
import { showToast } from '#ui/toast-store.ts';
import type { CardEditEvent } from './card-edit-state.ts';

/** A server that refuses every version must not be asked in a circle. */
const MAX_MERGES = 5;

/** Changes of `base`, which is the card as the server had it in that version. */
interface ServerSave {
  base: CardContent;
  version: number;
  patch: ContentPatch;
}

interface Server {
  /** One request; throws `ApiError`. */
  send: (request: { version: number; patch: ContentPatch; idempotencyKey: string }) => Promise<Card>;
  /** Somebody else's save that came with a refusal: every screen shows it. */
  show: (theirs: Card) => void;
}

/**
 * Straight to the server, now or not at all: prices act on a live marketplace. What others changed elsewhere in the card
 * joins; what they changed of the same is asked about. What came of it is told, and is an event of the form.
 */
export function createServerSaver({ send, show }: Server, newKey = newIdempotencyKey) {
  let last = { body: '', key: '' };

  /** Pressed again after a lost answer, it is the same save. */
  function keyOf({ patch, version }: ServerSave): string {
    const body = JSON.stringify([patch, version]);
    if (last.body !== body) last = { body, key: newKey() };
    return last.key;
  }

  return async function saveOnServer(asked: ServerSave): Promise<CardEditEvent> {
    let save = asked;
    let joined: ContentField[] = [];
    for (let merges = 0; ; merges += 1) {
      try {
        const { version, patch } = save;
        const card = await send({ version, patch, idempotencyKey: keyOf(save) });
        tellSaved(card, joined);
        return { type: 'saved', card, patch: asked.patch };
      } catch (error) {
        const theirs = merges < MAX_MERGES ? theirCard(error) : undefined;
        if (!theirs) return refused(error);
        show(theirs);
        const onServer = contentOf(theirs);
        const { base, patch } = save;
        const { merged, conflicts, taken } = mergeContent(base, { ...base, ...patch }, onServer);
        if (conflicts.length > 0) {
          return { type: 'asked', conflict: { fields: conflicts, base, patch, theirs } };
        }
        joined = [...new Set([...joined, ...taken])];
        save = { base: onServer, version: theirs.version, patch: changedContent(onServer, merged) };
        if (Object.keys(save.patch).length === 0) {
          tellSaved(theirs, joined);
          return { type: 'saved', card: theirs, patch: asked.patch };
        }
      }
    }
  };
}

/** With a 412: the card as it has become. */
function theirCard(error: unknown): Card | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  return cardSchema.safeParse(error.current).data;
}

function tellSaved(card: Card, joined: readonly ContentField[]): void {
  showToast({ type: 'success', text: 'Сохранено' });
  if (joined.length === 0) return;
  const names = fieldLabels('card', pick(contentOf(card), joined));
  showToast({ type: 'info', text: `Карточку изменили и в другом месте (${names}): правки объединены` });
}

function refused(error: unknown): CardEditEvent {
  // The login page is the message.
  const isTold = error instanceof ApiError && error.code === 'session_ended';
  if (!isTold) tellSaveFailure(error, 'Не удалось сохранить карточку');
  return { type: 'refused', ...(error instanceof ApiError && { errors: errorsByField(error) }) };
}
