import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileChange } from '#contract/bulk-changes.ts';
import type { RowKey, WantedValues } from '#contract/bulk-table-rows.ts';
import { priceFields } from '#contract/card-rules.ts';
import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import { findCardsToChange } from '#server/bulk-edits/cards-to-change.ts';
import { heldByOtherText } from '#server/bulk-edits/other-cards.ts';
import { refuseContent } from '#server/cards/refuse-content.ts';
import { findVendorCodeHolders } from '#server/cards/vendor-codes.ts';
import type { Db } from '#server/db/database.ts';
import { HttpError } from '#server/errors/http-error.ts';
import { changedFields, changeKnownCard } from './change-known-card.ts';
import { findSubjects, type KnownSubjects } from './directory.ts';
import { findNamedCards, nameOf, wordOf } from './named-cards.ts';
import { columnOf, newContent } from './new-content.ts';
import type { ReadRow, RowValues } from './read-row.ts';
import type { JudgedRow } from './repository.ts';

/** Others are answered between two of these. */
const ROWS_AT_ONCE = 50;

type Meanings = readonly (ColumnMeaning | null)[];

export type ReadLine = ReadRow & { line: number };

/** What would become of each row, in their order. */
export async function judgeRows(
  db: Db,
  accountId: number,
  meanings: Meanings,
  rows: readonly ReadLine[],
): Promise<JudgedRow[]> {
  const named = rows.map((row) => ({ ...row, name: nameOf(row.values, meanings) }));
  const cards = await findNamedCards(
    db,
    accountId,
    named.map(({ name }) => name),
  );
  const subjects = await findSubjects(
    db,
    rows.flatMap(({ values }) => values.subject ?? []),
  );
  const facts = await findFacts(db, accountId, [...cards.values()].flat(), { meanings, subjects });
  const judged: JudgedRow[] = [];
  for (const [index, { line, values, problems, name }] of named.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTurn();
    const { key, said, column: keyColumn } = name;
    const [cardId = null, ...others] = cards.get(wordOf(name)) ?? [];
    // Of one named by its number the card tells whether it is named twice.
    const keptKey = said === '' || key === 'CARD_ID' ? null : said.toLowerCase();
    const row = { line, key: keptKey, cardId, wanted: null, problems };
    // What cannot be read is not called missing as well.
    const isTold = ({ column }: CellProblem) =>
      column !== null && problems.some((told) => told.column === column);
    const refused = (...more: CellProblem[]) =>
      judged.push({
        ...row,
        state: 'REFUSED',
        problems: [...problems, ...more.filter((one) => !isTold(one))],
      });
    if (said === '') refused({ column: keyColumn, text: 'Нет артикула или баркода' });
    else if (others.length > 0) refused({ column: keyColumn, text: 'Таких карточек несколько' });
    else if (cardId !== null) {
      if (problems.length > 0) refused();
      else {
        const card = facts.get(cardId);
        const outcome = card
          ? changeKnownCard(card, values, { meanings, subjects, key })
          : { problems: [{ column: keyColumn, text: 'Этой карточки уже нет' }] };
        if ('problems' in outcome) refused(...outcome.problems);
        else judged.push({ ...row, ...outcome });
      }
    } else if (key !== 'VENDOR_CODE') {
      refused({ column: keyColumn, text: MISSING[key] });
    } else {
      const fresh = await freshCard(db, accountId, values, meanings, subjects);
      if ('problems' in fresh) refused(...fresh.problems);
      else if (problems.length > 0) refused();
      else judged.push({ ...row, state: 'FRESH', wanted: fresh.content });
    }
  }
  return await withoutTakenCodes(db, accountId, judged, columnOf(meanings, 'vendorCode'));
}

const NO_SUCH_CARD = 'Нет такой карточки. Чтобы создать новую, добавьте столбец «Артикул продавца»';
const MISSING: Record<Exclude<RowKey, 'VENDOR_CODE'>, string> = {
  CARD_ID: 'Нет карточки с таким ID. Чтобы создать новую, оставьте ячейку пустой',
  NM_ID: NO_SUCH_CARD,
  BARCODE: NO_SUCH_CARD,
};

/** What another card has is refused at its cell, as it would be when the change is looked at. */
async function withoutTakenCodes(
  db: Db,
  accountId: number,
  judged: readonly JudgedRow[],
  column: number | null,
): Promise<JudgedRow[]> {
  const codeOf = ({ state, wanted }: JudgedRow) =>
    // Of a CHANGED row: the values.
    state === 'CHANGED' ? (wanted as WantedValues).vendorCode : undefined;
  const holders = await findVendorCodeHolders(
    db,
    accountId,
    judged.flatMap((row) => codeOf(row) ?? []),
  );
  return judged.map((row) => {
    const code = codeOf(row);
    const holderId = code === undefined ? undefined : holders.get(code);
    if (code === undefined || holderId === undefined || holderId === row.cardId) return row;
    return { ...row, state: 'REFUSED', wanted: null, problems: [{ column, text: heldByOtherText(code) }] };
  });
}

/** By the rules of the form, those that need the account's other cards too. */
async function freshCard(
  db: Db,
  accountId: number,
  values: RowValues,
  meanings: readonly (ColumnMeaning | null)[],
  subjects: KnownSubjects,
) {
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

async function findFacts(
  db: Db,
  accountId: number,
  cardIds: number[],
  { meanings, subjects }: { meanings: Meanings; subjects: KnownSubjects },
) {
  // What the cards have in shops is of no matter yet.
  const read = changedFields(meanings).filter((field) => !priceFields.some((one) => one === field));
  const change: FileChange = { kind: 'FILE', fields: read, characteristics: [] };
  const asked = [...subjects.ids].map(([name, id]) => ({ subject: { id, name, lost: [] } }));
  const cards = cardIds.length === 0 ? [] : await findCardsToChange(db, accountId, cardIds, change, asked);
  return new Map(cards.map((card) => [card.id, card]));
}
