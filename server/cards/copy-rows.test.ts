import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';

const COLOUR = 14177449;

let test: ShopTest;
let owner: SignedIn;
let people = 0;
let path: string;
beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`copier-${people}`);
  const { body } = await test.call(owner, 'POST', '/cards/', {
    body: cardBody('КРУЖКА', {
      title: 'Кружка',
      description: 'Для чая',
      characteristics: [{ id: COLOUR, values: ['белый'] }],
      sizes: [
        { techSize: 'S', wbSize: '', skus: ['2039485716203'] },
        { techSize: 'M', wbSize: '', skus: [] },
      ],
    }),
  });
  path = `/cards/${body.id}/`;
});
afterAll(() => test.close());

const sizes = (...skus: string[][]) =>
  ['S', 'M'].map((techSize, index) => ({ tech_size: techSize, wb_size: '', skus: skus[index] ?? [] }));
const row = (vendorCode: string, changes = {}) => ({
  vendor_code: vendorCode,
  title: `Кружка ${vendorCode}`,
  ...changes,
});
const duplicate = (
  rows: object[],
  { copies = rows.length, key = randomUUID() }: { copies?: number; key?: string } = {},
) => test.call(owner, 'POST', `${path}duplicate/`, { body: { copies, rows }, key });
const cardCount = async () => (await test.call(owner, 'GET', '/cards/')).body.count;

it('names for copies are free ones, as many as asked', async () => {
  const names = async (count: string) => await test.call(owner, 'GET', `${path}copy-names/?count=${count}`);
  expect((await names('2')).body).toEqual([
    { vendor_code: 'КРУЖКА-2', title: 'Кружка 2' },
    { vendor_code: 'КРУЖКА-3', title: 'Кружка 3' },
  ]);
  await duplicate([row('КРУЖКА-2', { title: 'Кружка 2' })]);
  expect((await names('1')).body).toEqual([{ vendor_code: 'КРУЖКА-3', title: 'Кружка 3' }]);
  for (const count of ['0', '51', '-1', '1e3', ''])
    expect([count, (await names(count)).status]).toEqual([count, 400]);
});

it.each([
  [
    'Придверной коврик на лестницу влаговпитывающий 60x90 см',
    'Придверной коврик на лестницу влаговпитывающий 60x90 2',
  ],
  ['Ш'.repeat(60), `${'Ш'.repeat(54)} 2`],
])(
  'a title that has no room for a number is cut between words, if it has them: %s',
  async (title, called) => {
    const { body } = await test.call(owner, 'POST', '/cards/', { body: cardBody('КОВРИК', { title }) });
    const names = await test.call(owner, 'GET', `/cards/${body.id}/copy-names/?count=1`);
    expect(names.body).toEqual([{ vendor_code: 'КОВРИК-2', title: called }]);
  },
);

it('each copy is what its row says; what a row leaves out is the card’s, but never its barcodes', async () => {
  const { status, body } = await duplicate([
    row('К-1'),
    row('К-2', {
      title: '  Кружка\nсиняя ',
      characteristics: [{ id: COLOUR, values: ['синий'] }],
      sizes: sizes(['2000000000015'], ['2000000000022']),
    }),
  ]);
  expect([status, body.cards?.length]).toEqual([201, 2]);
  const [first, second] = await Promise.all(
    body.cards.map(async ({ id }: { id: number }) => (await test.call(owner, 'GET', `/cards/${id}/`)).body),
  );
  expect(first).toMatchObject({
    vendor_code: 'К-1',
    title: 'Кружка К-1',
    description: 'Для чая',
    characteristics: [{ id: COLOUR, values: ['белый'] }],
    sizes: sizes(),
    state: 'DRAFT',
    version: 1,
  });
  expect(second).toMatchObject({
    title: 'Кружка синяя',
    characteristics: [{ id: COLOUR, values: ['синий'] }],
    sizes: sizes(['2000000000015'], ['2000000000022']),
  });
});

