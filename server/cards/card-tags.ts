import { sql } from 'kysely';
import { MAX_TAGS } from '#contract/card-rules.ts';
import type { Db } from '#server/db/database.ts';

/** The marketplace keeps fifteen for a seller; here are some of yesterday, too. */
const TAGS_SHOWN = MAX_TAGS * 4;

/** Tags of the account's cards, the most frequent first. */
export async function findCardTags(db: Db, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT card_tags.tag
    FROM card_tags JOIN cards ON cards.account_id = card_tags.account_id AND cards.id = card_tags.card_id
    WHERE card_tags.account_id = ${accountId} AND cards.state <> 'ARCHIVED'
    GROUP BY card_tags.tag ORDER BY count(*) DESC, card_tags.tag
    LIMIT ${sql.lit(TAGS_SHOWN)}`.execute(db);
  return rows.map(({ tag }) => tag);
}
