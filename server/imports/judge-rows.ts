import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileChange, FileField, TableKey } from '#contract/bulk-edits.ts';
import { priceFields } from '#contract/card-rules.ts';
import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import { findCardsToChange } from '#server/bulk-edits/cards-to-change.ts';
import { findCardsByKeys } from '#server/bulk-edits/match-rows.ts';
import { refuseContent } from '#server/cards/refuse-content.ts';
import type { Db } from '#server/db/database.ts';
import { HttpError } from '#server/errors/http-error.ts';
import { changedFields, changeKnownCard } from './change-known-card.ts';
import { findSubjects, type KnownSubjects } from './directory.ts';
import { columnOf, newContent } from './new-content.ts';
import type { ReadRow, RowValues } from './read-row.ts';
import type { JudgedRow } from './repository.ts';

/** Others are answered between two of these. */
const ROWS_AT_ONCE = 50;

export type ReadLine = ReadRow & { line: number };

/** The column that names the cards: whoever writes an article means it, whatever else there is. */
const KEYS: [ColumnMeaning, TableKey][] = [
  ['vendorCode', 'VENDOR_CODE'],
  ['nmId', 'NM_ID'],
  ['barcodes', 'BARCODE'],
];

/** What would become of each row, in their order. */
export async function judgeRows(
  db: Db,
  accountId: number,
  meanings: readonly (ColumnMeaning | null)[],
  rows: readonly ReadLine[],
): Promise<JudgedRow[]> {
  const [, key = 'VENDOR_CODE'] = KEYS.find(([meaning]) => meanings.includes(meaning)) ?? [];
  const cards = await findCardsByKeys(
    db,
    accountId,
    key,
    [...new Set(rows.map(({ values }) => keyOf(values, key)))].filter((one) => one !== ''),
  );
  const facts = await findFacts(db, accountId, [...cards.values()].flat(), changedFields(meanings));
  const subjects = await findSubjects(
    db,
    rows.flatMap(({ values }) => values.subject ?? []),
  );
  const judged: JudgedRow[] = [];
  for (const [index, { line, values, problems }] of rows.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTurn();
    const said = keyOf(values, key);
    const [cardId = null, ...others] = cards.get(said) ?? [];
    const row = { line, key: said === '' ? null : said.toLowerCase(), cardId, wanted: null, problems };
    // What cannot be read is not called missing as well.
    const isTold = ({ column }: CellProblem) =>
      column !== null && problems.some((told) => told.column === column);
    const refused = (...more: CellProblem[]) =>
      judged.push({
        ...row,
        state: 'REFUSED',
        problems: [...problems, ...more.filter((one) => !isTold(one))],
      });
    const keyColumn = columnOf(meanings, KEYS.find(([, one]) => one === key)?.[0]);
    if (said === '') refused({ column: keyColumn, text: 'Нет артикула или баркода' });
    else if (others.length > 0) refused({ column: keyColumn, text: 'Таких карточек несколько' });
    else if (cardId !== null) {
      if (problems.length > 0) refused();
      else {
        const card = facts.get(cardId);
        const outcome = card
          ? changeKnownCard(card, values, meanings)
          : { problems: [{ column: keyColumn, text: 'Этой карточки уже нет' }] };
        if ('problems' in outcome) refused(...outcome.problems);
        else judged.push({ ...row, ...outcome });
      }
    } else if (key !== 'VENDOR_CODE') {
      refused({
        column: keyColumn,
        text: 'Нет такой карточки. Чтобы создать новую, добавьте столбец «Артикул продавца»',
      });
    } else {
      const fresh = await freshCard(db, accountId, values, meanings, subjects);
      if ('problems' in fresh) refused(...fresh.problems);
      else if (problems.length > 0) refused();
      else judged.push({ ...row, state: 'FRESH', wanted: fresh.content });
    }
  }
  return judged;
}

function keyOf(values: RowValues, key: TableKey): string {
  if (key === 'VENDOR_CODE') return values.vendorCode ?? '';
  return (key === 'NM_ID' ? values.nmId : values.barcodes?.[0]) ?? '';
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

async function findFacts(db: Db, accountId: number, cardIds: number[], fields: FileField[]) {
  // What the cards have in shops is of no matter yet.
  const read = fields.filter((field) => !priceFields.some((one) => one === field));
  const change: FileChange = { kind: 'FILE', fields: read, characteristics: [] };
  const cards = cardIds.length === 0 ? [] : await findCardsToChange(db, accountId, cardIds, change);
  return new Map(cards.map((card) => [card.id, card]));
}
