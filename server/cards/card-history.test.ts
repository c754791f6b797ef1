import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepRow } from '#server/media/kept-files.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import {
  addTestShop,
  addTestSubjects,
  cardBody,
  CUPS,
  DRESSES,
  putIntoShop,
} from '#tests/support/cards/fixtures.ts';
import { forgetCardChangesJob } from './card-history.ts';

let test: ShopTest;
let owner: SignedIn;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

async function createCard(vendorCode: string, changes = {}): Promise<number> {
  const { body } = await test.call(owner, 'POST', '/cards/', { body: cardBody(vendorCode, changes) });
  return body.id;
}

async function save(id: number, body: object): Promise<void> {
  const { body: card } = await test.call(owner, 'GET', `/cards/${id}/`);
  const { status } = await test.call(owner, 'PATCH', `/cards/${id}/`, { body, version: card.version });
  expect(status).toBe(200);
}

const historyOf = async (id: number, query = '') =>
  (await test.call(owner, 'GET', `/cards/${id}/changes/${query}`)).body;

describe('the history of a card', () => {
  it('says who changed which fields, what they were and what they became, the last first', async () => {
    const id = await createCard('HISTORY-EDIT');
    expect(await historyOf(id)).toEqual({ results: [], next_before_id: null });
    await save(id, { title: 'Пиала', price_kopecks: 120_000 });
    await save(id, { characteristics: [{ id: 900001, values: ['450'] }], price_kopecks: 120_000 });
    const { results } = await historyOf(id);
    expect(results).toEqual([
      {
        id: expect.any(Number),
        changed_at: expect.any(String),
        user_name: expect.any(String),
        before: { characteristics: [] },
        after: { characteristics: [{ id: 900001, values: ['450'] }] },
      },
      expect.objectContaining({
        before: { title: 'Кружка керамическая 450 мл', price_kopecks: 100_000 },
        after: { title: 'Пиала', price_kopecks: 120_000 },
      }),
    ]);
    const { body: me } = await test.call(owner, 'GET', '/users/me/');
    expect(results[0].user_name).toBe(me.name);
  });

  it('has nothing of a save that changes nothing, nor of what follows from a card: its shops, stock and marks', async () => {
    const id = await createCard('HISTORY-SAME');
    await save(id, { title: 'Кружка керамическая 450 мл' });
    const shopId = await addTestShop(test.database.db, owner.accountId, 'Северика');
    await putIntoShop(test.database, { accountId: owner.accountId, shopId, cardId: id });
    expect((await historyOf(id)).results).toEqual([]);
  });

  it('names photos and a video whose files are there no more, of the account’s own', async () => {
    const names = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
    const [kept, gone, foreign] = names.map((name) => `/media/photos/${name}.jpg`);
    const video = `/media/videos/${'d'.repeat(32)}.mp4`;
    const other = await test.signIn('other');
    const keep = (who: SignedIn, name: string) =>
      keepRow(test.database.db, who, { name, sha256: name, bytes: 1, width: 1, height: 1 });
    await keep(owner, `${names[0]}.jpg`);
    await keep(other, `${names[2]}.jpg`);
    await keep(owner, `${'d'.repeat(32)}.mp4`);
    const photos = [kept, gone, foreign, 'https://example.com/1.jpg'];
    const id = await createCard('HISTORY-PHOTOS', { photos, video });
    await save(id, { photos: [], video: '' });
    expect((await historyOf(id)).results[0].before).toEqual({ photos, video, gone_files: [gone, foreign] });
    await sql`DELETE FROM media_files WHERE name LIKE 'd%'`.execute(test.database.db);
    expect((await historyOf(id)).results[0].before.gone_files).toEqual([gone, foreign, video]);
  });

  it('has a bulk edit, its rollback, and moves into the archive and out of it', async () => {
    const id = await createCard('HISTORY-BULK');
    const { body: edit } = await test.call(owner, 'POST', '/cards/bulk-edits/', {
      body: {
        selection: { ids: [id] },
        change: { kind: 'PRICES', discount: { kind: 'SET', percent: 55 } },
      },
    });
    await test.call(owner, 'POST', `/cards/bulk-edits/${edit.id}/apply/`, { body: { expected_count: 1 } });
    await test.call(owner, 'POST', `/cards/bulk-edits/${edit.id}/rollback/`, { body: {} });
    await test.call(owner, 'POST', '/cards/archive/', {
      body: { selection: { ids: [id] }, is_archived: true },
    });
    const { results } = await historyOf(id);
    expect(results.map(({ after }: { after: object }) => after)).toEqual([
      { is_archived: true },
      { discount: 40 },
      { discount: 55 },
    ]);
  });

  describe('of a shop’s own price and discount', () => {
    const addShop = (name: string, who = owner) => addTestShop(test.database.db, who.accountId, name);
    const setOwn = (who: SignedIn, id: number, shopId: number, body: object) =>
      test.call(who, 'PATCH', `/cards/${id}/shop-cards/${shopId}/`, { body });
    const nameOf = async (who: SignedIn) => (await test.call(who, 'GET', '/users/me/')).body.name;

    it('names the shop, who, and only what has changed, whether the shop had the card or not', async () => {
      const id = await createCard('HISTORY-OWN');
      const shopId = await addShop('Своя');
      await setOwn(owner, id, shopId, { own_price_kopecks: 508_000, own_discount: null });
      await setOwn(owner, id, shopId, { own_price_kopecks: 558_800, own_discount: null });
      await setOwn(owner, id, shopId, { own_price_kopecks: 558_800, own_discount: null });
      await setOwn(owner, id, shopId, { own_price_kopecks: null, own_discount: 30 });
      const { results } = await historyOf(id);
      const user_name = await nameOf(owner);
      const line = (before: object, after: object) => ({
        id: expect.any(Number),
        changed_at: expect.any(String),
        user_name,
        before: { own_prices: [{ shop_id: shopId, ...before }] },
        after: { own_prices: [{ shop_id: shopId, ...after }] },
      });
      expect(results).toEqual([
        line({ price_kopecks: 558_800, discount: null }, { price_kopecks: null, discount: 30 }),
        line({ price_kopecks: 508_000 }, { price_kopecks: 558_800 }),
        line({ price_kopecks: null }, { price_kopecks: 508_000 }),
      ]);
    });

    it('has a bulk edit and its rollback once each, under whoever did them', async () => {
      const id = await createCard('HISTORY-OWN-BULK');
      const [north, south] = [await addShop('Север'), await addShop('Юг')];
      await setOwn(owner, id, north, { own_price_kopecks: 200_000, own_discount: null });
      const { body: edit } = await test.call(owner, 'POST', '/cards/bulk-edits/', {
        body: {
          selection: { ids: [id] },
          change: {
            kind: 'OWN_PRICES',
            shop_ids: [north, south],
            price: { kind: 'SET', kopecks: 300_000 },
          },
        },
      });
      await test.call(owner, 'POST', `/cards/bulk-edits/${edit.id}/apply/`, { body: { expected_count: 1 } });
      await test.call(owner, 'POST', `/cards/bulk-edits/${edit.id}/rollback/`, { body: {} });
      const { results } = await historyOf(id);
      const user_name = await nameOf(owner);
      expect(results.map((one: { user_name: string }) => one.user_name)).toEqual(
        Array.from({ length: 5 }, () => user_name),
      );
      const became = results.map((one: { after: { own_prices: object[] } }) => one.after.own_prices[0]);
      const byShop = (lines: { shop_id: number }[]) => lines.toSorted((a, b) => a.shop_id - b.shop_id);
      expect(byShop(became.slice(0, 2))).toEqual([
        { shop_id: north, price_kopecks: 200_000 },
        { shop_id: south, price_kopecks: null },
      ]);
      expect(byShop(became.slice(2, 4))).toEqual([
        { shop_id: north, price_kopecks: 300_000 },
        { shop_id: south, price_kopecks: 300_000 },
      ]);
      // One write of them: they are told together.
      const moments = new Set(results.slice(2, 4).map((one: { changed_at: string }) => one.changed_at));
      expect(moments.size).toBe(1);
    });

    it('has nothing of what the marketplace says of the card there', async () => {
      const id = await createCard('HISTORY-OWN-READ');
      const shopId = await addShop('Читаемый');
      await putIntoShop(test.database, { accountId: owner.accountId, shopId, cardId: id });
      await sql`UPDATE shop_cards SET price_kopecks = 5, discount = 5 WHERE card_id = ${id}`.execute(
        test.database.db,
      );
      expect((await historyOf(id)).results).toEqual([]);
    });

    it('is nothing to another account, which can write none of it either', async () => {
      const stranger = await test.signIn('stranger of own prices');
      const [id, shopId] = [await createCard('HISTORY-OWN-FOREIGN'), await addShop('Чужой')];
      const foreignShop = await addShop('Странника', stranger);
      const body = { own_price_kopecks: 100_000, own_discount: null };
      expect((await setOwn(stranger, id, shopId, body)).status).toBe(404);
      expect((await setOwn(stranger, id, foreignShop, body)).status).toBe(404);
      expect((await setOwn(owner, id, foreignShop, body)).status).toBe(404);
      expect((await historyOf(id)).results).toEqual([]);
      await setOwn(owner, id, shopId, body);
      const seen = await test.call(stranger, 'GET', `/cards/${id}/changes/`);
      expect(seen.body.results ?? []).toEqual([]);
    });
  });

  describe('of its lowest price', () => {
    const floor = (kopecks: number | null, points: number | null = null) => ({
      floor_kopecks: kopecks,
      over_cost_basis_points: points,
    });
    const setFloor = (id: number, wanted: object, who = owner) =>
      test.call(who, 'PUT', `/cards/${id}/price-floor/`, { body: wanted });
    const told = async (id: number) =>
      (await historyOf(id)).results.map((one: { before: object; after: object }) => [one.before, one.after]);

    it('says who has set it, changed it, taken it away and set it again', async () => {
      const id = await createCard('HISTORY-FLOOR');
      await setFloor(id, floor(null));
      await setFloor(id, floor(700_00));
      await setFloor(id, floor(700_00));
      await setFloor(id, floor(700_00, 2000));
      await setFloor(id, floor(null));
      await setFloor(id, floor(800_00));
      const steps = [floor(null), floor(700_00), floor(700_00, 2000), floor(null), floor(800_00)];
      expect(await told(id)).toEqual(
        steps
          .slice(1)
          .map((after, index) => [{ price_floor: steps[index] }, { price_floor: after }])
          .toReversed(),
      );
      const { body: me } = await test.call(owner, 'GET', '/users/me/');
      const { results } = await historyOf(id);
      expect(new Set(results.map((one: { user_name: string }) => one.user_name))).toEqual(new Set([me.name]));
    });

    it('has a bulk edit and its rollback once each', async () => {
      const id = await createCard('HISTORY-FLOOR-BULK');
      const { body: edit } = await test.call(owner, 'POST', '/cards/bulk-edits/', {
        body: { selection: { ids: [id] }, change: { kind: 'PRICE_FLOOR', ...floor(500_00) } },
      });
      await test.call(owner, 'POST', `/cards/bulk-edits/${edit.id}/apply/`, { body: { expected_count: 1 } });
      await test.call(owner, 'POST', `/cards/bulk-edits/${edit.id}/rollback/`, { body: {} });
      expect(await told(id)).toEqual([
        [{ price_floor: floor(500_00) }, { price_floor: floor(null) }],
        [{ price_floor: floor(null) }, { price_floor: floor(500_00) }],
      ]);
    });

    it('goes back only where nobody has changed it since', async () => {
      const id = await createCard('HISTORY-FLOOR-SEEN');
      await setFloor(id, floor(700_00));
      const refused = await setFloor(id, { ...floor(null), seen: floor(600_00) });
      expect(refused).toMatchObject({
        status: 409,
        body: { detail: [expect.stringMatching(/^Минимальную цену уже изменили: сейчас 700\s₽$/)] },
      });
      const back = await setFloor(id, { ...floor(null), seen: floor(700_00) });
      expect(back).toMatchObject({ status: 200, body: floor(null) });
      const stranger = await test.signIn('stranger of floors');
      expect((await setFloor(id, floor(100), stranger)).status).toBe(404);
      expect(await told(id)).toHaveLength(2);
    });
  });

  it('names nobody where the marketplace gave the value', async () => {
    const id = await createCard('HISTORY-ADOPTED', { priceKopecks: 0, discount: 0 });
    await sql`UPDATE cards SET price_kopecks = 500, discount = 5 WHERE id = ${id}`.execute(test.database.db);
    expect((await historyOf(id)).results).toEqual([
      expect.objectContaining({ user_name: null, after: { price_kopecks: 500, discount: 5 } }),
    ]);
  });

  it('names the subjects, which a person does not know by their numbers', async () => {
    const id = await createCard('HISTORY-SUBJECT');
    await save(id, { subject_id: DRESSES });
    expect((await historyOf(id)).results).toEqual([
      expect.objectContaining({
        before: { subject_id: CUPS, subject_name: 'Кружки' },
        after: { subject_id: DRESSES, subject_name: 'Платья' },
      }),
    ]);
  });

  it('is read in parts that join without a gap', async () => {
    const id = await createCard('HISTORY-LONG');
    for (let discount = 1; discount <= 23; discount += 1) await save(id, { discount });
    const first = await historyOf(id);
    expect(first.results).toHaveLength(20);
    const rest = await historyOf(id, `?before_id=${first.next_before_id}`);
    expect(rest.next_before_id).toBeNull();
    const discounts = [...first.results, ...rest.results].map((one) => one.after.discount);
    expect(discounts).toEqual(Array.from({ length: 23 }, (_, index) => 23 - index));
  });

  it('is forgotten after half a year, however much of it there is', async () => {
    const id = await createCard('HISTORY-OLD');
    await save(id, { discount: 1 });
    await sql`
      INSERT INTO card_changes (account_id, card_id, user_id, changed_at, before, after)
      SELECT account_id, ${id}, user_id, now() - interval '181 days', before, after
      FROM card_changes, generate_series(1, 1500) WHERE card_id = ${id}`.execute(test.database.db);
    await forgetCardChangesJob.handler({}, test.deps, {
      signal: new AbortController().signal,
      attempt: 1,
    });
    expect((await historyOf(id)).results).toHaveLength(1);
  });
});
