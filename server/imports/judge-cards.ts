import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileChange } from '#contract/bulk-changes.ts';
import { priceFields } from '#contract/card-rules.ts';
import type { CellProblem } from '#contract/imports.ts';
import type { CardFacts } from '#server/bulk-edits/card-change.ts';
import { findCardsToChange } from '#server/bulk-edits/cards-to-change.ts';
import { heldByOtherText } from '#server/bulk-edits/other-cards.ts';
import { findVendorCodeHolders } from '#server/cards/vendor-codes.ts';
import type { Db } from '#server/db/database.ts';
import {
  claimsOf,
  newCodeIn,
  outcomeOf,
  type CardOfRows,
  type CheckedTable,
  type Outcome,
} from './card-outcome.ts';
import { MAX_CARD_ROWS, TOO_MANY_ROWS, wholeCard, type WholeCard } from './card-rows.ts';
import { changedFields } from './change-known-card.ts';
import type { Claim } from './claims.ts';
import { findSubjects } from './directory.ts';
import { keyColumnOf } from './named-cards.ts';
import { columnOf } from './new-content.ts';
import type { LineProblem } from './rows-of-sizes.ts';
import { withSizeOfBarcode } from './size-of-barcode.ts';

/** Others are answered between two of these. */
const CARDS_AT_ONCE = 50;

export interface JudgedCard {
  /** Of its first row. */
  line: number;
  state: Outcome['state'];
  wanted: Outcome['wanted'];
  rows: { line: number; problems: CellProblem[] }[];
  claims: Claim[];
}

interface Seen {
  card: CardOfRows;
  /** null: it has more rows than a card can have. */
  whole: WholeCard | null;
  /** Its barcodes, of a card that there is. */
  own: ReadonlySet<string>;
  outcome: Outcome;
}

/** What would become of each card, in their order. */
export async function judgeCards(
  db: Db,
  accountId: number,
  meanings: CheckedTable['meanings'],
  cards: readonly CardOfRows[],
): Promise<JudgedCard[]> {
  const named = cards.flatMap(({ rows }) => rows.flatMap(({ values }) => values.subject ?? []));
  const table = { db, accountId, meanings, subjects: await findSubjects(db, named) };
  const facts = await findFacts(
    table,
    cards.flatMap(({ cardId }) => cardId ?? []),
  );
  const seen: Seen[] = [];
  for (const [index, card] of cards.entries()) {
    if (index % CARDS_AT_ONCE === CARDS_AT_ONCE - 1) await nextTurn();
    seen.push(await seenCard(table, card, card.cardId === null ? undefined : facts.get(card.cardId)));
  }
  return (await withoutHeldCodes(table, seen)).map(({ card: { rows }, whole, own, outcome }) => ({
    line: rows[0]?.line ?? 0,
    state: outcome.state,
    wanted: outcome.wanted,
    rows: problemsByLine(
      rows.map(({ line }) => line),
      outcome.state === 'REFUSED' ? outcome.problems : [],
    ),
    claims: whole === null ? [] : claimsOf(outcome, whole, { meanings, own }),
  }));
}

async function seenCard(table: CheckedTable, card: CardOfRows, known: CardFacts | undefined): Promise<Seen> {
  const { meanings } = table;
  const own = new Set(known?.sizes.flatMap(({ skus }) => skus));
  if (card.rows.length > MAX_CARD_ROWS) {
    const column = keyColumnOf(meanings);
    const problems = card.rows.map(({ line }) => ({ line, column, text: TOO_MANY_ROWS }));
    return { card, whole: null, own, outcome: { state: 'REFUSED', wanted: null, problems } };
  }
  const rows = known ? card.rows.map((row) => withSizeOfBarcode(row, known.sizes)) : card.rows;
  const whole = wholeCard(rows, meanings, known && { barcodes: own });
  return { card, whole, own, outcome: await outcomeOf(table, card, whole, known) };
}

/** What another card has is refused at its cell, as it would be when the change is looked at. */
async function withoutHeldCodes(
  { db, accountId, meanings }: CheckedTable,
  seen: readonly Seen[],
): Promise<readonly Seen[]> {
  const codes = seen.flatMap(({ outcome }) => newCodeIn(outcome) ?? []);
  const holders = await findVendorCodeHolders(db, accountId, codes);
  return seen.map((one) => {
    const code = newCodeIn(one.outcome);
    const holderId = code === undefined ? undefined : holders.get(code);
    if (code === undefined || holderId === undefined || holderId === one.card.cardId) return one;
    const problem = { column: columnOf(meanings, 'vendorCode'), text: heldByOtherText(code) };
    const problems = [{ ...problem, line: one.whole?.lineOf(problem) ?? 0 }];
    return { ...one, outcome: { state: 'REFUSED', wanted: null, problems } };
  });
}

/** The problems of each line of a card. Where one has any, none of the others takes part: it is told why. */
export function problemsByLine(
  lines: readonly number[],
  problems: readonly LineProblem[],
): { line: number; problems: CellProblem[] }[] {
  const wrongLine = lines.find((line) => problems.some((one) => one.line === line));
  return lines.map((line) => {
    const own = problems.filter((one) => one.line === line).map(({ column, text }) => ({ column, text }));
    if (own.length > 0 || wrongLine === undefined) return { line, problems: own };
    return { line, problems: [{ column: null, text: `Ошибка в строке ${wrongLine} той же карточки` }] };
  });
}

async function findFacts({ db, accountId, meanings, subjects }: CheckedTable, cardIds: number[]) {
  // What the cards have in shops is of no matter yet.
  const read = changedFields(meanings).filter((field) => !priceFields.some((one) => one === field));
  const change: FileChange = { kind: 'FILE', fields: read, characteristics: [] };
  const asked = [...subjects.ids].map(([name, id]) => ({ subject: { id, name, lost: [] } }));
  const cards = cardIds.length === 0 ? [] : await findCardsToChange(db, accountId, cardIds, change, asked);
  return new Map(cards.map((card) => [card.id, card]));
}
