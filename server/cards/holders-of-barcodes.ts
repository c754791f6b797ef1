import { sql, type RawBuilder } from 'kysely';

/**
 * Each of the barcodes with the account's cards that have it, as rows of `barcode` and `card_id`; the archive counts as well. One by one:
 * asked for all at once the index compares each card it finds with every barcode. By the barcode before the account: of one that has just
 * been filled the planner knows nothing, and would go through all of its cards for each barcode.
 */
export function holdersOfBarcodes(
  accountId: number,
  barcodes: readonly string[],
): RawBuilder<{ barcode: string; card_id: number }> {
  return sql`
    SELECT asked.barcode, found.card_id
    FROM unnest(${[...new Set(barcodes)]}::text[]) AS asked (barcode)
    CROSS JOIN LATERAL (
      SELECT card_id, account_id FROM card_search WHERE card_search.skus ? asked.barcode OFFSET 0
    ) AS found
    WHERE found.account_id = ${accountId}`;
}
