import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, LATER_MS, loadedCup, openShop, type Shop } from '#tests/support/simulator/test-simulator.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
  await shop.load(Array.from({ length: 30 }, (_, index) => loadedCup(`CUP-${String(index)}`)));
});
afterEach(() => shop.close());

interface Promotion {
  id: number;
  name: string;
  type: string;
  startDateTime: string;
  endDateTime: string;
}

const get = (path: string) =>
  call(shop.url, 'GET', `/calendar/api/v1/calendar/promotions${path}`, shop.token);
const RANGE = '?startDateTime=2026-11-01T00:00:00Z&endDateTime=2026-12-31T00:00:00Z';
const promotions = async (isAll = true): Promise<Promotion[]> =>
  (await get(`${RANGE}&allPromo=${String(isAll)}`)).body.data.promotions;
const NOW = '2026-11-21T12:00:00Z';

async function find(isWanted: (promotion: Promotion) => boolean): Promise<Promotion> {
  const found = (await promotions()).find(isWanted);
  if (!found) throw new Error('no such promotion');
  return found;
}
const isOn = ({ type, startDateTime, endDateTime }: Promotion) =>
  type === 'regular' && startDateTime <= NOW && endDateTime > '2026-11-22T12:00:00Z';
const isComing = ({ type, startDateTime }: Promotion) => type === 'regular' && startDateTime > NOW;

