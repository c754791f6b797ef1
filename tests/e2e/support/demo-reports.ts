/** Part of the answer of `GET /analytics/profit/`, in wire format. */
export interface ReadingOfReports {
  sources: { shop_id: number; report: { to: string | null } }[];
  problems: { shop_id: number }[];
}

/** Whether the reports of every shop have the days until `to`. A shop whose token may ask once in half a day says so instead. */
export function areReportsRead({ sources, problems }: ReadingOfReports, to: string): boolean {
  return sources.every(
    ({ shop_id: shopId, report }) =>
      (report.to ?? '') >= to || problems.some((problem) => problem.shop_id === shopId),
  );
}

/** UTC, YYYY-MM-DD. */
export function daysAgo(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
}
