import { sql } from 'kysely';
import type { DirectoryName, DirectoryValue, SubjectCharacteristic } from '#contract/subjects.ts';
import { isTnved } from '#contract/tnved.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { askAnyShop, type Reader } from './directory.ts';

/** Lists of values that the marketplace keeps, for all subjects or for each: read on demand, kept, and nobody's data. */

const LIFE_DAYS = 7;
/** A person is typing meanwhile: what is stored, or nothing, is better than a long wait. */
const PATIENCE_MS = 2000;
const RETRY_MS = 60_000;
/** More would be no list to choose from. */
const MAX_VALUES = 10_000;
const MAX_LENGTH = 200;

const READS: Record<DirectoryName, (client: ShopClient) => Promise<DirectoryValue[]>> = {
  COLORS: (client) => client.listColors(),
  KINDS: (client) => client.listKinds(),
  COUNTRIES: (client) => client.listCountries(),
  SEASONS: (client) => client.listSeasons(),
  VAT_RATES: (client) => client.listVatRates(),
};

export type ListName = Tables['directories']['name'];
/** Of a subject with more brands the first are offered; any may be typed. */
const BRAND_PAGES = 10;

async function readBrands(client: ShopClient, subjectId: number): Promise<DirectoryValue[]> {
  const names: string[] = [];
  let next: number | undefined;
  for (let page = 0; page < BRAND_PAGES; page += 1) {
    const { brands, next: following } = await client.listBrands(subjectId, next);
    names.push(...brands.map(({ name }) => name));
    if (brands.length === 0 || following === 0 || following === next) break;
    next = following;
  }
  return names.map((name) => ({ name, parentName: '' }));
}

function isDirectory(name: ListName): name is DirectoryName {
  return name in READS;
}

function readOf(name: ListName): (client: ShopClient) => Promise<DirectoryValue[]> {
  if (isDirectory(name)) return READS[name];
  const [kind, subjectId] = name.split(' ');
  if (kind === 'TNVED') return (client) => client.listTnved(Number(subjectId));
  return (client) => readBrands(client, Number(subjectId));
}

/** Where the values of a characteristic of a subject come from; undefined: the marketplace keeps no list. */
export function listOf(
  characteristic: Pick<SubjectCharacteristic, 'id' | 'name' | 'directory'>,
  subjectId: number,
): ListName | undefined {
  return isTnved(characteristic) ? `TNVED ${subjectId}` : characteristic.directory;
}

export type ReadDirectory = (reader: Reader, name: ListName) => Promise<DirectoryValue[]>;

/** Reads a directory once a week; when no shop answers, what is stored, maybe nothing, has to do for a minute. */
export function createDirectoryReader(): ReadDirectory {
  const askAgainMs = new Map<string, number>();
  const onTheirWay = new Map<ListName, Promise<void>>();

  async function refresh(reader: Reader, name: ListName): Promise<void> {
    const values = await askAnyShop(reader, readOf(name), { patienceMs: PATIENCE_MS });
    // An empty list would say that the marketplace takes nothing.
    if (values && values.length > 0) await keepDirectoryValues(reader.db, name, values);
    else askAgainMs.set(`${reader.accountId}/${name}`, Date.now() + RETRY_MS);
  }

  return async (reader, name) => {
    const stored = await findDirectory(reader.db, name);
    const isLeftAlone = Date.now() < (askAgainMs.get(`${reader.accountId}/${name}`) ?? 0);
    if (stored?.isFresh || isLeftAlone) return stored?.values ?? [];
    const refreshing = onTheirWay.get(name) ?? refresh(reader, name).finally(() => onTheirWay.delete(name));
    onTheirWay.set(name, refreshing);
    await refreshing;
    return (await findDirectory(reader.db, name))?.values ?? [];
  };
}

async function findDirectory(
  db: Db,
  name: ListName,
): Promise<{ values: DirectoryValue[]; isFresh: boolean } | undefined> {
  const row = await db
    .selectFrom('directories')
    .select([
      'directory_values',
      sql<boolean>`read_at > now() - make_interval(days => ${LIFE_DAYS})`.as('is_fresh'),
    ])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { values: row.directory_values, isFresh: row.is_fresh };
}

/** Of these lists those that have been read from the marketplace, fresh or not. */
export async function findStoredDirectories(
  db: Db,
  names: readonly ListName[],
): Promise<{ name: ListName; values: DirectoryValue[] }[]> {
  return await db
    .selectFrom('directories')
    .select(['name', 'directory_values as values'])
    .where('name', 'in', names)
    .execute();
}

export async function keepDirectoryValues(
  db: Db,
  name: ListName,
  values: readonly DirectoryValue[],
): Promise<void> {
  const tidy = values
    .map((value) => ({
      ...value,
      name: normaliseLine(value.name),
      parentName: normaliseLine(value.parentName),
    }))
    .filter((value) => value.name !== '' && value.name.length <= MAX_LENGTH);
  const once = [...new Map(tidy.map((value) => [value.name, value])).values()].slice(0, MAX_VALUES);
  const row = { directory_values: JSON.stringify(once), read_at: sql<Date>`now()` };
  await db
    .insertInto('directories')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
