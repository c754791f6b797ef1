import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;
let stranger: SignedIn;
let shopId: number;
let otherShopId: number;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
  stranger = await test.signIn('stranger');
  shopId = await addTestShop(test.database.db, owner.accountId, 'Северика');
  otherShopId = await addTestShop(test.database.db, owner.accountId, 'Южная лавка');
  await addTestShop(test.database.db, stranger.accountId, 'Чужой магазин');
});
afterAll(() => test.close());

interface Cost {
  from: string | null;
  shop_id: number | null;
  tech_size: string | null;
  cost_price_kopecks: number | null;
}

/** Of sizes S and M, each with a barcode. */
async function createCard(
  vendorCode: string,
  costPriceKopecks: number | null,
  techSizes: readonly string[] = ['S', 'M'],
) {
  const sizes = techSizes.map((techSize) => ({
    techSize,
    wbSize: '',
    skus: [barcodeOf(vendorCode, techSize)],
  }));
  const { body } = await test.call(owner, 'POST', '/cards/', {
    body: cardBody(vendorCode, { costPriceKopecks, sizes }),
  });
  return body.id as number;
}
const barcodes = new Map<string, string>();
/** Of a size the same each time. */
function barcodeOf(vendorCode: string, techSize: string): string {
  const name = `${vendorCode} ${techSize}`;
  const barcode = barcodes.get(name) ?? String(2_000_000_000_000 + barcodes.size);
  barcodes.set(name, barcode);
  return barcode;
}
const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
  (await test.call(owner, method, path, body ? { body } : {})).body;

type Row = Partial<Record<'key' | 'shop' | 'size' | 'from' | 'cost', string>>;
const look = (rows: Row[], key = 'VENDOR_CODE') =>
  call('POST', '/cards/costs/table/', {
    key,
    rows: rows.map((row, at) => ({ line: at + 2, key: '', shop: '', size: '', from: '', cost: '', ...row })),
  });
const apply = ({ id, counts }: { id: number; counts: { ready: number } }) =>
  call('POST', `/cards/bulk-edits/${id}/apply/`, { expected_count: counts.ready });
const rollBack = (edit: { id: number }) => call('POST', `/cards/bulk-edits/${edit.id}/rollback/`, {});
async function costsOf(cardId: number) {
  const costs: Cost[] = await call('GET', `/cards/${cardId}/costs/`);
  return costs.map((one) => [one.from, one.shop_id, one.tech_size, one.cost_price_kopecks]);
}
const addCost = (cardId: number, cost: Cost) => call('POST', `/cards/${cardId}/costs/`, cost);
const costToday = async (cardId: number) => (await call('GET', `/cards/${cardId}/`)).cost_price_kopecks;

