import { sql } from 'kysely';
import { MAX_TABLE_ROWS } from '#contract/bulk-edits.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { TableCard } from '#contract/card-table.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { nextSelected } from './selection.ts';

/** A part is a moment of the server: descriptions are long. */
export const CARDS_PER_PART = 500;

/** A part of the chosen cards by id. Throws as {@link nextSelected} does, with each part: the choice is the same to its end. */
export async function findTablePart(
  db: Db,
  accountId: number,
  { selection, afterId = 0 }: { selection: CardSelection; afterId?: number | undefined },
): Promise<{ cardTotal: number; results: TableCard[]; nextAfterId: number | null }> {
  const { ids, total, hasMore } = await nextSelected(db, accountId, selection, {
    afterId,
    limit: CARDS_PER_PART,
  });
  if (total > MAX_TABLE_ROWS) {
    throw badRequest('В таблице помещается до 10 000 карточек: сузьте выбор');
  }
  const cards = await db
    .selectFrom('cards')
    .select([
      'brand',
      'dimensions',
      'tags',
      'id',
      'vendor_code as vendorCode',
      'title',
      'description',
      'price_kopecks as priceKopecks',
      'discount',
      'club_discount as clubDiscount',
      'cost_price_kopecks as costPriceKopecks',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
  const results = cards.map(({ dimensions, ...card }) => ({ ...card, ...dimensions }));
  return { cardTotal: total, results, nextAfterId: hasMore ? (ids.at(-1) ?? null) : null };
}
