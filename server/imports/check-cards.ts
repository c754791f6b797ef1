import type { ColumnMeaning } from '#contract/imports.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';
import type { CardOfRows } from './card-outcome.ts';
import { findCardRows, nextCards } from './cards-of-rows.ts';
import { writeClaims } from './claims.ts';
import { judgeCards, type JudgedCard } from './judge-cards.ts';
import { readRow } from './read-row.ts';
import { addUp, linesOf, lockImport, type Counter, type ImportAtWork } from './repository.ts';
import { writeRows } from './row-writes.ts';

/**
 * Looks at the cards of named rows in the order of their first rows and keeps what would become of each, until all had their turn or
 * `mayGoOn` says no. Resolves with whether it is done.
 */
export async function checkCards(
  database: Database,
  work: ImportAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const pace: Pace = {};
  for (;;) {
    const part = await readPart(database.db, work);
    if (part === null) return true;
    const judged = await judgeCards(database.db, work.accountId, part.meanings, part.cards);
    const cards = judged.map((card, index) => ({
      card,
      previousLine: judged[index - 1]?.line ?? part.checkedLine,
    }));
    const done = await inBatches(database, cards, (trx, batch) => writeBatch(trx, work, part, batch), {
      mayGoOn,
      pace,
    });
    if (done < cards.length) return false;
  }
}

interface Part {
  meanings: (ColumnMeaning | null)[];
  /** The first row of the last card before these. */
  checkedLine: number;
  cards: CardOfRows[];
}

/**
 * What is the same for many cards, such as what there is of them, is asked once for all of a part. null: every card was looked
 * at, or there is no need any more.
 */
async function readPart(db: Db, work: ImportAtWork): Promise<Part | null> {
  const table = await db
    .selectFrom('imports')
    .select(['headings', 'meanings', 'checked_line'])
    .where('account_id', '=', work.accountId)
    .where('id', '=', work.importId)
    .where('state', '=', 'CHECKING')
    .executeTakeFirst();
  if (!table) return null;
  const { headings, meanings, checked_line: checkedLine } = table;
  const heads = await nextCards(db, work, checkedLine);
  if (heads === null) return null;
  const cards = (await findCardRows(db, work, heads)).map((rows) => ({
    cardId: rows[0]?.card_id ?? null,
    rows: rows.map(({ line, cells }) => ({ line, cells, ...readRow(cells, meanings, headings) })),
  }));
  return { meanings, checkedLine, cards };
}

async function writeBatch(
  trx: Trx,
  work: ImportAtWork,
  { meanings }: Part,
  batch: readonly { card: JudgedCard; previousLine: number }[],
): Promise<void> {
  const locked = await lockImport(trx, work.accountId, work.importId);
  // Another process has gone on meanwhile, or the columns are named otherwise: these are looked at again.
  const isTheirTurn = locked?.state === 'CHECKING' && locked.checked_line === batch[0]?.previousLine;
  if (!isTheirTurn || JSON.stringify(locked.meanings) !== JSON.stringify(meanings)) return;
  const cards = batch.map(({ card }) => card);
  await writeRows(
    trx,
    work,
    cards.flatMap(({ line: head, state, wanted, rows }) =>
      rows.map(({ line, problems }) => ({ line, state, problems, wanted: line === head ? wanted : null })),
    ),
    { ...linesOf(cards), hasOthers: cards.some(({ rows }) => rows.length > 1) },
  );
  await writeClaims(
    trx,
    work,
    cards.flatMap(({ line: cardLine, claims }) => claims.map((claim) => ({ ...claim, cardLine }))),
  );
  const counts: Partial<Record<Counter, number>> = {};
  const count = (counter: Counter, added: number) => (counts[counter] = (counts[counter] ?? 0) + added);
  for (const { state, rows } of cards) {
    count('checked', rows.length);
    if (state === 'REFUSED') count('refusedCards', 1);
    count(state, state === 'REFUSED' ? rows.length : 1);
  }
  await addUp(trx, work, counts, { checked_line: cards.at(-1)?.line ?? locked.checked_line });
}
