import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { createShipment } from './create-shipment.ts';
import { CUPS, insertCards } from '#tests/support/shipments/test-shipments.ts';

let test: TestApp;
let owner: SignedIn;
let shipmentId: number;

beforeAll(async () => {
  test = await buildTestApp();
  owner = await test.signIn();
  const { db } = test.database;
  const { accountId, userId } = owner;
  await db.insertInto('subjects').values({ id: CUPS, name: 'Кружки', parent_name: 'Посуда' }).execute();
  const shop = await db
    .insertInto('shops')
    .values({ account_id: accountId, name: 'Северика', sid: '7b1f4c2e-0000-4000-8000-000000000001' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cardIds = await insertCards(test.database, accountId, [
    { vendorCode: '=CUP-1', title: 'Кружка' },
    { vendorCode: 'CUP-2' },
  ]);
  const options = { withPrices: true, withDiscounts: true, withImages: true };
  const input = { accountId, userId, cardIds, shopIds: [shop.id], options };
  ({ id: shipmentId } = await test.database.transaction((trx) => createShipment(trx, test.deps.jobs, input)));
  const item = await db
    .updateTable('shipment_items')
    .set({ state: 'failed', nm_id: 159_206_280 })
    .where('shipment_id', '=', shipmentId)
    .where('vendor_code', '=', '=CUP-1')
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('shipment_errors')
    .values({
      account_id: accountId,
      shipment_id: shipmentId,
      item_id: item.id,
      stage: 'CARD',
      code: null,
      message: 'Нет бренда',
      field: 'brand',
      request_id: '5f0e9f1a2b',
      at: '2026-11-20T11:02:00Z',
    })
    .execute();
});
afterAll(() => test.close());

const get = (query: string, { headers } = owner, id = shipmentId) =>
  test.app.inject({ url: `/api/v1/shipments/${String(id)}/export/?${query}`, headers });

it('errors come as CSV with a Cyrillic name', async () => {
  const response = await get('rows=errors&format=csv');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.headers['content-disposition']).toContain(
    `filename*=UTF-8''${encodeURIComponent(`Ошибки отправки №${String(shipmentId)}.csv`)}`,
  );
  expect(response.body).toBe(
    '\ufeffАртикул продавца;Артикул WB;Наименование;Магазин;Этап;Ошибка;Когда (МСК);Номер запроса WB\r\n' +
      "'=CUP-1;159206280;Кружка;Северика;Карточка;Нет бренда;20.11.2026 14:02;5f0e9f1a2b\r\n",
  );
});

it('cards come as XLSX with how far each has got', async () => {
  const response = await get('rows=items&format=xlsx');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
  const parts = unzipSync(new Uint8Array(response.rawPayload));
  const all = Object.values(parts)
    .map((part) => strFromU8(part))
    .join('');
  // Text by its type and style: no apostrophe is seen, and no formula made of it.
  expect(all).toContain('>=CUP-1<');
  expect(all).toContain('<v>159206280</v>');
  expect(all).toContain('Ждёт');
  expect(all).not.toMatch(/<f[ >]/);
});

it('nothing comes of another account, or in another format', async () => {
  const stranger = await test.signIn('stranger');
  expect((await get('rows=items&format=csv', stranger)).statusCode).toBe(404);
  expect((await get('rows=items&format=pdf')).statusCode).toBe(400);
  expect((await get('rows=all&format=csv')).statusCode).toBe(400);
});
