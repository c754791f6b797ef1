import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { openShopTest, type ApiResponse, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';

/** Faults: the same value is taken by several requests at once. On PostgreSQL their looks before the write overlap. */

const RACERS = 8;

let test: ShopTest;
let owner: SignedIn;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

const race = (run: (index: number) => Promise<ApiResponse>) =>
  Promise.all(Array.from({ length: RACERS }, (_, index) => run(index)));

/** One got it; the others are told in words what happened. */
function expectOneWinner(responses: ApiResponse[], words: RegExp) {
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, body } of responses) {
    if (status === 201) continue;
    expect([400, 409]).toContain(status);
    expect(body.detail[0]).toMatch(words);
  }
}

describe('what may be there once, asked for by many at once', () => {
  it('a vendor code', async () => {
    const responses = await race(() => test.call(owner, 'POST', '/cards/', { body: cardBody('ГОНКА-1') }));
    expectOneWinner(responses, /Артикул «ГОНКА-1» уже есть/);
  });

  it('a vendor code that other cards are given', async () => {
    const ids: number[] = [];
    for (let index = 0; index < RACERS; index += 1) {
      const { body } = await test.call(owner, 'POST', '/cards/', {
        body: cardBody(`СМЕНА-${String(index)}`),
      });
      ids.push(Number(body.id));
    }
    const responses = await race((index) =>
      test.call(owner, 'PATCH', `/cards/${String(ids[index])}/`, {
        body: { vendor_code: 'ОБЩИЙ' },
        version: 1,
      }),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of responses) expect([200, 400, 409]).toContain(status);
  });

  it('a name of a group of warehouses', async () => {
    const body = { name: 'Основные', kind: 'USER', warehouse_ids: [] };
    const responses = await race(() => test.call(owner, 'POST', '/warehouse-groups/', { body }));
    expectOneWinner(responses, /[Гг]руппа .*уже есть/);
  });

  it('a group that sets stocks to zero', async () => {
    const responses = await race((index) =>
      test.call(owner, 'POST', '/warehouse-groups/', {
        body: { name: `Обнуление ${String(index)}`, kind: 'CLEANING', warehouse_ids: [] },
      }),
    );
    expectOneWinner(responses, /[Гг]руппа для обнуления уже есть/);
  });

  it('a shop', async () => {
    const { token } = await test.issueToken({ sid: await test.createSeller() });
    const responses = await race(() => test.call(owner, 'POST', '/shops/', { body: { token } }));
    expectOneWinner(responses, /магазин уже добавлен/);
  });

  it('a token of a shop', async () => {
    const sid = await test.createSeller();
    const first = await test.issueToken({ sid });
    const { body: shop } = await test.call(owner, 'POST', '/shops/', { body: { token: first.token } });
    const { token } = await test.issueToken({ sid });
    const responses = await race(() =>
      test.call(owner, 'POST', `/shops/${String(shop.id)}/tokens/`, { body: { token } }),
    );
    expectOneWinner(responses, /токен уже добавлен/);
  });
});

describe('copies of one card, made by many at once', () => {
  it('are all made, each with a number of its own', async () => {
    const { body: card } = await test.call(owner, 'POST', '/cards/', { body: cardBody('КОПИЯ') });
    const path = `/cards/${String(card.id)}/duplicate/`;
    const responses = await race(() =>
      test.call(owner, 'POST', path, { body: { copies: 3 }, key: randomUUID() }),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: RACERS }, () => 201));
    const rows = await test.database.db
      .selectFrom('cards')
      .select('vendor_code')
      .where('vendor_code', 'like', 'КОПИЯ-%')
      .execute();
    expect(rows).toHaveLength(RACERS * 3);
  });
});

describe('a filter with very many values', () => {
  it('is refused with a sentence, not by the database', async () => {
    const filter = { subject: Array.from({ length: 130_000 }, (_, index) => index + 1) };
    const body = { selection: { filter }, is_archived: true };
    const { status } = await test.call(owner, 'POST', '/cards/archive/', { body });
    expect(status).toBe(400);
  });
});
