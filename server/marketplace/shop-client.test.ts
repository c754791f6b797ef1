import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import type { CardToWrite } from './content-operations.ts';
import { createMarketplace, simulatorBaseUrls } from './marketplace.ts';
import type { ShopClient } from './shop-client.ts';
import {
  createTestAccount,
  createTestShop,
  failureOf,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';

let database: Database;
let market: TestMarket;
let shop: TestShop;
let client: ShopClient;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket();
  shop = await createTestShop(database, market, await createTestAccount(database));
  client = await market.marketplace.forShop(database.db, shop.accountId, shop.shopId);
});
afterEach(() => market.breakWith([]));
afterAll(async () => {
  await market.close();
  await database.close();
});

async function until<T>(ask: () => Promise<T>, isWanted: (result: T) => boolean): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const result = await ask();
    if (isWanted(result)) return result;
    if (Date.now() > deadline) throw new Error(`waited in vain: ${JSON.stringify(result)}`);
    await delay(50);
  }
}

const cup = (vendorCode: string): CardToWrite => ({
  vendorCode,
  title: 'Кружка 350 мл',
  description: 'Кружка для чая из плотной керамики.',
  brand: 'Керамия',
  dimensions: { lengthCm: 13, widthCm: 11, heightCm: 11, weightKg: 0.42 },
  characteristics: [],
  sizes: [],
});

async function cupWithRequired(vendorCode: string): Promise<CardToWrite> {
  const characteristics = (await client.listCharacteristics(812)).filter((one) => one.isRequired);
  return {
    ...cup(vendorCode),
    characteristics: characteristics.map(({ id, type }) => ({
      id,
      value: type === 'NUMBER' ? 350 : ['керамика'],
    })),
  };
}

async function createdCard(vendorCode: string) {
  await client.uploadCards([{ subjectId: 812, cards: [await cupWithRequired(vendorCode)] }]);
  const page = await until(
    () => client.listCards({ textSearch: vendorCode }),
    (one) => one.cards.length > 0,
  );
  const [card] = page.cards;
  if (!card) throw new Error('no card');
  return card;
}

