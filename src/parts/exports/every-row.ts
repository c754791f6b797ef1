/** Fewer came than there are: whoever saves them must know it. */
export class IncompleteRowsError extends Error {
  override name = 'IncompleteRowsError';
  readonly received: number;
  readonly count: number;

  constructor(received: number, count: number) {
    super(`${received} of ${count} rows came`);
    this.received = received;
    this.count = count;
  }
}

interface Page<Row> {
  count: number;
  next: string | null;
  results: readonly Row[];
}

/**
 * Every row of a period, asked of the server page by page. What the screen holds is not enough, fresh as it may be: it is only
 * as many pages as were scrolled to. Throws IncompleteRowsError when the rows are not exactly as many as the server counts: what
 * was read from the marketplace meanwhile may have moved some from page to page.
 */
export async function everyRow<Row>(
  readPage: (offset: number) => Promise<Page<Row>>,
  keyOf: (row: Row) => string,
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (let offset = 0; ;) {
    const page = await readPage(offset);
    for (const row of page.results) rows.set(keyOf(row), row);
    offset += page.results.length;
    if (page.next !== null && page.results.length > 0) continue;
    if (rows.size !== page.count) throw new IncompleteRowsError(rows.size, page.count);
    return [...rows.values()];
  }
}
