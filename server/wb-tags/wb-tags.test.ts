import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { goOnWithWbTagEditJob } from '#server/wb-tags/edits/wb-tag-edit-job.ts';
import { syncCards } from '#server/sync/sync-cards.ts';
import { createTestShop, openTestMarket, type TestMarket } from '#tests/support/marketplace/test-market.ts';
import { trashCards } from '#tests/support/marketplace/trash-cards.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';

/** Longer than the stand-in takes for anything. */
const LATER_MS = 60_000;

let database: Database;
let market: TestMarket;
let test: TestApp;
let owner: SignedIn;
let shop: { shopId: number; sid: string };
let cardId: number;
/** The stand-in's clock: it stands still, except where its answer is waited for. */
let nowMs = Date.now();
let isClockRunning = true;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket({ now: () => (isClockRunning ? (nowMs += 2_000) : nowMs), speed: 1 });
  test = await buildTestApp({ database, marketplace: market.marketplace });
});
beforeEach(async () => {
  isClockRunning = true;
  owner = await test.signIn(randomUUID());
  await database.db
    .updateTable('accounts')
    .set({ is_demo: true })
    .where('id', '=', owner.accountId)
    .execute();
  shop = await createTestShop(database, market, owner);
  await putCard();
  cardId = await readCards();
});
afterEach(() => market.breakWith([]));
afterAll(async () => {
  await test.close();
  await market.close();
});

const putCard = (vendorCode = 'CUP-1') =>
  market.control('PUT', `/sellers/${shop.sid}/cards`, {
    cards: [{ vendorCode, subjectID: 812, title: 'Кружка', sizes: [{ skus: [] }], price: 1000 }],
  });