describe('every part of the marketplace', () => {
  it('answers who the seller is and takes a ping of each category', async () => {
    expect(await client.sellerInfo()).toMatchObject({ sid: shop.sid, tradeMark: 'Северика' });
    await expect(client.ping('CONTENT')).resolves.toBeUndefined();
    await expect(client.ping('FINANCE')).resolves.toBeUndefined();
  });

  it('reads the directory, brands and the quota', async () => {
    const subjects = await client.listSubjects({ name: 'Кружк' });
    expect(subjects).toContainEqual(expect.objectContaining({ id: 812 }));
    expect((await client.listCharacteristics(812)).some((one) => one.type === 'NUMBER')).toBe(true);
    expect((await client.listBrands(812)).brands.length).toBeGreaterThan(0);
    expect((await client.cardQuota()).free).toBeGreaterThan(0);
    expect(await client.generateBarcodes(2)).toHaveLength(2);
  });

  it('creates and changes a card', async () => {
    const card = await createdCard('КЛИЕНТ-1');
    expect(card).toMatchObject({ vendorCode: 'КЛИЕНТ-1', subjectId: 812, photos: [] });
    expect(card.sizes[0]?.chrtId).toBeGreaterThan(0);
    const changed = { ...(await cupWithRequired('КЛИЕНТ-1')), title: 'Кружка с крышкой' };
    await client.updateCards([{ ...changed, nmId: card.nmId, sizes: card.sizes }]);
    await until(
      () => client.listCards({ textSearch: 'КЛИЕНТ-1' }),
      (page) => page.cards[0]?.title === 'Кружка с крышкой',
    );
  });

  it('says in the list of errors what moderation refused', async () => {
    await client.uploadCards([{ subjectId: 812, cards: [await cupWithRequired('КЛИЕНТ-ERR')] }]);
    const page = await until(
      () => client.listCardErrors(),
      (one) => one.batches.length > 0,
    );
    expect(page.batches[0]?.cards).toEqual([
      { vendorCode: 'КЛИЕНТ-ERR', errors: [expect.stringContaining('модерацией')] },
    ]);
  });

  it('sets photos by links and by file', async () => {
    const card = await createdCard('КЛИЕНТ-ФОТО');
    await client.saveMedia(card.nmId, ['https://images.example/1.jpg', 'https://images.example/2.jpg']);
    const photosOf = async () =>
      (await client.listCards({ textSearch: 'КЛИЕНТ-ФОТО' })).cards[0]?.photos ?? [];
    await until(photosOf, (photos) => photos.length === 2);
    const bytes = new Uint8Array(Buffer.from('89504e470d0a1a0a0000', 'hex'));
    await client.uploadMediaFile(card.nmId, 3, { name: '3.png', type: 'image/png', bytes });
    await until(photosOf, (photos) => photos.length === 3);
    expect((await failureOf(client.saveMedia(card.nmId, ['https://images.example/bad.jpg']))).status).toBe(
      409,
    );
  });

  it('tags cards', async () => {
    const card = await createdCard('КЛИЕНТ-ЯРЛЫК');
    await client.createTag({ name: 'Новинка', color: 'D1CFD7' });
    const [tag] = await client.listTags();
    await client.setCardTags(card.nmId, [tag?.id ?? 0]);
    const tagsOf = async () => (await client.listCards({ textSearch: 'КЛИЕНТ-ЯРЛЫК' })).cards[0]?.tags ?? [];
    expect(await until(tagsOf, (tags) => tags.length > 0)).toEqual([tag]);
  });

  it('sets prices through a task, and finds a third of a price in quarantine', async () => {
    const card = await createdCard('КЛИЕНТ-ЦЕНА');
    const set = async (priceRub: number, discount: number) => {
      const { uploadId } = (await until(
        () => client.uploadPrices([{ nmId: card.nmId, priceRub, discount }]).catch(() => null),
        (upload) => upload !== null,
      )) ?? { uploadId: 0 };
      const task = await until(
        () => client.priceTask(uploadId),
        (one) => one !== null && one.status !== 'running',
      );
      return { uploadId, status: task?.status };
    };
    expect((await set(1500, 10)).status).toBe('done');
    expect(await client.listPrices([card.nmId])).toMatchObject([
      { nmId: card.nmId, discount: 10, sizes: [{ priceRub: 1500 }] },
    ]);
    expect((await client.listAllPrices()).map((goods) => goods.nmId)).toContain(card.nmId);
    const again = await failureOf(client.uploadPrices([{ nmId: card.nmId, priceRub: 1500, discount: 10 }]));
    expect(again.code === 'already_set' || again.code === 'goods_unknown').toBe(true);
    const third = await set(400, 0);
    expect(third.status).toBe('failed');
    expect(await client.priceTaskGoods(third.uploadId)).toMatchObject([{ nmId: card.nmId, isFailed: true }]);
    expect(await client.listQuarantine()).toMatchObject([{ nmId: card.nmId, newPriceRub: 400 }]);
    const club = await client.uploadClubDiscounts([{ nmId: card.nmId, clubDiscount: 5 }]);
    expect(club.uploadId).toBeGreaterThan(0);
  });

  it('reads warehouses, sets stocks by size and reads them back', async () => {
    const card = await createdCard('КЛИЕНТ-ОСТАТОК');
    const [office] = await client.listOffices();
    expect(office).toBeDefined();
    const made = await market.control('POST', `/sellers/${shop.sid}/warehouses`, { name: 'Основной' });
    const id = Number(made['id']);
    expect(await client.listWarehouses()).toContainEqual(expect.objectContaining({ id, name: 'Основной' }));
    const chrtId = card.sizes[0]?.chrtId ?? 0;
    await until(
      () =>
        client.putStocks(id, [{ chrtId, amount: 7 }]).then(
          () => true,
          () => false,
        ),
      (isDone) => isDone,
    );
    expect(await client.getStocks(id, [chrtId])).toEqual([{ chrtId, amount: 7 }]);
    const refused = await failureOf(client.putStocks(id, [{ chrtId, amount: 100_001 }]));
    expect(refused.rows).toMatchObject([{ chrtId, code: 'UploadDataLimit' }]);
  });

  it('reads promotions, their goods, orders, sales, reports and the funnel', async () => {
    const now = Date.now();
    const iso = (ms: number) => new Date(ms).toISOString();
    const promotions = await client.listPromotions({
      from: iso(now - 60 * 86_400_000),
      to: iso(now + 60 * 86_400_000),
      isAll: true,
    });
    expect(promotions.length).toBeGreaterThan(0);
    const regular = promotions.find((one) => one.type === 'regular' && Date.parse(one.endsAt) > now);
    const details = await client.promotionDetails(promotions.slice(0, 3).map((one) => one.id));
    expect(details.length).toBe(Math.min(3, promotions.length));
    expect(Array.isArray(await client.promotionGoods(regular?.id ?? 0, false))).toBe(true);
    const day = (ms: number) => iso(ms).slice(0, 10);
    const from = day(now - 30 * 86_400_000);
    expect(await client.listOrders(from)).toMatchObject({ unread: [] });
    expect(await client.listSales(from)).toMatchObject({ unread: [] });
    expect(await client.reportRows({ dateFrom: from, dateTo: day(now), afterRrdId: 0 })).toMatchObject({
      unread: [],
    });
    expect(await client.listReports({ dateFrom: from, dateTo: day(now) })).toMatchObject({ unread: [] });
    const [card] = (await client.listCards()).cards;
    const funnel = await client.salesFunnel({
      nmIds: [card?.nmId ?? 0],
      dateFrom: day(now - 5 * 86_400_000),
      dateTo: day(now),
    });
    expect(funnel[0]?.nmId).toBe(card?.nmId);
  });
});

