import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#server/jobs/deps.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { syncCards } from '#server/sync/sync-cards.ts';
import { syncPrices } from '#server/sync/sync-prices.ts';
import { addTestSubjects } from '#tests/support/cards/fixtures.ts';
import { addTestToken, openTestMarket, type TestMarket } from '#tests/support/marketplace/test-market.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { refreshPromotions } from '../sync-promotions-job.ts';
import { applyPromotionJob } from './application-job.ts';

/** The stand-in's clock: a promotion of its calendar is on, others come. */
let nowMs = Date.now();
const MINUTE_MS = 60_000;

let market: TestMarket;
let test: TestApp;
let owner: SignedIn;
let shopId = 0;
let sid = '';
let people = 0;

beforeAll(async () => {
  market = await openTestMarket({ now: () => nowMs });
  test = await buildTestApp({ marketplace: market.marketplace });
  await addTestSubjects(test.database.db);
});
afterAll(async () => {
  await test.close();
  await market.close();
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`owner-${people}`);
  await test.database.db.updateTable('accounts').set({ is_demo: true }).execute();
  test.enqueued.length = 0;
  ({ shopId, sid } = await addShop('Северика'));
});

async function addShop(name: string, codes = Array.from({ length: 30 }, (_, index) => `CUP-${index}`)) {
  const { db } = test.database;
  const seller = await market.control('POST', '/sellers', { name, tin: '770512345601', tradeMark: name });
  const shop = await db
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
  await addTestToken(test.database, market, place);
  await market.control('PUT', `/sellers/${place.sid}/cards`, {
    cards: codes.map((vendorCode) => ({
      vendorCode: `${vendorCode}-${shop.id}`,
      title: 'Кружка 350 мл',
      subjectID: 812,
      sizes: [{ skus: [] }],
      price: 1000,
      discount: 20,
      createdAt: '2026-01-10T00:00:00Z',
    })),
  });
  const run = { deps: test.deps, accountId: owner.accountId, shopId: shop.id };
  await syncCards(run, 0);
  await syncPrices(run, 0);
  await refreshPromotions({ db, marketplace: market.marketplace }, run);
  return { shopId: shop.id, sid: place.sid };
}

