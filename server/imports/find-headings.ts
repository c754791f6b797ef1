import { HEADING_LINES, headingRowOf } from '#contract/heading-row.ts';
import { hintLineCount } from '#contract/hint-lines.ts';
import { LATER_MEANING, type ColumnMeaning } from '#contract/imports.ts';
import type { Db } from '#server/db/database.ts';
import {
  byHeading,
  digestInAnyOrder,
  digestsOf,
  digestsOfBefore,
  guessMeanings,
  usableMeanings,
  type Meanings,
} from '#server/table-files/column-names.ts';
import type { TableLine } from '#server/table-files/open-table.ts';
import { findCharacteristicNames } from './directory.ts';

/** Longer is no name of a column: a description is not asked for. */
const MAX_ASKED_LENGTH = 200;

export interface Headings {
  headings: string[];
  /** Remembered from a file with the same headings, or guessed by their names. */
  meanings: Meanings;
  /** null: nothing stands above them. */
  headingLine: number | null;
  /** Which lines under them explain how to fill them in and are no rows. */
  hintLines: number[];
  rows: TableLine[];
}

/** What a row may name its card by. */
const KEYS: ReadonlySet<ColumnMeaning | null> = new Set(['cardId', 'vendorCode', 'nmId', 'barcodes']);

/**
 * Where among the first lines of a table the names of its columns are, and the rows under them. The named line is asked of nobody; else the
 * one that a person chose the last of them, in this table or one before.
 */
export async function findHeadings(
  db: Db,
  accountId: number,
  lines: readonly TableLine[],
  named?: number,
): Promise<Headings> {
  const first = lines.slice(0, HEADING_LINES);
  const { meaningsOf, chosenAtOf } = await columnMeaningsOf(
    db,
    accountId,
    first.map(({ cells }) => cells),
  );
  const at =
    named ??
    lastOf(first.map(({ cells }) => chosenAtOf(cells))) ??
    headingRowOf(first.map((line) => ({ ...line, meanings: meaningsOf(line.cells) })));
  const headings = lines[at]?.cells ?? [];
  const meanings = meaningsOf(headings);
  const under = lines.slice(at + 1);
  const keyColumns = [...meanings.keys()].filter((column) => KEYS.has(meanings[column] ?? null));
  const hintCount = hintLineCount(under, keyColumns);
  return {
    headings,
    meanings,
    headingLine: at === 0 ? null : (lines[at]?.line ?? null),
    hintLines: under.slice(0, hintCount).map(({ line }) => line),
    rows: under.slice(hintCount),
  };
}

/** The place of the latest. */
function lastOf(times: readonly (Date | null)[]): number | undefined {
  const [last] = [...times.entries()]
    .flatMap(([at, time]) => (time === null ? [] : [{ at, ms: time.getTime() }]))
    .sort((one, other) => other.ms - one.ms);
  return last?.at;
}

interface KnownColumns {
  meaningsOf: (headings: readonly string[]) => Meanings;
  /** When a person chose this line among others to be the headings. */
  chosenAtOf: (headings: readonly string[]) => Date | null;
}

/** What the columns of tables with these headings are, asked for together. */
async function columnMeaningsOf(
  db: Db,
  accountId: number,
  asked: readonly (readonly string[])[],
): Promise<KnownColumns> {
  const known = await db
    .selectFrom('import_columns')
    .select(['headings_digest', 'meanings', 'chosen_at'])
    .where('account_id', '=', accountId)
    .where(
      'headings_digest',
      'in',
      asked.flatMap((headings) => [
        ...digestsOf(headings),
        digestInAnyOrder(headings),
        ...digestsOfBefore(headings),
      ]),
    )
    .execute();
  const knownBy = (digests: readonly string[]) =>
    digests.flatMap((digest) => known.filter((one) => one.headings_digest === digest))[0];
  const rememberedBy = (digests: readonly string[]) => knownBy(digests)?.meanings;
  const names = asked.flat().filter((cell) => cell.length <= MAX_ASKED_LENGTH);
  const characteristicNames = await findCharacteristicNames(db, names);
  const meaningsOf = (headings: readonly string[]) => {
    const remembered = rememberedBy(digestsOf(headings));
    if (remembered) return usableMeanings(remembered, headings.length);
    const reordered = rememberedBy([digestInAnyOrder(headings)]);
    if (reordered) return usableMeanings(asTheyStand(reordered, headings), headings.length);
    const guessed = guessMeanings(headings, characteristicNames);
    const older = rememberedBy(digestsOfBefore(headings));
    if (!older) return guessed;
    return usableMeanings(older, headings.length).map(
      (meaning, column) => meaning ?? (guessed[column] === LATER_MEANING ? LATER_MEANING : null),
    );
  };
  const chosenAtOf = (headings: readonly string[]) =>
    knownBy([...digestsOf(headings), digestInAnyOrder(headings)])?.chosen_at ?? null;
  return { meaningsOf, chosenAtOf };
}

/** Of what is kept by the names of the columns. */
function asTheyStand(meanings: readonly (string | null)[], headings: readonly string[]) {
  const places = new Map(byHeading(headings).map((column, at) => [column, meanings[at]]));
  return headings.map((_, column) => places.get(column) ?? null);
}
