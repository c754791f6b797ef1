import { sql } from 'kysely';
import type { Db, Trx } from '#server/db/database.ts';
import type { ImportAtWork, Lines } from './repository.ts';

/** What a row says that only one card may have. */
export interface Claim {
  line: number;
  of: 'code' | 'barcode';
  text: string;
}

export interface ClaimOfCard extends Claim {
  /** The first row of the card. */
  cardLine: number;
}

export async function writeClaims(
  trx: Trx,
  { accountId, importId }: ImportAtWork,
  claims: readonly ClaimOfCard[],
): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    INSERT INTO import_claims (import_id, card_line, claim, account_id, line)
    SELECT ${importId}, "cardLine", "of" || ' ' || text, ${accountId}, line
    FROM jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) AS claim("cardLine" integer, "of" text, text text, line integer)
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** What was found of cards that begin between two lines, of all or of some: by columns that were named otherwise, or by fewer rows. */
export async function forgetClaims(
  db: Db,
  { accountId, importId }: Pick<ImportAtWork, 'accountId' | 'importId'>,
  { first, last }: Lines,
  some?: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('import_claims')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('card_line', '>=', first)
    .where('card_line', '<=', last)
    .$if(some !== undefined, (query) =>
      query.where('card_line', '=', sql<number>`any(${[...(some ?? [])]}::integer[])`),
    )
    .execute();
}

/** They are narrow, and most cards have one or none. */
const LINES_PER_READ = 2000;

/** Between which lines the next cards begin that claim anything; null: there are none. */
export async function nextClaims(
  db: Db,
  { accountId, importId }: ImportAtWork,
  afterLine: number,
): Promise<Lines | null> {
  const { first } = await db
    .selectFrom('import_claims')
    .select((eb) => eb.fn.min<number | null>('card_line').as('first'))
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('card_line', '>', afterLine)
    .executeTakeFirstOrThrow();
  return first === null ? null : { first, last: first + LINES_PER_READ - 1 };
}

export interface ContestedClaim extends ClaimOfCard {
  /** Of another card, which says the same. */
  otherLine: number;
}

/** Claims of cards that begin between two lines, which other cards of the table make as well. */
export async function findContestedClaims(
  db: Db,
  { accountId, importId }: ImportAtWork,
  { first, last }: Lines,
): Promise<ContestedClaim[]> {
  const { rows } = await sql<ContestedClaim>`
    SELECT own.card_line AS "cardLine", own.line, split_part(own.claim, ' ', 1) AS "of",
      substr(own.claim, strpos(own.claim, ' ') + 1) AS text, other.line AS "otherLine"
    FROM import_claims AS own
    JOIN LATERAL (
      SELECT line FROM import_claims
      WHERE account_id = ${accountId} AND import_id = ${importId} AND claim = own.claim AND card_line <> own.card_line
      ORDER BY card_line LIMIT 1
    ) AS other ON true
    WHERE own.account_id = ${accountId} AND own.import_id = ${importId} AND own.card_line BETWEEN ${first} AND ${last}
    ORDER BY own.card_line, own.line, own.claim`.execute(db);
  return rows;
}
