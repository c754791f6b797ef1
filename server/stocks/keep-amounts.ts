import { sql } from 'kysely';
import { refreshListedFacts } from '#server/cards/card-summary.ts';
import type { Trx } from '#server/db/database.ts';

interface ReadAmount {
  chrtId: number;
  amount: number;
  shopCardId: number;
  cardId: number;
}

/** Our rows of one warehouse say what was just read at the marketplace. */
export async function keepAmountsOf(
  trx: Trx,
  accountId: number,
  warehouseId: number,
  read: readonly ReadAmount[],
): Promise<void> {
  await sql`
    INSERT INTO stocks (warehouse_id, chrt_id, account_id, shop_card_id, amount)
    SELECT ${warehouseId}, * FROM unnest(
      ${read.map((row) => row.chrtId)}::bigint[], ${read.map(() => accountId)}::bigint[],
      ${read.map((row) => row.shopCardId)}::bigint[], ${read.map((row) => row.amount)}::int[])
    ON CONFLICT (warehouse_id, chrt_id) DO UPDATE
    SET amount = excluded.amount, updated_at = now(), shop_card_id = excluded.shop_card_id`.execute(trx);
  const cardIds = [...new Set(read.map((row) => row.cardId))];
  await refreshListedFacts(trx, accountId, cardIds);
}
