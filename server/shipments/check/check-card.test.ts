import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, cardBody, CUPS, DRESSES, putIntoShop } from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;
const shops: Record<string, number> = {};

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
  const kinds = {
    working: {},
    readOnly: { readOnly: true },
    basic: { acc: 1 },
    contentOnly: { categories: ['content'] },
    noContent: { categories: ['statistics'] },
  };
  for (const [kind, input] of Object.entries(kinds)) {
    const { token } = await test.issueToken({ sid: await test.createSeller(), ...input });
    const { body } = await test.call(owner, 'POST', '/shops/', { body: { token, name: kind } });
    shops[kind] = body.id;
  }
});

afterAll(() => test.close());

async function createCard(vendorCode: string, changes = {}): Promise<number> {
  const { body } = await test.call(owner, 'POST', '/cards/', {
    body: cardBody(vendorCode, { characteristics: [{ id: 900001, values: ['450'] }], ...changes }),
  });
  return body.id;
}

async function check(ids: number[], shopNames: string[]) {
  const { status, body } = await test.call(owner, 'POST', '/cards/check-card/', {
    body: { selection: { ids }, shop_ids: shopNames.map((name) => shops[name]) },
  });
  expect(status).toBe(200);
  return body;
}

describe('checking cards before they are sent', () => {
  it('says per shop what stands in the way of sending', async () => {
    const id = await createCard('CHECK-SHOPS');
    const { shops: checked } = await check(
      [id],
      ['working', 'readOnly', 'basic', 'contentOnly', 'noContent'],
    );
    const problems = checked.map((shop: { problem: string | null }) => shop.problem);
    expect(problems).toEqual([
      null,
      'Токен «Контент» только для чтения',
      expect.stringContaining('Базовый токен'),
      expect.stringContaining('«Цены и скидки»'),
      'Нет активного токена «Контент»',
    ]);
    expect(checked[0]).toMatchObject({ to_create: 1, to_update: 0 });
    expect(checked[0].quota).toBeGreaterThan(100);
    expect(checked[4].quota).toBeNull();
  });

  it('counts cards to create and to update', async () => {
    const known = await createCard('CHECK-KNOWN');
    const fresh = await createCard('CHECK-FRESH');
    const shopId = shops['working'] ?? 0;
    await putIntoShop(test.database, { accountId: owner.accountId, shopId, cardId: known });
    const { cards, shops: checked } = await check([known, fresh], ['working']);
    expect(cards).toBe(2);
    expect(checked[0]).toMatchObject({ to_create: 1, to_update: 1 });
  });

  it('finds a required characteristic that is empty, and leads to its field', async () => {
    const id = await createCard('CHECK-REQUIRED', { characteristics: [] });
    const { problems } = await check([id], []);
    expect(problems).toContainEqual({
      card_id: id,
      shop_id: null,
      kind: 'error',
      field: 'characteristics.900001',
      detail: 'Не заполнена обязательная характеристика: Объем',
    });
  });

  it('finds barcodes and vendor codes that belong to another card', async () => {
    const barcode = '2039485716203';
    const sizes = [{ techSize: '', wbSize: '', skus: [barcode] }];
    await createCard('CHECK-OWNER', { sizes });
    const id = await createCard('CHECK-TAKEN', { sizes });
    const other = await createCard('CHECK-OTHER');
    const shopId = shops['working'] ?? 0;
    await putIntoShop(
      test.database,
      { accountId: owner.accountId, shopId, cardId: other },
      { vendorCode: 'CHECK-TAKEN' },
    );
    const { problems } = await check([id], ['working']);
    const details = problems.map((problem: { detail: string }) => problem.detail);
    expect(details).toContain(`Баркод ${barcode} уже у карточки CHECK-OWNER`);
    expect(details).toContain('Артикул CHECK-TAKEN в этом магазине у другой карточки');
  });

  it('warns of a price that would be held in quarantine, in the shop where it would', async () => {
    const id = await createCard('CHECK-PRICE', { priceKopecks: 30_000, discount: 0 });
    const shopId = shops['working'] ?? 0;
    await putIntoShop(
      test.database,
      { accountId: owner.accountId, shopId, cardId: id },
      { priceKopecks: 100_000, discount: 0 },
    );
    const { problems } = await check([id], ['working']);
    expect(problems).toContainEqual(
      expect.objectContaining({ card_id: id, shop_id: shopId, kind: 'warning', field: 'priceKopecks' }),
    );
  });

  it('warns of a video at the marketplace that is not ours: photos that are sent may take it away', async () => {
    const shopId = shops['working'] ?? 0;
    const warned = async (id: number) => {
      const { problems } = await check([id], ['working']);
      return problems.some((one: { field: string }) => one.field === 'video');
    };
    const inShop = async (vendorCode: string, changes: object, facts: { hasVideo?: boolean }) => {
      const cardId = await createCard(vendorCode, { photos: ['/media/drawn/mug-1-1.svg'], ...changes });
      await putIntoShop(test.database, { accountId: owner.accountId, shopId, cardId }, facts);
      return cardId;
    };
    const id = await inShop('CHECK-VIDEO', {}, { hasVideo: true });
    const { problems } = await check([id], ['working']);
    expect(problems).toContainEqual({
      card_id: id,
      shop_id: shopId,
      kind: 'warning',
      field: 'video',
      detail:
        'У карточки на Wildberries есть видео, которого нет здесь: отправка фото может его убрать. Загрузите видео в карточку или отправьте без фото',
    });
    expect(await warned(await inShop('CHECK-NO-VIDEO', {}, {}))).toBe(false);
    expect(await warned(await inShop('CHECK-NO-PHOTOS', { photos: [] }, { hasVideo: true }))).toBe(false);
    const set = (changes: { video?: string; sent?: string }) => {
      const { video, sent } = changes;
      return sent === undefined
        ? test.database.db.updateTable('cards').set({ video }).where('id', '=', id).execute()
        : test.database.db.updateTable('shop_cards').set({ sent }).where('card_id', '=', id).execute();
    };
    const ours = `/media/videos/${'1'.repeat(32)}.mp4`;
    await set({ video: ours });
    expect(await warned(id)).toBe(false);
    await set({ video: '' });
    await set({ sent: JSON.stringify({ video: ours }) });
    expect(await warned(id)).toBe(false);
  });

  it('asked in parts comes to what one answer says, with every card once', async () => {
    const person = await test.signIn('many');
    const codes = Array.from({ length: 1003 }, (_, index) => `PART-${String(index).padStart(4, '0')}`);
    const barcodeOf = (index: number) => `20394857${String(10_000 + Math.floor(index / 2))}`;
    await test.database.db
      .insertInto('cards')
      .values(
        codes.map((vendorCode, index) => ({
          account_id: person.accountId,
          vendor_code: vendorCode,
          title: vendorCode,
          description: vendorCode,
          search_text: ` ${vendorCode.toLowerCase()}`,
          price_kopecks: 100,
          subject_id: DRESSES,
          // Each two of the last ones share a barcode, across the border of the parts too.
          ...(index > 990
            ? { sizes: JSON.stringify([{ techSize: '', wbSize: '', skus: [barcodeOf(index)] }]) }
            : {}),
        })),
      )
      .execute();
    const ask = (input: object) =>
      test.call(person, 'POST', '/cards/check-card/', {
        body: { selection: { filter: {} }, shop_ids: [], ...input },
      });
    const first = (await ask({ after_id: 0 })).body;
    const last = (await ask({ after_id: first.next_after_id })).body;
    const whole = (await ask({})).body;
    expect([first.cards, last.cards, last.next_after_id]).toEqual([1000, 3, null]);
    expect(whole.cards).toBe(1003);
    expect(whole.next_after_id).toBeUndefined();
    expect([...first.problems, ...last.problems]).toEqual(whole.problems);
    const taken = whole.problems.filter((one: { detail: string }) => one.detail.includes('уже у карточки'));
    expect(taken).toHaveLength(10);

    const left = await ask({
      selection: { filter: {}, except: [first.next_after_id + 1] },
      after_id: first.next_after_id,
    });
    expect(left.body.cards).toBe(2);
    const found = await ask({ selection: { filter: { search: 'part-000' } }, after_id: 0 });
    expect(found.body.cards).toBe(10);
  });

  it('does not know a foreign shop', async () => {
    const id = await createCard('CHECK-FOREIGN');
    const stranger = await test.signIn('stranger');
    const { token } = await test.issueToken({ sid: await test.createSeller() });
    const { body } = await test.call(stranger, 'POST', '/shops/', { body: { token } });
    const response = await test.call(owner, 'POST', '/cards/check-card/', {
      body: { selection: { ids: [id] }, shop_ids: [body.id] },
    });
    expect(response.status).toBe(404);
  });
});

