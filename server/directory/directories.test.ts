import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { DRESSES } from '#tests/support/cards/fixtures.ts';
import { CUPS } from '#tests/support/shipments/test-shipments.ts';
import { createSubjectReader } from './directory.ts';
import { createDirectoryReader, keepDirectoryValues } from './marketplace-directories.ts';

let test: ShopTest;
let owner: SignedIn;
beforeAll(async () => {
  test = await openShopTest();
  owner = await test.signIn('owner');
  const sid = await test.createSeller();
  const { token } = await test.issueToken({ sid });
  const { status } = await test.call(owner, 'POST', '/shops/', { body: { token }, key: 'shop-1-0123456789' });
  expect(status).toBe(201);
  await test.database.db
    .insertInto('subjects')
    .values([
      { id: CUPS, name: 'Кружки' },
      { id: DRESSES, name: 'Платья' },
    ])
    .execute();
});
afterAll(() => test.close());

describe('a directory of the marketplace', () => {
  beforeEach(() => test.database.db.deleteFrom('directories').execute());
  const read = (name: string) => test.call(owner, 'GET', `/directories/${name}/`);
  const keptNames = async () =>
    (await test.database.db.selectFrom('directories').select('name').execute()).map(({ name }) => name);

  it.each([
    ['COLORS', { name: 'хаки', parent_name: 'зеленый' }],
    ['KINDS', { name: 'Женский', parent_name: '' }],
    ['COUNTRIES', { name: 'Китай', parent_name: '' }],
    ['SEASONS', { name: 'лето', parent_name: '' }],
    ['VAT_RATES', { name: 'Без НДС', parent_name: '' }],
  ])('%s is read from the marketplace and kept', async (name, value) => {
    const { status, body } = await read(name);
    expect(status).toBe(200);
    expect(body).toContainEqual(value);
    expect(await keptNames()).toEqual([name]);
  });

  it('of brands is the subject’s own, read from the marketplace and kept', async () => {
    const { status, body } = await test.call(owner, 'GET', `/subjects/${CUPS}/brands/`);
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(0);
    expect(body.every((name: unknown) => typeof name === 'string')).toBe(true);
    expect(await keptNames()).toEqual([`BRANDS ${CUPS}`]);
    expect((await test.call(owner, 'GET', '/subjects/999999999/brands/')).status).toBe(404);
  });

  it('of codes of «ТНВЭД» is the subject’s own, says which need marking, and is kept', async () => {
    const { status, body } = await test.call(owner, 'GET', `/subjects/${DRESSES}/tnved/`);
    expect(status).toBe(200);
    expect(body).toContainEqual({ name: '6204430000', parent_name: '', needs_marking: true });
    expect(await keptNames()).toEqual([`TNVED ${DRESSES}`]);
    expect((await test.call(owner, 'GET', `/subjects/${DRESSES}/tnved/`)).body).toEqual(body);
    // Of a subject without any nothing is kept: it is asked again.
    expect((await test.call(owner, 'GET', `/subjects/${CUPS}/tnved/`)).body).toEqual([]);
    expect((await test.call(owner, 'GET', '/subjects/999999999/tnved/')).status).toBe(404);
  });

  it('that nobody knows is refused', async () => {
    expect((await read('TNVED')).status).toBe(400);
  });

  it('is named by its characteristic', async () => {
    const { body } = await test.call(owner, 'GET', `/subjects/${CUPS}/characteristics/`);
    expect(body).toContainEqual(expect.objectContaining({ name: 'Цвет', directory: 'COLORS' }));
    expect(body.filter((one: { directory?: string }) => one.directory !== undefined)).toHaveLength(1);
  });

  it('is not asked for again while its copy is fresh', async () => {
    await keepDirectoryValues(test.database.db, 'SEASONS', [{ name: 'лето', parentName: '' }]);
    expect((await read('SEASONS')).body).toEqual([{ name: 'лето', parent_name: '' }]);
  });

  it('is read anew after a week', async () => {
    await keepDirectoryValues(test.database.db, 'SEASONS', [{ name: 'пятое', parentName: '' }]);
    await test.database.db
      .updateTable('directories')
      .set({ read_at: sql<Date>`now() - interval '8 days'` })
      .execute();
    const { body } = await read('SEASONS');
    expect(body.length).toBeGreaterThan(1);
    expect(body).not.toContainEqual({ name: 'пятое', parent_name: '' });
  });

  it('keeps no blank, no repeated and no endless words', async () => {
    const words = [' лето\n', 'лето', '\u0000', 'x'.repeat(201)];
    await keepDirectoryValues(
      test.database.db,
      'SEASONS',
      words.map((name) => ({ name, parentName: '' })),
    );
    expect((await read('SEASONS')).body).toEqual([{ name: 'лето', parent_name: '' }]);
  });

  describe('that no shop gives', () => {
    const reader = (asked: string[]) => ({
      db: test.database.db,
      accountId: owner.accountId,
      marketplace: {
        ...test.deps.marketplace,
        forShop: async (...args: Parameters<typeof test.deps.marketplace.forShop>) => ({
          ...(await test.deps.marketplace.forShop(...args)),
          listSeasons: async () => {
            asked.push('seasons');
            return [];
          },
        }),
      },
    });

    it('is answered as it is stored, and not replaced by nothing', async () => {
      await keepDirectoryValues(test.database.db, 'SEASONS', [{ name: 'лето', parentName: '' }]);
      await test.database.db
        .updateTable('directories')
        .set({ read_at: sql<Date>`now() - interval '8 days'` })
        .execute();
      const read = createDirectoryReader();
      expect(await read(reader([]), 'SEASONS')).toEqual([{ name: 'лето', parentName: '' }]);
    });

    it('is asked for once, by however many at a time, and not again at once', async () => {
      const asked: string[] = [];
      const read = createDirectoryReader();
      const both = await Promise.all([read(reader(asked), 'SEASONS'), read(reader(asked), 'SEASONS')]);
      expect(both).toEqual([[], []]);
      await read(reader(asked), 'SEASONS');
      expect(asked).toHaveLength(1);
    });
  });
});

