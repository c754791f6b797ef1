import { sql } from 'kysely';
import type { UsedValues } from '#contract/subjects.ts';
import type { Db } from '#server/db/database.ts';

/** Enough to know what a seller writes; all cards of a large subject would be read for a second. */
const CARDS_LOOKED_AT = 300;
const VALUES_SHOWN = 50;

/** What the account's newest cards of a subject have in their characteristics and as brand, the most frequent first. */
export async function findUsedValues(db: Db, accountId: number, subjectId: number): Promise<UsedValues> {
  const { rows } = await sql<{ id: number | null; values: string[] }>`
    WITH newest AS MATERIALIZED (
      SELECT brand, characteristics FROM cards
      WHERE account_id = ${accountId} AND subject_id = ${subjectId} AND state <> 'ARCHIVED'
      ORDER BY updated_at DESC, id DESC LIMIT ${sql.lit(CARDS_LOOKED_AT)}),
    used AS (
      SELECT NULL::bigint AS id, brand AS value FROM newest WHERE brand <> ''
      UNION ALL
      SELECT (characteristic ->> 'id')::bigint, given.value FROM newest
        CROSS JOIN jsonb_array_elements(characteristics) AS listed (characteristic)
        CROSS JOIN jsonb_array_elements_text(characteristic -> 'values') AS given (value)),
    counted AS (
      SELECT id, value, row_number() OVER (PARTITION BY id ORDER BY count(*) DESC, value) AS place
      FROM used GROUP BY id, value)
    SELECT id, array_agg(value ORDER BY place) AS values FROM counted
    WHERE place <= ${sql.lit(VALUES_SHOWN)} GROUP BY id ORDER BY id NULLS FIRST`.execute(db);
  return {
    brands: rows.find(({ id }) => id === null)?.values ?? [],
    characteristics: rows.flatMap(({ id, values }) => (id === null ? [] : [{ id, values }])),
  };
}
