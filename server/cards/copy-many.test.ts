import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_COPIES_AT_ONCE } from '#contract/card-copies.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, cardBody, DRESSES } from '#tests/support/cards/fixtures.ts';

/** Of the cups; the dresses have no such characteristic. */
const COLOUR = 14177449;

let test: ShopTest;
let owner: SignedIn;
let people = 0;
let ids: number[];
beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`copier-of-many-${people}`);
  ids = [
    await add('А', { title: 'Кружка', sizes: [{ techSize: 'S', wbSize: '', skus: ['2039485716203'] }] }),
    await add('Б', { title: 'Кружка' }),
  ];
});
afterAll(() => test.close());

const add = async (vendorCode: string, changes = {}): Promise<number> =>
  (await test.call(owner, 'POST', '/cards/', { body: cardBody(vendorCode, changes) })).body.id;
const names = (selection: object, who = owner) =>
  test.call(who, 'POST', '/cards/copies/names/', { body: { selection } });
const copy = (rows: object[], { who = owner, key = randomUUID() } = {}) =>
  test.call(who, 'POST', '/cards/copies/', { body: { rows }, key });
const row = (cardId: number | undefined, vendorCode: string, title = `Кружка ${vendorCode}`) => ({
  card_id: cardId,
  vendor_code: vendorCode,
  title,
});
const cardCount = async () => (await test.call(owner, 'GET', '/cards/')).body.count;

it('each chosen card has a copy with names that no card and no other copy has', async () => {
  await add('Б-2', { title: 'Кружка 3' });
  const { body } = await names({ ids });
  expect(body).toMatchObject([
    {
      card_id: ids[0],
      source_vendor_code: 'А',
      source_title: 'Кружка',
      vendor_code: 'А-2',
      title: 'Кружка 2',
    },
    {
      card_id: ids[1],
      source_vendor_code: 'Б',
      source_title: 'Кружка',
      vendor_code: 'Б-3',
      title: 'Кружка 4',
    },
  ]);
});

it('numbers go on where many are taken', async () => {
  for (let number = 2; number <= 60; number += 1) await add(`А-${number}`);
  const { body } = await names({ ids });
  expect(body[0].vendor_code).toBe('А-61');
});

it('copies are what their rows say and all else of the card, without its barcodes', async () => {
  const { status, body } = await copy([row(ids[0], 'А-НОВАЯ'), row(ids[1], 'Б-НОВАЯ')]);
  expect(status).toBe(201);
  expect(body.cards.map((card: { vendor_code: string }) => card.vendor_code)).toEqual(['А-НОВАЯ', 'Б-НОВАЯ']);
  const { body: made } = await test.call(owner, 'GET', `/cards/${body.cards[0].id}/`);
  expect(made).toMatchObject({ title: 'Кружка А-НОВАЯ', state: 'DRAFT', nm_id: null });
  expect(made.sizes).toMatchObject([{ tech_size: 'S', skus: [] }]);
});

it('a colour and barcodes of its own are the copy’s, and all else stays the card’s', async () => {
  const white = { id: COLOUR, values: ['белый'] };
  const litres = { id: 900001, values: ['450'] };
  const sizes = [
    { techSize: 'S', wbSize: '42', skus: ['2000000000015'] },
    { techSize: 'M', wbSize: '44', skus: [] },
  ];
  const cup = await add('ЦВЕТ', { characteristics: [white, litres], sizes });
  const dress = await add('ПЛАТЬЕ', { subjectId: DRESSES, characteristics: [] });
  const { body: offered } = await names({ ids: [cup, dress] });
  expect(offered).toMatchObject([
    { colour: { values: ['белый'], max_count: 2 }, sizes: [{ tech_size: 'S' }, { tech_size: 'M' }] },
    { colour: null, sizes: [] },
  ]);
  const { body } = await copy([
    {
      ...row(cup, 'ЦВЕТ-2'),
      colours: ['синий', 'голубой'],
      sizes: [
        { tech_size: 'S', skus: [] },
        { tech_size: 'M', skus: ['2000000000022'] },
      ],
    },
    row(dress, 'ПЛАТЬЕ-2'),
  ]);
  const { body: made } = await test.call(owner, 'GET', `/cards/${body.cards[0].id}/`);
  expect(made.characteristics).toEqual([{ id: COLOUR, values: ['синий', 'голубой'] }, litres]);
  expect(made.sizes).toEqual([
    { tech_size: 'S', wb_size: '42', skus: [] },
    { tech_size: 'M', wb_size: '44', skus: ['2000000000022'] },
  ]);
});

