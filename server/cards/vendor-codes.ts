import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** A vendor code is one card's: as it is written, the archive counts as well. */

/** Which of these the account's cards have, with their ids. */
export async function findVendorCodeHolders(
  db: Db,
  accountId: number,
  vendorCodes: readonly string[],
): Promise<Map<string, number>> {
  if (vendorCodes.length === 0) return new Map();
  // One by one: as long as nobody has reckoned how codes are spread, the database would go through all cards of the account. In the
  // order of codes, which one index alone has: of an account of which statistics know nothing any other would do, and be gone
  // through for each code.
  const { rows } = await sql<{ vendorCode: string; cardId: number }>`
    SELECT asked.code AS "vendorCode", card.id AS "cardId"
    FROM unnest(${[...new Set(vendorCodes)]}::text[]) AS asked (code)
    JOIN LATERAL (
      SELECT id FROM cards WHERE account_id = ${accountId} AND vendor_code >= asked.code AND vendor_code <= asked.code
      ORDER BY vendor_code LIMIT (SELECT 1)
    ) AS card ON true`.execute(db);
  return new Map(rows.map(({ vendorCode, cardId }) => [vendorCode, cardId]));
}

export function vendorCodeTakenText(vendorCode: string): string {
  return `Артикул «${vendorCode}» уже есть у другой карточки`;
}
