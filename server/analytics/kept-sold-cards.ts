import { byteSizeOf } from './card-columns.ts';
import { LastAsked, type KeptLimits } from './last-asked.ts';
import { addDays, type Period } from './moscow-days.ts';
import { partsOf } from './repository.ts';
import { addUpSold, findSoldCards, type FindSoldCards, type SoldCards } from './sold-cards.ts';
import { digestsOfDays } from './sources-digest.ts';

/** A year of 100 000 cards takes some 35 MB, stretches and what they make together. */
const LIMITS: KeptLimits = { bytes: 64 * 1024 * 1024, count: 256 };

/** So many days before the end the last stretches begin: what is ordered and sold changes in one of them, what is reported in two. */
const LAST_DAYS = [42, 14];

const BYTES_OF_NUMBER = 8;

interface Kept {
  sold: SoldCards;
  /** Of the sources, in the moment that the sums are of. */
  digest: string;
}

/**
 * {@link findSoldCards} that remembers: what has changed is nearly always of the last days and of one shop, and nothing else is summed again for
 * it. A stretch of days is given again only when the database says that its days are what they were (decision 060). Asked within a
 * transaction of one moment: what the database says and what the rows say is of the same one then.
 */
export function keepSoldCards(limits = LIMITS, find: FindSoldCards = findSoldCards): FindSoldCards {
  const kept = new LastAsked<Kept>(
    limits,
    ({ sold }) => byteSizeOf(sold) + sold.withoutCost.length * BYTES_OF_NUMBER,
  );
  /** No digest: nothing is known of the days before they are summed. */
  const keptOr = async (key: string, digest: string | null, make: () => Promise<SoldCards>) => {
    const before = kept.find(key);
    if (before && before.digest === digest) return before.sold;
    const sold = await make();
    if (digest !== null) kept.keep(key, { sold, digest });
    return sold;
  };
  return async (trx, accountId, shop, days) => {
    const keyOf = ({ from, to }: Period) => JSON.stringify([accountId, shop.shopId, from, to]);
    const stretches = stretchesOf(days);
    const digests = await digestsOfDays(trx, accountId, shop.shopId, stretches);
    const whole = digests.includes(null) ? null : digests.join();
    return await keptOr(keyOf(days), whole, async () => {
      const found: SoldCards[] = [];
      for (const [index, stretch] of stretches.entries())
        found.push(
          await keptOr(keyOf(stretch), digests[index] ?? null, () => find(trx, accountId, shop, stretch)),
        );
      return addUpSold(found);
    });
  };
}

function stretchesOf(days: Period): Period[] {
  return partsOf(
    days,
    LAST_DAYS.map((count) => addDays(days.to, 1 - count)),
  );
}
