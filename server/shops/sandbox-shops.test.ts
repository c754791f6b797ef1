import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBarcodes } from '#server/cards/barcodes.ts';
import { createMarketplace, simulatorBaseUrls } from '#server/marketplace/marketplace.ts';
import { refreshPromotions } from '#server/promotions/sync-promotions-job.ts';
import { readSyncCursor } from '#server/sync/sync-cursors.ts';
import { openShopToken } from '#server/secrets/secret-box.ts';
import { syncShopJob } from '#server/sync/sync-shop-job.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { pingCategories } from './examine-token.ts';

let test: ShopTest;
let owner: SignedIn;

beforeAll(async () => {
  test = await openShopTest({}, { sandbox: true });
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

const add = (token: string, person = owner) => test.call(person, 'POST', '/shops/', { body: { token } });

async function addSandbox(input: { sid?: string; categories?: string[] } = {}, person = owner) {
  const sid = input.sid ?? (await test.createSeller());
  const { token } = await test.issueToken({ ...input, sid, sandbox: true });
  const response = await add(token, person);
  return { sid, response, shop: response.body };
}

describe('a token of the sandbox', () => {
  it('is refused, with what it takes, where the server knows no sandbox', async () => {
    const plain = await openShopTest();
    const person = await plain.signIn();
    const { token } = await plain.issueToken({ sid: await plain.createSeller(), sandbox: true });
    const { status, body } = await plain.call(person, 'POST', '/shops/', { body: { token } });
    await plain.close();
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: 'token', detail: expect.stringContaining('WB_SANDBOX=1') }]);
  });

  it('makes a shop of the sandbox, with the categories that there are, of which cards are read and no money', async () => {
    const { response, shop, sid } = await addSandbox();
    expect(response.status).toBe(201);
    expect(shop).toMatchObject({ is_sandbox: true, sid, name: `Песочница ${sid.slice(0, 4)}` });
    expect(shop.tokens[0].categories).toMatchObject(
      ['CONTENT', 'MARKETPLACE', 'PRICE_AND_DISCOUNT', 'STATISTICS'].map((category) => ({
        category,
        status: 'ACTIVE',
      })),
    );
    const readings = test.enqueued.filter(({ data }) => 'shopId' in data && data.shopId === shop.id);
    expect(readings.map(({ name }) => name)).toEqual(['sync-shop']);
    const { body: profile } = await test.call(owner, 'GET', '/users/me/');
    expect(profile.shops).toContainEqual(expect.objectContaining({ id: shop.id, is_sandbox: true }));
  });

  it('that nothing in the sandbox would vouch for is refused', async () => {
    const { response } = await addSandbox({ categories: ['marketplace', 'finance', 'analytics'] });
    expect(response.status).toBe(400);
    expect(response.body.detail[0]).toContain('«Контент», «Цены и скидки» или «Статистика»');
  });

  it('that the sandbox does not take is not stored', async () => {
    const { id, token } = await test.issueToken({ sid: await test.createSeller(), sandbox: true });
    await test.control('POST', '/revoke', { id });
    expect((await add(token)).status).toBe(400);
  });
});

describe('a shop stays what it is', () => {
  it('no token of the other kind is added to it', async () => {
    const { shop: trial, sid } = await addSandbox();
    const { token: realToken } = await test.issueToken({ sid });
    const { body: real } = await add(realToken);
    expect(real.is_sandbox).toBeUndefined();
    const { token: otherReal } = await test.issueToken({ sid });
    const { token: otherTrial } = await test.issueToken({ sid, sandbox: true });
    const addTo = (shopId: number, token: string) =>
      test.call(owner, 'POST', `/shops/${shopId}/tokens/`, { body: { token } });
    const toTrial = await addTo(trial.id, otherReal);
    expect([toTrial.status, toTrial.body.detail[0]]).toEqual([
      400,
      'Это магазин песочницы, а токен настоящий. Добавьте его как отдельный магазин',
    ]);
    const toReal = await addTo(real.id, otherTrial);
    expect([toReal.status, toReal.body.detail[0]]).toEqual([
      400,
      'Это токен песочницы, а магазин настоящий. Добавьте его как отдельный магазин',
    ]);
    expect((await addTo(trial.id, otherTrial)).status).toBe(201);
  });

  it('a seller has a real one and one of the sandbox, and not two of a kind', async () => {
    const { sid } = await addSandbox();
    const { token } = await test.issueToken({ sid });
    expect((await add(token)).status).toBe(201);
    const again = await addSandbox({ sid });
    expect(again.response.status).toBe(400);
    expect(again.response.body.detail[0]).toContain('Песочница');
  });
});

it('its cards, prices and stocks are read from the sandbox, and a check of its token asks there', async () => {
  const { shop, sid } = await addSandbox();
  const cards = (vendorCode: string) => ({
    cards: [{ vendorCode, title: 'Кружка', subjectID: 812, price: 900, discount: 10 }],
  });
  await test.control('PUT', `/sellers/${sid}/cards`, cards('НАСТОЯЩАЯ'));
  await test.control('PUT', `/sellers/sandbox:${sid}/cards`, cards('ПРОБНАЯ'));
  const signal = new AbortController().signal;
  const data = { accountId: owner.accountId, shopId: shop.id };
  await syncShopJob.handler(data, test.deps, { signal, attempt: 1 });
  const { body } = await test.call(owner, 'GET', `/shops/${shop.id}/`);
  expect(body.card_count).toBe(1);
  expect(body.last_synced_at).not.toBeNull();
  const { results } = (await test.call(owner, 'GET', '/cards/')).body;
  expect(results.map((card: { vendor_code: string }) => card.vendor_code)).toEqual(['ПРОБНАЯ']);
  const checked = await test.call(owner, 'POST', `/shops/${shop.id}/tokens/check/`);
  for (const category of checked.body.tokens[0].categories)
    expect(category).toMatchObject({ status: 'ACTIVE' });
});

it('a check of its tokens says that the sandbox is off, not that they were checked', async () => {
  const { shop } = await addSandbox();
  const off = createMarketplace({
    baseUrls: simulatorBaseUrls(test.simulatorUrl),
    openSecret: ({ secret, shopId }) => openShopToken(test.deps.env.secretKey, secret, shopId),
  });
  const client = await off.forShop(test.database.db, owner.accountId, shop.id);
  await expect(pingCategories(client, ['CONTENT'])).rejects.toMatchObject({ code: 'sandbox_off' });
});

it('what the sandbox lacks is left out with a word: its promotions', async () => {
  const { shop } = await addSandbox();
  const place = { accountId: owner.accountId, shopId: shop.id };
  const { marketplace, database } = test.deps;
  await refreshPromotions({ db: database.db, marketplace }, place);
  const { problem } = await readSyncCursor(database.db, { ...place, kind: 'promotions' });
  expect(problem).toBe('В песочнице Wildberries этого раздела нет');
});

it('no barcode of the sandbox is given out while there is a real shop, even one that cannot give any', async () => {
  const person = await test.signIn('seller');
  const reader = { db: test.database.db, marketplace: test.deps.marketplace, accountId: person.accountId };
  await addSandbox({}, person);
  expect(await newBarcodes(reader, 2)).toHaveLength(2);
  const { token } = await test.issueToken({ sid: await test.createSeller(), categories: ['prices'] });
  await add(token, person);
  await expect(newBarcodes(reader, 2)).rejects.toMatchObject({ status: 409 });
});
