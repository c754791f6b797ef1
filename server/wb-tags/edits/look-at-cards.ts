import { sql } from 'kysely';
import type { WbTagChange } from '#contract/bulk-rules.ts';
import type { WbTag } from '#contract/wb-tags.ts';
import type { EditAtWork } from '#server/bulk-edits/preparing.ts';
import type { RowOnItsWay } from '#server/bulk-edits/row-turns.ts';
import type { Database, Db } from '#server/db/database.ts';
import { MarketplaceError, mayPass } from '#server/marketplace/errors.ts';
import { findByNmId } from '#server/marketplace/find-card.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { keepWbTags } from '../card-in-shop.ts';
import { tagFate, type TagFate } from './tag-fates.ts';

export interface MarketplaceDeps {
  database: Database;
  marketplace: Marketplace;
}

/** A job waits: nobody looks at a spinner meanwhile. */
const PATIENCE_MS = 30_000;

type TagClient = Pick<ShopClient, 'listCards' | 'setCardTags'>;

export function clientOf(deps: MarketplaceDeps, accountId: number, shopId: number): Promise<TagClient> {
  return deps.marketplace.forShop(deps.database.db, accountId, shopId, { patienceMs: PATIENCE_MS });
}

export interface RowWithFate {
  row: RowOnItsWay;
  /** null: the card is in the shop no more. */
  nmId: number | null;
  fate: TagFate;
}

const GONE_FROM_SHOP = 'Карточки в этом магазине больше нет';
const NOT_FOUND = 'Wildberries не нашёл карточку: возможно, она в корзине';

/** What is to be done about each row, by what the marketplace shows of its card now, which is kept for the card's page. */
export async function lookAtCards(
  deps: MarketplaceDeps,
  { accountId }: EditAtWork,
  { shopId }: WbTagChange,
  rows: readonly RowOnItsWay[],
  isForward: boolean,
): Promise<RowWithFate[]> {
  const { db } = deps.database;
  const nmIds = await findNmIds(db, accountId, shopId, rows);
  // Of a shop that is gone there is no client, and no card either.
  const client = nmIds.size > 0 ? await clientOf(deps, accountId, shopId) : null;
  const looked: RowWithFate[] = [];
  for (const row of rows) {
    const nmId = nmIds.get(row.cardId) ?? null;
    if (nmId === null || client === null) {
      looked.push({ row, nmId: null, fate: { kind: 'FAILED', remark: GONE_FROM_SHOP } });
      continue;
    }
    const found = await tagsOf(client, nmId);
    if ('remark' in found) {
      looked.push({ row, nmId, fate: found });
      continue;
    }
    await keepWbTags(deps.database, { accountId, cardId: row.cardId, shopId }, found.tags);
    const turn = { isForward, wasSending: row.sending !== null };
    looked.push({ row, nmId, fate: tagFate(row, found.tags, turn) });
  }
  return looked;
}

interface NotTaken {
  kind: 'FAILED' | 'NO_TOKEN';
  remark: string;
}

/** What the marketplace will refuse again, or will take with another token. */
export function notTaken({ kind, detail }: MarketplaceError): NotTaken {
  return { kind: kind === 'token' ? 'NO_TOKEN' : 'FAILED', remark: detail.join('. ') };
}

/** What the card carries, or why that is not known. Throws {@link MarketplaceError} where asking later may help. */
async function tagsOf(client: TagClient, nmId: number): Promise<{ tags: WbTag[] } | NotTaken> {
  try {
    const card = await findByNmId(client, nmId);
    return card ? { tags: card.tags } : { kind: 'FAILED', remark: NOT_FOUND };
  } catch (error) {
    // An answer that does not fit is the same the next time: one such card is not to hold up the others.
    const isFinal = error instanceof MarketplaceError && (!mayPass(error) || error.misfit !== undefined);
    if (!isFinal) throw error;
    return notTaken(error);
  }
}

async function findNmIds(
  db: Db,
  accountId: number,
  shopId: number,
  rows: readonly RowOnItsWay[],
): Promise<Map<number, number>> {
  const found = await db
    .selectFrom('shop_cards')
    .select(['card_id', 'nm_id'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('card_id', '=', sql<number>`any(${rows.map(({ cardId }) => cardId)}::bigint[])`)
    .execute();
  return new Map(
    found.flatMap(({ card_id: cardId, nm_id: nmId }) => (nmId === null ? [] : [[cardId, nmId]])),
  );
}
