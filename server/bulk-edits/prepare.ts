import { sql } from 'kysely';
import type { BulkChange, BulkWarning } from '#contract/bulk-edits.ts';
import { isQuarantined, type Price } from '#contract/card-rules.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { changeCard, type CardChange, type CardFacts } from './change-card.ts';
import { discounted } from './priced.ts';
import { addUp, lockBulkEdit } from './repository.ts';

/** Of an edit's list, at a time. */
const IDS_PER_READ = 5000;

export interface EditAtWork {
  accountId: number;
  userId: number;
  editId: number;
}

/**
 * Looks at the cards of the edit and keeps what would become of each, until all had their turn or `mayGoOn` says no. Resolves
 * with whether it is done.
 */
export async function prepareRows(
  database: Database,
  edit: EditAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  for (;;) {
    const { cardIds, startsAt } = await findNextIds(database.db, edit);
    if (cardIds.length === 0) break;
    const indexes = cardIds.map((cardId, index) => ({ cardId, index: startsAt + index }));
    const done = await inBatches(database, indexes, (trx, batch) => prepareBatch(trx, edit, batch), {
      mayGoOn,
    });
    if (done < cardIds.length) return false;
  }
  await database.db
    .updateTable('bulk_edits')
    .set({ state: 'READY' })
    .where('account_id', '=', edit.accountId)
    .where('id', '=', edit.editId)
    .where('state', '=', 'PREPARING')
    .execute();
  return true;
}

async function findNextIds(db: Db, { accountId, editId }: EditAtWork) {
  const { ids, prepared_count: startsAt } = await db
    .selectFrom('bulk_edits')
    .select([
      sql<number[]>`card_ids[prepared_count + 1 : prepared_count + ${sql.lit(IDS_PER_READ)}]`.as('ids'),
      'prepared_count',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .executeTakeFirstOrThrow();
  return { cardIds: ids, startsAt };
}

async function prepareBatch(
  trx: Trx,
  edit: EditAtWork,
  batch: readonly { cardId: number; index: number }[],
): Promise<void> {
  const { accountId, editId } = edit;
  const locked = await lockBulkEdit(trx, accountId, editId);
  if (locked?.state !== 'PREPARING') return;
  const { change, prepared_count: preparedCount } = locked;
  // Another process may have taken some of them meanwhile.
  const left = batch.filter(({ index }) => index >= preparedCount);
  if (left.length === 0) return;
  const rows = (
    await findCardsToChange(
      trx,
      accountId,
      left.map(({ cardId }) => cardId),
      change,
    )
  ).flatMap((card) => rowOf(card, changeCard(card, change)));
  if (rows.length > 0) {
    await sql`
      INSERT INTO bulk_edit_rows (edit_id, card_id, account_id, before, after, state, refusal, warnings)
      SELECT ${editId}, "cardId", ${accountId}, before, after,
        CASE WHEN refusal IS NULL THEN 'READY' ELSE 'REFUSED' END, refusal, warnings
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS row("cardId" bigint, before jsonb, after jsonb, refusal text, warnings text[])`.execute(trx);
  }
  const refused = rows.filter((row) => row.refusal !== null).length;
  await addUp(trx, edit, {
    prepared: left.length,
    READY: rows.length - refused,
    REFUSED: refused,
    warned: rows.filter((row) => row.warnings.length > 0).length,
  });
}

interface PriceInShop {
  price_kopecks: number | null;
  discount: number | null;
  own_price_kopecks: number | null;
  own_discount: number | null;
}

interface CardToChange extends CardFacts {
  id: number;
  inShops: PriceInShop[];
}

async function findCardsToChange(
  trx: Trx,
  accountId: number,
  cardIds: readonly number[],
  { kind }: BulkChange,
): Promise<CardToChange[]> {
  const cards = await trx
    .selectFrom('cards')
    .select(['id', 'price_kopecks', 'discount', 'club_discount', 'cost_price_kopecks', 'title'])
    // Wide, and of no use for a price.
    .select(kind === 'REPLACE' ? 'description' : sql<string>`''`.as('description'))
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .execute();
  const inShops = kind === 'PRICES' ? await findPricesInShops(trx, accountId, cardIds) : null;
  return cards.map((card) => ({
    id: card.id,
    priceKopecks: card.price_kopecks,
    discount: card.discount,
    clubDiscount: card.club_discount,
    costPriceKopecks: card.cost_price_kopecks,
    title: card.title,
    description: card.description,
    inShops: inShops?.get(card.id) ?? [],
  }));
}

async function findPricesInShops(
  trx: Trx,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, PriceInShop[]>> {
  const rows = await trx
    .selectFrom('shop_cards')
    .select(['card_id', 'price_kopecks', 'discount', 'own_price_kopecks', 'own_discount'])
    .where('account_id', '=', accountId)
    .where('card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .execute();
  const byCard = new Map<number, PriceInShop[]>();
  for (const row of rows) {
    const known = byCard.get(row.card_id);
    if (known) known.push(row);
    else byCard.set(row.card_id, [row]);
  }
  return byCard;
}

/** None for a card that has the wanted values already. */
function rowOf(card: CardToChange, change: CardChange) {
  if (change.refusal === null && Object.keys(change.after).length === 0) return [];
  return [{ cardId: card.id, ...change, warnings: change.refusal === null ? warningsOf(card, change) : [] }];
}

function warningsOf(card: CardToChange, { before, after }: CardChange): BulkWarning[] {
  if (isBelow(card, after.costPriceKopecks)) return ['LOSS'];
  const { priceKopecks, discount } = { ...before, ...after };
  if (priceKopecks === undefined || discount === undefined) return [];
  const next = { priceKopecks, discount };
  const warnings: BulkWarning[] = [];
  if (card.inShops.some((shop) => isHeldBack(shop, next))) warnings.push('QUARANTINE');
  if (isBelow(next, card.costPriceKopecks)) warnings.push('LOSS');
  if (card.inShops.some((shop) => shop.own_price_kopecks !== null)) warnings.push('OWN_PRICE');
  return warnings;
}

/** The discounted price is less than the thing cost. A card without a price is not sold yet. */
function isBelow({ priceKopecks, discount }: Price, costPriceKopecks: number | null | undefined): boolean {
  if (costPriceKopecks === null || costPriceKopecks === undefined || priceKopecks === 0) return false;
  return discounted(priceKopecks, discount) < costPriceKopecks;
}

/** What the shop would be given is compared with what it has. */
function isHeldBack(shop: PriceInShop, next: Price): boolean {
  if (shop.price_kopecks === null) return false;
  return isQuarantined(
    { priceKopecks: shop.price_kopecks, discount: shop.discount ?? 0 },
    {
      priceKopecks: shop.own_price_kopecks ?? next.priceKopecks,
      discount: shop.own_discount ?? next.discount,
    },
  );
}
