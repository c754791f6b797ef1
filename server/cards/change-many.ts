import { sql } from 'kysely';
import type { EditedFacts } from '#contract/bulk-rows.ts';
import type { CardSize } from '#contract/cards.ts';
import type { Trx } from '#server/db/database.ts';
import { isAmong } from '#server/db/is-among.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Author } from './card-writes.ts';
import { findOtherCosts, writeDatedCosts } from './dated-costs-of-many.ts';
import { hasValues, withValues } from './characteristic-values.ts';
import { findSubjectsThere } from './kept-subjects.ts';
import { isUnsent } from './unsent-changes.ts';
import { findVendorCodeHolders } from './vendor-codes.ts';
import { wantedSearchTexts } from './wanted-search-texts.ts';

/** One card: only if it still is as it was. */
export interface FactsChange {
  cardId: number;
  before: EditedFacts;
  after: EditedFacts;
}

/**
 * Writes the wanted values into those cards that still have all values of `before`, and resolves with their ids: what somebody
 * has changed since is left alone.
 */
export async function changeMany(
  trx: Trx,
  { accountId, userId }: Author,
  changes: readonly FactsChange[],
): Promise<number[]> {
  if (changes.length === 0) return [];
  // In one order, as everybody who changes several.
  await trx
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', accountId)
    .where(
      isAmong(
        sql`id`,
        changes.map(({ cardId }) => cardId),
      ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const otherwise = await findOtherCosts(trx, accountId, changes);
  const taken = await findTakenCodes(trx, accountId, changes);
  const kept = await findKeptSubjects(trx, accountId, changes);
  const asSeen = changes.filter(
    ({ cardId }) => !otherwise.has(cardId) && !taken.has(cardId) && !kept.has(cardId),
  );
  const rowsToWrite = await withCharacteristics(trx, accountId, asSeen);
  const searchTexts = await wantedSearchTexts(trx, accountId, asSeen);
  for (const { cardId, columns } of rowsToWrite) columns['search_text'] = searchTexts.get(cardId);
  // Only these are written: what is wide and stays is not stored anew.
  if (rowsToWrite.length === 0) return [];
  const columns = [...new Set(rowsToWrite.flatMap((row) => givenIn(row.columns)))];
  const update = sql<{ id: number }>`
    WITH wanted AS MATERIALIZED (
      SELECT cards.id, cards.ctid AS place, jsonb_populate_record(cards, change.columns
        || CASE WHEN change.columns ? 'dimensions'
          THEN jsonb_build_object('dimensions', cards.dimensions || (change.columns -> 'dimensions')) ELSE '{}' END) AS card
      FROM jsonb_to_recordset(${JSON.stringify(rowsToWrite)}::jsonb)
        AS change("cardId" bigint, before jsonb, tags jsonb, sizes jsonb, columns jsonb)
      JOIN cards ON cards.id = change."cardId"
      -- By number: the planner takes the change for a hundred rows, and would rather read all cards of the account.
      WHERE cards.account_id = ${accountId}
        AND ${isAmong(
          sql`cards.id`,
          rowsToWrite.map(({ cardId }) => cardId),
        )} AND cards.dimensions || jsonb_build_object(
        'priceKopecks', cards.price_kopecks, 'discount', cards.discount, 'clubDiscount', cards.club_discount,
        'costPriceKopecks', cards.cost_price_kopecks, 'title', cards.title, 'description', cards.description,
        'brand', cards.brand, 'vendorCode', cards.vendor_code, 'subjectId', cards.subject_id) @> change.before
        -- A longer list contains a shorter one.
        AND (change.tags IS NULL OR cards.tags = change.tags) AND (change.sizes IS NULL OR cards.sizes = change.sizes)
    )
    UPDATE cards SET
      ${sql.join(
        columns.map((name) => sql`${sql.ref(name)} = (wanted.card).${sql.ref(name)},`),
        sql` `,
      )}
      -- Here and not after: a row that is written twice is put into every index twice.
      has_unsent_changes = ${isUnsent(sql`wanted.id`, sql`wanted.card`)},
      version = version + 1, updated_at = now(), updated_by = ${userId}
    FROM wanted
    -- By its place, where it stays while it is locked: of an account that has just been filled the planner knows nothing, and would
    -- compare all of its cards with all of these.
    WHERE cards.ctid = wanted.place AND cards.account_id = ${accountId}
    RETURNING cards.id`;
  const { rows } = await trx.executeQuery(prepared(update.compile(trx)));
  const ids = rows.map((row) => row.id);
  const written = new Set(ids);
  await writeDatedCosts(
    trx,
    { accountId, userId },
    changes.filter(({ cardId }) => written.has(cardId)),
  );
  return ids;
}

/** The cards whose new vendor code is another's meanwhile; of two that want one, the second. */
export async function findTakenCodes(
  trx: Trx,
  accountId: number,
  changes: readonly FactsChange[],
): Promise<Set<number>> {
  const holders = await findVendorCodeHolders(
    trx,
    accountId,
    changes.flatMap(({ after }) => after.vendorCode ?? []),
  );
  const taken = new Set<number>();
  for (const { cardId, after } of changes) {
    if (after.vendorCode === undefined) continue;
    if ((holders.get(after.vendorCode) ?? cardId) === cardId) holders.set(after.vendorCode, cardId);
    else taken.add(cardId);
  }
  return taken;
}

/** The cards that were to go to another subject and that the marketplace has meanwhile, under theirs. */
export async function findKeptSubjects(
  trx: Trx,
  accountId: number,
  changes: readonly FactsChange[],
): Promise<Set<number>> {
  const wanted = new Map(
    changes.flatMap(({ cardId, after }) => (after.subject ? [[cardId, after.subject.id] as const] : [])),
  );
  const there = await findSubjectsThere(trx, accountId, [...wanted.keys()]);
  return new Set([...there].filter(([id, subjects]) => !subjects.has(wanted.get(id) ?? 0)).map(([id]) => id));
}

/** Of cards that are locked, the rows of those whose characteristics still are as they were. */
async function withCharacteristics(
  trx: Trx,
  accountId: number,
  changes: readonly FactsChange[],
): Promise<RowToWrite[]> {
  const cardIds = changes.filter(({ before }) => before.characteristics).map(({ cardId }) => cardId);
  const cards =
    cardIds.length === 0
      ? []
      : await trx
          .selectFrom('cards')
          .select(['id', 'characteristics'])
          .where('account_id', '=', accountId)
          .where('id', '=', sql<number>`any(${cardIds}::bigint[])`)
          .execute();
  const characteristicsOf = new Map(cards.map((card) => [card.id, card.characteristics]));
  return changes.flatMap((change) => {
    const row = asColumns(change);
    const { characteristics: named } = change.before;
    if (!named) return row;
    const all = characteristicsOf.get(change.cardId);
    if (!all || !hasValues(all, named)) return [];
    const wanted = change.after.characteristics;
    if (wanted) row.columns['characteristics'] = wanted.reduce(withValues, all);
    return row;
  });
}

interface RowToWrite {
  cardId: number;
  /** Without characteristics and a cost of a day, which are compared before, and without lists. */
  before: EditedFacts & { subjectId?: number | undefined };
  tags: string[] | undefined;
  sizes: CardSize[] | undefined;
  /** Values that are not there stay as they are; of the dimensions, each. */
  columns: Record<string, unknown>;
}

function asColumns({
  cardId,
  before: { characteristics: _named, tags, sizes, subject, datedCost: _dated, ...before },
  after,
}: FactsChange): RowToWrite {
  const { lengthCm, widthCm, heightCm, weightKg, ...single } = after;
  const dimensions = { lengthCm, widthCm, heightCm, weightKg };
  const isMeasured = Object.values(dimensions).some((value) => value !== undefined);
  return {
    cardId,
    before: { ...before, subjectId: subject?.id },
    tags,
    sizes,
    columns: {
      vendor_code: single.vendorCode,
      subject_id: single.subject?.id,
      sizes: single.sizes,
      price_kopecks: single.priceKopecks,
      discount: single.discount,
      club_discount: single.clubDiscount,
      cost_price_kopecks: single.costPriceKopecks,
      title: single.title,
      description: single.description,
      brand: single.brand,
      tags: single.tags,
      dimensions: isMeasured ? dimensions : undefined,
    },
  };
}

function givenIn(columns: RowToWrite['columns']): string[] {
  return Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : name));
}