/** As the hour does it; answers the id of the first card. */
async function readCards(): Promise<number> {
  await syncCards({ deps: test.deps, accountId: owner.accountId, shopId: shop.shopId }, 0);
  const { id } = await database.db
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function call(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const response = await test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: owner.headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

const tagsPath = () => `/cards/${cardId}/shop-cards/${shop.shopId}/wb-tags/`;
const read = () => call('POST', `${tagsPath()}reading/`);
const set = (tagIds: number[], seenIds: number[]) =>
  call('PUT', tagsPath(), { tag_ids: tagIds, seen_ids: seenIds });
const create = (name: string, color = 'FFECC7') =>
  call('POST', `/shops/${shop.shopId}/wb-tags/`, { name, color });
async function made(name: string): Promise<number> {
  return (await create(name)).body.tag_id;
}
/** What the card's page shows without asking the marketplace. */
async function kept(): Promise<string[]> {
  const { body } = await call('GET', `/cards/${cardId}/shop-cards/`);
  return body[0].wb_tags.map((tag: { name: string }) => tag.name);
}

describe('a shop’s tags at the marketplace', () => {
  it('are made in place, and are on no card by that', async () => {
    const { status, body } = await create('  Сезон   2026 ', 'DEF1DD');
    expect(status).toBe(201);
    expect(body.shop_tags).toEqual([{ id: body.tag_id, name: 'Сезон 2026', color: 'DEF1DD' }]);
    expect((await read()).body).toEqual({ shop_tags: body.shop_tags, card_tags: [] });
  });

  it('have a name of 1–15 characters and one of six colours: the marketplace is not asked for others', async () => {
    await market.breakWith([{ operation: 'content/*', kind: '500' }]);
    for (const [name, color] of [
      ['', 'FFECC7'],
      ['   ', 'FFECC7'],
      ['\u200b', 'FFECC7'],
      ['Шестнадцать букв', 'FFECC7'],
      ['Хит', 'FF0000'],
    ] as const) {
      expect([name, (await create(name, color)).status]).toEqual([name, 400]);
    }
  });

  it('are refused in a seller’s words: a name that is taken, a sixteenth', async () => {
    await made('Хит');
    expect(await create('Хит')).toMatchObject({
      status: 400,
      body: { detail: ['Ярлык с таким названием в магазине уже есть'] },
    });
    for (let number = 2; number <= 15; number += 1) await made(`Ярлык ${number}`);
    expect(await create('Лишний')).toMatchObject({
      status: 400,
      body: { detail: [expect.stringContaining('В магазине уже 15 ярлыков')] },
    });
  });
});

describe('the tags of a card at the marketplace', () => {
  it('are put on, read back, and kept for its page', async () => {
    const [hit, sale] = [await made('Хит'), await made('Скидки')];
    const { status, body } = await set([hit, sale], []);
    expect(status).toBe(200);
    expect(body.is_shown).toBe(true);
    expect(body.card_tags.map((tag: { name: string }) => tag.name)).toEqual(['Хит', 'Скидки']);
    expect(await kept()).toEqual(['Хит', 'Скидки']);
    expect((await set([], [hit, sale])).body).toEqual({ card_tags: [], is_shown: true });
    expect(await kept()).toEqual([]);
  });

  it('are said to be on their way when the marketplace does not show them yet, and the page shows what it shows', async () => {
    const hit = await made('Хит');
    isClockRunning = false;
    expect((await set([hit], [])).body).toEqual({ card_tags: [], is_shown: false });
    expect(await kept()).toEqual([]);
    nowMs += LATER_MS;
    expect((await read()).body.card_tags).toHaveLength(1);
    expect(await kept()).toEqual(['Хит']);
  });

  it('WB-01: are not replaced where somebody has changed them in the cabinet meanwhile', async () => {
    const [hit, sale] = [await made('Хит'), await made('Скидки')];
    await set([hit], []);
    const late = await set([sale], []);
    expect(late).toMatchObject({ status: 409, body: { detail: [expect.stringContaining('тем временем')] } });
    expect((await read()).body.card_tags).toEqual([{ id: hit, name: 'Хит', color: 'FFECC7' }]);
  });

  it('WB-02: are taken back also while the change is not shown yet', async () => {
    const hit = await made('Хит');
    isClockRunning = false;
    await set([hit], []);
    expect((await set([], [hit])).status).toBe(200);
    isClockRunning = true;
    nowMs += LATER_MS;
    expect((await read()).body.card_tags).toEqual([]);
  });

  it('do no harm when the same is asked twice', async () => {
    const hit = await made('Хит');
    await set([hit], []);
    expect(await set([hit], [])).toMatchObject({ status: 200, body: { is_shown: true } });
  });

  it('of many cards are put on and taken off again by a bulk edit, with the others left where they are', async () => {
    const [hit, sale] = [await made('Хит'), await made('Скидки')];
    await set([sale], []);
    const change = {
      kind: 'WB_TAGS',
      shop_id: shop.shopId,
      action: 'ADD',
      tags: [{ id: hit, name: 'Хит', color: 'FFECC7' }],
    };
    const { body: edit } = await call('POST', '/cards/bulk-edits/', { selection: { filter: {} }, change });
    const editPath = `/cards/bulk-edits/${edit.id}/`;
    const run = () =>
      goOnWithWbTagEditJob.handler({ editId: edit.id }, test.deps, {
        signal: new AbortController().signal,
        attempt: 1,
      });
    await call('POST', `${editPath}apply/`, { expected_count: 1 });
    await run();
    expect((await call('GET', editPath)).body).toMatchObject({ state: 'APPLIED', counts: { applied: 1 } });
    expect(await kept()).toEqual(['Хит', 'Скидки']);
    await call('POST', `${editPath}rollback/`, {});
    await run();
    expect((await call('GET', editPath)).body).toMatchObject({ counts: { rolled_back: 1, kept: 0 } });
    expect(await kept()).toEqual(['Скидки']);
  });

  it('come with every reading of the shop’s cards', async () => {
    const hit = await made('Хит');
    const nmId = (await call('GET', `/cards/${cardId}/shop-cards/`)).body[0].nm_id;
    const client = await market.marketplace.forShop(database.db, owner.accountId, shop.shopId);
    await client.setCardTags(nmId, [hit]);
    nowMs += LATER_MS;
    expect(await kept()).toEqual([]);
    await readCards();
    expect(await kept()).toEqual(['Хит']);
  });

  it('WB-03: are not written again when they are the same: no browser is told to look', async () => {
    await set([await made('Хит')], []);
    const version = async () =>
      (
        await database.db
          .selectFrom('shop_cards')
          .select((eb) => eb.cast<string>(eb.ref('xmin' as 'id'), 'text').as('xmin'))
          .where('card_id', '=', cardId)
          .executeTakeFirstOrThrow()
      ).xmin;
    const before = await version();
    await read();
    expect(await version()).toBe(before);
  });

  it('cannot be changed where the card is not at the marketplace, and that is said', async () => {
    await database.db.updateTable('shop_cards').set({ nm_id: null }).where('card_id', '=', cardId).execute();
    for (const { status, body } of [await read(), await set([1], [])]) {
      expect([status, body.detail]).toEqual([409, [expect.stringContaining('сначала отправьте')]]);
    }
  });

  it('cannot be changed when the card lies in the marketplace’s trash', async () => {
    const nmId = (await call('GET', `/cards/${cardId}/shop-cards/`)).body[0].nm_id;
    await trashCards(market, shop.sid, [nmId]);
    expect(await set([], [])).toMatchObject({
      status: 409,
      body: { detail: ['Wildberries не нашёл карточку: возможно, она в корзине'] },
    });
  });

  it('need a token that may write, and its lack is said', async () => {
    await database.db
      .updateTable('shop_tokens')
      .set({ is_read_only: true })
      .where('shop_id', '=', shop.shopId)
      .execute();
    expect((await read()).status).toBe(200);
    for (const { status, body } of [await set([1], []), await create('Хит')]) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'token_inactive', detail: ['Токен только для чтения'] });
    }
  });

  it('are told with the marketplace’s own trouble', async () => {
    const hit = await made('Хит');
    await market.breakWith([{ operation: 'content/tag/link', kind: '500', times: 10 }]);
    const { status, body } = await set([hit], []);
    expect([status, body.detail]).toEqual([503, ['Wildberries временно недоступен (код 500)']]);
  });
});
