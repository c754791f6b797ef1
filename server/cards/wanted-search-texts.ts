import { sql } from 'kysely';
import type { EditedFacts } from '#contract/bulk-rows.ts';
import type { Trx } from '#server/db/database.ts';
import { isAmong } from '#server/db/is-among.ts';
import { findSearchTexts } from './card-summary.ts';

/**
 * What cards will be found by when their changes are written, by their ids; none of those that keep their names. To be written with them:
 * a card that is written twice is put into every index twice.
 */
export async function wantedSearchTexts(
  trx: Trx,
  accountId: number,
  changes: readonly { cardId: number; after: EditedFacts }[],
): Promise<Map<number, string>> {
  const named = new Map(changes.flatMap(({ cardId, after }) => (isNamed(after) ? [[cardId, after]] : [])));
  if (named.size === 0) return new Map();
  const cards = await trx
    .selectFrom('cards')
    .select(['id', 'title', 'vendor_code', 'brand', 'sizes'])
    .where('account_id', '=', accountId)
    .where(isAmong(sql`id`, [...named.keys()]))
    .execute();
  return findSearchTexts(
    trx,
    accountId,
    cards.map((card) => {
      const { title, vendorCode, brand, sizes } = named.get(card.id) ?? {};
      return {
        id: card.id,
        title: title ?? card.title,
        vendor_code: vendorCode ?? card.vendor_code,
        brand: brand ?? card.brand,
        sizes: sizes ?? card.sizes,
      };
    }),
  );
}

function isNamed({ title, vendorCode, brand, sizes }: EditedFacts): boolean {
  return (title ?? vendorCode ?? brand ?? sizes) !== undefined;
}