describe('parsing by an article', () => {
  it('answers the card of an own shop with its price, and 404 for anything else', async () => {
    const sid = await test.createSeller('Разбор');
    const { token } = await test.issueToken({ sid });
    const { body: shop } = await test.call(owner, 'POST', '/shops/', { body: { token } });
    const { cards } = await test.control<{ cards: { nmID: number }[] }>('PUT', `/sellers/${sid}/cards`, {
      cards: [
        {
          vendorCode: 'PARSE-1',
          title: 'Кружка\nдля чая',
          subjectID: CUPS,
          brand: 'Керамия',
          characteristics: [{ id: 900001, value: 450 }],
          sizes: [{ skus: ['2039485716210'] }],
          price: 1200,
          discount: 30,
        },
      ],
    });
    const nmId = cards[0]?.nmID;
    const { status, body } = await test.call(owner, 'GET', `/cards/${nmId}/parse/`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      vendor_code: 'PARSE-1',
      title: 'Кружка для чая',
      price_kopecks: 120_000,
      discount: 30,
      sizes: [{ tech_size: '', skus: ['2039485716210'] }],
      shop_id: shop.id,
      nm_id: nmId,
    });
    // Once a card here has the barcode, the next one is another thing.
    const sizes = [{ techSize: '', wbSize: '', skus: ['2039485716210'] }];
    await test.call(owner, 'POST', '/cards/', { body: cardBody('PARSED-ALREADY', { sizes }) });
    const again = await test.call(owner, 'GET', `/cards/${nmId}/parse/`);
    expect(again.body.sizes).toMatchObject([{ tech_size: '', skus: [] }]);
    const unknown = await test.call(owner, 'GET', '/cards/999999999/parse/');
    expect(unknown.status).toBe(404);
    expect(unknown.body.detail).toEqual(['Карточка не найдена в ваших магазинах']);
    const stranger = await test.signIn('stranger');
    expect((await test.call(stranger, 'GET', `/cards/${nmId}/parse/`)).status).toBe(404);
    expect((await test.call(owner, 'GET', '/cards/12a/parse/')).status).toBe(400);
  });

  it('of the reseller programme is there only for its members, who get the cards of their own shops by it', async () => {
    const sid = await test.createSeller('Реселлер');
    const { token } = await test.issueToken({ sid });
    const { body: shop } = await test.call(owner, 'POST', '/shops/', { body: { token } });
    const card = { vendorCode: 'RP-1', title: 'Кружка партнёра', subjectID: CUPS, price: 900, discount: 10 };
    const { cards } = await test.control<{ cards: { nmID: number }[] }>('PUT', `/sellers/${sid}/cards`, {
      cards: [card],
    });
    const nmId = cards[0]?.nmID;
    const parse = (who: typeof owner, article = nmId) =>
      test.call(who, 'POST', '/cards/parse-rp/', { body: { nm_id: article } });
    const outsider = await parse(owner);
    expect([outsider.status, outsider.body.detail]).toEqual([404, ['Не найдено']]);
    await test.database.db
      .updateTable('accounts')
      .set({ resellup_id: 'r-1' })
      .where('id', '=', owner.accountId)
      .execute();
    const found = await parse(owner);
    expect(found.status).toBe(200);
    expect(found.body).toMatchObject({
      vendor_code: 'RP-1',
      title: 'Кружка партнёра',
      price_kopecks: 90_000,
      discount: 10,
      shop_id: shop.id,
      nm_id: nmId,
    });
    expect(found.body).toEqual((await test.call(owner, 'GET', `/cards/${nmId}/parse/`)).body);
    const unknown = await parse(owner, 999_999_999);
    expect(unknown.body.detail).toEqual(['Карточка не найдена в ваших магазинах']);
    // A member of the programme sees no more of other accounts than anybody.
    const other = await test.signIn('other-reseller');
    await test.database.db
      .updateTable('accounts')
      .set({ resellup_id: 'r-2' })
      .where('id', '=', other.accountId)
      .execute();
    expect((await parse(other)).status).toBe(404);
  });
});