describe('the list of subjects', () => {
  it('is read by one account although another’s shop did not answer a moment ago', async () => {
    const { db } = test.database;
    const silent = await test.signIn('silent');
    // Without a token nobody answers for it.
    await db
      .insertInto('shops')
      .values({ account_id: silent.accountId, name: 'Молчит', sid: randomUUID() })
      .execute();
    const readSubjects = createSubjectReader();
    const readBy = async ({ accountId }: SignedIn) => {
      await readSubjects({ db, marketplace: test.deps.marketplace, accountId });
      return (await db.selectFrom('subjects').select('id').execute()).length;
    };
    expect(await readBy(silent)).toBe(2);
    expect(await readBy(owner)).toBeGreaterThan(2);
  });
});

describe('values in use', () => {
  const COLOR = 14177449;
  beforeAll(async () => {
    const stranger = await test.signIn('stranger');
    const card = (accountId: number, code: string, values: string[], changes: object = {}) => ({
      account_id: accountId,
      vendor_code: code,
      title: code,
      subject_id: CUPS,
      brand: 'Керамия',
      characteristics: JSON.stringify([{ id: COLOR, values }]),
      ...changes,
    });
    await test.database.db
      .insertInto('cards')
      .values([
        card(owner.accountId, 'A', ['белый', 'хаки']),
        card(owner.accountId, 'B', ['хаки'], { brand: '' }),
        card(owner.accountId, 'C', ['синий'], { brand: 'Сновея' }),
        card(owner.accountId, 'D', ['старый'], { state: 'ARCHIVED' }),
        card(stranger.accountId, 'E', ['тайный'], { brand: 'Тайный' }),
      ])
      .execute();
  });
  const used = async (login: string) =>
    (await test.call(await test.signIn(login), 'GET', `/subjects/${CUPS}/used-values/`)).body;

  it('are the account’s own, the most frequent first, without the archive', async () => {
    expect(await used('owner')).toEqual({
      brands: ['Керамия', 'Сновея'],
      characteristics: [{ id: COLOR, values: ['хаки', 'белый', 'синий'] }],
    });
  });

  it('are none of somebody else’s', async () => {
    expect(await used('third')).toEqual({ brands: [], characteristics: [] });
  });
});
