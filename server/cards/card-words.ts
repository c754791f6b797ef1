import type { Db } from '#server/db/database.ts';

/** New words wait so long to be suggested: a slip is rare, and its answer is advice. */
const FRESH_MS = 10 * 60_000;
/** Accounts whose words are kept; a large one has some ten thousand words. */
const MOST_ACCOUNTS = 20;
/** A read so short that nobody waits for it. */
const TEXTS_PER_READ = 1000;
const HAS_DIGIT = /\d/;

export interface CardWords {
  /** Every word without digits that the search texts of the account's cards have. */
  of(db: Db, accountId: number): Promise<readonly string[]>;
}

interface Known {
  words: Promise<readonly string[]>;
  readAtMs: number;
}

/** Words are read whole, in short reads, and kept for a while: a question about one would have to look at as much. */
export function createCardWords({ now = Date.now }: { now?: () => number } = {}): CardWords {
  const known = new Map<number, Known>();
  return {
    of(db, accountId) {
      const kept = known.get(accountId);
      if (kept && now() - kept.readAtMs < FRESH_MS) return kept.words;
      known.delete(accountId);
      const [oldest] = known.keys();
      if (oldest !== undefined && known.size >= MOST_ACCOUNTS) known.delete(oldest);
      const words = readWords(db, accountId);
      known.set(accountId, { words, readAtMs: now() });
      // What could not be read is read by the next one who asks.
      words.catch(() => known.delete(accountId));
      return words;
    },
  };
}

async function readWords(db: Db, accountId: number): Promise<readonly string[]> {
  const words = new Set<string>();
  let afterId = 0;
  for (;;) {
    const rows = await db
      .selectFrom('card_search')
      .select(['card_id', 'search_text'])
      .where('account_id', '=', accountId)
      .where('card_id', '>', afterId)
      .orderBy('card_id')
      .limit(TEXTS_PER_READ)
      .execute();
    for (const { search_text: text } of rows) {
      for (const word of text.split(' ')) if (word !== '' && !HAS_DIGIT.test(word)) words.add(word);
    }
    if (rows.length < TEXTS_PER_READ) return [...words];
    afterId = rows.at(-1)?.card_id ?? afterId;
  }
}
