import { sql } from 'kysely';
import type { Trx } from '#server/db/database.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { MAX_GOODS_PER_PRICE_TASK, type HeldGoods } from '#server/marketplace/price-operations.ts';
import { finishSyncCursor, noteSyncProblem } from './sync-cursors.ts';
import type { StageRun, StageStep } from './stage.ts';

/** All prices that a shop has in quarantine, in one step: they are few, and half of them would be a lie. */
export const syncHeldPrices: StageStep = async (run) => {
  const { accountId, shopId } = run;
  const { db } = run.deps.database;
  const key = { accountId, shopId, kind: 'held-prices' as const };
  try {
    const held = await readAll(run);
    await run.deps.database.transaction((trx) => replaceHeldPrices(trx, accountId, shopId, held));
    await finishSyncCursor(db, key, {}, new Date());
  } catch (error) {
    if (error instanceof MarketplaceError) await noteSyncProblem(db, key, error);
    throw error;
  }
  return null;
};

async function readAll({ deps, accountId, shopId }: StageRun): Promise<HeldGoods[]> {
  const client = await deps.marketplace.forShop(deps.database.db, accountId, shopId);
  // A list that changes while it is read may say the same twice.
  const held = new Map<number, HeldGoods>();
  for (let offset = 0; ; offset += MAX_GOODS_PER_PRICE_TASK) {
    const goods = await client.listQuarantine(offset);
    for (const one of goods) held.set(one.nmId, one);
    if (goods.length < MAX_GOODS_PER_PRICE_TASK) return [...held.values()];
  }
}

/** What is there no more goes; the same price keeps the time when it was first seen. */
async function replaceHeldPrices(
  trx: Trx,
  accountId: number,
  shopId: number,
  held: readonly HeldGoods[],
): Promise<void> {
  const rows = held.map((goods) => ({
    nm_id: goods.nmId,
    price: Math.round(goods.newPriceRub * 100),
    discount: goods.newDiscount,
    present_price: Math.round(goods.oldPriceRub * 100),
    present_discount: goods.oldDiscount,
  }));
  await sql`
    DELETE FROM held_prices WHERE account_id = ${accountId} AND shop_id = ${shopId}
      AND nm_id <> ALL (${rows.map((row) => row.nm_id)}::bigint[])`.execute(trx);
  await sql`
    INSERT INTO held_prices AS held
      (shop_id, nm_id, account_id, price_kopecks, discount, present_price_kopecks, present_discount)
    SELECT ${shopId}::bigint, nm_id, ${accountId}::bigint, price, discount, present_price, present_discount
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS seen(nm_id bigint, price bigint, discount int, present_price bigint, present_discount int)
    ON CONFLICT (shop_id, nm_id) DO UPDATE SET
      held_since = CASE WHEN (held.price_kopecks, held.discount) = (EXCLUDED.price_kopecks, EXCLUDED.discount)
        THEN held.held_since ELSE now() END,
      price_kopecks = EXCLUDED.price_kopecks, discount = EXCLUDED.discount,
      present_price_kopecks = EXCLUDED.present_price_kopecks, present_discount = EXCLUDED.present_discount`.execute(
    trx,
  );
}
