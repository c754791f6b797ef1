import { sql } from 'kysely';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import type { Db } from '#server/db/database.ts';
import { findCharacteristics } from '#server/directory/directory.ts';
import { headingsOf, plainName, withoutAnyUnit } from '#server/table-files/column-names.ts';

/** What the marketplace's directory knows of the subjects that some rows name. */
export interface KnownSubjects {
  /** By their names in small letters. */
  ids: ReadonlyMap<string, number>;
  names: ReadonlyMap<number, string>;
  characteristics: ReadonlyMap<number, readonly SubjectCharacteristic[]>;
}

export async function findSubjects(db: Db, names: readonly string[]): Promise<KnownSubjects> {
  const asked = [...new Set(names.map((name) => name.toLowerCase()))];
  const subjects =
    asked.length === 0
      ? []
      : await db
          .selectFrom('subjects')
          .select(['id', 'name'])
          .where(sql<string>`lower(name)`, '=', sql<string>`any(${asked}::text[])`)
          .execute();
  const characteristics = new Map<number, SubjectCharacteristic[]>();
  const ids = subjects.map(({ id }) => id);
  for (const { subjectId, ...one } of ids.length === 0 ? [] : await findCharacteristics(db, ids)) {
    const known = characteristics.get(subjectId);
    if (known) known.push(one);
    else characteristics.set(subjectId, [one]);
  }
  return {
    ids: new Map(subjects.map(({ id, name }) => [name.toLowerCase(), id])),
    names: new Map(subjects.map(({ id, name }) => [id, name])),
    characteristics,
  };
}

/** What columns of the characteristics are called that some of these headings name, their units beside them or not. */
export async function findCharacteristicNames(
  db: Db,
  headings: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = headings.flatMap((heading) => [plainName(heading), withoutAnyUnit(heading)]);
  const asked = [...new Set(names)].filter((name) => name !== '');
  if (asked.length === 0) return new Set();
  const rows = await db
    .selectFrom('subject_characteristics')
    .select(['name', 'unit'])
    .distinct()
    .where(sql<string>`replace(lower(name), 'ё', 'е')`, '=', sql<string>`any(${asked}::text[])`)
    .execute();
  return new Set(rows.flatMap(headingsOf));
}
