import type { Database, Db, Trx } from '#server/db/database.ts';
import { findCardRows, nextCards } from './cards-of-rows.ts';
import { forgetClaims, writeClaims } from './claims.ts';
import { judgeCards, type JudgedCard } from './judge-cards.ts';
import { addCounts, countsOf, lookInParts, type Counts, type TableAtWork } from './look-in-parts.ts';
import { readRow } from './read-row.ts';
import { linesOf, type ImportAtWork } from './repository.ts';
import { writeRows } from './row-writes.ts';

/**
 * Of rows that were gone through, looks once more at the cards that have some elsewhere: they are judged by all of them. In the order of their
 * first rows. Resolves with whether it is done.
 */
export function checkCards(database: Database, work: ImportAtWork, mayGoOn: () => boolean): Promise<boolean> {
  return lookInParts(
    database,
    work,
    {
      by: 'checked_line',
      readPart: (table) => readPart(database.db, work, table),
      write: (trx, cards) => writeCards(trx, work, cards),
    },
    mayGoOn,
  );
}

interface CardAgain {
  /** Its first row. */
  reached: number;
  card: JudgedCard;
  /** What was counted of it by the rows that were together. */
  before: Counts;
}

async function readPart(db: Db, work: ImportAtWork, table: TableAtWork): Promise<CardAgain[] | null> {
  const heads = await nextCards(db, work, table.checked_line);
  if (heads === null) return null;
  const { meanings, headings, is_since_1904: isSince1904 } = table;
  const read = (cells: string[]) => readRow(cells, meanings, { headings, isSince1904 });
  const found = await findCardRows(db, work, heads);
  const cards = found.map((rows) => ({
    cardId: rows[0]?.card_id ?? null,
    rows: rows.map(({ line, cells }) => ({ line, cells, ...read(cells) })),
  }));
  const judged = await judgeCards(db, work.accountId, meanings, cards);
  return judged.map((card, index) => ({ reached: card.line, card, before: countsOf(found[index] ?? []) }));
}

async function writeCards(trx: Trx, work: ImportAtWork, again: readonly CardAgain[]): Promise<Counts> {
  const cards = again.map(({ card }) => card);
  const lines = linesOf(cards);
  const rows = cards.flatMap(({ line: head, state, wanted, rows: ofCard }) =>
    ofCard.map(({ line, problems }) => ({ line, state, problems, wanted: line === head ? wanted : null })),
  );
  await writeRows(trx, work, rows, { ...lines, hasOthers: true });
  await forgetClaims(
    trx,
    work,
    lines,
    cards.map(({ line }) => line),
  );
  await writeClaims(
    trx,
    work,
    cards.flatMap(({ line: cardLine, claims }) => claims.map((claim) => ({ ...claim, cardLine }))),
  );
  const after = cards.map(({ state, rows: ofCard }) => countsOf(ofCard.map(() => ({ state }))));
  return addCounts([...after, ...again.map(({ before }) => taken(before))]);
}

function taken(counts: Counts): Counts {
  // Entries know no more of their keys than that they are texts.
  return Object.fromEntries(Object.entries(counts).map(([counter, count]) => [counter, -count])) as Counts;
}
