import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { syncCards } from '#server/sync/sync-cards.ts';
import { cardBody, CUPS, titleForShop } from '#tests/support/cards/fixtures.ts';
import { addTestToken, openTestMarket, type TestMarket } from '#tests/support/marketplace/test-market.ts';
import { trashCards } from '#tests/support/marketplace/trash-cards.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { MOVES_PER_PAGE } from './move-history.ts';
import { moveGroupsJob } from './move-job.ts';

/** Longer than the stand-in takes for anything. */
const LATER_MS = 60_000;
const BEDS = 197;
/** Of cups. */
const VOLUME = 900_001;

let database: Database;
let market: TestMarket;
let test: TestApp;
let owner: SignedIn;
let shopId: number;
let sid: string;
let nowMs = Date.now();

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket({ now: () => nowMs, speed: 1 });
  test = await buildTestApp({ database, marketplace: market.marketplace });
});
beforeEach(async () => {
  owner = await test.signIn(randomUUID());
  await database.db
    .updateTable('accounts')
    .set({ is_demo: true })
    .where('id', '=', owner.accountId)
    .execute();
  ({ shopId, sid } = await addShop('Северика'));
  test.enqueued.length = 0;
});
afterEach(() => market.breakWith([]));
afterAll(async () => {
  await test.close();
  await market.close();
});

