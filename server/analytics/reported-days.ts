import { addDays, type Day, type Period } from './moscow-days.ts';
import type { ShopCoverage } from './repository.ts';

type Known = Pick<ShopCoverage, 'reportedUntil' | 'soldUntil'>;

const REPORTED_DAYS = 14;
/** A shop of which nothing came for so long while others went on has stopped selling. */
const SILENT_DAYS = 28;
/** A week's report comes on the Monday after it: one that lies so far behind what was sold is not on its way. */
const OVERDUE_DAYS = 21;

/**
 * The days that are shown when none are asked for: the last ones that the reports of all shops cover, never today, which is not
 * over. Where a shop that sells has no report, or none of late, no day is reported in full: those that ended yesterday.
 */
export function lastReportedDays(shops: readonly Known[], today: Day): Period {
  const yesterday = addDays(today, -1);
  const ends = sellingShops(shops).map((shop) => (isOverdue(shop) ? null : shop.reportedUntil));
  const reported = ends.filter((end) => end !== null);
  const to = reported.length === ends.length ? [yesterday, ...reported].reduce(earlier) : yesterday;
  return { from: addDays(to, 1 - REPORTED_DAYS), to };
}

/** The shops that reports are waited for: one that has stopped would hold back the days of all others for ever. */
export function sellingShops<Shop extends Known>(shops: readonly Shop[]): Shop[] {
  const known = shops.flatMap((shop) => lastKnownDay(shop) ?? []);
  if (known.length === 0) return [];
  const silentUntil = addDays(known.reduce(later), -SILENT_DAYS);
  return shops.filter((shop) => (lastKnownDay(shop) ?? '') > silentUntil);
}

/** As where its token no longer opens the reports: the default would stay with what was months ago. */
function isOverdue({ reportedUntil, soldUntil }: Known): boolean {
  if (reportedUntil === null || soldUntil === null) return false;
  return reportedUntil < addDays(soldUntil, -OVERDUE_DAYS);
}

function lastKnownDay({ reportedUntil, soldUntil }: Known): Day | null {
  if (reportedUntil === null || soldUntil === null) return reportedUntil ?? soldUntil;
  return later(reportedUntil, soldUntil);
}

function earlier(one: Day, other: Day): Day {
  return one < other ? one : other;
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other;
}
