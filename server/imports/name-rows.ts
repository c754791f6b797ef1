import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import type { RowKey } from '#contract/bulk-table-rows.ts';
import type { Db } from '#server/db/database.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { MAX_CARD_ROWS, TOO_MANY_ROWS } from './card-rows.ts';
import { findFirstRows } from './cards-of-rows.ts';
import { findNamedCards, nameOf, wordOf, type CardName } from './named-cards.ts';
import type { ReadLine, ReadRow } from './read-row.ts';
import type { ImportAtWork } from './repository.ts';

/** Rows that follow one another and mean one card. */
export interface RunOfRows {
  /** null: rows that mean none, or nobody knows which; and those that are too many. */
  key: string | null;
  cardId: number | null;
  /** The first row of the card, which may be far above. */
  cardLine: number;
  rows: ReadLine[];
  /** These have had their turn: why, at which cell. */
  refusal: CellProblem[] | null;
}

type NamedRow = Pick<RunOfRows, 'key' | 'cardId' | 'refusal'> & { row: ReadLine; column: number | null };

/** Which card each of the rows after a line means, of which nothing but their keys is known; in their order. */
export async function nameRows(
  db: Db,
  work: ImportAtWork,
  { meanings, named_line: lastLine }: { meanings: (ColumnMeaning | null)[]; named_line: number },
  rows: readonly ReadLine[],
): Promise<RunOfRows[]> {
  const names = rows.map(({ values }) => nameOf(values, meanings));
  const cards = await findNamedCards(db, work.accountId, names);
  const named = rows.map((row, index): NamedRow => {
    const name = names[index] ?? nameOf(row.values, meanings);
    return { row, column: name.column, ...cardOf(row, name, cards.get(wordOf(name)) ?? []) };
  });
  const keys = new Set(named.flatMap(({ key }) => key ?? []));
  const firsts = await findFirstRows(db, work, [...keys], { lastLine, atMost: MAX_CARD_ROWS + 1 });
  const runs: RunOfRows[] = [];
  for (const { row, key, cardId, refusal, column } of named) {
    const first = key === null ? undefined : firsts.get(key);
    const cardLine = first?.line ?? row.line;
    const count = first?.count ?? 0;
    if (key !== null) firsts.set(key, { line: cardLine, count: count + 1 });
    const last = runs.at(-1);
    if (count > MAX_CARD_ROWS) {
      // One more than there may be is kept with the others: it tells that there are too many.
      runs.push({ key, cardId, cardLine: row.line, rows: [row], refusal: [{ column, text: TOO_MANY_ROWS }] });
    } else if (first !== undefined && last?.cardLine === cardLine) last.rows.push(row);
    else runs.push({ key, cardId, cardLine, rows: [row], refusal });
  }
  return runs;
}

/** The card that a row means; one that means none, or nobody knows which, is refused. */
function cardOf(
  { values, problems }: ReadRow,
  { key, said, column }: CardName,
  [cardId, ...others]: readonly number[],
): Pick<RunOfRows, 'key' | 'cardId' | 'refusal'> {
  const refused = (text: string) => {
    // What cannot be read is not called missing as well.
    const isTold = problems.some((one) => one.column === column && column !== null);
    return { key: null, cardId: null, refusal: isTold ? problems : [...problems, { column, text }] };
  };
  if (said === '') return refused(isOfSize(values) ? UNNAMED_SIZE : 'Нет артикула или баркода');
  if (others.length > 0) return refused('Таких карточек несколько');
  if (cardId !== undefined) return { key: `card ${cardId}`, cardId, refusal: null };
  if (key !== 'VENDOR_CODE') return refused(MISSING[key]);
  return { key: `code ${normaliseLine(said).toLowerCase()}`, cardId: null, refusal: null };
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
