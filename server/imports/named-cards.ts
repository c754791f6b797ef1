import type { RowKey, TableKey } from '#contract/bulk-table-rows.ts';
import type { ColumnMeaning } from '#contract/imports.ts';
import { findCardsByKeys } from '#server/bulk-edits/match-rows.ts';
import type { Db } from '#server/db/database.ts';
import { columnOf } from './new-content.ts';
import type { RowValues } from './read-row.ts';

/** What a row names its card by. */
export interface CardName {
  key: RowKey;
  /** Empty: the row does not say it. */
  said: string;
  column: number | null;
}

/** The column that names the cards: whoever writes an article means it, whatever else there is. */
const KEYS: [ColumnMeaning, TableKey][] = [
  ['vendorCode', 'VENDOR_CODE'],
  ['nmId', 'NM_ID'],
  ['barcodes', 'BARCODE'],
];

/** Its number where the row has one; new rows of such a table have none, and are named as in any other. */
export function nameOf(values: RowValues, meanings: readonly (ColumnMeaning | null)[]): CardName {
  if (values.cardId !== undefined) {
    return { key: 'CARD_ID', said: values.cardId, column: columnOf(meanings, 'cardId') };
  }
  const [meaning, key] =
    KEYS.find(([one]) => meanings.includes(one)) ?? (['vendorCode', 'VENDOR_CODE'] as const);
  return {
    key,
    said: saidOf(values, key),
    column: columnOf(meanings, meaning) ?? columnOf(meanings, 'cardId'),
  };
}

/** The first of the columns that a row may name its card in. */
export function keyColumnOf(meanings: readonly (ColumnMeaning | null)[]): number | null {
  const columns = [columnOf(meanings, 'cardId'), ...KEYS.map(([meaning]) => columnOf(meanings, meaning))];
  return columns.find((column) => column !== null) ?? null;
}

function saidOf(values: RowValues, key: TableKey): string {
  if (key === 'VENDOR_CODE') return values.vendorCode ?? '';
  return (key === 'NM_ID' ? values.nmId : values.barcodes?.flat()[0]) ?? '';
}

/** The account's cards by {@link wordOf}; one that nothing has is not there. */
export async function findNamedCards(
  db: Db,
  accountId: number,
  names: readonly CardName[],
): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (const key of new Set(names.map((name) => name.key))) {
    const said = names.filter((name) => name.key === key && name.said !== '').map((name) => name.said);
    const cards = await findCardsByKeys(db, accountId, key, [...new Set(said)]);
    for (const [one, ids] of cards) found.set(wordOf({ key, said: one }), ids);
  }
  return found;
}

export function wordOf({ key, said }: Pick<CardName, 'key' | 'said'>): string {
  return `${key} ${said}`;
}
