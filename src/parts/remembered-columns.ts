import { z } from 'zod/mini';
import { session } from '#api/session/session.ts';

/** The tables of a seller are few; each is a line of headings. */
const MOST_TABLES = 20;
const LONGEST_HEADINGS = 2_000;

export interface RememberedColumns<Meaning extends string> {
  /** What the columns were said to be the last time a table had these headings; undefined: there was none. */
  of: (headings: readonly string[]) => (Meaning | null)[] | undefined;
  remember: (headings: readonly string[], meanings: readonly (Meaning | null)[]) => void;
}

/** Kept on the device under the name, and gone with everything else of the user when the session ends. */
export function rememberedColumns<const Meaning extends string>(
  name: string,
  meanings: readonly Meaning[],
): RememberedColumns<Meaning> {
  const tablesSchema = z.array(
    z.object({ headings: z.array(z.string()), meanings: z.array(z.nullable(z.enum(meanings))) }),
  );
  const readTables = () => {
    try {
      const read = tablesSchema.safeParse(JSON.parse(localStorage.getItem(name) ?? '[]'));
      if (read.success) return read.data;
    } catch {
      // Blocked, or not written here: it begins anew.
    }
    return [];
  };
  return {
    of: (headings) => {
      const plain = plainHeadings(headings);
      return readTables().find((one) => isSame(one.headings, plain))?.meanings;
    },
    remember: (headings, said) => {
      const plain = plainHeadings(headings);
      // Nothing stays on somebody else's computer.
      if (plain.join('').length > LONGEST_HEADINGS || session.getSession().isForeignDevice) return;
      const others = readTables().filter((one) => !isSame(one.headings, plain));
      const tables = [{ headings: plain, meanings: said }, ...others].slice(0, MOST_TABLES);
      try {
        localStorage.setItem(name, JSON.stringify(tables));
      } catch {
        // Blocked or full: the next time they are guessed as they were now.
      }
    },
  };
}

function plainHeadings(headings: readonly string[]): string[] {
  return headings.map((heading) => heading.trim().toLowerCase());
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((heading, index) => heading === other[index]);
}
