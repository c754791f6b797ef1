import { sql } from 'kysely';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { findCharacteristics } from '#server/directory/directory.ts';
import type { MarketplaceCard } from '#server/marketplace/content-shapes.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { findByNmId } from '#server/marketplace/find-card.ts';
import { guessField } from './field-guess.ts';
import { findCardsTiedElsewhere } from '#server/shipments/store/nm-owners.ts';
import { plural } from '#server/text/plural.ts';
import type { ItemError } from '#server/shipments/store/save-progress.ts';
import { fail, lookAgain, passStage, type StepContext } from './step.ts';
import { nextLookInMs } from '#server/shipments/rules/timing.ts';
import { asConfirmed } from '#server/shipments/store/confirmed-items.ts';
import { findItemsInFlight, readSnapshots, type SentItem } from '#server/shipments/store/work-items.ts';

/** Their clock and ours: a change that carries a time this much before ours may still be ours. */
const CLOCK_SKEW_MS = 2000;
/** A stop for a list that never ends. */
const PAGES_AT_MOST = 300;

/** Looks for what was sent in the list of cards and in the list of errors. */
export async function confirmCards(context: StepContext): Promise<'worked' | 'idle'> {
  const { db, run, timing } = context;
  const inFlight = await findItemsInFlight(db, run, 'CARD');
  if (!inFlight.some((item) => (item.nextCheckAtMs ?? 0) <= Date.now())) return 'idle';

  const afterCards = await confirmFromList(context, inFlight);
  const { open, areErrorsRead } = await failFromErrors(context, afterCards);
  const left = await confirmUnchanged(context, open);
  const isLate = (item: SentItem) => areErrorsRead && Date.now() - item.sentAtMs > timing.confirmWithinMs;
  const late = left.filter(isLate);
  await context.save({
    items: [
      ...late.map(fail),
      ...left
        .filter((item) => !isLate(item))
        .map((item) => lookAgain(item, nextLookInMs(Date.now() - item.sentAtMs, timing))),
    ],
    errors: new Map(late.map((item) => [item.id, [TIMEOUT_ERROR]])),
  });
  return 'worked';
}

const TIMEOUT_ERROR: ItemError = {
  code: 'timeout',
  message:
    'Wildberries не подтвердил карточку за час. Мы следим за ней и дальше; «Повторить» сначала проверит, не появилась ли она',
};

/** Reads the cards changed since the first of them was sent. Returns those that were not among them. */
async function confirmFromList(context: StepContext, inFlight: readonly SentItem[]): Promise<SentItem[]> {
  const { client } = context;
  let left = [...inFlight];
  const sinceMs = client.theirTime(Math.min(...inFlight.map((item) => item.sentAtMs))) - CLOCK_SKEW_MS;
  let cursor = { updatedAt: new Date(sinceMs).toISOString(), nmId: 0 };
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const { cards, cursor: next, total } = await client.listCards({ cursor, limit: PAGE });
    left = await confirm(context, left, cards);
    if (total < PAGE || left.length === 0 || next.updatedAt === '') return left;
    cursor = next;
  }
  return left;
}

const PAGE = 100;

async function confirm(
  context: StepContext,
  items: readonly SentItem[],
  cards: readonly MarketplaceCard[],
): Promise<SentItem[]> {
  const byVendorCode = new Map(cards.map((card) => [card.vendorCode, card]));
  const byNmId = new Map(cards.map((card) => [card.nmId, card]));
  const confirmed = new Map<number, MarketplaceCard>();
  for (const item of items) {
    const card =
      item.isUpdate && item.nmId !== null ? byNmId.get(item.nmId) : byVendorCode.get(item.vendorCode);
    if (card && isResponseTo(context.client, item, card)) confirmed.set(item.id, card);
  }
  if (confirmed.size === 0) return [...items];
  const foreign = await findCardsTiedElsewhere(context.db, context.run, items, confirmed);
  const found = items.filter((item) => confirmed.has(item.id));
  const good = found.filter((item) => !foreign.has(item.id));
  const errors = new Map<number, ItemError[]>();
  for (const [id, vendorCode] of foreign) {
    confirmed.delete(id);
    errors.set(id, [
      {
        code: 'nm_taken',
        field: 'vendorCode',
        message: `Эта карточка Wildberries уже связана с карточкой «${vendorCode}»`,
      },
    ]);
  }
  await context.save({
    items: [
      ...good.map((item) =>
        passStage(asConfirmed({ ...item, nmId: confirmed.get(item.id)?.nmId ?? item.nmId }), context.options),
      ),
      ...found.filter((item) => foreign.has(item.id)).map(fail),
    ],
    errors,
    confirmed,
    ...(good.length > 0
      ? { event: `Карточки подтверждены в «${context.shopName}»: ${String(good.length)}` }
      : {}),
  });
  return items.filter((item) => !confirmed.has(item.id) && !errors.has(item.id));
}