it('a colour that there cannot be, a barcode that there is and sizes of before are told by their cells', async () => {
  const before = await cardCount();
  const dress = await add('ПЛАТЬЕ', { subjectId: DRESSES });
  const size = (skus: string[], techSize = 'S') => [{ tech_size: techSize, skus }];
  for (const [rows, field] of [
    [[{ ...row(dress, 'П-1'), colours: ['синий'] }], 'rows.0.colours'],
    [[row(ids[1], 'Б-1'), { ...row(ids[0], 'А-1'), sizes: size(['2039485716203']) }], 'rows.1.sizes'],
    [[{ ...row(ids[0], 'А-1'), sizes: size([], 'M') }], 'rows.0.sizes'],
    [[{ ...row(ids[0], 'А-1'), sizes: [] }], 'rows.0.sizes'],
    [
      [
        { ...row(ids[0], 'А-1'), sizes: size(['2000000000022']) },
        { ...row(ids[0], 'А-2'), sizes: size(['2000000000022']) },
      ],
      'rows.1.sizes',
    ],
  ] as const) {
    const { status, body } = await copy([...rows]);
    expect([status, body.errors?.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
  }
  expect(await cardCount()).toBe(before + 1);
});

it('all are made or none, and what is wrong is told by its cell', async () => {
  const before = await cardCount();
  await add('ЗАНЯТ');
  for (const [rows, field] of [
    [[row(ids[0], 'А-1'), row(ids[1], 'ЗАНЯТ')], 'rows.1.vendor_code'],
    [[row(ids[0], 'ОДИН', 'Первая'), row(ids[1], 'ОДИН', 'Вторая')], 'rows.1.vendor_code'],
    [[row(ids[0], 'А-1', 'Одно'), row(ids[1], 'Б-1', 'Одно')], 'rows.1.title'],
    [[row(ids[0], 'Б')], 'rows.0.vendor_code'],
  ] as const) {
    const { status, body } = await copy([...rows]);
    expect([status, body.errors?.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
  }
  expect(await cardCount()).toBe(before + 1);
});

it('pressed twice, they are made once', async () => {
  const before = await cardCount();
  const key = randomUUID();
  const [first, again] = [
    await copy([row(ids[0], 'РАЗ')], { key }),
    await copy([row(ids[0], 'РАЗ')], { key }),
  ];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(await cardCount()).toBe(before + 1);
});

it('are at once not more than a moment of the server; a build of before is told so when it asks for their names', async () => {
  const many = Array.from({ length: MAX_COPIES_AT_ONCE + 1 }, (_, index) => row(ids[0], `М-${index}`));
  expect((await copy(many)).status).toBe(400);
  expect((await copy(many.slice(1))).status).toBe(201);
  const { status, body } = await names({ filter: {} });
  expect([status, body.detail]).toEqual([400, ['За раз — не больше 100 карточек: выберите меньше']]);
});

it('a card of somebody else is not there', async () => {
  const stranger = await test.signIn(`stranger-${people}`);
  expect((await names({ ids }, stranger)).status).toBe(404);
  expect((await copy([row(ids[0], 'ЧУЖАЯ')], { who: stranger })).status).toBe(404);
});
