import { sql } from 'kysely';
import { suggestSearch } from '#contract/catalogue/search-suggestion.ts';
import { foldForSearch } from '#contract/catalogue/search-words.ts';
import type { Database } from '#server/db/database.ts';

/** Two letters that changed places spoil four of the seven trigrams of a word of six letters. */
const LEAST_SIMILARITY = 0.25;
/** Texts of cards in which the near word is looked for, the most similar first: common words repeat. */
const TEXTS_PER_WORD = 300;

/**
 * The nearest search that finds something, of one account's cards. The index of trigrams says where to look, the rule itself is the
 * device's; a word that hundreds of other texts resemble more may be passed over.
 */
export async function findSearchSuggestion(
  database: Database,
  accountId: number,
  search: string,
): Promise<string | null> {
  const typed = foldForSearch(search).split(' ').filter(Boolean);
  const texts = await database.transaction(async (trx) => {
    await sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_SIMILARITY)}, true)`.execute(
      trx,
    );
    const found: string[] = [];
    for (const word of new Set(typed)) {
      const { rows } = await sql<{ search_text: string }>`
        SELECT search_text FROM card_search
        WHERE account_id = ${accountId} AND search_text %> ${word}
        ORDER BY search_text <->> ${word} LIMIT ${TEXTS_PER_WORD}`.execute(trx);
      found.push(...rows.map((row) => row.search_text));
    }
    return found;
  });
  return (
    suggestSearch(search, [...new Set(texts.flatMap((text) => text.split(' ')))].filter(Boolean)) ?? null
  );
}
