import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_CARD_TEMPLATES } from '#contract/card-templates.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, cardBody, CUPS } from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;
beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`templates-${people}`);
});
afterAll(() => test.close());

const PHOTO = 'https://images.example/mug.jpg';

async function createCard(vendorCode: string) {
  const body = cardBody(vendorCode, {
    brand: 'Керамия',
    description: 'Для чая',
    dimensions: { lengthCm: 13, widthCm: 11, heightCm: 11, weightKg: 0.42 },
    characteristics: [{ id: 14177449, values: ['белый'] }],
    sizes: [{ techSize: '', wbSize: '', skus: ['2039485716203'] }],
    photos: [PHOTO],
    tags: ['Хит'],
    costPriceKopecks: 250_00,
  });
  const response = await test.call(owner, 'POST', '/cards/', { body });
  expect(response.status).toBe(201);
  return response.body;
}

const save = (name: string, cardId: number, changes = {}) =>
  test.call(owner, 'POST', '/card-templates/', { body: { name, card_id: cardId, ...changes } });
const names = async () =>
  (await test.call(owner, 'GET', '/card-templates/')).body.map(({ name }: { name: string }) => name);

it('a card is kept as a template without what is its own, and the template makes a new card', async () => {
  const card = await createCard('ШАБЛОН-1');
  const { status, body } = await save('  Кружка   белая ', card.id);
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      name: 'Кружка белая',
      subject_name: 'Кружки',
      photo_count: 0,
      created_at: expect.any(String),
    },
  ]);
  const { content } = (await test.call(owner, 'GET', `/card-templates/${body.id}/`)).body;
  expect(content).toMatchObject({
    title: 'Кружка керамическая 450 мл',
    subject_id: CUPS,
    brand: 'Керамия',
    characteristics: [{ id: 14177449, values: ['белый'] }],
    sizes: [{ tech_size: '', wb_size: '', skus: [] }],
    photos: [],
    tags: ['Хит'],
    price_kopecks: 100_000,
    cost_price_kopecks: 250_00,
  });
  expect(content).not.toHaveProperty('vendor_code');
  const created = await test.call(owner, 'POST', '/cards/', { body: { ...content, vendor_code: 'НОВАЯ' } });
  expect(created.status).toBe(201);
});

it('photos are kept where they are asked for', async () => {
  const card = await createCard('ШАБЛОН-2');
  const { body } = await save('С фото', card.id, { with_photos: true });
  expect(body.photo_count).toBe(1);
  const { content } = (await test.call(owner, 'GET', `/card-templates/${body.id}/`)).body;
  expect(content.photos).toEqual([PHOTO]);
});

it('what no new card may have is left out: characteristics of another subject, odd addresses of photos', async () => {
  const card = await createCard('ШАБЛОН-3');
  await sql`UPDATE cards SET characteristics = '[{"id": 5, "values": ["чужое"]}]', photos = '["/etc/passwd"]'
    WHERE id = ${card.id}`.execute(test.database.db);
  const { body } = await save('Странная', card.id, { with_photos: true });
  const { content } = (await test.call(owner, 'GET', `/card-templates/${body.id}/`)).body;
  expect(content).toMatchObject({ characteristics: [], photos: [] });
});

it('names are one of a kind, whatever the case, and a template may keep its own', async () => {
  const { id } = await createCard('ШАБЛОН-4');
  const { body } = await save('Кружка', id);
  await save('Чашка', id);
  const again = await save('КРУЖКА', id);
  expect([again.status, again.body.detail]).toEqual([400, ['Шаблон «КРУЖКА» уже есть']]);
  const rename = (name: string) =>
    test.call(owner, 'PATCH', `/card-templates/${body.id}/`, { body: { name } });
  expect((await rename('чашка')).status).toBe(400);
  expect((await rename('кружка')).status).toBe(200);
  expect((await rename(' \u200b ')).status).toBe(400);
  expect(await names()).toEqual(['кружка', 'Чашка']);
});

describe('a deleted template', () => {
  it('comes back as it was, unless its name has been taken since', async () => {
    const { id } = await createCard('ШАБЛОН-5');
    const { body } = await save('Кружка', id, { with_photos: true });
    const path = `/card-templates/${body.id}/`;
    const before = (await test.call(owner, 'GET', path)).body;
    expect((await test.call(owner, 'DELETE', path)).status).toBe(204);
    expect(await names()).toEqual([]);
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await test.call(owner, method, path)).status).toBe(404);
    }
    expect((await test.call(owner, 'PATCH', path, { body: { name: 'Новое' } })).status).toBe(404);
    expect((await test.call(owner, 'POST', `${path}restore/`)).status).toBe(200);
    expect((await test.call(owner, 'POST', `${path}restore/`)).status).toBe(200);
    expect((await test.call(owner, 'GET', path)).body).toEqual(before);

    await test.call(owner, 'DELETE', path);
    await save('Кружка', id);
    const refused = await test.call(owner, 'POST', `${path}restore/`);
    expect([refused.status, refused.body.detail]).toEqual([400, ['Шаблон «Кружка» уже есть']]);
  });

  it('goes for good a day later, with the next one that is made', async () => {
    const { id } = await createCard('ШАБЛОН-6');
    const { body } = await save('Старый', id);
    await test.call(owner, 'DELETE', `/card-templates/${body.id}/`);
    await sql`UPDATE card_templates SET deleted_at = deleted_at - interval '25 hours'
      WHERE id = ${body.id}`.execute(test.database.db);
    await save('Новый', id);
    expect((await test.call(owner, 'POST', `/card-templates/${body.id}/restore/`)).status).toBe(404);
  });
});

it('N-01: no more than a hundred are kept, also when the last ones come at once', async () => {
  const { id } = await createCard('ШАБЛОН-7');
  for (let index = 0; index < MAX_CARD_TEMPLATES - 2; index += 1) {
    expect((await save(`Шаблон ${index}`, id)).status).toBe(201);
  }
  const last = await Promise.all(Array.from({ length: 6 }, (_, index) => save(`Последний ${index}`, id)));
  expect(last.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(last.find(({ status }) => status === 400)?.body.detail).toEqual([
    'Шаблонов может быть не больше 100: удалите те, которые не нужны',
  ]);
  expect(await names()).toHaveLength(MAX_CARD_TEMPLATES);
});
