import type { TableField, TableKey } from '#contract/bulk-edits.ts';
import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import { findCardsByKeys } from '#server/bulk-edits/match-rows.ts';
import { refuseContent } from '#server/cards/refuse-content.ts';
import type { Database, Trx } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { HttpError } from '#server/errors/http-error.ts';
import { sql } from 'kysely';
import { findSubjects, type KnownSubjects } from './directory.ts';
import { columnOf, newContent } from './new-content.ts';
import { readRow, type ReadRow, type RowValues } from './read-row.ts';
import { addUp, lockImport, writeRows, type Counter, type JudgedRow } from './repository.ts';

const LINES_PER_READ = 2000;

export interface ImportAtWork {
  accountId: number;
  userId: number;
  importId: number;
}

/**
 * Looks at the rows in the order of their lines and keeps what would become of each, until all had their turn or `mayGoOn` says
 * no. Resolves with whether it is done.
 */
export async function checkRows(
  database: Database,
  work: ImportAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  for (;;) {
    const lines = await findNextLines(database, work);
    if (lines.length === 0) return true;
    const done = await inBatches(database, lines, (trx, batch) => checkBatch(trx, work, batch), { mayGoOn });
    if (done < lines.length) return false;
  }
}

async function findNextLines({ db }: Database, { accountId, importId }: ImportAtWork): Promise<number[]> {
  const rows = await db
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select('line')
    .where('imports.account_id', '=', accountId)
    .where('import_rows.account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('imports.state', '=', 'CHECKING')
    .whereRef('line', '>', 'checked_line')
    .orderBy('line')
    .limit(LINES_PER_READ)
    .execute();
  return rows.map(({ line }) => line);
}

async function checkBatch(trx: Trx, work: ImportAtWork, batch: readonly number[]): Promise<void> {
  const { accountId, importId } = work;
  const locked = await lockImport(trx, accountId, importId);
  if (locked?.state !== 'CHECKING') return;
  // Another process may have taken some of them meanwhile.
  const lines = batch.filter((line) => line > locked.checked_line);
  const lastLine = lines.at(-1);
  if (lastLine === undefined) return;
  const { headings, meanings } = locked;
  const rows = await trx
    .selectFrom('import_rows')
    .select(['line', 'cells'])
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('line', '=', sql<number>`any(${lines}::integer[])`)
    .execute();
  const read = rows.map(({ line, cells }) => ({ line, ...readRow(cells, meanings, headings) }));
  const judged = await judge(trx, work, meanings, read);
  await writeRows(trx, work, judged);
  const counts: Partial<Record<Counter, number>> = { checked: judged.length };
  for (const { state } of judged) {
    if (state !== 'WAITING') counts[state] = (counts[state] ?? 0) + 1;
  }
  await addUp(trx, work, counts);
  await trx
    .updateTable('imports')
    .set({ checked_line: lastLine })
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .execute();
}

type ReadLine = ReadRow & { line: number };

/** The column that names the cards: whoever writes an article means it, whatever else there is. */
const KEYS: [ColumnMeaning, TableKey][] = [
  ['vendorCode', 'VENDOR_CODE'],
  ['nmId', 'NM_ID'],
  ['barcodes', 'BARCODE'],
];

async function judge(
  trx: Trx,
  { accountId }: ImportAtWork,
  meanings: readonly (ColumnMeaning | null)[],
  rows: readonly ReadLine[],
): Promise<JudgedRow[]> {
  const [, key = 'VENDOR_CODE'] = KEYS.find(([meaning]) => meanings.includes(meaning)) ?? [];
  const cards = await findCardsByKeys(
    trx,
    accountId,
    key,
    [...new Set(rows.map(({ values }) => keyOf(values, key)))].filter((one) => one !== ''),
  );
  const facts = await findFacts(trx, accountId, [...cards.values()].flat());
  const subjects = await findSubjects(
    trx,
    rows.flatMap(({ values }) => values.subject ?? []),
  );
  const judged: JudgedRow[] = [];
  for (const { line, values, problems } of rows) {
    const said = keyOf(values, key);
    const [cardId = null, ...others] = cards.get(said) ?? [];
    const row = { line, key: said === '' ? null : said.toLowerCase(), cardId, wanted: null, problems };
    // What cannot be read is not called missing as well.
    const isTold = ({ column }: CellProblem) =>
      column !== null && problems.some((told) => told.column === column);
    const refused = (...more: CellProblem[]) =>
      judged.push({
        ...row,
        state: 'REFUSED',
        problems: [...problems, ...more.filter((one) => !isTold(one))],
      });
    const keyColumn = columnOf(meanings, KEYS.find(([, one]) => one === key)?.[0]);
    if (said === '') refused({ column: keyColumn, text: 'Нет артикула или баркода' });
    else if (others.length > 0) refused({ column: keyColumn, text: 'Таких карточек несколько' });
    else if (cardId !== null) {
      if (problems.length > 0) refused();
      else judged.push({ ...row, ...changeOf(values, facts.get(cardId)) });
    } else if (key !== 'VENDOR_CODE') {
      refused({
        column: keyColumn,
        text: 'Нет такой карточки. Чтобы создать новую, добавьте столбец «Артикул продавца»',
      });
    } else {
      const fresh = await freshCard(trx, accountId, values, meanings, subjects);
      if ('problems' in fresh) refused(...fresh.problems);
      else if (problems.length > 0) refused();
      else judged.push({ ...row, state: 'FRESH', wanted: fresh.content });
    }
  }
  return judged;
}

function keyOf(values: RowValues, key: TableKey): string {
  if (key === 'VENDOR_CODE') return values.vendorCode ?? '';
  return (key === 'NM_ID' ? values.nmId : values.barcodes?.[0]) ?? '';
}

/** By the rules of the form, those that need the account's other cards too. */
async function freshCard(
  trx: Trx,
  accountId: number,
  values: RowValues,
  meanings: readonly (ColumnMeaning | null)[],
  subjects: KnownSubjects,
) {
  const made = newContent(values, meanings, subjects);
  if ('problems' in made) return made;
  try {
    // Whose characteristics are known were found among them.
    await refuseContent(trx, accountId, { ...made.content, characteristics: undefined });
    return made;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { problems: error.detail.map((text) => ({ column: columnOf(meanings, 'barcodes'), text })) };
  }
}

type Facts = Record<TableField, number | null>;

async function findFacts(trx: Trx, accountId: number, cardIds: number[]): Promise<Map<number, Facts>> {
  const rows = await trx
    .selectFrom('cards')
    .select([
      'id',
      'price_kopecks as priceKopecks',
      'discount',
      'club_discount as clubDiscount',
      'cost_price_kopecks as costPriceKopecks',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${cardIds}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** What a card that there is should have and has not. */
function changeOf(values: RowValues, facts: Facts | undefined): Pick<JudgedRow, 'state' | 'wanted'> {
  const { priceKopecks, discount, clubDiscount, costPriceKopecks } = values;
  const given = Object.entries({ priceKopecks, discount, clubDiscount, costPriceKopecks });
  const differing = given.filter(
    // Named four lines above.
    ([field, value]) => value !== undefined && value !== facts?.[field as TableField],
  );
  return differing.length === 0
    ? { state: 'SAME', wanted: null }
    : { state: 'CHANGED', wanted: Object.fromEntries(differing) };
}
