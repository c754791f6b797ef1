import { sql } from 'kysely';
import type { CardFilterValues } from '#contract/card-list.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { Db } from '#server/db/database.ts';
import { notFound, selectionChanged, selectionRefused } from '#server/errors/http-error.ts';
import { plural } from '#server/text/plural.ts';
import { matchesFilter } from './card-filter.ts';
import { frozenParts, touchFrozen } from './frozen-selections.ts';

/**
 * All cards of an account at once hold everybody else up, where there is one connection: most of all after a big change, while
 * their old versions are still there to be stepped over.
 */
const IDS_PER_QUERY = 1000;

/**
 * Ids of the account's cards that a selection names, ascending. An id that is not the account's refuses the whole selection
 * (404): nobody should believe that it was taken. So does another number of cards than the person has seen, and a frozen
 * card that is gone (409).
 */
export async function resolveSelection(
  db: Db,
  accountId: number,
  selection: CardSelection,
): Promise<number[]> {
  const ids = await findSelected(db, accountId, selection);
  const { expectedCount = ids.length } = selection;
  if (ids.length !== expectedCount) throw selectionChanged(expectedCount, ids.length);
  return ids;
}

interface Part {
  /** Ids up to this one were taken before; 0 begins. */
  afterId: number;
  limit: number;
}

interface SelectedPart {
  ids: number[];
  /** Of all parts; asked for apart, for a filter is gone through for it. */
  total: () => Promise<number>;
  hasMore: boolean;
}

/**
 * The next ids of a selection, ascending, for a look at many cards in parts. Throws as {@link resolveSelection} does, of a frozen
 * selection only for cards of the part.
 */
export async function nextSelected(
  db: Db,
  accountId: number,
  selection: CardSelection,
  part: Part,
): Promise<SelectedPart> {
  if ('id' in selection && !selection.except?.length) {
    return await nextFrozen(db, accountId, selection.id, part);
  }
  if ('filter' in selection && selection.expectedCount === undefined) {
    return await nextMatching(db, accountId, selection, part);
  }
  const all = await resolveSelection(db, accountId, selection);
  const left = all.filter((id) => id > part.afterId);
  return partOf(left, part, async () => all.length);
}

/** Of what was found after the last part, and may be more than this one. */
function partOf(left: readonly number[], { limit }: Part, total: () => Promise<number>): SelectedPart {
  return { ids: left.slice(0, limit), total, hasMore: left.length > limit };
}

/** From where the last part ended: found anew for each, a hundred thousand cards were gone through a hundred times. */
async function nextMatching(
  db: Db,
  accountId: number,
  selection: Extract<CardSelection, { filter: CardFilterValues }>,
  part: Part,
): Promise<SelectedPart> {
  const { filter, except = [] } = selection;
  const most = part.limit + 1 + except.length;
  const found = await findMatching(db, accountId, filter, { afterId: part.afterId, limit: most });
  const leftOut = new Set(except);
  const left = found.filter((id) => !leftOut.has(id));
  return partOf(left, part, async () => (await resolveSelection(db, accountId, selection)).length);
}

async function nextFrozen(
  db: Db,
  accountId: number,
  id: string,
  { afterId, limit }: Part,
): Promise<SelectedPart> {
  const total = await touchFrozen(db, accountId, id);
  const left: number[] = [];
  for await (const part of frozenParts(db, accountId, id, afterId)) {
    left.push(...part);
    if (left.length > limit) break;
  }
  const ids = left.slice(0, limit);
  const here = await findExisting(db, accountId, ids);
  if (here.length < ids.length) throw await whatIsGone(db, accountId, id);
  return { ids, total: async () => total, hasMore: left.length > limit };
}

async function findSelected(db: Db, accountId: number, selection: CardSelection): Promise<number[]> {
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)].sort((one, other) => one - other);
    const here = await findExisting(db, accountId, ids);
    if (here.length < ids.length) throw notFound('Некоторых выбранных карточек нет. Обновите список');
    return here;
  }
  const leftOut = new Set(selection.except);
  const ids = await findNamed(db, accountId, selection);
  return ids.filter((id) => !leftOut.has(id));
}

async function findNamed(
  db: Db,
  accountId: number,
  selection: Exclude<CardSelection, { ids: number[] }>,
): Promise<number[]> {
  if ('filter' in selection) return await findMatching(db, accountId, selection.filter);
  if ('bulkEdit' in selection) return await findEdited(db, accountId, selection);
  const { here, goneCount } = await findFrozen(db, accountId, selection.id);
  if (goneCount > 0) throw selectionRefused(goneText(goneCount));
  return here;
}

/** Of a frozen selection, the cards that are still there, and how many are not. Throws 404 for one that is over. */
export async function findFrozen(
  db: Db,
  accountId: number,
  id: string,
): Promise<{ here: number[]; goneCount: number }> {
  const frozenCount = await touchFrozen(db, accountId, id);
  const here: number[] = [];
  for await (const part of frozenParts(db, accountId, id)) {
    here.push(...(await findExisting(db, accountId, part)));
  }
  return { here, goneCount: frozenCount - here.length };
}

async function whatIsGone(db: Db, accountId: number, id: string) {
  return selectionRefused(goneText((await findFrozen(db, accountId, id)).goneCount));
}

function goneText(count: number): string {
  const cards = plural(count, ['карточка', 'карточки', 'карточек']);
  return `Из выбранных уже удалено: ${cards}. Продолжите без них или выберите ещё раз`;
}

/** Of these ids, ascending, those of the account's cards. */
export async function findExisting(
  db: Db,
  accountId: number,
  ids: readonly number[],
  { withoutArchived = false }: { withoutArchived?: boolean } = {},
): Promise<number[]> {
  const found: number[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const rows = await db
      .selectFrom('cards')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '=', sql<number>`any(${ids.slice(start, start + IDS_PER_QUERY)}::bigint[])`)
      .$if(withoutArchived, (query) => query.where('state', '<>', 'ARCHIVED'))
      .orderBy('id')
      .execute();
    found.push(...rows.map((row) => row.id));
  }
  return found;
}

async function findMatching(
  db: Db,
  accountId: number,
  filter: CardFilterValues,
  { afterId, limit }: Part = { afterId: 0, limit: Infinity },
): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const asked = Math.min(IDS_PER_QUERY, limit - ids.length);
    const rows = await db
      .selectFrom('cards')
      .select('cards.id')
      .where((eb) => matchesFilter(eb, accountId, filter))
      .where('cards.id', '>', ids.at(-1) ?? afterId)
      .orderBy('cards.id')
      .limit(asked)
      .execute();
    ids.push(...rows.map((row) => row.id));
    if (rows.length < asked || ids.length >= limit) return ids;
  }
}

async function findEdited(
  db: Db,
  accountId: number,
  { bulkEdit, only }: Extract<CardSelection, { bulkEdit: number }>,
): Promise<number[]> {
  const ids =
    only === undefined
      ? sql<number>`SELECT unnest(card_ids) FROM bulk_edits WHERE account_id = ${accountId} AND id = ${bulkEdit}`
      : sql<number>`SELECT card_id FROM bulk_edit_rows
          WHERE account_id = ${accountId} AND edit_id = ${bulkEdit} AND state = ${only}`;
  const rows = await db
    .selectFrom('cards')
    .select('cards.id')
    .where('cards.account_id', '=', accountId)
    .where('cards.id', 'in', sql<number>`(${ids})`)
    .orderBy('cards.id')
    .execute();
  return rows.map((row) => row.id);
}