it('barcodes that another card has are said with that card, and so they are of many cards’ copies', async () => {
  const taken = '2000000000015';
  await test.call(owner, 'POST', '/cards/', {
    body: cardBody('ЧУЖАЯ', { sizes: [{ techSize: '', wbSize: '', skus: [taken] }] }),
  });
  const one = await duplicate([row('К-1', { sizes: sizes([taken], ['2000000000022']) }), row('К-2')]);
  const said = { barcode: taken, vendor_code: 'ЧУЖАЯ' };
  expect([one.status, one.body.shared_barcodes]).toMatchObject([201, [said]]);
  const cardId = Number(path.split('/')[2]);
  const copied = { ...row('К-3'), card_id: cardId, sizes: sizes([], ['2000000000039', '2000000000022']) };
  const { wb_size: _first, ...first } = copied.sizes[0]!;
  const { wb_size: _second, ...second } = copied.sizes[1]!;
  const many = await test.call(owner, 'POST', '/cards/copies/', {
    body: { rows: [{ ...copied, sizes: [first, second] }] },
    key: randomUUID(),
  });
  expect(many.body.shared_barcodes).toMatchObject([{ barcode: '2000000000022', vendor_code: 'К-1' }]);
});

it('N-03: the same request again makes no copy twice', async () => {
  const rows = [row('К-1'), row('К-2')];
  const [first, again] = [
    await duplicate(rows, { key: 'copies-0123456789' }),
    await duplicate(rows, { key: 'copies-0123456789' }),
  ];
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await cardCount()).toBe(3);
});

describe('N-04: what is wrong is told at its cell, and nothing is made', () => {
  it.each([
    ['a vendor code that another card has', [row('К-1'), row('КРУЖКА-Б')], 'rows.1.vendor_code'],
    ['the card’s own vendor code', [row('КРУЖКА')], 'rows.0.vendor_code'],
    ['a vendor code that stands twice', [row('К-1'), row(' К-1', { title: 'Иначе' })], 'rows.1.vendor_code'],
    ['no vendor code', [row('К-1'), row(' ')], 'rows.1.vendor_code'],
    ['a title that stands twice', [row('К-1', { title: 'А' }), row('К-2', { title: 'А' })], 'rows.1.title'],
    ['the card’s own title', [row('К-1', { title: 'Кружка' })], 'rows.0.title'],
    ['no title', [row('К-1', { title: '' })], 'rows.0.title'],
    ['a title too long', [row('К-1', { title: 'а'.repeat(61) })], 'rows.0.title'],
    ['a barcode of the card', [row('К-1', { sizes: sizes(['2039485716203']) })], 'rows.0.sizes'],
    [
      'a barcode of another copy',
      [row('К-1', { sizes: sizes(['2000000000015']) }), row('К-2', { sizes: sizes([], ['2000000000015']) })],
      'rows.1.sizes',
    ],
    ['what is no barcode', [row('К-1'), row('К-2', { sizes: sizes(['баркод']) })], 'rows.1.sizes'],
    [
      'a characteristic that the subject has not',
      [row('К-1', { characteristics: [{ id: 5, values: ['а'] }] })],
      'rows.0.characteristics.5',
    ],
  ])('%s', async (_, rows, field) => {
    const other = cardBody('КРУЖКА-Б');
    expect((await test.call(owner, 'POST', '/cards/', { body: other })).status).toBe(201);
    const { status, body } = await duplicate(rows);
    expect([status, body.errors?.map((one: { field: string }) => one.field)]).toEqual([400, [field]]);
    expect(await cardCount()).toBe(2);
  });

  it('rows that are not as many as the copies', async () => {
    expect((await duplicate([row('К-1')], { copies: 2 })).status).toBe(400);
    expect(await cardCount()).toBe(1);
  });
});

it('N-05: of two people who take the same vendor code at once one is told where it stands', async () => {
  const responses = await Promise.all([
    duplicate([row('К-1'), row('К-2')]),
    duplicate([row('К-3'), row('К-2')]),
  ]);
  const refused = responses.filter(({ status }) => status === 400);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  expect(refused[0]?.body.errors).toEqual([
    { field: 'rows.1.vendor_code', detail: 'Артикул «К-2» уже есть у другой карточки' },
  ]);
  expect(await cardCount()).toBe(3);
});