describe('the calendar of promotions', () => {
  it('has past, running and coming ones of both kinds, with dates that stay', async () => {
    const all = await promotions();
    expect(all.some((promotion) => promotion.endDateTime < NOW)).toBe(true);
    expect(all.some(isOn)).toBe(true);
    expect(all.some(isComing)).toBe(true);
    expect(all.some(({ type }) => type === 'auto')).toBe(true);
    shop.advance(86_400_000);
    expect(await promotions()).toEqual(all);
    expect((await promotions(false)).every((promotion) => promotion.endDateTime > NOW)).toBe(true);
  });

  it('tells the goods in and out of a promotion, and the details count the same', async () => {
    const { id } = await find(isOn);
    const goods = async (isIn: boolean) =>
      (await get(`/nomenclatures?promotionID=${String(id)}&inAction=${String(isIn)}`)).body.data
        .nomenclatures;
    const [details] = (await get(`/details?promotionIDs=${String(id)}`)).body.data.promotions;
    expect(details).toMatchObject({
      inPromoActionTotal: (await goods(true)).length,
      notInPromoActionTotal: (await goods(false)).length,
    });
    const [offer] = await goods(false);
    expect(offer.planDiscount).toBeGreaterThan(offer.discount);
    expect(offer.planPrice).toBe(Math.round(offer.price * (1 - offer.planDiscount / 100)));
  });

  it('takes goods in and sets the planned discount at once when asked to', async () => {
    const { id } = await find(isOn);
    const out = `/nomenclatures?promotionID=${String(id)}&inAction=false`;
    const [offer] = (await get(out)).body.data.nomenclatures;
    const body = { data: { promotionID: id, uploadNow: true, nomenclatures: [offer.id] } };
    const sent = await call(
      shop.url,
      'POST',
      '/calendar/api/v1/calendar/promotions/upload',
      shop.token,
      body,
    );
    expect(sent.body.data).toMatchObject({ alreadyExists: false });
    shop.advance(LATER_MS);
    const task = `/prices/api/v2/history/tasks?uploadID=${String(sent.body.data.uploadID)}`;
    expect((await call(shop.url, 'GET', task, shop.token)).body.data).toMatchObject({ status: 3 });
    const goods = (await get(`/nomenclatures?promotionID=${String(id)}&inAction=true`)).body.data
      .nomenclatures;
    expect(goods).toContainEqual(expect.objectContaining({ id: offer.id, discount: offer.planDiscount }));
  });

  it('waits in the buffer until a coming promotion starts', async () => {
    const { id, startDateTime } = await find(isComing);
    const [offer] = (await get(`/nomenclatures?promotionID=${String(id)}&inAction=false`)).body.data
      .nomenclatures;
    const body = { data: { promotionID: id, uploadNow: false, nomenclatures: [offer.id] } };
    const sent = await call(
      shop.url,
      'POST',
      '/calendar/api/v1/calendar/promotions/upload',
      shop.token,
      body,
    );
    const state = async (kind: string) => {
      const path = `/prices/api/v2/${kind}/tasks?uploadID=${String(sent.body.data.uploadID)}`;
      return (await call(shop.url, 'GET', path, shop.token)).body.data;
    };
    shop.advance(LATER_MS);
    expect(await state('buffer')).toMatchObject({ status: 1 });
    expect(await state('history')).toBeNull();
    shop.advance(Date.parse(startDateTime) - Date.parse(NOW));
    expect(await state('buffer')).toBeNull();
    expect(await state('history')).toMatchObject({ status: 3 });
    // What was planned is what was set: the plan does not run away from it.
    const goods = (await get(`/nomenclatures?promotionID=${String(id)}&inAction=true`)).body.data
      .nomenclatures;
    expect(goods).toContainEqual(
      expect.objectContaining({
        id: offer.id,
        discount: offer.planDiscount,
        planDiscount: offer.planDiscount,
      }),
    );
  });

  it('shows goods in a promotion once their price is set, and takes out what is priced above the plan', async () => {
    const { id } = await find(isOn);
    const goods = async (isIn: boolean): Promise<{ id: number; discount: number; planDiscount: number }[]> =>
      (await get(`/nomenclatures?promotionID=${String(id)}&inAction=${String(isIn)}`)).body.data
        .nomenclatures;
    const isIn = async (nmID: number) => (await goods(true)).some((one) => one.id === nmID);
    const [offer] = await goods(false);
    if (!offer) throw new Error('nothing is offered');
    const post = (path: string, body: object) => call(shop.url, 'POST', path, shop.token, body);
    await post('/calendar/api/v1/calendar/promotions/upload', {
      data: { promotionID: id, uploadNow: true, nomenclatures: [offer.id] },
    });
    expect(await isIn(offer.id)).toBe(false);
    shop.advance(LATER_MS);
    expect(await isIn(offer.id)).toBe(true);
    const setDiscount = async (discount: number) => {
      await post('/prices/api/v2/upload/task', { data: [{ nmID: offer.id, discount }] });
      shop.advance(LATER_MS);
    };
    await setDiscount(offer.planDiscount + 1);
    expect(await isIn(offer.id)).toBe(true);
    await setDiscount(offer.discount);
    expect(await isIn(offer.id)).toBe(false);
  });

  it('says of an upload that waits what its start would refuse', async () => {
    await shop.load(Array.from({ length: 40 }, (_, index) => loadedCup(`X-STOCKSALE-${String(index)}`)));
    const { id } = await find(isComing);
    const offers: { id: number }[] = (
      await get(`/nomenclatures?promotionID=${String(id)}&inAction=false&limit=1000`)
    ).body.data.nomenclatures;
    const body = {
      data: { promotionID: id, uploadNow: false, nomenclatures: offers.map((offer) => offer.id) },
    };
    const sent = await call(
      shop.url,
      'POST',
      '/calendar/api/v1/calendar/promotions/upload',
      shop.token,
      body,
    );
    const path = `/prices/api/v2/buffer/goods/task?uploadID=${String(sent.body.data.uploadID)}&limit=1000&offset=0`;
    const goods: { vendorCode: string; errorText: string | null }[] = (
      await call(shop.url, 'GET', path, shop.token)
    ).body.data.bufferGoods;
    expect(goods).toHaveLength(offers.length);
    expect(new Set(goods.map((one) => one.errorText !== null))).toEqual(new Set([true, false]));
    for (const { vendorCode, errorText } of goods) {
      expect(vendorCode.includes('-STOCKSALE')).toBe(errorText !== null);
    }
  });

  it('does not open automatic promotions', async () => {
    const { id } = await find(({ type }) => type === 'auto');
    expect((await get(`/nomenclatures?promotionID=${String(id)}&inAction=false`)).status).toBe(422);
    const body = { data: { promotionID: id, uploadNow: true, nomenclatures: [1] } };
    const sent = await call(
      shop.url,
      'POST',
      '/calendar/api/v1/calendar/promotions/upload',
      shop.token,
      body,
    );
    expect(sent.status).toBe(422);
  });
});