describe('texts', () => {
  it('are written by rules when no model is configured', async () => {
    const body = {
      title: 'Кружка для чая',
      subject_id: CUPS,
      characteristics: [
        { id: 900001, values: ['450'] },
        { id: 14177449, values: ['мятный'] },
      ],
    };
    const titles = await test.call(owner, 'POST', '/cards/generate-titles/', { body: { ...body, count: 3 } });
    expect(titles.body.source).toBe('rules');
    expect(titles.body.titles).toHaveLength(3);
    expect(titles.body.titles.join(' ')).toContain('450 мл');
    const description = await test.call(owner, 'POST', '/cards/generate-description/', { body });
    expect(description.body.source).toBe('rules');
    expect(description.body.description).toContain('объем — 450 мл');
  });

  it('say nothing of the code for the customs, nor of the rate of the tax', async () => {
    const { db } = test.database;
    const papers = [
      { id: 15_000_001, name: 'ТНВЭД', value: '6912002500' },
      { id: 15_001_405, name: 'Ставка НДС', value: '22' },
    ];
    await db
      .insertInto('subject_characteristics')
      .values(
        papers.map(({ id, name }) => ({
          subject_id: CUPS,
          id,
          name,
          is_required: false,
          type: 'TEXT' as const,
          max_count: 1,
        })),
      )
      .execute();
    const characteristics = [
      { id: 900001, values: ['450'] },
      ...papers.map(({ id, value }) => ({ id, values: [value] })),
    ];
    const { body } = await test.call(owner, 'POST', '/cards/generate-description/', {
      body: { title: 'Кружка для чая', subject_id: CUPS, characteristics },
    });
    expect(body.description).toContain('450 мл');
    expect(body.description).not.toMatch(/6912002500|ТНВЭД|НДС/i);
    const ids = papers.map(({ id }) => id);
    await db.deleteFrom('subject_characteristics').where('id', 'in', ids).execute();
  });
});

