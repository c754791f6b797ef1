import type { WantedValues } from '#contract/bulk-table-rows.ts';
import type { CardContent } from '#contract/cards.ts';
import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import type { CardFacts } from '#server/bulk-edits/card-change.ts';
import { BARCODE } from '#server/cards/barcode-rules.ts';
import { refuseContent } from '#server/cards/refuse-content.ts';
import type { Db } from '#server/db/database.ts';
import { HttpError } from '#server/errors/http-error.ts';
import type { WholeCard } from './card-rows.ts';
import { changeKnownCard } from './change-known-card.ts';
import type { Claim } from './claims.ts';
import type { KnownSubjects } from './directory.ts';
import { keyColumnOf } from './named-cards.ts';
import { columnOf, newContent } from './new-content.ts';
import type { ReadLine, RowValues } from './read-row.ts';
import type { LineProblem } from './rows-of-sizes.ts';

export interface CheckedTable {
  db: Db;
  accountId: number;
  meanings: readonly (ColumnMeaning | null)[];
  subjects: KnownSubjects;
}

/** The rows that mean one card, in their order. */
export interface CardOfRows {
  /** null: there is none yet. */
  cardId: number | null;
  rows: ReadLine[];
}

export type Outcome =
  | { state: 'FRESH'; wanted: CardContent }
  | { state: 'CHANGED'; wanted: WantedValues }
  | { state: 'SAME'; wanted: null }
  | { state: 'REFUSED'; wanted: null; problems: LineProblem[] };

/** What would become of a card by all that its rows say. */
export async function outcomeOf(
  table: CheckedTable,
  { cardId, rows }: CardOfRows,
  { values, key, problems: misfits, lineOf }: WholeCard,
  known: CardFacts | undefined,
): Promise<Outcome> {
  const { meanings, subjects } = table;
  const unread = rows.flatMap(({ line, problems }) => problems.map((one) => ({ ...one, line })));
  const told = [...unread, ...misfits];
  const refused = (more: readonly CellProblem[] = []): Outcome => {
    // What cannot be read is not called missing as well.
    const isTold = ({ column }: CellProblem) => column !== null && told.some((one) => one.column === column);
    const untold = more.filter((one) => !isTold(one)).map((one) => ({ ...one, line: lineOf(one) }));
    return { state: 'REFUSED', wanted: null, problems: [...told, ...untold] };
  };
  if (cardId === null) {
    const fresh = await freshCard(table, values);
    if ('problems' in fresh) return refused(fresh.problems);
    return told.length > 0 ? refused() : { state: 'FRESH', wanted: fresh.content };
  }
  if (!known) return refused([{ column: keyColumnOf(meanings), text: 'Этой карточки уже нет' }]);
  if (told.length > 0) return refused();
  const changed = changeKnownCard(known, values, { meanings, subjects, key });
  return 'problems' in changed ? refused(changed.problems) : changed;
}

/** By the rules of the form, those that need the account's other cards too. */
async function freshCard({ db, accountId, meanings, subjects }: CheckedTable, values: RowValues) {
  const made = newContent(values, meanings, subjects);
  if ('problems' in made) return made;
  try {
    // Whose characteristics are known were found among them.
    await refuseContent(db, accountId, { ...made.content, characteristics: undefined });
    return made;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { problems: error.detail.map((text) => ({ column: columnOf(meanings, 'barcodes'), text })) };
  }
}

/** What a card that there is would be called otherwise. */
export function newCodeIn(outcome: Outcome): string | undefined {
  return outcome.state === 'CHANGED' ? outcome.wanted.vendorCode : undefined;
}

/**
 * What the card would have for itself alone. New barcodes of a card that is refused count as well: nobody knows which of two cards is
 * meant.
 */
export function claimsOf(
  outcome: Outcome,
  { values, key, lineOf }: WholeCard,
  { meanings, own }: { meanings: CheckedTable['meanings']; own: ReadonlySet<string> },
): Claim[] {
  const claimed = (of: Claim['of'], text: string): Claim => {
    const column = columnOf(meanings, of === 'code' ? 'vendorCode' : 'barcodes');
    return { of, text, line: lineOf({ column, text }) };
  };
  // Rows that name one new card are one card; only a change, beside a number, may want its code as well.
  const isChangedElsewhere = meanings.includes('cardId');
  const code =
    outcome.state === 'FRESH' && isChangedElsewhere ? outcome.wanted.vendorCode : newCodeIn(outcome);
  // The barcode that names the card is one of its own.
  const said = key === 'BARCODE' ? [] : (values.barcodes?.flat() ?? []);
  // What is none is refused at its cell, and may be longer than an index takes.
  const isNew = (barcode: string) => BARCODE.test(barcode) && !own.has(barcode);
  const barcodes = said.filter(isNew).map((text) => claimed('barcode', text));
  return code === undefined ? barcodes : [claimed('code', code), ...barcodes];
}
