import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import {
  barcodesBySize,
  barcodesMismatchText,
  wbSizesBySize,
  wbSizesMismatchText,
} from '#server/cards/size-cells.ts';
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
  /** Empty: the row does not say it. */
  wbSize: string;
  barcodes: string[];
}

interface Sizes {
  values: Pick<RowValues, 'sizes' | 'wbSizes' | 'barcodes'>;
  problems: LineProblem[];
  /** The row whose barcode a sentence names, or the first that says a size. */
  lineOf: (text: string) => number | undefined;
}

/** The sizes of a card whose rows say them one by one, with «Рос. размер» and barcodes, in the order of the rows. */
export function sizesOfRows(
  rows: readonly ReadLine[],
  meanings: readonly (ColumnMeaning | null)[],
  known?: KnownCard,
): Sizes {
  const columns = {
    sizes: columnOf(meanings, 'sizes'),
    wbSizes: columnOf(meanings, 'wbSizes'),
    barcodes: columnOf(meanings, 'barcodes'),
  };
  const problems: LineProblem[] = [];
  const said: SaidSize[] = [];
  for (const row of rows) {
    const sizes = sizesOfRow(row, meanings);
    if ('text' in sizes) problems.push({ line: row.line, column: columns[sizes.of], text: sizes.text });
    else said.push(...sizes);
  }
  // A barcode that the card has names the size that has it: nothing new is said.
  const isNews = ({ techSize, wbSize, barcodes }: SaidSize) =>
    techSize !== '' || wbSize !== '' || barcodes.some((barcode) => !known?.barcodes.has(barcode));
  const news = said.filter(isNews);
  for (const problem of problemsOf(news)) {
    const column = columns[problem.of] ?? columns.sizes ?? columns.barcodes ?? columns.wbSizes;
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
): SaidSize[] | Omit<SizeProblem, 'line'> {
  const { sizes: names = [], wbSizes = [] } = values;
  // The barcode that names the card is one of its own.
  const groups = nameOf(values, meanings).key === 'BARCODE' ? [] : (values.barcodes ?? []);
  if (names.length <= 1) {
    const wbSize = wbSizes.join(', ');
    const isSilent = names.length + groups.length === 0 && wbSize === '';
    return isSilent ? [] : [{ line, techSize: names[0] ?? '', wbSize, barcodes: groups.flat() }];
  }
  const ofSizes = wbSizes.length === 0 ? [] : wbSizesBySize(wbSizes, names.length);
  if (ofSizes === null) return { of: 'wbSizes', text: wbSizesMismatchText(names.length, wbSizes) };
  const bySize = groups.length === 0 ? [] : barcodesBySize(groups, names.length);
  if (bySize === null) return { of: 'barcodes', text: barcodesMismatchText(names.length, groups) };
  return names.map((techSize, at) => ({
    line,
    techSize,
    wbSize: ofSizes[at] ?? '',
    barcodes: bySize[at] ?? [],
  }));
}

/** One row alone says them as a row of a whole card does. */
function valuesOf(news: readonly SaidSize[], rows: readonly ReadLine[]): Sizes['values'] {
  const lines = new Set(news.map(({ line }) => line));
  if (lines.size === 0) return {};
  if (lines.size === 1) {
    const { sizes, wbSizes, barcodes } = rows.find(({ line }) => lines.has(line))?.values ?? {};
    return { ...(sizes && { sizes }), ...(wbSizes && { wbSizes }), ...(barcodes && { barcodes }) };
  }
  const hasBarcodes = news.some(({ barcodes }) => barcodes.length > 0);
  const hasWbSizes = news.some(({ wbSize }) => wbSize !== '');
  return {
    sizes: news.map(({ techSize }) => techSize),
    ...(hasWbSizes && { wbSizes: news.map(({ wbSize }) => wbSize) }),
    ...(hasBarcodes && { barcodes: news.map(({ barcodes }) => barcodes) }),
  };
}

interface SizeProblem {
  line: number;
  of: 'sizes' | 'wbSizes' | 'barcodes';
  text: string;
}

function problemsOf(said: readonly SaidSize[]): SizeProblem[] {
  const problems: SizeProblem[] = [];
  const named = new Map<string, SaidSize>();
  const heldBy = new Map<string, number>();
  const [first] = said;
  const namedFirst = said.find(({ techSize }) => techSize !== '');
  for (const one of said) {
    const { line, techSize, barcodes } = one;
    const plain = normaliseLine(techSize).toLowerCase();
    const before = named.get(plain);
    if (plain === '') {
      const other = namedFirst ?? (line === first?.line ? undefined : first);
      if (other && other.line !== line) problems.push({ line, of: 'sizes', text: unnamedText(other) });
    } else if (before === undefined) named.set(plain, one);
    else problems.push(...twiceProblems(one, before));
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

function twiceProblems({ line, techSize, wbSize }: SaidSize, before: SaidSize): SizeProblem[] {
  const text = twiceText(techSize, before.line === line ? null : before.line);
  const problems: SizeProblem[] = [{ line, of: 'sizes', text }];
  if (wbSize !== '' && before.wbSize !== '' && wbSize !== before.wbSize) {
    const other = `У размера ${techSize} в строке ${before.line} — «${before.wbSize}»: оставьте одно`;
    problems.push({ line, of: 'wbSizes', text: other });
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
