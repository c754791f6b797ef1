import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import { barcodesBySize, barcodesMismatchText } from '#server/cards/size-cells.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { nameOf } from './named-cards.ts';
import { columnOf } from './new-content.ts';
import type { ReadLine, RowValues } from './read-row.ts';

export type LineProblem = CellProblem & { line: number };

/** A card that there is: what is said of its own barcodes is known. */
export interface KnownCard {
  barcodes: ReadonlySet<string>;
}

interface SaidSize {
  line: number;
  /** Empty: the row does not name it. */
  techSize: string;
  barcodes: string[];
}

interface Sizes {
  values: Pick<RowValues, 'sizes' | 'barcodes'>;
  problems: LineProblem[];
  /** The row whose barcode a sentence names, or the first that says a size. */
  lineOf: (text: string) => number | undefined;
}

/** The sizes and barcodes of a card whose rows say them one by one, in the order of the rows. */
export function sizesOfRows(
  rows: readonly ReadLine[],
  meanings: readonly (ColumnMeaning | null)[],
  known?: KnownCard,
): Sizes {
  const columns = { sizes: columnOf(meanings, 'sizes'), barcodes: columnOf(meanings, 'barcodes') };
  const problems: LineProblem[] = [];
  const said: SaidSize[] = [];
  for (const row of rows) {
    const sizes = sizesOfRow(row, meanings);
    if (typeof sizes === 'string') problems.push({ line: row.line, column: columns.barcodes, text: sizes });
    else said.push(...sizes);
  }
  // A barcode that the card has names the size that has it: nothing new is said.
  const isNews = ({ techSize, barcodes }: SaidSize) =>
    techSize !== '' || barcodes.some((barcode) => !known?.barcodes.has(barcode));
  const news = said.filter(isNews);
  for (const problem of problemsOf(news)) {
    const column = columns[problem.of] ?? columns.sizes ?? columns.barcodes;
    problems.push({ line: problem.line, column, text: problem.text });
  }
  const barcodeLines = new Map(
    said.flatMap(({ line, barcodes }) => barcodes.map((one) => [one, line] as const)),
  );
  return {
    values: valuesOf(news, rows),
    problems,
    lineOf: (text) => {
      const [longest] = [...barcodeLines.keys()]
        .filter((barcode) => text.includes(barcode))
        .sort((one, other) => other.length - one.length);
      return (longest === undefined ? undefined : barcodeLines.get(longest)) ?? said[0]?.line;
    },
  };
}

/** A row has one size as a rule; one that has several says their barcodes as a row of a whole card does. */
function sizesOfRow(
  { line, values }: ReadLine,
  meanings: readonly (ColumnMeaning | null)[],
): SaidSize[] | string {
  const { sizes: names = [] } = values;
  // The barcode that names the card is one of its own.
  const groups = nameOf(values, meanings).key === 'BARCODE' ? [] : (values.barcodes ?? []);
  if (names.length <= 1) {
    const isSilent = names.length + groups.length === 0;
    return isSilent ? [] : [{ line, techSize: names[0] ?? '', barcodes: groups.flat() }];
  }
  const bySize = groups.length === 0 ? [] : barcodesBySize(groups, names.length);
  if (bySize === null) return barcodesMismatchText(names.length, groups);
  return names.map((techSize, at) => ({ line, techSize, barcodes: bySize[at] ?? [] }));
}

/** One row alone says them as a row of a whole card does. */
function valuesOf(news: readonly SaidSize[], rows: readonly ReadLine[]): Sizes['values'] {
  const lines = new Set(news.map(({ line }) => line));
  if (lines.size === 0) return {};
  if (lines.size === 1) {
    const { sizes, barcodes } = rows.find(({ line }) => lines.has(line))?.values ?? {};
    return { ...(sizes && { sizes }), ...(barcodes && { barcodes }) };
  }
  const hasBarcodes = news.some(({ barcodes }) => barcodes.length > 0);
  return {
    sizes: news.map(({ techSize }) => techSize),
    ...(hasBarcodes && { barcodes: news.map(({ barcodes }) => barcodes) }),
  };
}

interface SizeProblem {
  line: number;
  of: 'sizes' | 'barcodes';
  text: string;
}

function problemsOf(said: readonly SaidSize[]): SizeProblem[] {
  const problems: SizeProblem[] = [];
  const named = new Map<string, number>();
  const heldBy = new Map<string, number>();
  const [first] = said;
  const namedFirst = said.find(({ techSize }) => techSize !== '');
  for (const { line, techSize, barcodes } of said) {
    const plain = normaliseLine(techSize).toLowerCase();
    const namedIn = named.get(plain);
    if (plain === '') {
      const other = namedFirst ?? (line === first?.line ? undefined : first);
      if (other && other.line !== line) problems.push({ line, of: 'sizes', text: unnamedText(other) });
    } else if (namedIn === undefined) named.set(plain, line);
    else problems.push({ line, of: 'sizes', text: twiceText(techSize, namedIn === line ? null : namedIn) });
    for (const barcode of barcodes) {
      const heldIn = heldBy.get(barcode);
      if (heldIn === undefined) heldBy.set(barcode, line);
      else if (heldIn !== line) {
        problems.push({ line, of: 'barcodes', text: `Баркод ${barcode} уже есть в строке ${heldIn}` });
      }
    }
  }
  return problems;
}

function unnamedText({ line, techSize }: SaidSize): string {
  return techSize === ''
    ? `Размер не назван ни здесь, ни в строке ${line} той же карточки: назовите оба или впишите баркоды в одну ячейку`
    : `Размер не назван, а в строке ${line} той же карточки — ${techSize}: назовите и этот`;
}

function twiceText(techSize: string, line: number | null): string {
  return line === null
    ? `Размер ${techSize} указан дважды`
    : `Размер ${techSize} уже есть в строке ${line}: его баркоды пишут в одной ячейке через запятую`;
}
