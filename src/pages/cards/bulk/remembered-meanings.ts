import { z } from 'zod/mini';
import { session } from '#api/session/session.ts';
import { tableFigures } from '#contract/bulk-changes.ts';
import { tableKeys } from '#contract/bulk-table-rows.ts';
import type { Table } from './table-rows.ts';

/** Goes with everything else of the user when the session ends. */
const KEY = 'tableColumnMeanings';
/** The tables of a seller are few; each is a line of headings. */
const MOST_TABLES = 20;
const LONGEST_HEADINGS = 2_000;

const tablesSchema = z.array(
  z.object({
    headings: z.array(z.string()),
    meanings: z.array(z.nullable(z.enum([...tableKeys, ...tableFigures]))),
  }),
);
type RememberedTable = z.infer<typeof tablesSchema>[number];

/** What its columns were said to be the last time, where the headings are the same; else as they seem. */
export function withRememberedMeanings(table: Table): Table {
  const headings = headingsOf(table);
  if (!headings) return table;
  const known = readTables().find((one) => isSame(one.headings, headings));
  return known?.meanings.length === table.columnCount ? { ...table, meanings: known.meanings } : table;
}

/** Nothing stays on somebody else's computer. */
export function rememberMeanings(table: Table): void {
  const headings = headingsOf(table);
  if (!headings || session.getSession().isForeignDevice) return;
  const others = readTables().filter((one) => !isSame(one.headings, headings));
  const tables: RememberedTable[] = [{ headings, meanings: table.meanings }, ...others];
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST_TABLES)));
  } catch {
    // Blocked or full: the next time they are guessed as they were now.
  }
}

function readTables(): RememberedTable[] {
  try {
    const read = tablesSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
    if (read.success) return read.data;
  } catch {
    // Blocked, or not written here: it begins anew.
  }
  return [];
}

/** Undefined without headings: columns alone say nothing of which table it is. */
function headingsOf({ cells, hasHeader }: Table): string[] | undefined {
  const headings = hasHeader ? cells[0]?.map((heading) => heading.trim().toLowerCase()) : undefined;
  return headings && headings.join('').length <= LONGEST_HEADINGS ? headings : undefined;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((heading, index) => heading === other[index]);
}
