import { sql } from 'kysely';
import type { ExportColumn } from '#contract/card-export.ts';
import type { Database, Db } from '#server/db/database.ts';
import { letOthersGo } from '#server/db/in-batches.ts';

/** Descriptions are wide: more at a time would hold up who else asks the embedded database. */
const CARDS_PER_QUERY = 200;

/** What is wide, or stands elsewhere, is read only for a column that shows it. */
export type ExportedCard = Awaited<ReturnType<typeof readBatch>>[number];

/**
 * In the order of their making, as they are asked for; a card that is removed meanwhile is left out. Who asks meanwhile is not made to wait
 * for a part of the file at each of his questions.
 */
export async function* readExportedCards(
  database: Database,
  accountId: number,
  ids: readonly number[],
  columns: readonly ExportColumn[],
): AsyncGenerator<ExportedCard> {
  for (let done = 0; done < ids.length; done += CARDS_PER_QUERY) {
    if (done > 0) await letOthersGo(database);
    yield* await readBatch(database.db, accountId, ids.slice(done, done + CARDS_PER_QUERY), columns);
  }
}

async function readBatch(
  db: Db,
  accountId: number,
  ids: readonly number[],
  columns: readonly ExportColumn[],
) {
  return await db
    .selectFrom('cards')
    .innerJoin('subjects', 'subjects.id', 'cards.subject_id')
    .select([
      'cards.id',
      'cards.vendor_code',
      'cards.nm_id',
      'cards.title',
      'cards.subject_id',
      'subjects.name as subject_name',
      'cards.brand',
      'cards.state',
      'cards.sizes',
      'cards.price_kopecks',
      'cards.discount',
      'cards.final_price_kopecks',
      'cards.club_discount',
      'cards.cost_price_kopecks',
      'cards.margin_percent',
      'cards.stock',
      'cards.shop_ids',
      'cards.dimensions',
      'cards.tags',
      'cards.updated_at',
    ])
    .$if(columns.includes('description'), (query) => query.select('cards.description'))
    .$if(columns.includes('characteristics'), (query) => query.select('cards.characteristics'))
    .$if(columns.includes('orders'), (query) =>
      query.select((eb) =>
        eb
          .selectFrom('card_orders')
          .select('recent')
          .whereRef('card_orders.card_id', '=', 'cards.id')
          .where('card_orders.account_id', '=', accountId)
          .as('recent_orders'),
      ),
    )
    .where('cards.account_id', '=', accountId)
    .where('cards.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('cards.id')
    .execute();
}