/** A new card is there when it is there; a changed one when it was changed after it was sent. */
function isResponseTo(client: ShopClient, item: SentItem, card: MarketplaceCard): boolean {
  return !item.isUpdate || Date.parse(card.updatedAt) > client.theirTime(item.sentAtMs) - CLOCK_SKEW_MS;
}

/**
 * An update that changes nothing may leave the card's time as it was. After a while cards are compared instead, a few at a
 * look. Returns those that are still open.
 */
async function confirmUnchanged(context: StepContext, items: readonly SentItem[]): Promise<SentItem[]> {
  const { client, timing } = context;
  const isOld = (item: SentItem) => Date.now() - item.sentAtMs > UNCHANGED_AFTER_BASES * timing.pollBaseMs;
  const asked = items
    .filter((item) => item.isUpdate && item.nmId !== null && isOld(item))
    .slice(0, COMPARED_PER_LOOK)
    .map(asConfirmed);
  if (asked.length === 0) return [...items];
  const snapshots = await readSnapshots(context, asked);
  const passed = new Set<number>();
  for (const item of asked) {
    const card = await findByNmId(client, item.nmId);
    const wanted = snapshots.get(item.id);
    const isSame =
      card?.title === wanted?.title &&
      card?.description === wanted?.description &&
      card?.brand === wanted?.brand;
    if (!card || !wanted || !isSame) continue;
    passed.add(item.id);
    await context.save({ items: [passStage(item, context.options)], confirmed: new Map([[item.id, card]]) });
  }
  return items.filter((item) => !passed.has(item.id));
}

const UNCHANGED_AFTER_BASES = 30;
const COMPARED_PER_LOOK = 5;

/**
 * Reads the newest errors and copies those of our cards: the marketplace forgets them with the next try. Their limit is a
 * tenth of the list's: when it is spent, the next look asks, and what the list has brought counts meanwhile.
 */
async function failFromErrors(
  context: StepContext,
  inFlight: readonly SentItem[],
): Promise<{ open: SentItem[]; areErrorsRead: boolean }> {
  if (inFlight.length === 0) return { open: [], areErrorsRead: true };
  const { client } = context;
  const sinceMs = client.theirTime(Math.min(...inFlight.map((item) => item.sentAtMs))) - CLOCK_SKEW_MS;
  const texts = await readErrorsSince(context.client, sinceMs).catch((error: unknown) => {
    if (error instanceof MarketplaceError && error.kind === 'limit') return undefined;
    throw error;
  });
  if (!texts) return { open: [...inFlight], areErrorsRead: false };
  const failed = inFlight.filter((item) =>
    texts.get(item.vendorCode)?.some((error) => error.atMs > client.theirTime(item.sentAtMs) - CLOCK_SKEW_MS),
  );
  if (failed.length === 0) return { open: [...inFlight], areErrorsRead: true };
  const characteristics = await characteristicsOfItems(context, failed);
  const errors = new Map(
    failed.map((item) => [
      item.id,
      (texts.get(item.vendorCode) ?? []).map(({ text }): ItemError => ({
        message: text,
        code: 'moderation',
        field: guessField(text, characteristics),
      })),
    ]),
  );
  const count = plural(failed.length, ['карточка', 'карточки', 'карточек']);
  await context.save({
    items: failed.map(fail),
    errors,
    event: `«${context.shopName}» вернул с ошибками: ${count}`,
  });
  return { open: inFlight.filter((item) => !failed.includes(item)), areErrorsRead: true };
}

interface FoundError {
  text: string;
  atMs: number;
}

async function readErrorsSince(
  client: Pick<ShopClient, 'listCardErrors'>,
  sinceMs: number,
): Promise<Map<string, FoundError[]>> {
  const found = new Map<string, FoundError[]>();
  let cursor: { updatedAt: string; batchUuid: string } | undefined;
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const response = await client.listCardErrors(cursor ? { cursor } : {});
    for (const batch of response.batches) {
      const atMs = Date.parse(batch.updatedAt);
      for (const { vendorCode, errors } of batch.cards) {
        const texts = errors.map((text) => ({ text, atMs }));
        found.set(vendorCode, [...(found.get(vendorCode) ?? []), ...texts]);
      }
    }
    const oldest = response.batches.at(-1);
    if (!response.hasNext || !oldest || Date.parse(oldest.updatedAt) < sinceMs) return found;
    cursor = response.cursor;
  }
  return found;
}

async function characteristicsOfItems(
  context: StepContext,
  items: readonly SentItem[],
): Promise<SubjectCharacteristic[]> {
  const subjects = await context.db
    .selectFrom('shipment_items')
    .innerJoin('cards', 'cards.id', 'shipment_items.card_id')
    .select('cards.subject_id')
    .distinct()
    .where('shipment_items.account_id', '=', context.run.accountId)
    .where('shipment_items.id', '=', sql<number>`any(${items.map((item) => item.id)}::bigint[])`)
    .execute();
  return await findCharacteristics(
    context.db,
    subjects.map((row) => row.subject_id),
  );
}
