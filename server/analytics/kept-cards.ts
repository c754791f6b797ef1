import { sql } from 'kysely';
import type { Database, Trx } from '#server/db/database.ts';
import { keepSoldCards } from './kept-sold-cards.ts';
import { LastAsked, type KeptLimits } from './last-asked.ts';
import { BYTES_OF_RANKS } from './rank-cards.ts';
import { reckonCards, type AskedCards, type ReckonCards, type ReckonedCards } from './reckon-cards.ts';
import { findCoverage } from './repository.ts';
import type { FindSoldCards } from './sold-cards.ts';
import { digestOfSources } from './sources-digest.ts';
import { sinceNewYear } from './taxed-lines.ts';

interface Kept {
  reckoned: ReckonedCards;
  /** Of the sources, in the moment that the cards are of. */
  digest: string;
}

/** Of all accounts together: a question of a year of 100 000 cards takes some 10 MB, and is counted as 20. */
const LIMITS: KeptLimits = { bytes: 48 * 1024 * 1024, count: 16 };

/** A key of a shop and its goods, in a set. */
const BYTES_OF_KEY = 64;

/**
 * `reckonCards` that remembers its last responses, for the next page, another order, a group. One is given again only when the database says,
 * asked anew each time, that its sources are what they were (decision 060); nothing is told by anybody who changes them.
 */
export function keepCards(database: Database, limits = LIMITS): ReckonCards {
  const kept = new LastAsked<Kept>(limits, ({ reckoned }) => byteSizeOf(reckoned));
  const findSold = keepSoldCards();
  const underWay = new Map<string, Promise<ReckonedCards>>();

  const findKept = async (accountId: number, asked: AskedCards) => {
    const question = questionOf(accountId, asked);
    const found = kept.find(question);
    if (!found) return undefined;
    const digest = await digestNow(database.db, accountId, asked, found.reckoned);
    if (digest === found.digest) return found.reckoned;
    kept.letGo(question, found);
    return undefined;
  };

  const make = async (accountId: number, asked: AskedCards) => {
    const { reckoned, digest } = await database.transaction((trx) =>
      reckonAtOneMoment(trx, accountId, asked, findSold),
    );
    if (digest !== null) kept.keep(questionOf(accountId, asked), { reckoned, digest });
    return reckoned;
  };

  return async (_db, accountId, asked) => {
    const question = questionOf(accountId, asked);
    const found = await findKept(accountId, asked);
    if (found) return found;
    // Somebody else's began before this question: whether it is right for this one, too, is asked like of any other.
    const others = underWay.get(question);
    if (others) {
      await others.catch(() => undefined);
      const made = await findKept(accountId, asked);
      if (made) return made;
    }
    const own = make(accountId, asked).finally(() => {
      if (underWay.get(question) === own) underWay.delete(question);
    });
    underWay.set(question, own);
    return await own;
  };
}

function questionOf(accountId: number, { shops, period, basis }: AskedCards): string {
  return JSON.stringify([accountId, shops.map(({ shopId }) => shopId), period.from, period.to, basis]);
}

/** All that is read is of one moment, and so is what is said of it. */
async function reckonAtOneMoment(
  trx: Trx,
  accountId: number,
  { shops, period, basis }: AskedCards,
  findSold: FindSoldCards,
) {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(trx);
  const shopIds = shops.map(({ shopId }) => shopId);
  const asked = { shops: await findCoverage(trx, accountId, shopIds), period, basis };
  const reckoned = await reckonCards(trx, accountId, asked, findSold);
  return { reckoned, digest: await digestNow(trx, accountId, asked, reckoned) };
}

function digestNow(
  db: Parameters<typeof digestOfSources>[0],
  accountId: number,
  { period }: AskedCards,
  { spareShopIds }: ReckonedCards,
): Promise<string | null> {
  return digestOfSources(db, accountId, { days: sinceNewYear(period), spareShopIds });
}

function byteSizeOf({ columns, costMissing }: ReckonedCards): number {
  return columns.byteSize + columns.count * BYTES_OF_RANKS + costMissing.size * BYTES_OF_KEY;
}