describe('the directory', () => {
  it('is read from the marketplace and kept', async () => {
    const { body } = await test.call(owner, 'GET', '/subjects/?search=конструкт');
    expect(body[0]).toMatchObject({ id: 117, name: 'Конструкторы' });
    const characteristics = await test.call(owner, 'GET', '/subjects/117/characteristics/');
    expect(characteristics.body[0].is_required).toBe(true);
    const kept = await test.database.db
      .selectFrom('subject_characteristics')
      .select('id')
      .where('subject_id', '=', 117)
      .execute();
    expect(kept.length).toBe(characteristics.body.length);
  });
});

describe('checking a card as it is on the screen', () => {
  it('looks at what was sent with the question, and keeps nothing of it', async () => {
    const id = await createCard('ON-SCREEN');
    const stored = (await test.call(owner, 'GET', `/cards/${id}/`)).body;
    const { title: _title, ...content } = cardBody('ON-SCREEN', {
      characteristics: [{ id: 900001, values: ['450'] }],
    }) as Record<string, unknown>;
    const ask = (ids: number[], extra: object) =>
      test.call(owner, 'POST', '/cards/check-card/', {
        body: { selection: { ids }, shop_ids: [], ...extra },
      });
    const whole = {
      description: '',
      brand: '',
      dimensions: { length_cm: 0, width_cm: 0, height_cm: 0, weight_kg: 0 },
      sizes: [],
      photos: [],
      tags: [],
      club_discount: 0,
      cost_price_kopecks: null,
      ...content,
    };
    const { status, body } = await ask([id], { content: { ...whole, title: '' } });
    expect(status).toBe(200);
    expect(body.problems).toContainEqual(
      expect.objectContaining({ card_id: id, kind: 'error', field: 'title', detail: 'Укажите наименование' }),
    );
    expect((await ask([id], {})).body.problems).not.toContainEqual(
      expect.objectContaining({ field: 'title' }),
    );
    expect((await test.call(owner, 'GET', `/cards/${id}/`)).body).toEqual(stored);
  });

  it('is for one card only', async () => {
    const ids = [await createCard('TWO-1'), await createCard('TWO-2')];
    const { body: card } = await test.call(owner, 'GET', `/cards/${ids[0]}/`);
    const names = ['vendor_code', 'title', 'description', 'subject_id', 'brand', 'dimensions'];
    names.push('characteristics', 'sizes', 'photos', 'tags', 'price_kopecks', 'discount', 'club_discount');
    const content = Object.fromEntries([...names, 'cost_price_kopecks'].map((name) => [name, card[name]]));
    const { status } = await test.call(owner, 'POST', '/cards/check-card/', {
      body: { selection: { ids }, shop_ids: [], content },
    });
    expect(status).toBe(400);
  });

  it('finds a barcode and a vendor code of another card before they are saved', async () => {
    const barcode = '2039485716227';
    await createCard('SCREEN-HOLDER', { sizes: [{ techSize: '', wbSize: '', skus: [barcode] }] });
    const id = await createCard('SCREEN-TYPED');
    const content = contentOf({
      vendor_code: 'SCREEN-HOLDER',
      sizes: [{ tech_size: '', wb_size: '', skus: [barcode] }],
    });
    const { body } = await test.call(owner, 'POST', '/cards/check-card/', {
      body: { selection: { ids: [id] }, shop_ids: [], content },
    });
    const details = body.problems.map((problem: { detail: string }) => problem.detail);
    expect(details).toContain(`Баркод ${barcode} уже у карточки SCREEN-HOLDER`);
    expect(details).toContain('Артикул «SCREEN-HOLDER» уже есть у другой карточки');
    const own = await test.call(owner, 'POST', '/cards/check-card/', {
      body: { selection: { ids: [id] }, shop_ids: [], content: contentOf({ vendor_code: 'SCREEN-TYPED' }) },
    });
    expect(own.body.problems.map((one: { field: string }) => one.field)).not.toContain('vendorCode');
  });
});

