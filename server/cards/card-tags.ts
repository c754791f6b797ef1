import { sql } from 'kysely';
import { MAX_TAG_FACETS } from '#contract/facet-limits.ts';
import type { Db } from '#server/db/database.ts';

/** Names of «Ярлыки WB» that the account's cards carry, the most frequent first; none that only the archive has. */
export async function findCardWbTags(db: Db, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT given.tag FROM cards CROSS JOIN jsonb_array_elements_text(cards.wb_tags) AS given (tag)
    WHERE cards.account_id = ${accountId} AND cards.wb_tags <> '[]' AND cards.state <> 'ARCHIVED'
    GROUP BY given.tag ORDER BY count(*) DESC, given.tag
    LIMIT ${sql.lit(MAX_TAG_FACETS)}`.execute(db);
  return rows.map(({ tag }) => tag);
}

/** Tags of the account's cards, the most frequent first; none that only the archive has. */
export async function findCardTags(db: Db, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    WITH counted AS MATERIALIZED (
      SELECT tag, count(*) AS cards FROM card_tags WHERE account_id = ${accountId} GROUP BY tag)
    SELECT counted.tag FROM counted CROSS JOIN LATERAL (
      SELECT FROM card_tags JOIN cards ON cards.id = card_tags.card_id
      WHERE card_tags.account_id = ${accountId} AND card_tags.tag = counted.tag
        AND cards.account_id = ${accountId} AND cards.state <> 'ARCHIVED'
      LIMIT 1) used
    ORDER BY counted.cards DESC, counted.tag
    LIMIT ${sql.lit(MAX_TAG_FACETS)}`.execute(db);
  return rows.map(({ tag }) => tag);
}
