import { sql } from 'kysely';
import { MAX_CHARACTERISTIC_COLUMNS } from '#contract/card-export.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { parseNumber } from '#contract/number-text.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import type { Db } from '#server/db/database.ts';
import { findCharacteristics } from '#server/directory/directory.ts';
import type { Column } from '#contract/table-columns.ts';
import { guessMeanings, plainName } from '#server/table-files/column-names.ts';
import { valuesOf } from './characteristic-values.ts';
import type { ExportedCard } from './exported-cards.ts';
import { resolveSelection } from './selection.ts';

/** Others are answered between two of these. */
const CARDS_PER_QUERY = 1000;

/** Characteristics of several subjects that have one name are one column, as they are for an import. */
interface NamedCharacteristic {
  title: string;
  cardCount: number;
  bySubject: Map<number, SubjectCharacteristic>;
}

/** How many columns {@link characteristicColumns} would find without its limit. */
export async function countExportedCharacteristics(
  db: Db,
  accountId: number,
  selection: CardSelection,
): Promise<number> {
  return (await findNamed(db, accountId, await resolveSelection(db, accountId, selection))).length;
}

/** A column for each characteristic that these cards have, those of most cards first. */
export async function characteristicColumns(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<Column<ExportedCard>[]> {
  const named = await findNamed(db, accountId, ids);
  return named.slice(0, MAX_CHARACTERISTIC_COLUMNS).map(({ title, bySubject }) => ({
    title: headingOf(title),
    width: Math.min(40, Math.max(14, title.length + 2)),
    value: ({ subject_id: subjectId, characteristics = [] }) => {
      const definition = bySubject.get(subjectId);
      return definition ? cellOf(definition, valuesOf(characteristics, definition.id)) : null;
    },
  }));
}

async function findNamed(db: Db, accountId: number, ids: readonly number[]): Promise<NamedCharacteristic[]> {
  const cardCounts = await countCards(db, accountId, ids);
  const known = await findCharacteristics(db, [...cardCounts.keys()]);
  const named = new Map<string, NamedCharacteristic>();
  for (const { subjectId, ...definition } of known) {
    const name = plainName(definition.name);
    const one = named.get(name) ?? { title: definition.name, cardCount: 0, bySubject: new Map() };
    named.set(name, one);
    // Of two of a subject an import means the first.
    if (one.bySubject.has(subjectId)) continue;
    one.bySubject.set(subjectId, definition);
    one.cardCount += cardCounts.get(subjectId)?.get(definition.id) ?? 0;
  }
  return [...named.values()]
    .filter(({ cardCount }) => cardCount > 0)
    .sort((one, other) => other.cardCount - one.cardCount || one.title.localeCompare(other.title, 'ru'));
}

/** By subject and characteristic, how many of the cards have it. */
async function countCards(db: Db, accountId: number, ids: readonly number[]) {
  const counts = new Map<number, Map<number, number>>();
  for (let done = 0; done < ids.length; done += CARDS_PER_QUERY) {
    const { rows } = await sql<{ subject_id: number; id: number; count: number }>`
      SELECT subject_id, (one ->> 'id')::bigint AS id, count(*)::int AS count
      FROM cards CROSS JOIN jsonb_array_elements(characteristics) AS listed (one)
      WHERE account_id = ${accountId} AND cards.id = any(${ids.slice(done, done + CARDS_PER_QUERY)}::bigint[])
        AND one -> 'values' <> '[]'::jsonb
      GROUP BY 1, 2`.execute(db);
    for (const { subject_id: subjectId, id, count } of rows) {
      const ofSubject = counts.get(subjectId) ?? new Map<number, number>();
      counts.set(subjectId, ofSubject.set(id, (ofSubject.get(id) ?? 0) + count));
    }
  }
  return counts;
}

/** An import takes «Высота упаковки» for the card's own package: a characteristic of such a name is one to look at only. */
function headingOf(title: string): string {
  const [meaning] = guessMeanings([title], new Set([plainName(title)]));
  return meaning === 'characteristic' ? title : `${title} (характеристика)`;
}

/** As an import reads it back: a number, or values with semicolons between them. */
function cellOf({ type }: SubjectCharacteristic, values: readonly string[]): string | number | null {
  const [only = '', ...others] = values;
  const number = type === 'NUMBER' && others.length === 0 ? parseNumber(only, { maxDigits: 3 }) : null;
  return number ?? values.join('; ');
}
