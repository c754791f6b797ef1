import { sql } from 'kysely';
import type { EndpointBody, EndpointResponse } from '#contract/endpoint.ts';
import type { listLabelsEndpoint } from '#contract/labels.ts';
import { isFoundBy } from '#server/cards/card-filter.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import type { Db } from '#server/db/database.ts';
import { readLabels, type ReadSettings } from './read-labels.ts';

const CARDS_PER_PART = 100;

/** Barcodes of the next chosen cards that a search finds. Throws as {@link resolveSelection} does. */
export async function listLabels(
  db: Db,
  accountId: number,
  { selection, shopId, search, afterId }: EndpointBody<typeof listLabelsEndpoint>,
): Promise<EndpointResponse<typeof listLabelsEndpoint>> {
  const chosen = await resolveSelection(db, accountId, selection);
  const left = chosen.filter((id) => id > afterId);
  const cardIds = await findAmong(db, accountId, left, search);
  const part = cardIds.slice(0, CARDS_PER_PART);
  const rows: EndpointResponse<typeof listLabelsEndpoint>['rows'] = [];
  const settings: ReadSettings = { fields: [], shopId, count: { kind: 'STOCK' } };
  for await (const { card, labels } of readLabels(db, accountId, part, { settings })) {
    for (const { label, size, copies } of labels) {
      const { id: cardId, title, vendorCode } = card;
      rows.push({ cardId, title, vendorCode, size, barcode: label.barcode, stock: copies });
    }
  }
  return { rows, nextAfterId: cardIds.length > CARDS_PER_PART ? (part.at(-1) ?? null) : null };
}

/** Of these cards, ascending, the next that a search finds: one more than a part. */
async function findAmong(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  search: string | undefined,
): Promise<number[]> {
  const isFound = isFoundBy(sql.ref('cards.id'), accountId, { search });
  if (!isFound) return cardIds.slice(0, CARDS_PER_PART + 1);
  const rows = await db
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .where(isFound)
    .orderBy('id')
    .limit(CARDS_PER_PART + 1)
    .execute();
  return rows.map(({ id }) => id);
}