/** What a form holds, in wire format. */
function contentOf(changes: object) {
  return {
    vendor_code: 'NEW',
    title: 'Кружка',
    description: 'Для чая',
    subject_id: CUPS,
    brand: '',
    dimensions: { length_cm: 1, width_cm: 1, height_cm: 1, weight_kg: 1 },
    characteristics: [{ id: 900001, values: ['450'] }],
    sizes: [],
    photos: ['/media/drawn/mug-1-1.svg'],
    tags: [],
    price_kopecks: 100_000,
    discount: 0,
    club_discount: 0,
    cost_price_kopecks: null,
    ...changes,
  };
}

describe('checking a card that is not created yet', () => {
  const ask = async (changes: object, shopIds: (number | undefined)[] = []) => {
    const body = { shop_ids: shopIds, content: contentOf(changes) };
    const { status, body: found } = await test.call(owner, 'POST', '/cards/check-card/new/', { body });
    expect(status).toBe(200);
    return found.problems;
  };

  it('finds nothing in one that is as it should be, and makes none', async () => {
    expect(await ask({ vendor_code: 'NEW-WHOLE' }, [shops['working']])).toEqual([]);
    const { body } = await test.call(owner, 'GET', '/cards/?search=NEW-WHOLE');
    expect(body.count).toBe(0);
  });

  it('goes by the rules of its subject, and by none while there is none', async () => {
    const required = {
      shop_id: null,
      kind: 'error',
      field: 'characteristics.900001',
      detail: 'Не заполнена обязательная характеристика: Объем',
    };
    expect(await ask({ characteristics: [] })).toEqual([required]);
    expect(await ask({ characteristics: [], subject_id: 0 })).toEqual([]);
    expect(await ask({ title: '' })).toEqual([
      { shop_id: null, kind: 'error', field: 'title', detail: 'Укажите наименование' },
    ]);
  });

  it('finds a barcode and a vendor code that another card has, here or in a shop', async () => {
    const barcode = '2039485716234';
    const sizes = [{ techSize: '', wbSize: '', skus: [barcode] }];
    const cardId = await createCard('NEW-HOLDER', { sizes });
    const shopId = shops['working'] ?? 0;
    await putIntoShop(
      test.database,
      { accountId: owner.accountId, shopId, cardId },
      { vendorCode: 'NEW-THERE' },
    );
    const skus = [{ tech_size: '', wb_size: '', skus: [barcode] }];
    const taken = await ask({ vendor_code: 'NEW-HOLDER', sizes: skus });
    expect(taken.map((one: { detail: string }) => one.detail)).toEqual([
      `Баркод ${barcode} уже у карточки NEW-HOLDER`,
      'Артикул «NEW-HOLDER» уже есть у другой карточки',
    ]);
    expect(await ask({ vendor_code: 'NEW-THERE' }, [shopId])).toEqual([
      {
        shop_id: shopId,
        kind: 'error',
        field: 'vendorCode',
        detail: 'Артикул NEW-THERE в этом магазине у другой карточки',
      },
    ]);
    const stranger = await test.signIn('stranger to new cards');
    const { body } = await test.call(stranger, 'POST', '/cards/check-card/new/', {
      body: { shop_ids: [], content: contentOf({ vendor_code: 'NEW-HOLDER', sizes: skus }) },
    });
    expect(body.problems).toEqual([]);
  });
});