async function addShop(name: string) {
  const seller = await market.control('POST', '/sellers', { name, tin: '77', tradeMark: '' });
  const shop = await database.db
    .insertInto('shops')
    .values({ account_id: owner.accountId, name, sid: String(seller['sid']) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const place = {
    accountId: owner.accountId,
    userId: owner.userId,
    shopId: shop.id,
    sid: String(seller['sid']),
  };
  await addTestToken(database, market, place);
  return { shopId: shop.id, sid: place.sid };
}

/** Cards at the marketplace, by the groups that they are in, read from there; answers their ids by vendor code. */
async function putCards(groups: readonly string[], { subjectID = CUPS, seller = { shopId, sid } } = {}) {
  const cards = groups.flatMap((group) =>
    group.split(' ').map((vendorCode) => ({
      vendorCode,
      subjectID,
      title: `Кружка ${vendorCode}`,
      brand: 'Керамия',
      description: 'Кружка для чая.',
      characteristics: [{ id: 14177449, value: ['синий'] }],
      dimensions: { length: 13, width: 11, height: 11, weightBrutto: 0.42 },
      price: 1000,
      group,
    })),
  );
  await market.control('PUT', `/sellers/${seller.sid}/cards`, { cards });
  return await readCards(seller.shopId);
}

async function readCards(inShop = shopId): Promise<(code: string) => number> {
  await syncCards({ deps: test.deps, accountId: owner.accountId, shopId: inShop }, 0);
  const rows = await database.db
    .selectFrom('cards')
    .select(['id', 'vendor_code'])
    .where('account_id', '=', owner.accountId)
    .execute();
  const ids = new Map(rows.map((row) => [row.vendor_code, row.id]));
  return (code) => ids.get(code) ?? 0;
}

async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const response = await test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: owner.headers,
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}

const preview = (ids: number[], change: string, inShop?: number) =>
  call('POST', '/cards/groups/preview/', {
    selection: { ids },
    change,
    ...(inShop === undefined ? {} : { shop_id: inShop }),
  });

/** As a person does it: looks, then does what was seen. */
async function begin(ids: number[], change: 'MERGE' | 'SPLIT') {
  const { body: seen } = await preview(ids, change);
  return await call('POST', '/cards/groups/moves/', {
    selection: { ids },
    change,
    shop_id: seen.shop_id,
    seen: seen.seen,
  });
}

const run = (moveId: number, deps: Partial<Deps> = {}) =>
  moveGroupsJob.handler(
    { moveId },
    { ...test.deps, ...deps },
    { signal: new AbortController().signal, attempt: 1 },
  );
const read = async (moveId: number) => (await call('GET', `/cards/groups/moves/${moveId}/`)).body;

/** Sent, taken by the marketplace, and looked at. */
async function finish(moveId: number) {
  await run(moveId);
  nowMs += LATER_MS;
  await run(moveId);
  return await read(moveId);
}

const codesOf = (groups: { cards: { vendor_code: string }[] }[]) =>
  groups.map(({ cards }) => cards.map((card) => card.vendor_code).join(' ')).toSorted();

/** As the marketplace has them, read anew. */
async function groupsThere(): Promise<string[]> {
  const client = await market.marketplace.forShop(database.db, owner.accountId, shopId);
  const groups = new Map<number, string[]>();
  for (const { imtId, vendorCode } of (await client.listCards()).cards) {
    groups.set(imtId, [...(groups.get(imtId) ?? []), vendorCode]);
  }
  return [...groups.values()].map((codes) => codes.toSorted().join(' ')).toSorted();
}

describe('the groups of a card', () => {
  it('are told for each shop that has it, with everybody who is in them', async () => {
    const id = await putCards(['A B', 'C']);
    await addShop('Пустой');
    const { body } = await call('GET', `/cards/${id('A')}/groups/`);
    expect(body).toMatchObject([{ shop_id: shopId, shop_name: 'Северика', move_id: null }]);
    expect(body[0].group.cards).toMatchObject([
      { card_id: id('A'), vendor_code: 'A', title: 'Кружка A', colour: 'синий', photo: null },
      { card_id: id('B') },
    ]);
    expect(body[0].group.imt_id).toBeGreaterThan(0);
    await titleForShop(
      database.db,
      { accountId: owner.accountId, shopId, cardId: id('A') },
      'Кружка «Север»',
    );
    const named = await call('GET', `/cards/${id('A')}/groups/`);
    expect(named.body[0].group.cards[0].title).toBe('Кружка «Север»');
  });
});

describe('a look at what would become of the groups', () => {
  it('says the groups before and after, whole, and changes nothing', async () => {
    const id = await putCards(['A B', 'C D E', 'F']);
    const { body } = await preview([id('A'), id('C'), id('F')], 'MERGE');
    expect(body.shops).toEqual([{ shop_id: shopId, shop_name: 'Северика', card_count: 3 }]);
    expect(codesOf(body.before)).toEqual(['A B', 'C D E', 'F']);
    expect(codesOf(body.after)).toEqual(['A C D E F', 'B']);
    expect(body.moved_ids.toSorted()).toEqual([id('A'), id('F')].toSorted());
    expect(await groupsThere()).toEqual(['A B', 'C D E', 'F']);
  });

  it('says what speaks against the group that would be, and nothing of the one that is left', async () => {
    const id = await putCards(['A B', 'C D E']);
    const said = async (codes: string[], change: string) =>
      (await preview(codes.map(id), change)).body.warnings;
    const set = (code: string, values: [number, string][]) =>
      database.db
        .updateTable('cards')
        .set({
          characteristics: JSON.stringify(values.map(([one, value]) => ({ id: one, values: [value] }))),
        })
        .where('account_id', '=', owner.accountId)
        .where('id', '=', id(code))
        .execute();
    await database.db
      .insertInto('subject_characteristics')
      .values({ subject_id: CUPS, id: VOLUME, name: 'Объём', is_required: true, type: 'NUMBER' })
      .execute();
    for (const [index, code] of ['A', 'C', 'D', 'E'].entries()) await set(code, [[VOLUME, String(index)]]);
    expect(await said(['A', 'C'], 'MERGE')).toEqual([]);
    await set('A', [[VOLUME, '1']]);
    await set('D', []);
    expect(await said(['A', 'C'], 'MERGE')).toEqual([
      'D: не заполнено обязательное — Объём',
      'A, C: не отличаются ни одной характеристикой',
    ]);
    expect(await said(['A'], 'SPLIT')).toEqual([]);
  });

  it('says which cards stay as they are, and why', async () => {
    const bed = await putCards(['BED'], { subjectID: BEDS });
    const id = await putCards(['A B', 'C']);
    const draft = (await call('POST', '/cards/', cardBody('DRAFT'))).body.id;
    const { body } = await preview([id('A'), id('C'), bed('BED'), draft], 'MERGE');
    expect(body.refused).toEqual([
      { card_id: bed('BED'), vendor_code: 'BED', reason: 'Другой предмет: в одной склейке он один' },
      { card_id: draft, vendor_code: 'DRAFT', reason: 'В этом магазине её ещё нет на Wildberries' },
    ]);
    expect(codesOf(body.after)).toEqual(['A B C']);
  });

  it('refuses more cards than a group holds, cards of no shop, and too many cards at once', async () => {
    const codes = Array.from({ length: 30 }, (_, index) => `M${index + 1}`);
    const id = await putCards([codes.join(' '), 'X']);
    const full = await preview([id('M1'), id('X')], 'MERGE');
    expect(full.body).toMatchObject({
      before: [],
      after: [],
      refusal: expect.stringMatching(/до 30 карточек/),
    });
    const draft = (await call('POST', '/cards/', cardBody('DRAFT'))).body.id;
    expect((await preview([draft], 'SPLIT')).body).toMatchObject({
      shop_id: null,
      refusal: expect.stringMatching(/ещё нет на Wildberries/),
    });
    const many = await putCards(Array.from({ length: 75 }, (_, index) => `S${index + 1}`));
    const ids = [...codes.map(id), ...Array.from({ length: 75 }, (_, index) => many(`S${index + 1}`))];
    expect(await preview(ids, 'SPLIT')).toMatchObject({
      status: 400,
      body: { detail: [expect.stringMatching(/до 100 карточек/)] },
    });
  });

  it('is of one shop: the others’ groups stay out of it', async () => {
    const other = await addShop('Вторая');
    await putCards(['A B'], { seller: other });
    const id = await putCards(['A', 'B']);
    const here = (await preview([id('A'), id('B')], 'MERGE', shopId)).body;
    expect(codesOf(here.after)).toEqual(['A B']);
    const there = (await preview([id('A'), id('B')], 'MERGE', other.shopId)).body;
    expect(there.refusal).toBe('Эти карточки уже в одной склейке');
  });
});

describe('a move', () => {
  it('is sent by the job, read back, and is in the history of the cards', async () => {
    const id = await putCards(['A B', 'C']);
    const { status, body: started } = await begin([id('A'), id('C')], 'MERGE');
    expect(status).toBe(201);
    expect(started).toMatchObject({ state: 'SENDING', card_count: 1, moved_count: 0, can_undo: false });
    expect(test.enqueued).toMatchObject([{ name: 'card-groups-move', data: { moveId: started.id } }]);
    await run(started.id);
    expect(await read(started.id)).toMatchObject({ state: 'CONFIRMING', moved_count: 0 });
    await run(started.id);
    expect(await read(started.id)).toMatchObject({ state: 'CONFIRMING', moved_count: 0 });
    nowMs += LATER_MS;
    await run(started.id);
    expect(await read(started.id)).toMatchObject({
      state: 'DONE',
      moved_count: 1,
      errors: [],
      can_undo: true,
    });
    expect(await groupsThere()).toEqual(['A B C']);
    expect(codesOf([(await call('GET', `/cards/${id('A')}/groups/`)).body[0].group])).toEqual(['A B C']);
    const { results } = (await call('GET', `/cards/${id('C')}/changes/`)).body;
    expect(results[0]).toMatchObject({
      before: { group: { shop_id: shopId, vendor_codes: [] } },
      after: { group: { shop_id: shopId, vendor_codes: ['A', 'B'] } },
    });
    expect(results[0].user_name).not.toBeNull();
  });

  it('out of a group leaves each card by itself', async () => {
    const id = await putCards(['A B C D']);
    const { body: started } = await begin([id('A'), id('B')], 'SPLIT');
    expect(await finish(started.id)).toMatchObject({ state: 'DONE', moved_count: 2 });
    expect(await groupsThere()).toEqual(['A', 'B', 'C D']);
  });

  it('is taken back: cards are together as they were', async () => {
    const id = await putCards(['A B', 'C D E', 'F']);
    const { body: started } = await begin([id('A'), id('B'), id('C'), id('F')], 'MERGE');
    await finish(started.id);
    expect(await groupsThere()).toEqual(['A B C D E F']);
    const { status, body: undo } = await call('POST', `/cards/groups/moves/${started.id}/undo/`);
    expect(status).toBe(201);
    expect(await finish(undo.id)).toMatchObject({ change: 'UNDO', state: 'DONE' });
    expect(await groupsThere()).toEqual(['A B', 'C D E', 'F']);
    expect(await read(started.id)).toMatchObject({ can_undo: false });
  });

  it('SK-01: is not done when the groups are others than were seen', async () => {
    const id = await putCards(['A B', 'C']);
    const { body: seen } = await preview([id('A'), id('C')], 'MERGE');
    await database.db
      .updateTable('shop_cards')
      .set({ imt_id: 77 })
      .where('account_id', '=', owner.accountId)
      .where('card_id', '=', id('B'))
      .execute();
    const body = {
      selection: { ids: [id('A'), id('C')] },
      change: 'MERGE',
      shop_id: shopId,
      seen: seen.seen,
    };
    const refused = await call('POST', '/cards/groups/moves/', body);
    expect(refused).toMatchObject({ status: 409, body: { detail: [expect.stringMatching(/изменились/)] } });
  });

  it('SK-02: waits for no other: a shop has one at a time', async () => {
    const id = await putCards(['A B', 'C']);
    await begin([id('A')], 'SPLIT');
    const second = await begin([id('A'), id('C')], 'MERGE');
    expect(second).toMatchObject({
      status: 409,
      body: { detail: [expect.stringMatching(/Дождитесь конца/)] },
    });
  });

  it('SK-03: whose answer is lost is sent again, and is done once', async () => {
    const id = await putCards(['A', 'B', 'C D']);
    await market.breakWith([{ operation: 'content/cards/moveNm', kind: 'empty', probability: 1, times: 1 }]);
    const { body: started } = await begin([id('A'), id('B')], 'MERGE');
    await run(started.id);
    expect(await read(started.id)).toMatchObject({ state: 'SENDING' });
    expect(await finish(started.id)).toMatchObject({ state: 'DONE', errors: [] });
    expect(await groupsThere()).toEqual(['A B', 'C D']);
  });

  it('SK-04: that the marketplace refuses ends with its reason in words, and the rest is done', async () => {
    const id = await putCards(['A B', 'C D']);
    const { body: started } = await begin([id('B'), id('D')], 'SPLIT');
    await trashCards(market, sid, [await nmIdOf(id('B'))]);
    const ended = await finish(started.id);
    expect(ended).toMatchObject({ state: 'PARTLY', card_count: 2, moved_count: 1 });
    expect(ended.errors).toEqual(['Wildberries не нашёл карточку: возможно, она в корзине']);
  });

  it('SK-05: that the marketplace takes and does not do is given up after ten minutes, in words', async () => {
    const id = await putCards(['A-STAYS B']);
    const { body: started } = await begin([id('A-STAYS')], 'SPLIT');
    await finish(started.id);
    expect(await read(started.id)).toMatchObject({ state: 'CONFIRMING' });
    await database.db
      .updateTable('card_group_moves')
      .set({ sent_at: new Date(Date.now() - 11 * 60_000) })
      .where('id', '=', started.id)
      .execute();
    await run(started.id);
    expect(await read(started.id)).toMatchObject({
      state: 'FAILED',
      can_undo: false,
      errors: [expect.stringMatching(/не показал новую склейку/)],
    });
  });

  it('SK-06: is not taken back when the cards have moved again since', async () => {
    const id = await putCards(['A', 'B', 'C']);
    const { body: first } = await begin([id('A'), id('B')], 'MERGE');
    await finish(first.id);
    const { body: second } = await begin([id('A'), id('B')], 'SPLIT');
    await finish(second.id);
    const refused = await call('POST', `/cards/groups/moves/${first.id}/undo/`);
    expect(refused).toMatchObject({ status: 409, body: { detail: [expect.stringMatching(/ещё раз/)] } });
  });

  it('SK-09: is taken back for those cards whose group nobody has changed since', async () => {
    const id = await putCards(['A B', 'C D', 'E']);
    const { body: first } = await begin([id('A'), id('C'), id('E')], 'MERGE');
    await finish(first.id);
    expect(await groupsThere()).toEqual(['A B C E', 'D']);
    const { body: second } = await begin([id('C')], 'SPLIT');
    await finish(second.id);
    expect(await read(first.id)).toMatchObject({ moved_count: 2, can_undo: true });
    const { status, body: undo } = await call('POST', `/cards/groups/moves/${first.id}/undo/`);
    expect(status).toBe(201);
    expect(await finish(undo.id)).toMatchObject({ state: 'DONE', card_count: 1 });
    expect(await groupsThere()).toEqual(['A B', 'C', 'D', 'E']);
    expect((await call('POST', `/cards/groups/moves/${first.id}/undo/`)).status).toBe(409);
  });

  it('SK-07: that a process that died has left is taken up by the clock', async () => {
    const id = await putCards(['A B']);
    const { body: started } = await begin([id('A')], 'SPLIT');
    const byClock = () =>
      moveGroupsJob.handler({}, test.deps, { signal: new AbortController().signal, attempt: 1 });
    await byClock();
    expect(await read(started.id)).toMatchObject({ state: 'SENDING' });
    await database.db
      .updateTable('card_group_moves')
      .set({ worked_at: new Date(Date.now() - 6 * 60_000) })
      .where('id', '=', started.id)
      .execute();
    await byClock();
    expect(await read(started.id)).toMatchObject({ state: 'CONFIRMING' });
  });

  it('SK-08: that fails for a reason of ours ends and frees the shop', async () => {
    const id = await putCards(['A B']);
    const { body: started } = await begin([id('A')], 'SPLIT');
    await moveGroupsJob.onGivenUp?.({ moveId: started.id }, test.deps);
    expect(await read(started.id)).toMatchObject({
      state: 'FAILED',
      errors: [expect.stringMatching(/Внутренняя/)],
    });
    expect((await begin([id('A')], 'SPLIT')).status).toBe(201);
  });

  it('waits for the limit of calls and goes on', async () => {
    const id = await putCards(['A B C']);
    const { body: started } = await begin([id('A'), id('B')], 'SPLIT');
    let calls = 0;
    const limited = {
      ...test.deps.marketplace,
      forShop: async (...args: Parameters<Deps['marketplace']['forShop']>) => {
        const client = await test.deps.marketplace.forShop(...args);
        return {
          ...client,
          moveCards: async (...input: Parameters<typeof client.moveCards>) => {
            calls += 1;
            if (calls === 2) throw new MarketplaceError({ kind: 'limit', status: 429, detail: ['Лимит'] });
            return await client.moveCards(...input);
          },
        };
      },
    };
    await run(started.id, { marketplace: limited });
    expect(await read(started.id)).toMatchObject({ state: 'SENDING', errors: [] });
    expect(test.enqueued).toHaveLength(2);
    expect(await finish(started.id)).toMatchObject({ state: 'DONE', moved_count: 2 });
    expect(await groupsThere()).toEqual(['A', 'B', 'C']);
  });
});

describe('the list of moves', () => {
  const list = async (query = '') => (await call('GET', `/cards/groups/moves/${query}`)).body;

  it('says what was merged and split, when and by whom, the last first, with the cards', async () => {
    const id = await putCards(['A B', 'C', 'D']);
    const { body: merge } = await begin([id('A'), id('C'), id('D')], 'MERGE');
    await finish(merge.id);
    const { body: split } = await begin([id('B')], 'SPLIT');
    const { results, next_before_id: next } = await list();
    expect(next).toBeNull();
    expect(results).toMatchObject([
      { id: split.id, change: 'SPLIT', state: 'SENDING', card_count: 1, moved_count: 0 },
      {
        id: merge.id,
        change: 'MERGE',
        state: 'DONE',
        shop_name: 'Северика',
        card_count: 2,
        moved_count: 2,
        can_take_back_count: 2,
        taken_back: null,
      },
    ]);
    expect(results[0].can_take_back_count).toBe(0);
    const { name } = await database.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    expect(results[1].user_name).toBe(name);
    const { body: cards } = await call('GET', `/cards/groups/moves/${merge.id}/cards/`);
    expect(cards).toMatchObject([{ vendor_code: 'C' }, { vendor_code: 'D' }]);
  });

  it('tells who took a move back with that move, and how many cards that were', async () => {
    const id = await putCards(['A B', 'C', 'D']);
    const { body: merge } = await begin([id('A'), id('C'), id('D')], 'MERGE');
    await finish(merge.id);
    const { body: split } = await begin([id('D')], 'SPLIT');
    await finish(split.id);
    expect((await list()).results[1]).toMatchObject({ id: merge.id, can_take_back_count: 1 });
    const { body: undo } = await call('POST', `/cards/groups/moves/${merge.id}/undo/`);
    expect((await list()).results[1]).toMatchObject({
      id: merge.id,
      can_take_back_count: 0,
      taken_back: { state: 'SENDING', moved_count: 0 },
    });
    await finish(undo.id);
    const { results } = await list();
    expect(results).toHaveLength(2);
    expect(results[1]).toMatchObject({
      id: merge.id,
      moved_count: 2,
      can_take_back_count: 0,
      taken_back: { state: 'DONE', moved_count: 1 },
    });
  });

  it('offers the way back again where the marketplace has not taken it', async () => {
    const id = await putCards(['A B', 'C']);
    const { body: merge } = await begin([id('A'), id('C')], 'MERGE');
    await finish(merge.id);
    const { body: undo } = await call('POST', `/cards/groups/moves/${merge.id}/undo/`);
    await moveGroupsJob.onGivenUp?.({ moveId: undo.id }, test.deps);
    expect((await list()).results).toMatchObject([
      { can_take_back_count: 1, taken_back: { state: 'FAILED', moved_count: 0 } },
    ]);
    const { body: again } = await call('POST', `/cards/groups/moves/${merge.id}/undo/`);
    await finish(again.id);
    expect((await list()).results).toMatchObject([
      { can_take_back_count: 0, taken_back: { state: 'DONE', moved_count: 1 } },
    ]);
    expect(await groupsThere()).toEqual(['A B', 'C']);
  });

  it('leaves out what has moved nothing, what is older than 30 days, and what is another account’s', async () => {
    const id = await putCards(['A B', 'C D']);
    const { body: failed } = await begin([id('A')], 'SPLIT');
    await moveGroupsJob.onGivenUp?.({ moveId: failed.id }, test.deps);
    const { body: old } = await begin([id('C')], 'SPLIT');
    await finish(old.id);
    expect((await list()).results).toMatchObject([{ id: old.id }]);
    const first = owner;
    owner = await test.signIn(randomUUID());
    expect((await list()).results).toEqual([]);
    expect((await call('GET', `/cards/groups/moves/${old.id}/cards/`)).status).toBe(404);
    owner = first;
    await database.db
      .updateTable('card_group_moves')
      .set({ created_at: new Date(Date.now() - 31 * 24 * 3_600_000) })
      .where('id', '=', old.id)
      .execute();
    expect((await list()).results).toEqual([]);
  });

  it('has each move once over all its parts, of the same moment too', async () => {
    const count = MOVES_PER_PAGE + 3;
    const createdAt = new Date();
    await database.db
      .insertInto('card_group_moves')
      .values(
        Array.from({ length: count }, () => ({
          account_id: owner.accountId,
          user_id: owner.userId,
          shop_id: shopId,
          change: 'SPLIT' as const,
          state: 'DONE' as const,
          steps: '[]',
          cards: '[]',
          created_at: createdAt,
        })),
      )
      .execute();
    const first = await list();
    const rest = await list(`?before_id=${first.next_before_id}`);
    expect(rest.next_before_id).toBeNull();
    const read = [...first.results, ...rest.results].map(({ id }) => id);
    expect(read).toHaveLength(count);
    expect(new Set(read).size).toBe(count);
  });
});

async function nmIdOf(cardId: number): Promise<number> {
  const row = await database.db
    .selectFrom('shop_cards')
    .select('nm_id')
    .where('account_id', '=', owner.accountId)
    .where('card_id', '=', cardId)
    .executeTakeFirstOrThrow();
  return row.nm_id ?? 0;
}