describe('a table of costs', () => {
  it('says several days, shops and sizes of one card, and is taken back whole', async () => {
    const id = await createCard('COSTS-1', 200_00);
    await addCost(id, { from: '2026-02-01', shop_id: shopId, tech_size: null, cost_price_kopecks: 210_00 });
    const before = await costsOf(id);
    const made = await look([
      { key: 'COSTS-1', from: '01.01.2026', cost: '250' },
      { key: 'COSTS-1', from: '2026-03-01', cost: '200,00' },
      { key: 'COSTS-1', shop: 'северика', from: '01.02.2026', cost: '215,50 ₽' },
      { key: 'COSTS-1', shop: 'Южная лавка', size: 'm', cost: '190' },
      { key: 'COSTS-1', size: barcodeOf('COSTS-1', 'S'), from: '01.01.2026', cost: '0' },
      { key: 'COSTS-1', cost: '200' },
    ]);
    expect([made.changed_count, made.same_count, made.refused]).toEqual([5, 1, []]);
    expect(made.edit.change).toEqual({ kind: 'COST_TABLE', row_total: 5 });
    expect(await costsOf(id)).toEqual(before);
    expect((await apply(made.edit)).counts).toMatchObject({ applied: 1 });
    expect(await costsOf(id)).toEqual([
      ['2026-03-01', null, null, 200_00],
      ['2026-01-01', null, null, 250_00],
      [null, null, null, 200_00],
      ['2026-01-01', null, 'S', 0],
      ['2026-02-01', shopId, null, 215_50],
      [null, otherShopId, 'M', 190_00],
    ]);
    expect((await rollBack(made.edit)).counts).toMatchObject({ rolled_back: 1 });
    expect(await costsOf(id)).toEqual(before);
  });

  it('tells of each place what was said of it, whatever is valid there from before', async () => {
    const id = await createCard('COSTS-ROWS', 200_00);
    const { edit } = await look([
      { key: 'COSTS-ROWS', from: '01.05.2026', cost: '200' },
      { key: 'COSTS-ROWS', cost: '180' },
    ]);
    const { results } = await call('GET', `/cards/bulk-edits/${edit.id}/rows/`);
    const place = { shop_id: null, tech_size: null };
    expect(results).toMatchObject([
      {
        card_id: id,
        before: {
          costs: [
            { from: '2026-05-01', ...place, cost_price_kopecks: null, is_own: false },
            { from: null, ...place, cost_price_kopecks: 200_00, is_own: true },
          ],
        },
        after: {
          costs: [
            { from: '2026-05-01', ...place, cost_price_kopecks: 200_00, is_own: true },
            { from: null, ...place, cost_price_kopecks: 180_00, is_own: true },
          ],
        },
      },
    ]);
  });

  it('lets the card follow what is valid today, there and back', async () => {
    const id = await createCard('COSTS-TODAY', null);
    const { edit } = await look([
      { key: 'COSTS-TODAY', from: '01.01.2026', cost: '300' },
      { key: 'COSTS-TODAY', from: '01.01.2099', cost: '900' },
    ]);
    await apply(edit);
    expect(await costToday(id)).toBe(300_00);
    await rollBack(edit);
    expect(await costToday(id)).toBeNull();
    expect(await costsOf(id)).toEqual([]);
  });

  it('spares a card of which somebody has said another cost meanwhile, there and back; the others go on', async () => {
    const changed = await createCard('COSTS-RACE', 100_00);
    const other = await createCard('COSTS-RACE-2', 100_00);
    const rows = ['COSTS-RACE', 'COSTS-RACE-2'].map((key) => ({ key, shop: 'Северика', cost: '120' }));
    const somebody = { from: null, shop_id: shopId, tech_size: null, cost_price_kopecks: 111_00 };
    const first = await look(rows);
    await addCost(changed, somebody);
    expect((await apply(first.edit)).counts).toMatchObject({ applied: 1, changed_since: 1 });
    expect(await costsOf(changed)).toContainEqual([null, shopId, null, 111_00]);
    await rollBack(first.edit);
    expect(await costsOf(other)).toEqual([[null, null, null, 100_00]]);
    const again = await look(rows);
    await apply(again.edit);
    // Of another place: it is nobody's business here.
    await addCost(other, { ...somebody, shop_id: otherShopId });
    await addCost(changed, { ...somebody, cost_price_kopecks: 125_00 });
    expect((await rollBack(again.edit)).counts).toMatchObject({ rolled_back: 1, kept: 1 });
    expect(await costsOf(changed)).toContainEqual([null, shopId, null, 125_00]);
    expect(await costsOf(other)).toEqual([
      [null, null, null, 100_00],
      [null, otherShopId, null, 111_00],
    ]);
  });

  it('takes back of a card what nobody has said otherwise since: another shop, size or day is another cost', async () => {
    const id = await createCard('COSTS-PART', 100_00);
    const { edit } = await look([
      { key: 'COSTS-PART', shop: 'Северика', cost: '120' },
      { key: 'COSTS-PART', from: '01.03.2026', cost: '130' },
      { key: 'COSTS-PART', shop: 'Южная лавка', size: 'M', cost: '140' },
    ]);
    await apply(edit);
    await addCost(id, { from: null, shop_id: shopId, tech_size: null, cost_price_kopecks: 125_00 });
    expect((await rollBack(edit)).counts).toMatchObject({ rolled_back: 0, kept: 1 });
    expect(await costsOf(id)).toEqual([
      [null, null, null, 100_00],
      [null, shopId, null, 125_00],
    ]);
    const { results } = await call('GET', `/cards/bulk-edits/${edit.id}/rows/`);
    expect(results).toMatchObject([
      { refusal: 'Себестоимость в «Северика»: изменено позже, оставлено', mend: { field: null } },
    ]);
    expect(results[0].mend.advice).toMatch(
      /^Вернулось: себестоимость с 01\.03\.2026, себестоимость в «Южная лавка» размера «M»\. /,
    );
  });

  it('spares what was to be said of a shop that is gone', async () => {
    const gone = await addTestShop(test.database.db, owner.accountId, 'Закрытый');
    await createCard('COSTS-GONE', 100_00);
    const { edit } = await look([{ key: 'COSTS-GONE', shop: 'Закрытый', cost: '90' }]);
    await test.database.db.deleteFrom('shops').where('id', '=', gone).execute();
    expect((await apply(edit)).counts).toMatchObject({ applied: 0, changed_since: 1 });
  });

  it('refuses what it cannot read or find, row by row, with every reason', async () => {
    await createCard('COSTS-BAD', 100_00);
    const made = await look([
      { key: 'НЕТ-ТАКОГО', cost: '10' },
      { cost: '10' },
      { key: 'COSTS-BAD', shop: 'Чужой магазин', cost: '10' },
      { key: 'COSTS-BAD', size: 'XXL', cost: '10' },
      { key: 'COSTS-BAD', from: '31.02.2026', cost: '-5' },
      { key: 'COSTS-BAD', size: 'S', cost: '#Н/Д' },
      { key: 'COSTS-BAD', from: '2026-07-01' },
    ]);
    expect(made.refused.map((one: { line: number; text: string }) => [one.line, one.text])).toEqual([
      [2, 'Нет такой карточки'],
      [3, 'Нет артикула или баркода'],
      [4, 'Нет такого магазина'],
      [5, 'Нет такого размера или баркода у карточки'],
      [6, 'День: нужен, например, 01.12.2026. Себестоимость: нужна сумма в рублях, не меньше нуля'],
      [7, 'Себестоимость: ошибка формулы #Н/Д'],
      [8, 'Себестоимость: нужна сумма в рублях, не меньше нуля'],
    ]);
    expect([made.edit, made.changed_count]).toEqual([null, 0]);
  });

  it('of another account names no card and gives nothing away', async () => {
    const id = await createCard('COSTS-SECRET', 100_00);
    const rows = [{ line: 2, key: 'COSTS-SECRET', shop: '', size: '', from: '', cost: '10' }];
    const { body } = await test.call(stranger, 'POST', '/cards/costs/table/', {
      body: { key: 'VENDOR_CODE', rows },
    });
    expect(body).toMatchObject({ edit: null, refused: [{ line: 2, text: 'Нет такой карточки' }] });
    const exported = await test.call(stranger, 'GET', '/cards/costs/export/?format=csv');
    expect(exported.text.trim().split('\r\n')).toHaveLength(1);
    expect(await costsOf(id)).toEqual([[null, null, null, 100_00]]);
  });

  it('refuses all rows of one card, shop, size and day, those with other errors among them', async () => {
    await createCard('COSTS-TWICE', 100_00);
    const made = await look([
      { key: 'COSTS-TWICE', size: 'S', from: '01.03.2026', cost: '10' },
      { key: 'costs-twice', size: barcodeOf('COSTS-TWICE', 'S'), from: '2026-03-01', cost: 'дорого' },
      { key: 'COSTS-TWICE', size: 'M', from: '01.03.2026', cost: '10' },
    ]);
    expect(made.refused.map((one: { line: number }) => one.line)).toEqual([2, 3]);
    expect(made.refused[0].text).toBe('Та же карточка, магазин, размер и день названы ещё раз');
    expect(made.changed_count).toBe(1);
  });

  it('takes a barcode for its size, and for the card where there is one size', async () => {
    const single = await createCard('COSTS-SINGLE', null, ['']);
    const sized = await createCard('COSTS-SIZED', null);
    const { edit } = await look(
      [
        { key: barcodeOf('COSTS-SINGLE', ''), cost: '70' },
        { key: barcodeOf('COSTS-SIZED', 'M'), cost: '80' },
      ],
      'BARCODE',
    );
    await apply(edit);
    expect(await costsOf(single)).toEqual([[null, null, null, 70_00]]);
    expect(await costsOf(sized)).toEqual([[null, null, 'M', 80_00]]);
  });

  it('does not name a shop by a name that two of them have', async () => {
    const twin = await addTestShop(test.database.db, owner.accountId, 'Двойник');
    await addTestShop(test.database.db, owner.accountId, 'ДВОЙНИК');
    const id = await createCard('COSTS-TWIN', null);
    const made = await look([
      { key: 'COSTS-TWIN', shop: 'Двойник', cost: '10' },
      { key: 'COSTS-TWIN', shop: `Двойник (${twin})`, cost: '20' },
    ]);
    expect(made.refused).toEqual([{ line: 2, text: 'Нет такого магазина' }]);
    await apply(made.edit);
    expect(await costsOf(id)).toEqual([[null, twin, null, 20_00]]);
  });

  it('refuses a card that would have more costs than one may have', async () => {
    await createCard('COSTS-MANY', null);
    const day = (at: number) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10);
    const rows = Array.from({ length: 501 }, (_, at) => ({ key: 'COSTS-MANY', from: day(at), cost: '10' }));
    const { edit } = await look(rows);
    expect(edit.counts).toMatchObject({ ready: 0, refused: 1 });
  });

  it('asked for twice with one key is one edit', async () => {
    await createCard('COSTS-KEY', null);
    const body = {
      key: 'VENDOR_CODE',
      rows: [{ line: 2, key: 'COSTS-KEY', shop: '', size: '', from: '', cost: '10' }],
    };
    const ask = () =>
      test.call(owner, 'POST', '/cards/costs/table/', { body, key: 'costs-0123456789abcdef' });
    const [first, second] = [await ask(), await ask()];
    expect(second.body.edit.id).toBe(first.body.edit.id);
  });
});
