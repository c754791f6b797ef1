import { z } from 'zod/mini';
import { findCharacteristics, keepCharacteristics, keepSubjects } from '#server/directory/directory.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { characteristicSchema, subjectPageSchema } from '#server/marketplace/content-shapes.ts';
import { characteristicsOfSubject } from './characteristics.ts';
import { DEMO_SUBJECTS } from './subjects.ts';

/** Ids of the demo's characteristics: subject id → name → id and type. */
export type CharacteristicIds = Map<number, Map<string, { id: number; type: 'TEXT' | 'NUMBER' }>>;

/**
 * Reads subjects and characteristics from a marketplace's content host. Each token's seller has calls of its own, so
 * several are used in turn: the whole directory fits into their first bursts.
 */
export async function readDirectory(contentUrl: string, tokens: readonly string[]) {
  let calls = 0;
  const ask = async <T>(path: string, schema: z.ZodMiniType<T>) => {
    calls += 1;
    const response = await fetch(contentUrl + path, {
      headers: { authorization: tokens[calls % tokens.length] ?? '' },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return schema.parse(await response.json());
  };
  const subjects = await ask('/content/v2/object/all?locale=ru&limit=1000', subjectPageSchema);
  const characteristics = await Promise.all(
    DEMO_SUBJECTS.map(async (subject) => {
      const { data } = await ask(
        `/content/v2/object/charcs/${subject.id}?locale=ru`,
        z.looseObject({ data: z.array(characteristicSchema) }),
      );
      return { subjectId: subject.id, characteristics: data };
    }),
  );
  return { subjects, characteristics };
}

export type Directory = Awaited<ReturnType<typeof readDirectory>>;

/** The demo's own directory, for when no marketplace can be asked. Ids that are public knowledge are the real ones. */
export function ownDirectory(): Directory {
  const ids = new Map(Object.entries(KNOWN_IDS));
  const idOf = (name: string) => {
    const id = ids.get(name) ?? FIRST_OWN_ID + ids.size;
    ids.set(name, id);
    return id;
  };
  return {
    subjects: DEMO_SUBJECTS.map(({ id, name, parentName }) => ({ id, name, parentName })),
    characteristics: DEMO_SUBJECTS.map((subject) => ({
      subjectId: subject.id,
      characteristics: characteristicsOfSubject(subject).map(({ name, isRequired, type, unit }) => ({
        id: idOf(name),
        name,
        isRequired,
        type,
        unit,
        isUnused: false,
        isPopular: false,
        maxCount: type === 'NUMBER' ? 1 : 3,
      })),
    })),
  };
}

const KNOWN_IDS = {
  Цвет: 14177449,
  Состав: 14177450,
  'Страна производства': 14177451,
  Пол: 204557,
  Комплектация: 378533,
  'Материал изделия': 17596,
  'Рост модели на фото': 165482,
};
const FIRST_OWN_ID = 900_001;

export async function keepDirectory(trx: Trx, directory: Directory): Promise<void> {
  await keepSubjects(trx, directory.subjects);
  for (const { subjectId, characteristics } of directory.characteristics) {
    await keepCharacteristics(trx, subjectId, characteristics);
  }
}

export function idsOf(directory: Directory): CharacteristicIds {
  return new Map(
    directory.characteristics.map(({ subjectId, characteristics }) => [
      subjectId,
      new Map(characteristics.map(({ name, id, type }) => [name, { id, type }])),
    ]),
  );
}

/** Ids of what is stored already. */
export async function storedIds(db: Db): Promise<CharacteristicIds> {
  const ids: CharacteristicIds = new Map();
  for (const row of await findCharacteristics(
    db,
    DEMO_SUBJECTS.map((subject) => subject.id),
  )) {
    const ofSubject = ids.get(row.subjectId) ?? new Map<string, { id: number; type: 'TEXT' | 'NUMBER' }>();
    ofSubject.set(row.name, { id: row.id, type: row.type });
    ids.set(row.subjectId, ofSubject);
  }
  return ids;
}
