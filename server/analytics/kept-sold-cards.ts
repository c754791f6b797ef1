import { byteSizeOf } from './card-columns.ts';
import { LastAsked, type KeptLimits } from './last-asked.ts';
import { findSoldCards, type FindSoldCards, type SoldCards } from './sold-cards.ts';
import { digestsOfDays } from './sources-digest.ts';

/** A year of 100 000 cards in stretches takes some 25 MB. */
const LIMITS: KeptLimits = { bytes: 64 * 1024 * 1024, count: 256 };

const BYTES_OF_NUMBER = 8;

interface Kept {
  sold: SoldCards;
  /** Of the sources, in the moment that the sums are of. */
  digest: string;
}

/**
 * {@link findSoldCards} that remembers: what has changed is nearly always of the last days, and the rest of the year is not summed again
 * for it. A stretch of days is given again only when the database says that its days are what they were (decision 060). Asked within a
 * transaction of one moment: what the database says and what the rows say is of the same one then.
 */
export function keepSoldCards(limits = LIMITS, find: FindSoldCards = findSoldCards): FindSoldCards {
  const kept = new LastAsked<Kept>(
    limits,
    ({ sold }) => byteSizeOf(sold) + sold.withoutCost.length * BYTES_OF_NUMBER,
  );
  return async (trx, accountId, shop, stretches) => {
    const digests = await digestsOfDays(trx, accountId, shop.shopId, stretches);
    const found: SoldCards[] = [];
    for (const [index, stretch] of stretches.entries()) {
      const key = JSON.stringify([accountId, shop.shopId, stretch.from, stretch.to]);
      const digest = digests[index] ?? null;
      const before = kept.find(key);
      if (before && before.digest === digest) {
        found.push(before.sold);
        continue;
      }
      for (const sold of await find(trx, accountId, shop, [stretch])) {
        if (digest !== null) kept.keep(key, { sold, digest });
        found.push(sold);
      }
    }
    return found;
  };
}
