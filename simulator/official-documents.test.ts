import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areDocumentsHere, findOperation } from '#tests/support/simulator/openapi-documents.ts';
import {
  call,
  cardBody,
  cupVariant,
  LATER_MS,
  loadedCup,
  openShop,
  type LoadedCard,
  type Shop,
} from '#tests/support/simulator/test-simulator.ts';

const ITEMS = '02-items.yaml';
const PROMOTION = '08-promotion.yaml';
const REPORTS = '12-reports.yaml';
const FINANCES = '13-finances.yaml';
const ANALYTICS = '11-analytics.yaml';
const GENERAL = '01-general.yaml';

describe.runIf(!areDocumentsHere)('the official documents', () => {
  it('were not found (WB_OPENAPI_DIR), so nothing was compared with them', () => {
    expect(areDocumentsHere).toBe(false);
  });
});

describe.runIf(areDocumentsHere)('against the official documents', () => {
  let shop: Shop;
  let cup: LoadedCard;
  let bed: LoadedCard;
  let warehouseId = 0;

  beforeAll(async () => {
    shop = await openShop();
    const loaded = await shop.load([
      loadedCup('CUP-1', { photos: ['http://127.0.0.1/1.jpg'], group: 'cups' }),
      loadedCup('CUP-2', { group: 'cups' }),
      loadedCup('BED-1', { subjectID: 197 }),
      ...Array.from({ length: 60 }, (_, index) =>
        loadedCup(`PL-${String(index)}`, { subjectID: 69, price: 5000 }),
      ),
    ]);
    const [first, , third] = loaded;
    if (!first || !third) throw new Error('nothing was loaded');
    [cup, bed] = [first, third];
    const path = `/_simulator/sellers/${shop.sid}/warehouses`;
    warehouseId = (await call(shop.url, 'POST', path, '', { name: 'Основной FBS' })).body.id;
  });
  afterAll(() => shop.close());

  interface Exchange {
    file: string;
    method?: string;
    host: string;
    /** As the document writes it. */
    path: string;
    /** The path as it is called, when it has parameters. */
    url?: string;
    query?: Record<string, string>;
    body?: unknown;
    status?: number;
    token?: string;
    /** The test sends on purpose what the document forbids. */
    isWrongRequest?: boolean;
  }

  /** Sends the request and compares it and its answer with the document. */
  async function exchange(options: Exchange) {
    const { file, host, path, query = {}, body, status = 200 } = options;
    const method = options.method ?? (body === undefined ? 'GET' : 'POST');
    const operation = findOperation(file, method, path);
    const search = new URLSearchParams(query).toString();
    const url = `/${host}${options.url ?? path}${search === '' ? '' : `?${search}`}`;
    if (options.isWrongRequest !== true) {
      for (const name of Object.keys(query))
        expect(operation.queryNames, `${path}: query ${name}`).toContain(name);
      for (const name of operation.requiredQueryNames) expect(Object.keys(query)).toContain(name);
      if (body !== undefined) {
        expect(operation.checkRequest?.(body), JSON.stringify(operation.checkRequest?.errors)).toBe(true);
      }
    }
    const response = await call(shop.url, method, url, options.token ?? shop.token, body);
    expect(response.status, response.text).toBe(status);
    const documented = operation.responses.get(status);
    if (!documented) throw new Error(`${method} ${path} documents no answer ${String(status)}`);
    if (documented.check === null) {
      expect(response.text).toBe('');
    } else {
      const type = response.headers.get('content-type')?.split(';')[0];
      expect(documented.types).toContain(type);
      expect(documented.check(response.body), JSON.stringify(documented.check.errors)).toBe(true);
    }
    return response.body;
  }

  const content = (path: string, rest: Partial<Exchange> = {}) =>
    exchange({ file: ITEMS, host: 'content', path, ...rest });
  const prices = (path: string, rest: Partial<Exchange> = {}) =>
    exchange({ file: ITEMS, host: 'prices', path: `/api/v2/${path}`, ...rest });
  const marketplace = (path: string, rest: Partial<Exchange> = {}) =>
    exchange({ file: ITEMS, host: 'marketplace', path: `/api/v3/${path}`, ...rest });

  it('directories are as documented', async () => {
    await content('/content/v2/object/parent/all', { query: { locale: 'ru' } });
    await content('/content/v2/object/all', { query: { name: 'круж', limit: '10', offset: '0' } });
    const charcs = '/content/v2/object/charcs/{subjectId}';
    await content(charcs, { url: '/content/v2/object/charcs/812' });
    await content(charcs, { url: '/content/v2/object/charcs/1', status: 400 });
    for (const directory of ['colors', 'kinds', 'countries', 'seasons', 'vat']) {
      await content(`/content/v2/directory/${directory}`, { query: { locale: 'ru' } });
    }
    const tnved = '/content/v2/directory/tnved';
    await content(tnved, { query: { subjectID: '69', locale: 'ru' } });
    expect(await content(tnved, { query: { subjectID: '69', search: '6204' } })).toMatchObject({
      data: [{ tnved: '6204420000', isKiz: true }, { tnved: '6204430000' }],
    });
    await content(tnved, { query: { subjectID: '1' }, status: 400 });
    await content('/api/content/v1/brands', { query: { subjectId: '812' } });
    await content('/api/content/v1/brands', { query: { subjectId: '1' }, status: 404 });
    await content('/api/content/v1/brands', { query: { subjectId: 'x' }, status: 400 });
    await content('/content/v2/barcodes', { body: { count: 3 } });
    await content('/content/v2/cards/limits');
  });

  it('tags are as documented, apart from the list that the document itself describes as an object', async () => {
    await content('/content/v2/tag', { body: { name: 'Хит', color: 'FFECC7' } });
    const tags = await call(shop.url, 'GET', '/content/content/v2/tags', shop.token);
    expect(tags.body).toEqual({
      data: [{ id: 1, name: 'Хит', color: 'FFECC7' }],
      error: false,
      errorText: '',
      additionalErrors: '',
    });
    await content('/content/v2/tag', { body: { name: 'Хит', color: 'FFECC7' }, status: 400 });
    await content('/content/v2/tag', { body: { name: 'Шестнадцать букв', color: 'FFECC7' }, status: 400 });
    await content('/content/v2/tag/nomenclature/link', { body: { nmID: cup.nmID, tagsIDs: [1] } });
    await content('/content/v2/tag/nomenclature/link', { body: { nmID: 1, tagsIDs: [1] }, status: 400 });
  });

  it('creation, change and errors of cards are as documented', async () => {
    const upload = (body: unknown, rest: Partial<Exchange> = {}) =>
      content('/content/v2/cards/upload', { body, ...rest });
    await upload(cardBody('NEW-1'));
    await upload(cardBody('NEW-ERR'));
    await upload(cardBody('CUP-1'), { status: 400 });
    await upload([{ subjectID: 342342, variants: [cupVariant('NEW-2')] }], { status: 400 });
    await upload({}, { status: 400, isWrongRequest: true });
    await content('/content/v2/cards/upload/add', {
      body: { imtID: cup.imtID, cardsToAdd: [cupVariant('NEW-3')] },
    });
    const lacking = { imtID: cup.imtID, cardsToAdd: [cupVariant('NEW-4', { characteristics: [] })] };
    await content('/content/v2/cards/upload/add', { body: lacking, status: 400 });
    const sizes = cup.sizes.map(({ chrtID, skus }) => ({ chrtID, skus }));
    await content('/content/v2/cards/update', { body: [{ ...cupVariant('CUP-1'), nmID: cup.nmID, sizes }] });
    shop.advance(LATER_MS);
    const list = await content('/content/v2/get/cards/list', {
      body: { settings: { sort: { ascending: true }, cursor: { limit: 100 }, filter: { withPhoto: -1 } } },
    });
    expect(list.cards.length).toBeGreaterThan(60);
    const errors = await content('/content/v2/cards/error/list', {
      body: { cursor: { limit: 100 }, order: { ascending: true } },
    });
    expect(errors.data.items).toHaveLength(1);
    const moveNm = '/content/v2/cards/moveNm';
    await content(moveNm, { body: { nmIDs: [cup.nmID] } });
    await content(moveNm, { body: { targetIMT: 1, nmIDs: [cup.nmID] }, status: 400 });
    await content('/content/v2/cards/delete/trash', { body: { nmIDs: [cup.nmID] } });
    const trash = await content('/content/v2/get/cards/trash', {
      body: { settings: { cursor: { limit: 10 } } },
    });
    expect(trash.cards).toHaveLength(1);
    await content('/content/v2/cards/recover', { body: { nmIDs: [cup.nmID] } });
    await content('/content/v2/cards/recover', { body: {}, status: 400 });
  });

  it('media are as documented', async () => {
    const save = (body: unknown, status = 200) => content('/content/v3/media/save', { body, status });
    await save({ nmId: cup.nmID, data: ['http://127.0.0.1/1.jpg'] });
    await save({ nmId: 5, data: [] }, 400);
    await save({ nmId: cup.nmID, data: ['http://127.0.0.1/bad.jpg'] }, 409);
    await save({ data: [] }, 422);
  });

  it('price tasks are as documented', async () => {
    const body = {
      data: [
        { nmID: cup.nmID, price: 1300, discount: 45 },
        { nmID: bed.nmID, price: 100 },
      ],
    };
    const { id } = (await prices('upload/task', { body })).data;
    await prices('upload/task', { body, status: 208 });
    const query = { uploadID: String(id) };
    await prices('history/tasks', { query });
    shop.advance(LATER_MS);
    expect((await prices('history/tasks', { query })).data.status).toBe(3);
    await prices('upload/task', { body, status: 400 });
    await prices('upload/task', { body: { data: [{ nmID: cup.nmID, price: 100 }] } });
    await prices('upload/task/size', {
      body: { data: [{ nmID: bed.nmID, sizeID: bed.sizes[0]?.chrtID, price: 700 }] },
    });
    await prices('upload/task/club-discount', { body: { data: [{ nmID: cup.nmID, clubDiscount: 5 }] } });
    shop.advance(LATER_MS);
    await prices('history/goods/task', { query: { ...query, limit: '10' } });
    await prices('history/tasks', { query: { uploadID: 'x' }, status: 400 });
    await prices('buffer/tasks', { query });
    await prices('list/goods/filter', { query: { limit: '10', offset: '0' } });
    await prices('list/goods/filter', { query: { limit: '5000' }, status: 400 });
    await prices('list/goods/filter', { body: { nmList: [cup.nmID] } });
    const { quarantineGoods } = (await prices('quarantine/goods', { query: { limit: '10' } })).data;
    expect(quarantineGoods).toHaveLength(1);
  });

  it('warehouses and stocks are as documented', async () => {
    await marketplace('offices');
    await marketplace('warehouses');
    await marketplace('warehouses', { body: { name: 'Казань', officeId: 301 }, status: 201 });
    await marketplace('warehouses', { body: { name: 'Казань', officeId: 301 }, status: 409 });
    await marketplace('warehouses', { body: { name: 'Казань', officeId: 1 }, status: 404 });
    await marketplace('warehouses', { body: { name: ' ', officeId: 301 }, status: 400 });
    const stocks = (method: string, body: unknown, status: number, id = warehouseId) =>
      marketplace('stocks/{warehouseId}', { method, url: `/api/v3/stocks/${String(id)}`, body, status });
    const chrtId = cup.sizes[0]?.chrtID;
    await stocks('PUT', { stocks: [{ chrtId, amount: 10 }] }, 204);
    await stocks('PUT', { stocks: [{ chrtId: 5, amount: 10 }] }, 409);
    await stocks('PUT', { stocks: [{ chrtId, amount: 10 }] }, 404, 1);
    await stocks('POST', { chrtIds: [chrtId] }, 200);
    await stocks('DELETE', { chrtIds: [chrtId] }, 204);
    await marketplace('stocks/{warehouseId}', {
      method: 'PUT',
      url: `/api/v3/stocks/${String(warehouseId)}`,
      body: { stocks: [{ sku: '2000000000015', amount: 1 }] },
      status: 400,
      isWrongRequest: true,
    });
  });

  it('promotions are as documented', async () => {
    const calendar = (path: string, rest: Partial<Exchange> = {}) =>
      exchange({ file: PROMOTION, host: 'calendar', path: `/api/v1/calendar/promotions${path}`, ...rest });
    const range = {
      startDateTime: '2026-11-01T00:00:00Z',
      endDateTime: '2026-12-31T00:00:00Z',
      allPromo: 'false',
    };
    const { promotions } = (await calendar('', { query: range })).data;
    await calendar('', { query: { ...range, startDateTime: 'x' }, status: 400 });
    const promotionIDs = promotions.map(({ id }: { id: number }) => id).join(',');
    expect((await calendar('/details', { query: { promotionIDs } })).data.promotions).toHaveLength(
      promotions.length,
    );
    const { id } = promotions.find(({ type }: { type: string }) => type === 'regular');
    const query = { promotionID: String(id), inAction: 'false' };
    const [offer] = (await calendar('/nomenclatures', { query })).data.nomenclatures;
    await calendar('/nomenclatures', { query: { ...query, promotionID: '1' }, status: 422 });
    const data = { promotionID: id, uploadNow: true, nomenclatures: [offer.id] };
    await calendar('/upload', { body: { data } });
    await calendar('/upload', { body: { data: { ...data, nomenclatures: [1] } }, status: 422 });
    await calendar('/upload', { body: {}, status: 400 });
    const coming = promotions.find(
      ({ type, startDateTime }: { type: string; startDateTime: string }) =>
        type === 'regular' && Date.parse(startDateTime) > Date.parse('2026-11-22T00:00:00Z'),
    );
    const inComing = { promotionID: String(coming.id), inAction: 'false' };
    const [later] = (await calendar('/nomenclatures', { query: inComing })).data.nomenclatures;
    const waiting = { promotionID: coming.id, uploadNow: false, nomenclatures: [later.id] };
    const { uploadID } = (await calendar('/upload', { body: { data: waiting } })).data;
    await prices('buffer/tasks', { query: { uploadID: String(uploadID) } });
    const goods = { uploadID: String(uploadID), limit: '10', offset: '0' };
    expect((await prices('buffer/goods/task', { query: goods })).data.bufferGoods).toHaveLength(1);
    await prices('buffer/goods/task', { query: { uploadID: 'x', limit: '10' }, status: 400 });
  });

  it('orders, sales and reports are as documented', async () => {
    const statistics = (path: string, query: Record<string, string>, status = 200) =>
      exchange({ file: REPORTS, host: 'statistics', path: `/api/v1/supplier/${path}`, query, status });
    expect((await statistics('orders', { dateFrom: '2026-10-01', flag: '0' })).length).toBeGreaterThan(50);
    expect((await statistics('sales', { dateFrom: '2026-10-01' })).length).toBeGreaterThan(20);
    await statistics('orders', { dateFrom: 'x' }, 400);
    const finance = (path: string, rest: Partial<Exchange> = {}) =>
      exchange({ file: FINANCES, host: 'finance', path: `/api/finance/v1/sales-reports/${path}`, ...rest });
    const body = { dateFrom: '2026-10-01', dateTo: '2026-10-31' };
    expect((await finance('detailed', { body })).length).toBeGreaterThan(100);
    expect((await finance('list', { body: { ...body, period: 'weekly' } })).length).toBeGreaterThan(3);
    await finance('detailed', { body: { dateFrom: '2026-11-21', dateTo: '2026-11-21' }, status: 204 });
    await finance('detailed', { body: { dateFrom: '2026-11-21' }, status: 400, isWrongRequest: true });
    const token = await shop.issue({ acc: 1 });
    await finance('list', { body, token, status: 403 });
  });

  it('the funnel, the seller, the tariffs and the ping are as documented', async () => {
    const path = '/api/analytics/v3/sales-funnel/products';
    const body = {
      selectedPeriod: { start: '2026-11-01', end: '2026-11-15' },
      pastPeriod: { start: '2026-10-17', end: '2026-10-31' },
      limit: 10,
      orderBy: { field: 'orderCount', mode: 'desc' },
    };
    const funnel = await exchange({ file: ANALYTICS, host: 'analytics', path, body });
    expect(funnel.data.products[0].statistic.selected.orderCount).toBeGreaterThan(0);
    await exchange({ file: ANALYTICS, host: 'analytics', path, body: {}, status: 400, isWrongRequest: true });
    await exchange({ file: GENERAL, host: 'common', path: '/api/v1/seller-info' });
    const tariffs = { file: '10-rates.yaml', host: 'common', path: '/api/v1/tariffs/commission' };
    await exchange({ ...tariffs, query: { locale: 'ru' } });
    await exchange({ ...tariffs, query: { locale: 'fr' }, status: 400 });
    for (const host of ['content', 'prices', 'marketplace', 'statistics', 'analytics', 'finance', 'common']) {
      await exchange({ file: GENERAL, host, path: '/ping' });
    }
  });

  it('refusals of the gateway are as documented', async () => {
    const token = 'nonsense';
    await content('/content/v2/cards/limits', { token, status: 401 });
    await prices('list/goods/filter', { query: { limit: '1' }, token, status: 401 });
    await marketplace('offices', { token, status: 401 });
    const readOnly = await shop.issue({ readOnly: true });
    await content('/content/v2/cards/update', {
      body: [],
      token: readOnly,
      status: 403,
      isWrongRequest: true,
    });
    const priceRows = { data: [{ nmID: cup.nmID, price: 5 }] };
    await prices('upload/task', { body: priceRows, token: readOnly, status: 403 });
    await marketplace('warehouses', { body: { name: 'А', officeId: 15 }, token: readOnly, status: 403 });
    const rules = [{ operation: 'content/cards/limits', kind: '429', times: 1 }];
    await call(shop.url, 'PUT', '/_simulator/faults', '', { rules });
    await content('/content/v2/cards/limits', { status: 429 });
  });
});
