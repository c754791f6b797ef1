import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import type { RowKey } from '#contract/bulk-table-rows.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { findFirstRows } from './cards-of-rows.ts';
import { forgetClaims } from './claims.ts';
import { MAX_CARD_ROWS, TOO_MANY_ROWS } from './card-rows.ts';
import { findNamedCards, nameOf, wordOf, type CardName } from './named-cards.ts';
import { readRow, type ReadRow } from './read-row.ts';
import { addUp, linesOf, lockImport, nextLines, rowsOf, type ImportAtWork } from './repository.ts';
import { writeNames, type NamedRow } from './row-writes.ts';

/**
 * Finds which card each row means, in the order of their lines: of several rows that mean one, the later know the first. Nothing is held
 * of them but a part, however far apart they are. Resolves with whether it is done.
 */
export async function nameRows(
  database: Database,
  work: ImportAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const pace: Pace = {};
  for (;;) {
    const part = await readPart(database.db, work);
    if (part === null) return true;
    const lines = part.rows.map((row, index) => ({
      row,
      previousLine: part.rows[index - 1]?.line ?? part.namedLine,
    }));
    const done = await inBatches(database, lines, (trx, batch) => writeBatch(trx, work, part, batch), {
      mayGoOn,
      pace,
    });
    if (done < lines.length) return false;
  }
}

interface Part {
  meanings: (ColumnMeaning | null)[];
  /** The last line before these. */
  namedLine: number;
  rows: RowOfCard[];
}

type RowOfCard = Omit<NamedRow, 'cardLine'> & { keyColumn: number | null };

/** null: every row is named, or there is no need any more. */
async function readPart(db: Db, work: ImportAtWork): Promise<Part | null> {
  const table = await db
    .selectFrom('imports')
    .select(['headings', 'meanings', 'named_line'])
    .where('account_id', '=', work.accountId)
    .where('id', '=', work.importId)
    .where('state', '=', 'CHECKING')
    .executeTakeFirst();
  if (!table) return null;
  const { headings, meanings, named_line: namedLine } = table;
  const lines = await nextLines(db, work, { afterLine: namedLine });
  if (lines === null) return null;
  const rows = await rowsOf(db, work, lines).select(['line', 'cells']).execute();
  const named = rows.map(({ line, cells }) => {
    const read = readRow(cells, meanings, headings);
    return { line, read, name: nameOf(read.values, meanings) };
  });
  const cards = await findNamedCards(
    db,
    work.accountId,
    named.map(({ name }) => name),
  );
  const rowOf = ({ line, read, name }: (typeof named)[number]): RowOfCard => {
    const found = cards.get(wordOf(name)) ?? [];
    return { line, keyColumn: name.column, ...cardOf(read, name, found) };
  };
  return { meanings, namedLine, rows: named.map(rowOf) };
}

/** The card that a row means; a row that means none, or nobody knows which, has its turn here and no more. */
function cardOf(
  { values, problems }: ReadRow,
  { key, said, column }: CardName,
  [cardId, ...others]: readonly number[],
): Pick<RowOfCard, 'state' | 'key' | 'cardId' | 'problems'> {
  const refused = (text: string) => {
    // What cannot be read is not called missing as well.
    const isTold = problems.some((one) => one.column === column && column !== null);
    const all: CellProblem[] = isTold ? problems : [...problems, { column, text }];
    return { state: 'REFUSED', key: null, cardId: null, problems: all } as const;
  };
  const waiting = { state: 'WAITING' as const, problems: [] };
  if (said === '') return refused(isOfSize(values) ? UNNAMED_SIZE : 'Нет артикула или баркода');
  if (others.length > 0) return refused('Таких карточек несколько');
  if (cardId !== undefined) return { ...waiting, key: `card ${cardId}`, cardId };
  if (key !== 'VENDOR_CODE') return refused(MISSING[key]);
  return { ...waiting, key: `code ${normaliseLine(said).toLowerCase()}`, cardId: null };
}

const isOfSize = ({ sizes, barcodes }: ReadRow['values']) => sizes !== undefined || barcodes !== undefined;
const UNNAMED_SIZE =
  'Нет артикула. Если это размер карточки из строки выше, впишите её артикул и сюда: объединённая ячейка читается только в первой строке';
const NO_SUCH_CARD = 'Нет такой карточки. Чтобы создать новую, добавьте столбец «Артикул продавца»';
const MISSING: Record<Exclude<RowKey, 'VENDOR_CODE'>, string> = {
  CARD_ID: 'Нет карточки с таким ID. Чтобы создать новую, оставьте ячейку пустой',
  NM_ID: NO_SUCH_CARD,
  BARCODE: NO_SUCH_CARD,
};

async function writeBatch(
  trx: Trx,
  work: ImportAtWork,
  { meanings }: Part,
  batch: readonly { row: RowOfCard; previousLine: number }[],
): Promise<void> {
  const locked = await lockImport(trx, work.accountId, work.importId);
  // Another process has gone on meanwhile, or the columns are named otherwise: these are looked at again.
  const isTheirTurn = locked?.state === 'CHECKING' && locked.named_line === batch[0]?.previousLine;
  if (!isTheirTurn || JSON.stringify(locked.meanings) !== JSON.stringify(meanings)) return;
  const rows = batch.map(({ row }) => row);
  const keys = new Set(rows.flatMap(({ key }) => key ?? []));
  const firsts = await findFirstRows(trx, work, [...keys], {
    lastLine: locked.named_line,
    atMost: MAX_CARD_ROWS + 1,
  });
  const placed = rows.map(({ keyColumn, ...row }): NamedRow => {
    if (row.key === null) return { ...row, cardLine: null };
    const first = firsts.get(row.key);
    firsts.set(row.key, { line: first?.line ?? row.line, count: (first?.count ?? 0) + 1 });
    // One more than there may be is kept with the others: it tells that there are too many.
    if (first === undefined || first.count <= MAX_CARD_ROWS) return { ...row, cardLine: first?.line ?? null };
    const problems = [{ column: keyColumn, text: TOO_MANY_ROWS }];
    return { ...row, cardLine: null, state: 'REFUSED', problems };
  });
  await forgetClaims(trx, work, linesOf(placed));
  await writeNames(trx, work, placed);
  const refused = placed.filter(({ state }) => state === 'REFUSED');
  const counts = {
    named: placed.length,
    checked: refused.length,
    REFUSED: refused.length,
    // The others are of a card that is refused in its turn.
    refusedCards: refused.filter(({ key }) => key === null).length,
  };
  await addUp(trx, work, counts, { named_line: placed.at(-1)?.line ?? locked.named_line });
}
