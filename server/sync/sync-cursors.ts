import { sql } from 'kysely';
import type { ShopProblem } from '#contract/shop-problem.ts';
import type { Db } from '#server/db/database.ts';
import type { MarketplaceError } from '#server/marketplace/errors.ts';

/** Kinds of the marketplace's data whose reading is remembered here. */
export type SyncKind =
  'orders' | 'sales' | 'report' | 'daily-report' | 'weekly-reports' | 'promotions' | 'held-prices';

export interface SyncState {
  /** How far it was read; what is inside belongs to the kind. */
  cursor: Record<string, unknown>;
  /** When it was last read to the end. */
  syncedAt: Date | null;
  /** Why it could not be read, as a sentence for the seller; null: it could. */
  problem: string | null;
}

const NEVER: SyncState = { cursor: {}, syncedAt: null, problem: null };

/** One kind of data of one shop of an account. */
export interface SyncKey {
  accountId: number;
  shopId: number;
  kind: SyncKind;
}

export async function readSyncCursor(db: Db, { accountId, shopId, kind }: SyncKey): Promise<SyncState> {
  const row = await db
    .selectFrom('sync_cursors')
    .select(['cursor', 'synced_at', 'problem'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row ? { cursor: row.cursor, syncedAt: row.synced_at, problem: row.problem } : NEVER;
}

/** The next page begins here; there is more to read. */
export async function advanceSyncCursor(
  db: Db,
  key: SyncKey,
  cursor: Record<string, unknown>,
): Promise<void> {
  await saveState(db, key, { cursor, problem: null });
}

/** Everything there is was read. */
export async function finishSyncCursor(
  db: Db,
  key: SyncKey,
  cursor: Record<string, unknown>,
  at: Date,
): Promise<void> {
  await saveState(db, key, { cursor, syncedAt: at, problem: null });
}

/**
 * The marketplace refused. Waiting for the limit is a problem only for somebody who has seen nothing yet: data
 * otherwise carries its age.
 */
export async function noteSyncProblem(db: Db, key: SyncKey, error: MarketplaceError): Promise<void> {
  const { syncedAt, problem } = await readSyncCursor(db, key);
  if (error.kind === 'limit' && syncedAt !== null) return;
  if (problem !== null && tellsLess(error)) return;
  await saveState(db, key, {
    problem: error.detail.join('. '),
    retryAt: (error.kind === 'limit' && error.retryAt) || null,
  });
}

async function saveState(
  db: Db,
  { accountId, shopId, kind }: SyncKey,
  change: Partial<SyncState & { retryAt: Date | null }>,
): Promise<void> {
  const values = {
    ...(change.cursor === undefined ? {} : { cursor: JSON.stringify(change.cursor) }),
    ...(change.syncedAt === undefined ? {} : { synced_at: change.syncedAt }),
    ...(change.problem === undefined ? {} : { problem: change.problem, retry_at: change.retryAt ?? null }),
  };
  await db
    .insertInto('sync_cursors')
    .values({ shop_id: shopId, kind, account_id: accountId, problem: null, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['shop_id', 'kind'])
        .doUpdateSet(values)
        .where('sync_cursors.account_id', '=', accountId),
    )
    .execute();
}

/**
 * A refused token is not chosen again: the next reading only finds that none is left. What the marketplace said of the
 * token tells the seller more.
 */
function tellsLess(error: MarketplaceError): boolean {
  return error.code === 'no_token';
}

/** Why data of shops could not be read, a row per shop and cause. */
export async function findSyncProblems(
  db: Db,
  accountId: number,
  shopIds: readonly number[],
  kinds: readonly SyncKind[],
): Promise<ShopProblem[]> {
  const rows = await db
    .selectFrom('sync_cursors')
    .innerJoin('shops', 'shops.id', 'sync_cursors.shop_id')
    .select(['shops.id as shopId', 'shops.name as shopName', sql<string>`sync_cursors.problem`.as('detail')])
    .select(({ fn }) => fn.max('sync_cursors.retry_at').as('retryAt'))
    .where('sync_cursors.account_id', '=', accountId)
    .where('shops.account_id', '=', accountId)
    .where('sync_cursors.problem', 'is not', null)
    .where('sync_cursors.kind', 'in', [...kinds])
    .where(sql<boolean>`shops.id = any(${[...shopIds]}::bigint[])`)
    .groupBy(['shops.id', 'shops.name', 'sync_cursors.problem'])
    .orderBy('shops.id')
    .execute();
  return rows.map((row) => ({ ...row, retryAt: row.retryAt?.toISOString() ?? null }));
}
