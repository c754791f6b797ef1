import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, cardBody, putIntoShop } from '#tests/support/cards/fixtures.ts';

const COLOUR = 14177449;
const SIZE = { tech_size: '', wb_size: '' };

let test: TestApp;
let owner: SignedIn;
let number = 0;
beforeAll(async () => {
  test = await buildTestApp();
  await addTestSubjects(test.database.db);
  owner = await test.signIn();
});
afterAll(() => test.close());

async function create(changes: object) {
  number += 1;
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/v1/cards/',
    headers: owner.headers,
    payload: { ...cardBody(`N-${number}`), ...changes },
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

async function patch(id: unknown, changes: object, version: number) {
  const response = await test.app.inject({
    method: 'PATCH',
    url: `/api/v1/cards/${String(id)}/`,
    headers: { ...owner.headers, 'if-match': `"v${version}"` },
    payload: changes,
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

/** As the marketplace had it, with what nobody could write. */
const ODD = {
  photos: ['http://192.168.0.10/1.jpg'],
  characteristics: [
    { id: COLOUR, values: ['красный'] },
    { id: COLOUR, values: ['синий'] },
    { id: 777, values: ['да'] },
  ],
  sizes: [{ techSize: '', wbSize: '', skus: ['OZN-1', 'OZN-1'] }],
};
async function importOdd(): Promise<unknown> {
  const { body } = await create({});
  const columns = Object.entries(ODD).map(([name, value]) => [name, JSON.stringify(value)]);
  await test.database.db
    .updateTable('cards')
    .set(Object.fromEntries(columns) as Record<'photos' | 'characteristics' | 'sizes', string>)
    .where('id', '=', Number(body['id']))
    .execute();
  return body['id'];
}

describe('a photo of a card', () => {
  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'ftp://example.com/1.jpg',
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1/1.jpg',
    'http://[::1]/1.jpg',
    'http://[::ffff:10.0.0.1]/1.jpg',
    'http://0x7f000001/1.jpg',
    'http://2130706433/1.jpg',
    'http://localhost/1.jpg',
    'http://nas.local/1.jpg',
    'http://metadata.google.internal/1.jpg',
    'http://intranet/1.jpg',
    'https://user:pass@example.com/1.jpg',
    'https:\\\\example.com/1.jpg',
    'https://example.com\\@10.0.0.1/1.jpg',
    '//example.com/1.jpg',
    '/media/../secret.key',
    '/etc/passwd',
    'просто текст',
    '',
  ])('«%s» is refused', async (photo) => {
    const { status, body } = await create({ photos: [photo] });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'photos' }] });
  });

  it.each([
    'https://basket-10.wbbasket.ru/vol1592/part159206/159206280/images/big/1.webp',
    'https://мой-магазин.рф/фото 1.jpg'.replace(' ', '%20'),
    'http://cdn.example.com:8080/a/b.jpg?size=big',
    '/media/photos/0123456789abcdef0123456789abcdef.jpg',
    '/media/drawn/mug-148-3.svg',
  ])('%s is taken', async (photo) => {
    expect((await create({ photos: [photo] })).status).toBe(201);
  });
});

it.each([
  ['twice', [COLOUR, COLOUR], `characteristics.${COLOUR}`, 'Характеристика «Цвет» указана дважды'],
  ['of another subject', [777], 'characteristics.777', 'У предмета нет характеристики № 777'],
])('a characteristic %s is refused', async (_, ids, field, detail) => {
  const characteristics = ids.map((id) => ({ id, values: ['да'] }));
  const { status, body } = await create({ characteristics });
  expect([status, body['errors']]).toEqual([400, [{ field, detail }]]);
});

it('a characteristic of a subject that nobody has asked about yet is taken', async () => {
  const unread = { id: 4001, name: 'Свечи', parent_name: 'Дом' };
  await test.database.db.insertInto('subjects').values(unread).execute();
  const characteristics = [{ id: 777, values: ['да'] }];
  expect((await create({ subject_id: 4001, characteristics })).status).toBe(201);
});

describe('a barcode of a card', () => {
  it.each([
    [['2039485716203', '2039485716203'], 'Баркод 2039485716203 указан дважды'],
    [['<b>абв'], 'Баркод «<b>абв» не подходит: нужно от 8 до 15 цифр'],
    [['1234567'], 'Баркод «1234567» не подходит: нужно от 8 до 15 цифр'],
    [['١٢٣٤٥٦٧٨٩٠١٢٣'], 'не подходит'],
  ])('%j is refused', async (skus, detail) => {
    const { status, body } = await create({ sizes: [{ ...SIZE, skus }] });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [{ field: 'sizes', detail: expect.stringContaining(detail) as string }],
    });
  });

  it('is refused when two sizes have it', async () => {
    const sizes = ['42', '44'].map((size) => ({ ...SIZE, tech_size: size, skus: ['2039485716203'] }));
    expect((await create({ sizes })).status).toBe(400);
  });

  it('is taken, whatever it is, when a card at the marketplace has it', async () => {
    const { body } = await create({});
    const shop = await addTestShop(test.database.db, owner.accountId);
    const place = { accountId: owner.accountId, shopId: shop, cardId: Number(body['id']) };
    await putIntoShop(test.database, place, { nmId: 5 });
    await test.database.db
      .updateTable('shop_cards')
      .set({ sizes: JSON.stringify([{ chrtId: 1, techSize: '', skus: ['ВБ-77'] }]) })
      .where('card_id', '=', place.cardId)
      .execute();
    const sizes = [{ ...SIZE, skus: ['ВБ-77'] }];
    expect((await create({ sizes })).status).toBe(201);
    const stranger = await test.signIn('stranger');
    const foreign = await test.app.inject({
      method: 'POST',
      url: '/api/v1/cards/',
      headers: stranger.headers,
      payload: { ...cardBody('F-1'), sizes },
    });
    expect(foreign.statusCode).toBe(400);
  });
});

describe('a card that came odd from the marketplace', () => {
  it('is saved when the oddness is not touched, and when it is sent back as it was', async () => {
    const id = await importOdd();
    expect((await patch(id, { title: 'Новое имя' }, 1)).status).toBe(200);
    const same = {
      photos: [...ODD.photos, 'https://example.com/2.jpg'],
      characteristics: ODD.characteristics,
      sizes: [{ ...SIZE, skus: ['OZN-1', 'OZN-1', '2039485716203'] }],
    };
    const saved = await patch(id, same, 2);
    expect(saved).toMatchObject({ status: 200, body: { photos: same.photos, sizes: same.sizes } });
  });

  it('gets nothing more that is odd', async () => {
    const id = await importOdd();
    for (const changes of [
      { photos: [...ODD.photos, 'http://192.168.0.11/1.jpg'] },
      { characteristics: [...ODD.characteristics, { id: 778, values: ['да'] }] },
      { sizes: [{ ...SIZE, skus: ['OZN-1', 'OZN-2'] }] },
      { sizes: [{ ...SIZE, skus: ['2039485716203', '2039485716203'] }] },
    ]) {
      expect((await patch(id, changes, 1)).status).toBe(400);
    }
  });

  it('answers another version with the conflict and not with a refusal', async () => {
    const id = await importOdd();
    expect((await patch(id, { photos: ['file:///x'] }, 9)).status).toBe(412);
  });
});