async function call(method: 'GET' | 'POST', path: string, payload?: object, who = owner) {
  const response = await test.app.inject({
    method,
    url: `/api/v1/promotions/${path}`,
    headers: who.headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

interface Card {
  nm_id: number;
  card_id: number;
  is_in_action: boolean;
  plan_price_kopecks: number;
  discount: number;
}

async function promotionIn(period: 'current' | 'upcoming', ofShop = shopId) {
  const { body } = await call('GET', `?shop=${ofShop}&period=${period}`);
  const found = body.promotions.find(({ type }: { type: string }) => type === 'regular');
  const cards: Card[] = (await call('GET', `${found.id}/cards/`)).body;
  return {
    id: Number(found.id),
    wbPromotionId: Number(found.wb_promotion_id),
    startsAtMs: Date.parse(found.starts_at),
    offered: cards.filter((card) => !card.is_in_action),
  };
}

const NO_GUARDS = { min_profit_kopecks: null, min_margin_percent: null };
const prepare = (
  chosen: { id: number; nmIds: number[] }[],
  { kind = 'JOIN', guards = NO_GUARDS, uploadNow = true, who = owner } = {},
) =>
  call(
    'POST',
    'applications/',
    {
      kind,
      chosen: chosen.map(({ id, nmIds }) => ({ promotion_id: id, nm_ids: nmIds })),
      upload_now: uploadNow,
      guards,
    },
    who,
  );
const start = (id: number, count: number) =>
  call('POST', `applications/${id}/start/`, { expected_count: count });
const look = async (id: number) => (await call('GET', `applications/${id}/`)).body;
const cardsOf = async (id: number) => (await call('GET', `applications/${id}/cards/?limit=200`)).body.results;
const run = (applicationId: number | undefined, deps: Partial<Deps> = {}) =>
  applyPromotionJob.handler(
    applicationId === undefined ? {} : { applicationId },
    { ...test.deps, ...deps },
    { signal: new AbortController().signal, attempt: 1 },
  );
const nmIdsOf = (cards: readonly Card[]) => cards.map((card) => card.nm_id);

/** Sent, made by the marketplace, read back. */
async function finish(id: number) {
  await run(id);
  nowMs += MINUTE_MS;
  await run(id);
  return await look(id);
}

async function joinedAtMarket(): Promise<number> {
  const { effects } = await market.control('GET', `/effects?sid=${sid}&kind=promotion-joined`);
  return (effects as unknown[]).length; // the control interface answers a list
}

const isIn = async (promotionId: number, nmId: number) => {
  const cards: Card[] = (await call('GET', `${promotionId}/cards/`)).body;
  return cards.find((card) => card.nm_id === nmId)?.is_in_action;
};

describe('a look at what would be sent', () => {
  it('says cards, prices and reasons, and sends nothing', async () => {
    const { id, offered } = await promotionIn('current');
    const chosen = offered.slice(0, 3);
    const { status, body } = await prepare([{ id, nmIds: [...nmIdsOf(chosen), 999] }]);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'READY',
      counts: { waiting: 3, left_out: 1 },
      unknown_count: 3,
      shops: [{ shop_id: shopId, shop_name: 'Северика', card_count: 3, problem: null }],
      started_at: null,
    });
    expect(body.mean_change).toBeLessThan(0);
    const cards = await cardsOf(body.id);
    expect(cards).toHaveLength(4);
    expect(cards[0]).toMatchObject({ nm_id: 999, state: 'LEFT_OUT', left_out: 'NOT_OFFERED' });
    expect(test.enqueued).toEqual([]);
    expect((await call('GET', 'applications/')).body.results).toEqual([]);
  });

  it('has each card once through all its pages, and none of another account', async () => {
    const { id, offered } = await promotionIn('current');
    const nmIds = [
      ...nmIdsOf(offered.slice(0, 2)),
      ...Array.from({ length: 430 }, (_, index) => 1_000 + index),
    ];
    const { body } = await prepare([{ id, nmIds }]);
    const read: number[] = [];
    for (let offset = 0; offset < nmIds.length; offset += 200) {
      const page = (await call('GET', `applications/${body.id}/cards/?limit=200&offset=${offset}`)).body;
      expect(page.count).toBe(nmIds.length);
      expect(page.next === null).toBe(offset + 200 >= nmIds.length);
      read.push(...nmIdsOf(page.results));
    }
    expect(read.toSorted((one, other) => one - other)).toEqual(nmIds.toSorted((one, other) => one - other));
    const stranger = await test.signIn(`stranger-${people}`);
    const refused = await call('GET', `applications/${body.id}/cards/?limit=200`, undefined, stranger);
    expect(refused.status).toBe(404);
  });

  it('leaves out what brings too little or is not known, which a person may take in by hand', async () => {
    const { id, offered } = await promotionIn('current');
    const nmIds = nmIdsOf(offered.slice(0, 2));
    const { body } = await prepare([{ id, nmIds }], {
      guards: { ...NO_GUARDS, min_margin_percent: 10 } as never,
    });
    expect(body.counts).toMatchObject({ waiting: 0, left_out: 2 });
    expect(await cardsOf(body.id)).toMatchObject([
      { left_out: 'UNKNOWN_PROFIT' },
      { left_out: 'UNKNOWN_PROFIT' },
    ]);
    const byHand = { cards: [{ shop_id: shopId, nm_id: nmIds[0] }], is_by_hand: true };
    const taken = await call('POST', `applications/${body.id}/by-hand/`, byHand);
    expect(taken.body.counts).toMatchObject({ waiting: 1, left_out: 1 });
    const back = await call('POST', `applications/${body.id}/by-hand/`, { ...byHand, is_by_hand: false });
    expect(back.body.counts).toMatchObject({ waiting: 0, left_out: 2 });
  });

  it('PM-01: below its floor a card is left out, and nobody takes it in', async () => {
    const { id, offered } = await promotionIn('current');
    const [card] = offered;
    await setFloor(card?.card_id ?? 0, (card?.plan_price_kopecks ?? 0) + 1);
    const { body } = await prepare([{ id, nmIds: [card?.nm_id ?? 0] }]);
    expect(await cardsOf(body.id)).toMatchObject([
      { left_out: 'FLOOR', floor_kopecks: (card?.plan_price_kopecks ?? 0) + 1 },
    ]);
    const byHand = { cards: [{ shop_id: shopId, nm_id: card?.nm_id }], is_by_hand: true };
    expect(await call('POST', `applications/${body.id}/by-hand/`, byHand)).toMatchObject({
      status: 409,
      body: { detail: [expect.stringMatching(/ниже минимальной цены/)] },
    });
  });

  it('is of one promotion, in one’s own shops', async () => {
    const current = await promotionIn('current');
    const upcoming = await promotionIn('upcoming');
    const nmIds = nmIdsOf(current.offered.slice(0, 1));
    const two = [
      { id: current.id, nmIds },
      { id: upcoming.id, nmIds },
    ];
    expect((await prepare(two)).status).toBe(400);
    expect((await prepare([{ id: current.id, nmIds: [...nmIds, ...nmIds] }])).status).toBe(400);
    const stranger = await test.signIn('stranger');
    expect((await prepare([{ id: current.id, nmIds }], { who: stranger })).status).toBe(404);
  });
});

async function setFloor(cardId: number, floorKopecks: number) {
  await test.database.db
    .insertInto('price_floors')
    .values({
      card_id: cardId,
      account_id: owner.accountId,
      floor_kopecks: floorKopecks,
      over_cost_basis_points: null,
      changed_by: owner.userId,
    })
    .execute();
}

describe('an application', () => {
  it('is sent in two shops, read back, and stays in the list with who, when and what', async () => {
    const other = await addShop('Вторая');
    const here = await promotionIn('current');
    const there = await promotionIn('current', other.shopId);
    const chosen = [here, there].map(({ id, offered }) => ({ id, nmIds: nmIdsOf(offered.slice(0, 2)) }));
    const { body: seen } = await prepare(chosen);
    const { body: started } = await start(seen.id, 4);
    expect(started.state).toBe('SENDING');
    expect(test.enqueued).toMatchObject([{ name: 'apply-promotion', data: { applicationId: seen.id } }]);
    await run(seen.id);
    expect(await look(seen.id)).toMatchObject({ state: 'CONFIRMING', counts: { sent: 4 } });
    nowMs += MINUTE_MS;
    await run(seen.id);
    expect(await look(seen.id)).toMatchObject({ state: 'DONE', counts: { confirmed: 4, sent: 0 } });
    expect(await isIn(here.id, chosen[0]?.nmIds[0] ?? 0)).toBe(true);
    const { body: list } = await call('GET', `applications/?wb_promotion_id=${here.wbPromotionId}`);
    expect(list).toMatchObject({
      count: 1,
      results: [{ id: seen.id, user_name: `Продавец owner-${people}` }],
    });
    expect(list.results[0].finished_at).not.toBeNull();
  });

  it('PM-02: that two people start at once is sent once', async () => {
    const { id, offered } = await promotionIn('current');
    const { body: seen } = await prepare([{ id, nmIds: nmIdsOf(offered.slice(0, 2)) }]);
    const both = await Promise.all([start(seen.id, 2), start(seen.id, 2)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(test.enqueued).toHaveLength(1);
    await finish(seen.id);
    expect(await joinedAtMarket()).toBe(2);
  });

  it('PM-03: of two with the same cards takes each card once', async () => {
    const { id, offered } = await promotionIn('current');
    const chosen = [{ id, nmIds: nmIdsOf(offered.slice(0, 3)) }];
    const first = (await prepare(chosen)).body;
    const second = (await prepare(chosen)).body;
    await start(first.id, 3);
    await start(second.id, 3);
    await run(first.id);
    nowMs += MINUTE_MS;
    await run(second.id);
    await run(first.id);
    expect(await look(first.id)).toMatchObject({ state: 'DONE', counts: { confirmed: 3 } });
    expect(await look(second.id)).toMatchObject({ state: 'DONE', counts: { confirmed: 3 } });
    expect(await joinedAtMarket()).toBe(3);
  });

  it('PM-04: is not started when another number of cards would go', async () => {
    const { id, offered } = await promotionIn('current');
    const { body: seen } = await prepare([{ id, nmIds: nmIdsOf(offered.slice(0, 2)) }]);
    expect(await start(seen.id, 3)).toMatchObject({ status: 409 });
    expect(test.enqueued).toEqual([]);
  });

  it('PM-05: whose process dies after the call sends no card twice', async () => {
    const { id, offered } = await promotionIn('current');
    const { body: seen } = await prepare([{ id, nmIds: nmIdsOf(offered.slice(0, 3)) }]);
    await start(seen.id, 3);
    let calls = 0;
    const marketplace = joiningWith(async (send) => {
      calls += 1;
      await send();
      throw new Error('the process is gone');
    });
    await expect(run(seen.id, { marketplace })).rejects.toThrow('gone');
    expect(await look(seen.id)).toMatchObject({ state: 'SENDING', counts: { waiting: 3 } });
    nowMs += MINUTE_MS;
    expect(await finish(seen.id)).toMatchObject({ state: 'DONE', counts: { confirmed: 3 } });
    expect(calls).toBe(1);
    expect(await joinedAtMarket()).toBe(3);
  });

  it('PM-06: that a process left is taken up by the clock', async () => {
    const { id, offered } = await promotionIn('current');
    const { body: seen } = await prepare([{ id, nmIds: nmIdsOf(offered.slice(0, 1)) }]);
    await start(seen.id, 1);
    test.enqueued.length = 0;
    await run(undefined);
    expect(test.enqueued).toEqual([]);
    await test.database.db
      .updateTable('promotion_applications')
      .set({ look_at: new Date(Date.now() - 6 * MINUTE_MS) })
      .where('id', '=', seen.id)
      .execute();
    await run(undefined);
    expect(test.enqueued).toMatchObject([{ data: { applicationId: seen.id } }]);
  });

  it('PM-07: sends nothing at another price than was seen', async () => {
    const { id, offered } = await promotionIn('current');
    const { body: seen } = await prepare([{ id, nmIds: nmIdsOf(offered.slice(0, 2)) }]);
    await test.database.db
      .updateTable('promotion_application_cards')
      .set({ new_price_kopecks: 777_00 })
      .where('application_id', '=', seen.id)
      .where('nm_id', '=', offered[0]?.nm_id ?? 0)
      .execute();
    await start(seen.id, 2);
    expect(await finish(seen.id)).toMatchObject({ state: 'PARTLY', counts: { confirmed: 1, refused: 1 } });
    expect((await cardsOf(seen.id))[0].reason).toMatch(/^Цена акции изменилась: была 777 ₽, стала/);
    expect(await joinedAtMarket()).toBe(1);
  });

  it('PM-08: holds a floor that was set after the look', async () => {
    const { id, offered } = await promotionIn('current');
    const [card] = offered;
    const { body: seen } = await prepare([{ id, nmIds: [card?.nm_id ?? 0] }]);
    await setFloor(card?.card_id ?? 0, 999_00);
    await start(seen.id, 1);
    expect(await finish(seen.id)).toMatchObject({ state: 'FAILED', counts: { refused: 1 } });
    expect((await cardsOf(seen.id))[0].reason).toBe('Ниже минимальной цены 999 ₽: не отправлена');
    expect(await joinedAtMarket()).toBe(0);
  });

  it('keeps the marketplace’s reason by each card that it refuses', async () => {
    const shop = await addShop(
      'Распродажа',
      Array.from({ length: 30 }, (_, index) => `X-STOCKSALE-${index}`),
    );
    const { id, offered } = await promotionIn('current', shop.shopId);
    const { body: seen } = await prepare([{ id, nmIds: nmIdsOf(offered.slice(0, 2)) }]);
    await start(seen.id, 2);
    expect(await finish(seen.id)).toMatchObject({ state: 'FAILED', counts: { refused: 2 } });
    expect((await cardsOf(seen.id))[0].reason).toMatch(/распродаж/i);
  });

  it('waits for the limit of calls and goes on; a refusal of all ends it with the reason', async () => {
    const { id, offered } = await promotionIn('current');
    const { body: seen } = await prepare([{ id, nmIds: nmIdsOf(offered.slice(0, 1)) }]);
    await start(seen.id, 1);
    const failing = (kind: 'limit' | 'rejected', retryAt?: Date) =>
      joiningWith(() =>
        Promise.reject(new MarketplaceError({ kind, status: 429, detail: ['Нет'], retryAt })),
      );
    await run(seen.id, { marketplace: failing('limit') });
    const soon = { state: 'SENDING', counts: { waiting: 1 }, waiting_until: null };
    expect(await look(seen.id)).toMatchObject(soon);
    const retryAt = new Date(Date.now() + 180 * MINUTE_MS);
    await run(seen.id, { marketplace: failing('limit', retryAt) });
    const { waiting_until: waitingUntil } = await look(seen.id);
    expect(Math.abs(Date.parse(waitingUntil) - retryAt.getTime())).toBeLessThan(MINUTE_MS);
    await run(seen.id, { marketplace: failing('rejected') });
    expect(await look(seen.id)).toMatchObject({ state: 'FAILED', shops: [{ problem: 'Нет' }] });
  });

  it('to a promotion that is to come waits for its start, and is read back then', async () => {
    const { id, offered, startsAtMs } = await promotionIn('upcoming');
    const { body: seen } = await prepare([{ id, nmIds: nmIdsOf(offered.slice(0, 2)) }], { uploadNow: false });
    await start(seen.id, 2);
    expect(await finish(seen.id)).toMatchObject({ state: 'SCHEDULED', counts: { scheduled: 2 } });
    const before = nowMs;
    nowMs = startsAtMs + MINUTE_MS;
    await run(seen.id);
    nowMs = before;
    expect(await look(seen.id)).toMatchObject({ state: 'DONE', counts: { confirmed: 2 } });
  });

  it('that the marketplace takes and does not show is given up after a while, in words', async () => {
    const { id, offered } = await promotionIn('current');
    const { body: seen } = await prepare([{ id, nmIds: nmIdsOf(offered.slice(0, 1)) }]);
    await start(seen.id, 1);
    await run(seen.id);
    nowMs += MINUTE_MS;
    const nothingIn = clientWith(() => ({ promotionGoods: () => Promise.resolve([]) }));
    await run(seen.id, { marketplace: nothingIn });
    expect(await look(seen.id)).toMatchObject({ state: 'CONFIRMING', counts: { sent: 1 } });
    const { steps } = await test.database.db
      .selectFrom('promotion_applications')
      .select('steps')
      .where('id', '=', seen.id)
      .executeTakeFirstOrThrow();
    const older = steps.map((step) => ({ ...step, sentAtMs: Date.now() - 11 * MINUTE_MS }));
    await test.database.db
      .updateTable('promotion_applications')
      .set({ steps: JSON.stringify(older) })
      .where('id', '=', seen.id)
      .execute();
    await run(seen.id, { marketplace: nothingIn });
    expect(await look(seen.id)).toMatchObject({ state: 'FAILED', counts: { unconfirmed: 1 } });
    expect((await cardsOf(seen.id))[0].reason).toMatch(/не показывает карточку среди участников/);
  });
});

describe('leaving a promotion', () => {
  it('sends the discount from before, and reads back that the card is out', async () => {
    const { id, offered } = await promotionIn('current');
    const [card] = offered;
    const nmId = card?.nm_id ?? 0;
    const { body: joined } = await prepare([{ id, nmIds: [nmId] }]);
    await start(joined.id, 1);
    await finish(joined.id);
    const { body: seen } = await prepare([{ id, nmIds: [nmId] }], { kind: 'LEAVE' });
    expect(seen).toMatchObject({ kind: 'LEAVE', counts: { waiting: 1 } });
    expect(await cardsOf(seen.id)).toMatchObject([{ new_price_kopecks: 800_00 }]);
    await start(seen.id, 1);
    expect(await finish(seen.id)).toMatchObject({ state: 'DONE', counts: { confirmed: 1 } });
    expect(await isIn(id, nmId)).toBe(false);
  });

  it('is not possible for a card that is out, or whose price from before is not above the promotion’s', async () => {
    const { id, offered } = await promotionIn('current');
    const [out, other] = offered;
    const { body: joined } = await prepare([{ id, nmIds: [other?.nm_id ?? 0] }]);
    await start(joined.id, 1);
    await finish(joined.id);
    await test.database.db
      .updateTable('promotion_application_cards')
      .set({ discount: 90 })
      .where('application_id', '=', joined.id)
      .execute();
    const { body: seen } = await prepare([{ id, nmIds: [out?.nm_id ?? 0, other?.nm_id ?? 0] }], {
      kind: 'LEAVE',
    });
    const reasons = (await cardsOf(seen.id)).map((card: { left_out: string }) => card.left_out);
    expect(reasons.toSorted()).toEqual(['ALREADY', 'NO_EARLIER_PRICE']);
  });
});

type Client = Awaited<ReturnType<Deps['marketplace']['forShop']>>;

function clientWith(change: (client: Client) => Partial<Client>): Deps['marketplace'] {
  return {
    ...test.deps.marketplace,
    forShop: async (...args) => {
      const client = await test.deps.marketplace.forShop(...args);
      return { ...client, ...change(client) };
    },
  };
}

const joiningWith = (join: (send: () => Promise<unknown>) => Promise<never>) =>
  clientWith((client) => ({ joinPromotion: (...input) => join(() => client.joinPromotion(...input)) }));
