import { sql } from 'kysely';
import type { Subject, SubjectCharacteristic } from '#contract/subjects.ts';
import type { Db } from '#server/db/database.ts';
import type { MarketplaceCharacteristic } from '#server/marketplace/content-shapes.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { ClientOptions, Marketplace } from '#server/marketplace/marketplace.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { directoryOf } from './directory-of.ts';
import { findShopsToAsk } from './shops-to-ask.ts';

/**
 * The marketplace's directory as far as it was read: nobody's data, so no account. Subjects change rarely: they are read on
 * demand and kept.
 */

const CHARACTERISTICS_LIFE_DAYS = 7;

export interface Reader {
  db: Db;
  marketplace: Marketplace;
  accountId: number;
}

const SUBJECTS_KEPT_MS = 24 * 3_600_000;
const RETRY_MS = 60_000;
const SUBJECTS_PER_CALL = 1000;

/**
 * Reads the whole list of subjects once a day. An account whose shops do not answer has to do with what is stored for a minute;
 * another account's shops are asked all the same.
 */
export function createSubjectReader(): (reader: Reader) => Promise<void> {
  let keptUntilMs = 0;
  const askAgainMs = new Map<number, number>();
  return async (reader) => {
    const nowMs = Date.now();
    if (nowMs < keptUntilMs || nowMs < (askAgainMs.get(reader.accountId) ?? 0)) return;
    askAgainMs.set(reader.accountId, nowMs + RETRY_MS);
    const subjects = await askAnyShop(reader, readAllSubjects);
    if (!subjects) return;
    await keepSubjects(reader.db, subjects);
    keptUntilMs = Date.now() + SUBJECTS_KEPT_MS;
    askAgainMs.clear();
  };
}

async function readAllSubjects(client: ShopClient): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (;;) {
    const page = await client.listSubjects({ offset: subjects.length });
    subjects.push(...page);
    if (page.length < SUBJECTS_PER_CALL) return subjects;
  }
}

export async function keepSubjects(db: Db, subjects: readonly Subject[]): Promise<void> {
  if (subjects.length === 0) return;
  await db
    .insertInto('subjects')
    .values(
      subjects.map((subject) => ({ id: subject.id, name: subject.name, parent_name: subject.parentName })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        parent_name: sql`coalesce(nullif(excluded.parent_name, ''), subjects.parent_name)`,
      })),
    )
    .execute();
}

/** Required ones first. Read from the marketplace when they were never read or a week ago; an old copy beats none. */
export async function characteristicsOf(reader: Reader, subjectId: number): Promise<SubjectCharacteristic[]> {
  const isFresh = await reader.db
    .selectFrom('subjects')
    .select('id')
    .where('id', '=', subjectId)
    .where(
      'characteristics_read_at',
      '>',
      sql<Date>`now() - make_interval(days => ${CHARACTERISTICS_LIFE_DAYS})`,
    )
    .executeTakeFirst();
  if (!isFresh) {
    const read = await askAnyShop(reader, (client) => client.listCharacteristics(subjectId));
    if (read) await keepCharacteristics(reader.db, subjectId, read);
  }
  return await findCharacteristics(reader.db, [subjectId]);
}

export async function findCharacteristics(
  db: Db,
  subjectIds: readonly number[],
): Promise<(SubjectCharacteristic & { subjectId: number })[]> {
  const rows = await db
    .selectFrom('subject_characteristics')
    .selectAll()
    .where('subject_id', '=', sql<number>`any(${[...subjectIds]}::bigint[])`)
    .orderBy('subject_id')
    .orderBy('is_required', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    subjectId: row.subject_id,
    id: row.id,
    name: row.name,
    isRequired: row.is_required,
    type: row.type,
    unit: row.unit,
    maxCount: row.max_count,
    directory: directoryOf(row.name),
  }));
}

export async function keepCharacteristics(
  db: Db,
  subjectId: number,
  characteristics: readonly MarketplaceCharacteristic[],
): Promise<void> {
  const usable = characteristics.filter((characteristic) => !characteristic.isUnused);
  const rows = usable.map(({ id, name, isRequired, type, unit, maxCount }, position) => ({
    subject_id: subjectId,
    id,
    name,
    is_required: isRequired,
    type,
    unit,
    max_count: maxCount,
    position,
  }));
  if (rows.length > 0) {
    await db
      .insertInto('subject_characteristics')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['subject_id', 'id']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          is_required: eb.ref('excluded.is_required'),
          type: eb.ref('excluded.type'),
          unit: eb.ref('excluded.unit'),
          max_count: eb.ref('excluded.max_count'),
          position: eb.ref('excluded.position'),
        })),
      )
      .execute();
  }
  await db
    .updateTable('subjects')
    .set({ characteristics_read_at: sql`now()` })
    .where('id', '=', subjectId)
    .execute();
}

/** Subjects that ask for other characteristics than when their cards were reckoned. */
export async function findSubjectsToReckon(db: Db): Promise<{ id: number; askedVersion: number }[]> {
  return await db
    .selectFrom('subjects')
    .select(['id', 'asked_version as askedVersion'])
    .whereRef('asked_version', '<>', 'reckoned_version')
    .orderBy('id')
    .execute();
}

/** Their cards were reckoned by what it asked for at that version; it may ask for something else by now. */
export async function keepReckoned(db: Db, subjectId: number, version: number): Promise<void> {
  await db.updateTable('subjects').set({ reckoned_version: version }).where('id', '=', subjectId).execute();
}

/** The first shop that answers; undefined when none does. */
export async function askAnyShop<T>(
  reader: Reader,
  ask: (client: ShopClient) => Promise<T>,
  options?: ClientOptions,
): Promise<T | undefined> {
  for (const shopId of await findShopsToAsk(reader.db, reader.accountId)) {
    try {
      const client = await reader.marketplace.forShop(reader.db, reader.accountId, shopId, options);
      return await ask(client);
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
    }
  }
  return undefined;
}