describe('answers that cannot be used', () => {
  const operation = 'content/get/cards/list';

  it.each(['html', 'empty', 'truncated', '502'])('takes %s for no answer', async (kind) => {
    await market.breakWith([{ operation, kind }]);
    const hasty = await market.openMarketplace().forShop(database.db, shop.accountId, shop.shopId, {
      patienceMs: 0,
    });
    expect(await failureOf(hasty.listCards())).toMatchObject({ kind: 'unavailable' });
  });

  it('asks again for a read that failed once', async () => {
    await market.breakWith([{ operation, kind: '500', times: 1 }]);
    const patient = await market.openMarketplace().forShop(database.db, shop.accountId, shop.shopId);
    expect((await patient.listCards()).cards.length).toBeGreaterThan(0);
  });

  it('does not repeat a write whose outcome is unknown', async () => {
    await market.breakWith([{ operation: 'content/cards/upload', kind: 'empty' }]);
    const card = await cupWithRequired('КЛИЕНТ-ДВАЖДЫ');
    const patient = await market.openMarketplace().forShop(database.db, shop.accountId, shop.shopId);
    expect(await failureOf(patient.uploadCards([{ subjectId: 812, cards: [card] }]))).toMatchObject({
      kind: 'unavailable',
    });
    await market.breakWith([]);
    await until(
      () => client.listCards({ textSearch: 'КЛИЕНТ-ДВАЖДЫ' }),
      (page) => page.cards.length === 1,
    );
  });
});

it('leaves a host alone that does not answer', async () => {
  await market.breakWith([{ operation: 'content/get/cards/list', kind: '500' }]);
  const hasty = await market
    .openMarketplace()
    .forShop(database.db, shop.accountId, shop.shopId, { patienceMs: 0 });
  for (let call = 1; call <= 5; call += 1)
    expect(await failureOf(hasty.listCards())).toMatchObject({ status: 500 });
  await market.breakWith([]);
  const error = await failureOf(hasty.listCards());
  expect(error).toMatchObject({ kind: 'unavailable', status: 0 });
  expect(error.retryAt?.getTime()).toBeGreaterThan(Date.now());
  await expect(hasty.sellerInfo()).resolves.toBeDefined();
});

it('carries no token to where it is redirected', async () => {
  const heard: string[] = [];
  const elsewhere = createServer((request, response) => {
    heard.push(String(request.headers.authorization));
    response.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const away = `http://127.0.0.1:${String((elsewhere.address() as AddressInfo).port)}/`;
  const redirecting = createServer((_request, response) => response.writeHead(302, { location: away }).end());
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((redirecting.address() as AddressInfo).port)}`;
  const elsewhereMarket = createMarketplace({
    baseUrls: simulatorBaseUrls(url),
    demoBaseUrls: () => simulatorBaseUrls(url),
    openSecret: ({ secret }) => secret.toString('utf8'),
    limits: 'off',
  });
  const redirected = await elsewhereMarket.forShop(database.db, shop.accountId, shop.shopId, {
    patienceMs: 0,
  });
  expect(await failureOf(redirected.sellerInfo())).toMatchObject({ kind: 'unavailable', status: 302 });
  expect(heard).toEqual([]);
  elsewhere.close();
  redirecting.close();
});
