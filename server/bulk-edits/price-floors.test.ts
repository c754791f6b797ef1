import { assert, array, asyncProperty, constant, integer, oneof, option, record } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';

let test: ShopTest;
let owner: SignedIn;
let made = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

type Floor = [roubles: number | null, overCostPercent: number | null];

const bodyOf = ([roubles, percent]: Floor) => ({
  floor_kopecks: roubles === null ? null : roubles * 100,
  over_cost_basis_points: percent === null ? null : percent * 100,
});
const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, person = owner) =>
  (await test.call(person, method, path, body ? { body } : {})).body;
async function createCards(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let card = 0; card < count; card += 1) {
    made += 1;
    ids.push((await call('POST', '/cards/', cardBody(`FLOOR-${made}`, { costPriceKopecks: 400_00 }))).id);
  }
  return ids;
}
const setFloor = (cardId: number, floor: Floor) =>
  call('PUT', `/cards/${cardId}/price-floor/`, bodyOf(floor));
async function floorOf(cardId: number): Promise<Floor> {
  const { floor_kopecks: floor, over_cost_basis_points: points } = await call(
    'GET',
    `/cards/${cardId}/price-floor/`,
  );
  return [floor === null ? null : floor / 100, points === null ? null : points / 100];
}
const prepare = (ids: number[], floor: Floor) =>
  call('POST', '/cards/bulk-edits/', {
    selection: { ids },
    change: { kind: 'PRICE_FLOOR', ...bodyOf(floor) },
  });
const apply = (editId: number, count: number) =>
  call('POST', `/cards/bulk-edits/${editId}/apply/`, { expected_count: count });
const rollBack = (editId: number) => call('POST', `/cards/bulk-edits/${editId}/rollback/`, {});

describe('a bulk edit of the lowest price', () => {
  it('says it of cards that had none or another, counts over each cost price, and is taken back whole', async () => {
    const [none = 0, other = 0, same = 0] = await createCards(3);
    await setFloor(other, [700, null]);
    await setFloor(same, [500, 50]);
    const { version } = await call('GET', `/cards/${none}/`);
    const edit = await prepare([none, other, same], [500, 50]);
    expect(edit.counts).toMatchObject({ ready: 2, refused: 0 });
    const { results } = await call('GET', `/cards/bulk-edits/${edit.id}/rows/`);
    expect(results.map((row: { before: object; after: object }) => [row.before, row.after])).toEqual([
      [{ price_floor: bodyOf([null, null]) }, { price_floor: bodyOf([500, 50]) }],
      [{ price_floor: bodyOf([700, null]) }, { price_floor: bodyOf([500, 50]) }],
    ]);
    expect((await apply(edit.id, 2)).counts).toMatchObject({ applied: 2 });
    expect((await call('GET', `/cards/${none}/price-floor/`)).lowest_kopecks).toBe(600_00);
    expect(await floorOf(other)).toEqual([500, 50]);
    // Nobody has edited the card.
    expect((await call('GET', `/cards/${none}/`)).version).toBe(version);
    expect((await rollBack(edit.id)).counts).toMatchObject({ rolled_back: 2 });
    expect(await Promise.all([none, other, same].map(floorOf))).toEqual([
      [null, null],
      [700, null],
      [500, 50],
    ]);
  });

  it('leaves a card alone whose lowest price somebody has said meanwhile, there and back', async () => {
    const [first = 0, second = 0] = await createCards(2);
    const edit = await prepare([first, second], [500, null]);
    await setFloor(first, [900, null]);
    expect((await apply(edit.id, 2)).counts).toMatchObject({ applied: 1, changed_since: 1 });
    await setFloor(second, [null, 20]);
    expect((await rollBack(edit.id)).counts).toMatchObject({ rolled_back: 0, kept: 1 });
    expect([await floorOf(first), await floorOf(second)]).toEqual([
      [900, null],
      [null, 20],
    ]);
  });

  it('there and back leaves what was, whatever it was and whoever came between', async () => {
    const cards = await createCards(4);
    const floor = oneof(
      constant<Floor>([null, null]),
      record({
        roubles: option(integer({ min: 1, max: 5000 })),
        percent: option(integer({ min: 0, max: 900 })),
      }).map(({ roubles, percent }): Floor => [roubles, percent]),
    );
    await assert(
      asyncProperty(
        array(floor, { minLength: 4, maxLength: 4 }),
        floor,
        option(record({ card: integer({ min: 0, max: 3 }), said: floor })),
        async (floors, wanted, other) => {
          for (const [index, id] of cards.entries()) await setFloor(id, floors[index] ?? [null, null]);
          const edit = await prepare(cards, wanted);
          await apply(edit.id, edit.counts.ready);
          expect(await Promise.all(cards.map(floorOf))).toEqual(cards.map(() => wanted));
          if (other) await setFloor(cards[other.card] ?? 0, other.said);
          await rollBack(edit.id);
          const isSaidAnew = other && JSON.stringify(other.said) !== JSON.stringify(wanted);
          expect(await Promise.all(cards.map(floorOf))).toEqual(
            floors.map((before, index) => (isSaidAnew && other.card === index ? other.said : before)),
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  it('does not reach the cards of another account', async () => {
    const [mine = 0] = await createCards(1);
    const stranger = await test.signIn('stranger');
    const change = { kind: 'PRICE_FLOOR', ...bodyOf([500, null]) };
    await call('POST', '/cards/bulk-edits/', { selection: { ids: [mine] }, change }, stranger);
    expect(await floorOf(mine)).toEqual([null, null]);
    const { status } = await test.call(stranger, 'PUT', `/cards/${mine}/price-floor/`, {
      body: bodyOf([500, null]),
    });
    expect(status).toBe(404);
    expect(await floorOf(mine)).toEqual([null, null]);
  });
});
