import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, loadedCup, openShop, type Shop } from '#tests/support/simulator/test-simulator.ts';

let shop: Shop;
let chrtId: number;
let warehouseId: number;
beforeEach(async () => {
  shop = await openShop();
  const [card] = await shop.load([loadedCup('CUP-1')]);
  chrtId = card?.sizes[0]?.chrtID ?? 0;
  warehouseId = await makeWarehouse({ name: 'Основной FBS' });
});
afterEach(() => shop.close());

async function makeWarehouse(about: Record<string, unknown>): Promise<number> {
  const made = await call(shop.url, 'POST', `/_simulator/sellers/${shop.sid}/warehouses`, '', about);
  return made.body.id;
}
const stocks = (method: string, body: unknown, id = warehouseId) =>
  call(shop.url, method, `/marketplace/api/v3/stocks/${String(id)}`, shop.token, body);
const amounts = async () => (await stocks('POST', { chrtIds: [chrtId] })).body.stocks;

describe('stocks', () => {
  it('are set, read back and removed by chrtId', async () => {
    expect((await stocks('PUT', { stocks: [{ chrtId, amount: 7 }] })).status).toBe(204);
    expect(await amounts()).toEqual([{ chrtId, amount: 7 }]);
    expect((await stocks('DELETE', { chrtIds: [chrtId] })).status).toBe(204);
    expect(await amounts()).toEqual([]);
  });

  it('are refused by barcode', async () => {
    const response = await stocks('PUT', { stocks: [{ sku: '2000000000015', amount: 7 }] });
    expect(response).toMatchObject({ status: 400, body: { code: 'SKUUploadDisabled' } });
    expect((await stocks('POST', { skus: ['2000000000015'] })).body.code).toBe('SKUUploadDisabled');
  });

  it('do not change when fields are named otherwise, though the answer is 204', async () => {
    expect((await stocks('PUT', { stocks: [{ chrtID: chrtId, quantity: 7 }] })).status).toBe(204);
    expect((await stocks('PUT', { items: [] })).status).toBe(204);
    expect(await amounts()).toEqual([]);
  });

  it('are refused whole, with a list of reasons, when a row is wrong', async () => {
    const response = await stocks('PUT', {
      stocks: [
        { chrtId, amount: 100_001 },
        { chrtId: 5, amount: 1 },
      ],
    });
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject([
      { code: 'UploadDataLimit', data: [{ chrtId, amount: 100_001 }] },
      { code: 'NotFound', data: [{ chrtId: 5, amount: 1 }] },
    ]);
    expect(await amounts()).toEqual([]);
  });

  it('wait for a warehouse that is processing, blocked, or made for other goods', async () => {
    const processing = await makeWarehouse({ name: 'А', isProcessing: true });
    const blocked = await makeWarehouse({ name: 'Б', isBlocked: true });
    const large = await makeWarehouse({ name: 'В', cargoType: 3 });
    const body = { stocks: [{ chrtId, amount: 1 }] };
    expect((await stocks('PUT', body, processing)).body).toMatchObject([{ code: 'StoreIsProcessing' }]);
    expect(await stocks('PUT', body, blocked)).toMatchObject({
      status: 406,
      body: { code: 'WarehouseStocksUpdateBlock' },
    });
    expect((await stocks('PUT', body, large)).body).toMatchObject([{ code: 'CargoWarehouseRestrictionMGT' }]);
    expect(await stocks('PUT', body, 1)).toMatchObject({ status: 404, body: { code: 'NotFound' } });
  });
});

describe('warehouses', () => {
  const create = (body: unknown) =>
    call(shop.url, 'POST', '/marketplace/api/v3/warehouses', shop.token, body);

  it('are created on an office that is not taken yet', async () => {
    const made = await create({ name: 'Казань', officeId: 301 });
    expect(made.status).toBe(201);
    const list = (await call(shop.url, 'GET', '/marketplace/api/v3/warehouses', shop.token)).body;
    expect(list).toContainEqual(expect.objectContaining({ id: made.body.id, name: 'Казань', officeId: 301 }));
    const offices = (await call(shop.url, 'GET', '/marketplace/api/v3/offices', shop.token)).body;
    expect(offices).toContainEqual(expect.objectContaining({ id: 301, selected: true }));
    expect((await create({ name: 'Ещё', officeId: 301 })).status).toBe(409);
    expect((await create({ name: 'Ещё', officeId: 1 })).status).toBe(404);
    expect((await create({ name: ' ', officeId: 130 })).body.code).toBe('WarehouseNameInvalid');
  });
});
