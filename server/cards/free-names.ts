import { sql } from 'kysely';
import type { Card } from '#contract/cards.ts';
import type { Db } from '#server/db/database.ts';

/** What is kept of 72 and 60 characters before a number of five digits is added. */
const VENDOR_CODE_ROOM = 66;
const TITLE_ROOM = 54;
const FIRST_NUMBER = 2;
/** Most names are free with their first numbers; where many are taken, ever more are looked at together. */
const NUMBERS_AT_FIRST = 4;
const NUMBERS_GROW = 4;
const TEXTS_PER_QUERY = 2000;

/** What copies are called after: of two cards they may be the same. */
export type Named = Pick<Card, 'vendorCode' | 'title'>;

/** What copies are called, each under names that are free now; one of each time that a card is named. */
export async function freeNames(db: Db, accountId: number, cards: readonly Named[]): Promise<Named[]> {
  const vendorCodes = await freeTexts(db, accountId, {
    column: 'vendor_code',
    bases: cards.map(({ vendorCode }) => `${vendorCode.slice(0, VENDOR_CODE_ROOM).trim()}-`),
  });
  const titles = await freeTexts(db, accountId, {
    column: 'title',
    bases: cards.map(({ title }) => `${beginningOf(title)} `),
  });
  return cards.map((_card, index) => ({
    vendorCode: vendorCodes[index] ?? '',
    title: titles[index] ?? '',
  }));
}

/** Whole words, as far as there is room: «60x90 с 2» would go to the marketplace as it is. One long word is cut all the same. */
function beginningOf(title: string): string {
  if (title.length <= TITLE_ROOM) return title.trim();
  const end = title.lastIndexOf(' ', TITLE_ROOM);
  return title.slice(0, end > 0 ? end : TITLE_ROOM).trim();
}

interface Wanted {
  column: 'vendor_code' | 'title';
  bases: readonly string[];
}

/** For each base the next number, from 2 on, with which no card of the account has it. */
async function freeTexts(db: Db, accountId: number, { column, bases }: Wanted): Promise<string[]> {
  const free = new Map<string, string[]>(bases.map((base) => [base, []]));
  const wanted = countEach(bases);
  const isLacking = (base: string) => (free.get(base)?.length ?? 0) < (wanted.get(base) ?? 0);
  let lacking = [...free.keys()];
  let first = FIRST_NUMBER;
  let numbers = NUMBERS_AT_FIRST;
  while (lacking.length > 0) {
    const numbered = textsWith(first, numbers);
    const basesPerQuery = Math.ceil(TEXTS_PER_QUERY / numbers);
    for (let start = 0; start < lacking.length; start += basesPerQuery) {
      const asked = lacking.slice(start, start + basesPerQuery);
      const taken = await findTaken(db, accountId, column, asked.flatMap(numbered));
      for (const base of asked) free.get(base)?.push(...numbered(base).filter((text) => !taken.has(text)));
    }
    lacking = lacking.filter(isLacking);
    first += numbers;
    numbers = Math.min(numbers * NUMBERS_GROW, TEXTS_PER_QUERY);
  }
  const next = new Map<string, number>();
  return bases.map((base) => {
    const at = next.get(base) ?? 0;
    next.set(base, at + 1);
    return free.get(base)?.[at] ?? '';
  });
}

/** A base with so many numbers, from the first on. */
function textsWith(first: number, count: number): (base: string) => string[] {
  return (base) => Array.from({ length: count }, (_, index) => `${base}${String(first + index)}`);
}

async function findTaken(
  db: Db,
  accountId: number,
  column: Wanted['column'],
  texts: readonly string[],
): Promise<Set<string>> {
  // Titles are in their index by the order of their letters' numbers.
  const written = column === 'title' ? sql<string>`title COLLATE "C"` : sql<string>`vendor_code`;
  const rows = await db
    .selectFrom('cards')
    .select(column)
    .where('account_id', '=', accountId)
    .where(written, '=', sql<string>`any(${[...texts]}::text[])`)
    .execute();
  return new Set(rows.map((row) => row[column]));
}

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
