import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasWrongCheckDigit } from '#contract/card-rules.ts';
import { MAX_NEW_BARCODES } from '#contract/barcodes.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { CUPS } from '#tests/support/shipments/test-shipments.ts';

let test: ShopTest;
let owner: SignedIn;
let keys = 0;
const newKey = () => `barcodes-key-${(keys += 1)}`;

beforeAll(async () => {
  test = await openShopTest();
  owner = await test.signIn('owner');
});
afterAll(() => test.close());
beforeEach(() => test.control('PUT', '/faults', { seed: 1, rules: [] }));

async function addShop(person: SignedIn, options: { categories?: string[]; readOnly?: boolean } = {}) {
  const { token } = await test.issueToken({ sid: await test.createSeller(), ...options });
  const { status } = await test.call(person, 'POST', '/shops/', { body: { token }, key: newKey() });
  expect(status).toBe(201);
}
const generate = (person: SignedIn, count: number, key = newKey()) =>
  test.call(person, 'POST', '/barcodes/', { body: { count }, key });

describe('new barcodes', () => {
  it('need a shop whose token may write content, and say so', async () => {
    const person = await test.signIn('poor');
    expect(await generate(person, 1)).toMatchObject({
      status: 409,
      body: { detail: [expect.stringContaining('токен «Контент»')] },
    });
    await addShop(person, { readOnly: true });
    expect((await generate(person, 1)).status).toBe(409);
  });

  it('come from the first shop that may ask: 13 digits, the last one right, none twice', async () => {
    await addShop(owner, { categories: ['prices'] });
    await addShop(owner);
    const { status, body } = await generate(owner, 20);
    expect(status).toBe(200);
    expect(new Set(body.barcodes).size).toBe(20);
    for (const barcode of body.barcodes) {
      expect(barcode).toMatch(/^\d{13}$/);
      expect(hasWrongCheckDigit(barcode)).toBe(false);
    }
  });

  it('are the same when a lost answer is asked for again', async () => {
    const key = newKey();
    const first = await generate(owner, 2, key);
    expect((await generate(owner, 2, key)).body).toEqual(first.body);
    expect((await generate(owner, 2)).body).not.toEqual(first.body);
  });

  it('are never more than are made at once, nor fewer than one', async () => {
    expect((await generate(owner, MAX_NEW_BARCODES + 1)).status).toBe(400);
    expect((await generate(owner, 0)).status).toBe(400);
  });

  it('are refused in the marketplace’s words when it gives none', async () => {
    const rules = [{ operation: 'content/barcodes', kind: '429', times: 10 }];
    await test.control('PUT', '/faults', { seed: 1, rules });
    const { status, body } = await generate(owner, 1);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.detail[0]).not.toBe('');
  });
});

describe('holders of a barcode', () => {
  beforeAll(async () => {
    const stranger = await test.signIn('stranger');
    await test.database.db.insertInto('subjects').values({ id: CUPS, name: 'Кружки' }).execute();
    const card = (accountId: number, code: string, skus: string[], changes: object = {}) => ({
      account_id: accountId,
      vendor_code: code,
      title: code,
      subject_id: CUPS,
      sizes: JSON.stringify([{ techSize: '', wbSize: '', skus }]),
      ...changes,
    });
    await test.database.db
      .insertInto('cards')
      .values([
        card(owner.accountId, 'A', ['2000000000015', '2000000000022']),
        card(owner.accountId, 'B', ['2000000000015']),
        card(owner.accountId, 'C', ['2000000000015'], { state: 'ARCHIVED' }),
        card(stranger.accountId, 'D', ['2000000000015']),
      ])
      .execute();
  });
  const holders = async (query: string) => {
    const { status, body } = await test.call(owner, 'GET', `/barcodes/holders/?${query}`);
    return status === 200
      ? body.map((one: { barcode: string; vendor_code: string }) => `${one.barcode} ${one.vendor_code}`)
      : status;
  };

  it('are the account’s own cards that are not in the archive', async () => {
    expect(await holders('barcode=2000000000015')).toEqual(['2000000000015 A', '2000000000015 B']);
    expect(await holders('barcode=2000000000022&barcode=2000000000039')).toEqual(['2000000000022 A']);
  });

  it('are asked for by what looks like a barcode alone', async () => {
    expect(await holders("barcode=2' OR 1=1")).toBe(400);
  });
});
