import { sql } from 'kysely';
import { MAX_TAGS } from '#contract/card-rules.ts';
import type { Db } from '#server/db/database.ts';

/** Enough to know the tags that a seller uses; all cards of a large account would be read for a second. */
const CARDS_LOOKED_AT = 1000;
/** The marketplace keeps fifteen for a seller; here are some of yesterday, too. */
const TAGS_SHOWN = MAX_TAGS * 4;

/** Tags of the account's newest cards, the most frequent first. */
export async function findCardTags(db: Db, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    WITH newest AS MATERIALIZED (
      SELECT tags FROM cards WHERE account_id = ${accountId} AND state <> 'ARCHIVED'
      ORDER BY updated_at DESC, id DESC LIMIT ${sql.lit(CARDS_LOOKED_AT)})
    SELECT given.tag FROM newest CROSS JOIN jsonb_array_elements_text(tags) AS given (tag)
    WHERE given.tag <> '' GROUP BY given.tag ORDER BY count(*) DESC, given.tag
    LIMIT ${sql.lit(TAGS_SHOWN)}`.execute(db);
  return rows.map(({ tag }) => tag);
}
