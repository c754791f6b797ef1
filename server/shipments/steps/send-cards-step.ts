import type { ShopCardSize } from '#server/db/schema.ts';
import {
  MAX_CARDS_PER_UPDATE,
  MAX_CARDS_PER_UPLOAD,
  type CardToWrite,
} from '#server/marketplace/content-operations.ts';
import type { MarketplaceError } from '#server/marketplace/errors.ts';
import { toWrite } from '#server/shipments/store/card-snapshot.ts';
import { findByNmId, findByVendorCode } from '#server/marketplace/find-card.ts';
import { plural } from '#server/text/plural.ts';
import type { ItemError } from '#server/shipments/store/save-progress.ts';
import { readShopCardSizes } from '#server/shipments/store/shop-card-sizes.ts';
import { fail, isRejected, itemErrorOf, passStage, wasNotSent, type StepContext } from './step.ts';
import { cardGraceMs, nextLookInMs } from '#server/shipments/rules/timing.ts';
import { findDueItems, type FullItem } from '#server/shipments/store/work-items.ts';

/** A batch that was refused without a word about which card it was goes out in parts. */
const BATCH_SHARE = 4;
/** How often a vendor code that is taken, but not found, is looked up again. */
const TAKEN_LOOKS = 3;
/** Cards looked up in one step: each is a call. */
const LOOKUPS_PER_STEP = 5;
/** A card made this long before it was sent from here is not ours. */
const CLOCK_SKEW_MS = 60_000;

export function batchSize(attempts: number, largest: number): number {
  return Math.max(1, Math.floor(largest / BATCH_SHARE ** attempts));
}

/** Cards that were never sent: the largest batch of alike ones. */
export async function sendFreshCards(context: StepContext): Promise<'worked' | 'idle'> {
  const { db, run } = context;
  const due = await findDueItems(db, run, {
    stage: 'CARD',
    state: 'waiting',
    isFresh: true,
    limit: MAX_CARDS_PER_UPLOAD,
  });
  const [first] = due;
  if (!first) return 'idle';
  const largest = first.isUpdate ? MAX_CARDS_PER_UPDATE : MAX_CARDS_PER_UPLOAD;
  const batch = due
    .filter((item) => item.isUpdate === first.isUpdate && item.attempts === first.attempts)
    .slice(0, batchSize(first.attempts, largest));
  await sendBatch(context, batch);
  return 'worked';
}

/**
 * Cards that may have arrived already (no answer came, or they are tried again): found at the marketplace, they are not
 * created a second time; not found after the grace, they are sent like fresh ones.
 */
export async function reconcileCards(context: StepContext): Promise<'worked' | 'idle'> {
  const { db, run, client, options, timing } = context;
  const due = await findDueItems(db, run, {
    stage: 'CARD',
    state: 'waiting',
    isFresh: false,
    unansweredSince: new Date(Date.now() - cardGraceMs(timing)),
    limit: MAX_CARDS_PER_UPLOAD,
  });
  const ripe = due.filter(
    (item) => item.sentAtMs === null || Date.now() - item.sentAtMs > cardGraceMs(timing),
  );
  if (ripe.length === 0) return 'idle';
  for (const item of ripe.slice(0, LOOKUPS_PER_STEP)) {
    const card = await findByVendorCode(client, item.vendorCode);
    const { sentAtMs } = item;
    const isOurs = card !== undefined && sentAtMs !== null && !item.isUpdate;
    if (isOurs && Date.parse(card.createdAt) >= client.theirTime(sentAtMs) - CLOCK_SKEW_MS) {
      await context.save({
        items: [passStage({ ...item, nmId: card.nmId }, options)],
        confirmed: new Map([[item.id, card]]),
      });
      continue;
    }
    const fresh = { ...item, sentAtMs: null, mustLookFirst: false, nextCheckAtMs: null };
    await context.save(
      card
        ? {
            items: [{ ...fresh, nmId: card.nmId, isUpdate: true }],
            confirmed: new Map([[item.id, card]]),
          }
        : { items: [{ ...fresh, nmId: null, isUpdate: false }] },
    );
  }
  return 'worked';
}

async function sendBatch(context: StepContext, batch: readonly FullItem[]): Promise<void> {
  const cards = await writableCards(context, batch);
  // Written before the call: after a crash in between, the marketplace is asked before anything is sent again.
  const sentAtMs = Date.now();
  const lookAtMs = sentAtMs + nextLookInMs(0, context.timing);
  await context.save({
    items: batch.map((item) => ({ ...item, sentAtMs, nextCheckAtMs: lookAtMs })),
  });
  try {
    await (batch[0]?.isUpdate === true
      ? sendUpdates(context, batch, cards)
      : sendCreations(context, batch, cards));
  } catch (error) {
    if (isRejected(error)) {
      await takeRefusal(context, batch, error);
      return;
    }
    if (wasNotSent(error)) await context.save({ items: batch.map((item) => ({ ...item, sentAtMs: null })) });
    throw error;
  }
  await context.save({
    items: batch.map((item) => ({
      ...item,
      state: 'sent' as const,
      // Not the time of the answer: a card may be there before a slow answer, and is looked for from this moment on.
      sentAtMs,
      nextCheckAtMs: Date.now() + nextLookInMs(0, context.timing),
    })),
    event: `Карточки отправлены в «${context.shopName}»: ${String(batch.length)}`,
  });
}

