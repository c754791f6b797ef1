import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { SYNC_PROMOTIONS } from './sync-promotions-job.ts';

interface WirePromotion {
  id: number;
  wb_promotion_id: number;
  type: string;
  period: string;
}

let market: TestMarket;
let api: TestApp;
let seller: SignedIn;
let shop: TestShop;

interface Counts {
  in_action_count: number | null;
  available_count: number | null;
}

beforeAll(async () => {
  market = await openTestMarket();
  api = await buildTestApp({ marketplace: market.marketplace });
  seller = await api.signIn();
  await api.database.db.updateTable('accounts').set({ is_demo: true }).execute();
  shop = await createTestShop(api.database, market, seller);
  const cards = Array.from({ length: 30 }, (_, index) => ({
    vendorCode: `CUP-${index}`,
    title: 'Кружка 350 мл',
    subjectID: 812,
    sizes: [{ skus: [`20000000000${10 + index}`] }],
    price: 1000,
    discount: 20,
    createdAt: '2026-01-10T00:00:00Z',
  }));
  await market.control('PUT', `/sellers/${shop.sid}/cards`, { cards });
});
afterAll(async () => {
  await api.close();
  await market.close();
});

const call = (method: 'GET' | 'POST', path: string, payload?: object, key?: string, who = seller) =>
  api.app.inject({
    method,
    url: `/api/v1/promotions/${path}`,
    headers: { ...who.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(payload === undefined ? {} : { payload }),
  });

async function promotions(): Promise<WirePromotion[]> {
  return (await call('GET', '')).json<{ promotions: WirePromotion[] }>().promotions;
}

async function openPromotion(): Promise<{ id: number; nmIds: number[] }> {
  const found = (await promotions()).find((one) => one.type === 'regular' && one.period !== 'past');
  if (!found) throw new Error('the calendar always has one');
  const cards = (await call('GET', `${found.id}/cards/`)).json<{ nm_id: number; is_in_action: boolean }[]>();
  return { id: found.id, nmIds: cards.filter((card) => !card.is_in_action).map((card) => card.nm_id) };
}

describe('the promotions API', () => {
  it('reads a calendar that was never read while the person waits', async () => {
    const response = (await call('GET', '')).json();
    expect(response.promotions.length).toBeGreaterThan(5);
    expect(response.problems).toEqual([]);
    expect(response.synced_at).not.toBeNull();
    expect(api.enqueued).toEqual([]);
  });

  it('answers an old calendar at once and has it read again behind', async () => {
    const { length } = await promotions();
    await api.database.db
      .updateTable('sync_cursors')
      .set({ synced_at: new Date(Date.now() - 3_600_000) })
      .where('shop_id', '=', shop.shopId)
      .execute();
    expect(await promotions()).toHaveLength(length);
    expect(api.enqueued).toEqual([
      {
        name: SYNC_PROMOTIONS,
        data: { accountId: seller.accountId, shopId: shop.shopId },
        singletonKey: String(shop.shopId),
      },
    ]);
  });

  it('narrows the list to a period and a shop', async () => {
    const past = (await call('GET', `?period=past&shop=${shop.shopId}`)).json<{
      promotions: WirePromotion[];
    }>();
    expect(new Set(past.promotions.map((one) => one.period))).toEqual(new Set(['past']));
  });

  it('answers the problem of a shop without the token beside the promotions of the others', async () => {
    const other = await createTestShop(api.database, market, seller, null);
    const response = (await call('GET', '')).json();
    expect(response.promotions.length).toBeGreaterThan(0);
    expect(response.problems).toEqual([
      expect.objectContaining({ shop_id: other.shopId, detail: expect.stringContaining('Цены и скидки') }),
    ]);
    await api.database.db.deleteFrom('shops').where('id', '=', other.shopId).execute();
  });

  it('adds cards once, however often the same request comes', async () => {
    const { id, nmIds } = await openPromotion();
    const body = { nm_ids: nmIds.slice(0, 2), upload_now: true };
    const first = await call('POST', `${id}/apply/`, body, 'join-1');
    // A second call to the marketplace would fail.
    await market.breakWith([{ operation: 'calendar/*', kind: '500' }]);
    const again = await call('POST', `${id}/apply/`, body, 'join-1');
    await market.breakWith([]);
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({ cards: 2 });
    expect(again.json()).toEqual(first.json());
    await vi.waitFor(
      async () => {
        const cards = (await call('GET', `${id}/cards/`)).json<{ nm_id: number; is_in_action: boolean }[]>();
        const joined = cards.filter((card) => body.nm_ids.includes(card.nm_id));
        expect(joined.every((card) => card.is_in_action)).toBe(true);
      },
      { timeout: 30_000, interval: 100 },
    );
  });

  it('counts in the list the cards that were just named: the details of the calendar may not be read for long', async () => {
    const { id, nmIds } = await openPromotion();
    await api.database.db
      .updateTable('promotions')
      .set({ in_action_count: null, available_count: null })
      .execute();
    const cards = (await call('GET', `${id}/cards/`)).json<unknown[]>();
    const listed = (await call('GET', '')).json<{ promotions: (WirePromotion & Counts)[] }>().promotions;
    const counts = listed.map(({ id: one, in_action_count, available_count }) => ({
      isRead: one === id,
      counts: [in_action_count, available_count],
    }));
    expect(counts.filter(({ isRead }) => isRead).map((one) => one.counts)).toEqual([
      [cards.length - nmIds.length, nmIds.length],
    ]);
    expect(counts.filter(({ isRead }) => !isRead).every((one) => one.counts[0] === null)).toBe(true);
  });

  it('refuses automatic and past promotions with the reason', async () => {
    const all = await promotions();
    const automatic = all.find((one) => one.type === 'auto' && one.period !== 'past');
    const past = all.find((one) => one.type === 'regular' && one.period === 'past');
    const body = { nm_ids: [1], upload_now: true };
    const toAutomatic = await call('POST', `${automatic?.id}/apply/`, body, 'join-auto');
    expect(toAutomatic.statusCode).toBe(409);
    expect(toAutomatic.json().detail[0]).toContain('автоакцию');
    expect((await call('POST', `${past?.id}/apply/`, body, 'join-past')).json().detail).toEqual([
      'Акция уже закончилась',
    ]);
  });

  it('refuses a call without a key, without cards, and with a card twice', async () => {
    const { id } = await openPromotion();
    const status = async (body: object, key?: string) =>
      (await call('POST', `${id}/apply/`, body, key)).statusCode;
    expect(await status({ nm_ids: [1], upload_now: true })).toBe(400);
    expect(await status({ nm_ids: [], upload_now: true }, 'join-2')).toBe(400);
    expect(await status({ nm_ids: [1, 1], upload_now: true }, 'join-3')).toBe(400);
  });

  it('shows a stranger nothing', async () => {
    const { id } = await openPromotion();
    const stranger = await api.signIn('stranger');
    const status = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await call(method, path, body, 'join-4', stranger)).statusCode;
    expect(await status('GET', `${id}/`)).toBe(404);
    expect(await status('GET', `${id}/cards/`)).toBe(404);
    expect(await status('POST', `${id}/apply/`, { nm_ids: [1], upload_now: true })).toBe(404);
    expect(await status('GET', `?shop=${shop.shopId}`)).toBe(404);
    expect((await call('GET', '', undefined, undefined, stranger)).json().promotions).toEqual([]);
  });
});
