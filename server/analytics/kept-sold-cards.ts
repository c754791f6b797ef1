import { byteSizeOf } from './card-columns.ts';
import { LastAsked, type KeptLimits } from './last-asked.ts';
import { addDays, moscowDay, type Day, type Period } from './moscow-days.ts';
import { partsOf } from './repository.ts';
import { addUpSold, findSoldCards, type FindSoldCards, type SoldCards } from './sold-cards.ts';
import { digestsOfDays } from './sources-digest.ts';

/** A year of 100 000 cards takes some 57 MB, stretches and what they make together: 17 of each shop. */
const LIMITS: KeptLimits = { bytes: 64 * 1024 * 1024, count: 1024 };

const BYTES_OF_NUMBER = 8;
/** What has been reckoned of them goes with them (taxed-cards.ts): a few columns of shares and taxes. */
const WITH_TAXED = 1.25;

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
export function keepSoldCards(
  limits = LIMITS,
  find: FindSoldCards = findSoldCards,
  today: () => Day = () => moscowDay(new Date()),
): FindSoldCards {
  const kept = new LastAsked<Kept>(
    limits,
    ({ sold }) => byteSizeOf(sold) * WITH_TAXED + sold.withoutCost.length * BYTES_OF_NUMBER,
  );
  /** No digest: nothing is known of the days before they are summed. */
  const keep = (key: string, digest: string | null, sold: SoldCards) => {
    if (digest !== null) kept.keep(key, { sold, digest });
    return sold;
  };
  const findKept = (key: string, digest: string | null) => {
    const before = kept.find(key);
    return before && before.digest === digest ? before.sold : undefined;
  };
  return async (trx, accountId, shop, periods) => {
    const keyOf = ({ from, to }: Period) => JSON.stringify([accountId, shop.shopId, from, to]);
    const stretches = periods.flatMap((days) => partsOf(days, firstDaysWithin(days, today())));
    const digests = await digestsOfDays(trx, accountId, shop.shopId, stretches);
    const all = stretches.map((stretch, index) => ({ ...stretch, digest: digests[index] ?? null }));
    const asked = periods.map((days) => {
      const parts = all.filter(({ from }) => from >= days.from && from <= days.to);
      const isKnown = parts.every(({ digest }) => digest !== null);
      const digest = isKnown ? parts.map((part) => part.digest).join() : null;
      return { key: keyOf(days), digest, parts, sold: findKept(keyOf(days), digest) };
    });
    const parts = asked
      .flatMap((whole) => (whole.sold ? [] : whole.parts))
      .map((part) => ({ ...part, sold: findKept(keyOf(part), part.digest) }));
    const missing = parts.filter(({ sold }) => !sold);
    const summed = missing.length > 0 ? await find(trx, accountId, shop, missing) : [];
    const soldFrom = new Map(parts.map(({ from, sold }) => [from, sold]));
    missing.forEach((part, index) => {
      const sold = summed[index];
      if (sold) soldFrom.set(part.from, keep(keyOf(part), part.digest, sold));
    });
    return asked.map(
      ({ key, digest, parts, sold }) =>
        sold ?? keep(key, digest, addUpSold(parts.flatMap(({ from }) => soldFrom.get(from) ?? []))),
    );
  };
}

/**
 * Stretches are months; of this one and the one before, of which most changes are, halves. They are those of the calendar: on the next day,
 * and of another period, most of them are the same.
 */
function firstDaysWithin({ from, to }: Period, today: Day): Day[] {
  const monthBefore = addDays(firstOf(today), -1).slice(0, 7);
  const days: Day[] = [];
  for (let first = firstOf(from); first <= to; first = firstOf(addDays(first, 31))) {
    const month = first.slice(0, 7);
    days.push(first);
    if (month >= monthBefore) days.push(`${month}-16`);
  }
  return days;
}

function firstOf(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}