async function sendCreations(
  { client }: StepContext,
  batch: readonly FullItem[],
  cards: ReadonlyMap<number, CardToWrite>,
): Promise<void> {
  await client.uploadCards(
    batch.flatMap((item) => {
      const card = cards.get(item.id);
      return card ? [{ subjectId: item.snapshot.subjectId, cards: [card] }] : [];
    }),
  );
}

async function sendUpdates(
  { client }: StepContext,
  batch: readonly FullItem[],
  cards: ReadonlyMap<number, CardToWrite>,
): Promise<void> {
  await client.updateCards(
    batch.flatMap((item) => {
      const card = cards.get(item.id);
      return card && item.nmId !== null ? [{ ...card, nmId: item.nmId }] : [];
    }),
  );
}

async function writableCards(
  context: StepContext,
  batch: readonly FullItem[],
): Promise<Map<number, CardToWrite>> {
  const sizes = await readShopCardSizes(context.db, context.run, batch);
  const cards = new Map<number, CardToWrite>();
  for (const item of batch) {
    const characteristics = await context.characteristicsOf(item.snapshot.subjectId);
    const isNumber = (id: number) => characteristics.some((one) => one.id === id && one.type === 'NUMBER');
    const known = item.isUpdate ? await knownSizes(context, item, sizes.get(item.cardId) ?? []) : [];
    cards.set(item.id, toWrite(item.snapshot, isNumber, known));
  }
  return cards;
}

/** An update has to name the sizes that exist; those that we never read are read now. */
async function knownSizes(
  { client }: StepContext,
  item: FullItem,
  stored: readonly ShopCardSize[],
): Promise<readonly ShopCardSize[]> {
  if (stored.length > 0 || item.nmId === null) return stored;
  return (await findByNmId(client, item.nmId))?.sizes ?? [];
}

/** The marketplace refused the whole call: named cards have failed, the others did nothing wrong and go out again. */
async function takeRefusal(
  context: StepContext,
  batch: readonly FullItem[],
  error: MarketplaceError,
): Promise<void> {
  const rows = new Map(error.rows.map((row) => [row.vendorCode, row]));
  const named = batch.filter((item) => rows.has(item.vendorCode));
  const again = (item: FullItem) => ({ ...item, sentAtMs: null, nextCheckAtMs: null });
  if (named.length > 0) {
    const errors = new Map<number, ItemError[]>();
    for (const item of named) {
      const characteristics = await context.characteristicsOf(item.snapshot.subjectId);
      const row = rows.get(item.vendorCode);
      const ids = row?.characteristicIds ?? [];
      const lacking = ids.map((id) => ({
        message: `${row?.detail ?? ''}: ${characteristics.find((one) => one.id === id)?.name ?? String(id)}`,
        code: row?.code,
        field: `characteristics.${String(id)}`,
      }));
      const whole = { ...itemErrorOf(error, characteristics), ...(row ? { message: row.detail } : {}) };
      errors.set(item.id, lacking.length > 0 ? lacking : [whole]);
    }
    await context.save({
      items: batch.map((item) => (named.includes(item) ? fail(item) : again(item))),
      errors,
      event: refusalEvent(context, named.length),
    });
    return;
  }
  const [first] = batch;
  if (error.code === 'vendor_code_taken' && first && !first.isUpdate && first.attempts < TAKEN_LOOKS) {
    // One of them is there already, or on its way from an earlier try: each is looked up before the next one.
    const pauseMs = first.attempts === 0 ? 0 : 6 * context.timing.pollBaseMs;
    await context.save({
      items: batch.map((item) => ({
        ...item,
        sentAtMs: null,
        mustLookFirst: true,
        attempts: item.attempts + 1,
        nextCheckAtMs: Date.now() + pauseMs,
      })),
    });
    return;
  }
  if (batch.length > 1 || !first) {
    await context.save({ items: batch.map((item) => ({ ...again(item), attempts: item.attempts + 1 })) });
    return;
  }
  const characteristics = await context.characteristicsOf(first.snapshot.subjectId);
  await context.save({
    items: [fail(first)],
    errors: new Map([[first.id, [itemErrorOf(error, characteristics)]]]),
    event: refusalEvent(context, 1),
  });
}

function refusalEvent({ shopName }: StepContext, count: number): string {
  return `«${shopName}» не принял: ${plural(count, ['карточка', 'карточки', 'карточек'])}`;
}
