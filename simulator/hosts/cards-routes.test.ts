import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleVideo } from '#tests/support/media/sample-video.ts';
import {
  call,
  cardBody,
  cupVariant,
  LATER_MS,
  loadedCup,
  openShop,
  type Shop,
} from '#tests/support/simulator/test-simulator.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const upload = (body: unknown) =>
  call(shop.url, 'POST', '/content/content/v2/cards/upload', shop.token, body);
const update = (body: unknown) =>
  call(shop.url, 'POST', '/content/content/v2/cards/update', shop.token, body);
const list = async (settings: unknown = {}) =>
  (await call(shop.url, 'POST', '/content/content/v2/get/cards/list', shop.token, { settings })).body;
const errors = async () =>
  (await call(shop.url, 'POST', '/content/content/v2/cards/error/list', shop.token, {})).body.data.items;
const effects = async (kind: string) =>
  (await call(shop.url, 'GET', `/_simulator/effects?kind=${kind}`, '')).body;

describe('creation of cards', () => {
  it('answers 200 at once and shows the card in the list later', async () => {
    expect(await upload(cardBody('MUG-1'))).toMatchObject({ status: 200, body: { error: false } });
    expect(await list()).toMatchObject({ cards: [], cursor: { total: 0 } });
    shop.advance(LATER_MS);
    const { cards, cursor } = await list();
    expect(cards).toHaveLength(1);
    expect(cards[0]).toMatchObject({ vendorCode: 'MUG-1', subjectID: 812, dimensions: { isValid: true } });
    expect(cards[0].sizes[0].skus[0]).toMatch(/^20\d{11}$/);
    expect(cursor).toMatchObject({ total: 1, nmID: cards[0].nmID, updatedAt: cards[0].updatedAt });
  });

  it('gives the cards of one group one imtID and numbers of their own', async () => {
    const color = (name: string) => {
      const { characteristics } = cupVariant('');
      return { characteristics: [...characteristics, { id: 14177449, value: [name] }] };
    };
    const variants = [cupVariant('MUG-RED', color('красный')), cupVariant('MUG-BLUE', color('синий'))];
    await upload([{ subjectID: 812, variants }]);
    shop.advance(LATER_MS);
    const { cards } = await list();
    expect(new Set(cards.map((card: { imtID: number }) => card.imtID)).size).toBe(1);
    expect(new Set(cards.map((card: { nmID: number }) => card.nmID)).size).toBe(2);
  });

  it.each([
    ['an article that ends with -ERR', cardBody('MUG-ERR'), 'Карточка отклонена модерацией'],
    ['emoji in the title', cardBody('MUG-2', { title: 'Кружка 😈' }), 'запрещенные символы: 😈'],
    ['an e-mail in the description', cardBody('MUG-3', { description: 'пишите на a@b.ru' }), 'E-Mail'],
    [
      'a missing required characteristic',
      cardBody('MUG-4', { characteristics: [] }),
      'характеристика: Объем',
    ],
    ['a title that is too long', cardBody('MUG-5', { title: 'к'.repeat(61) }), 'длиннее 60'],
    ['an unknown brand', cardBody('MUG-6', { brand: 'Неизвестный бренд' }), 'Бренд не найден'],
  ])('puts %s in the list of errors', async (_name, body, text) => {
    expect((await upload(body)).status).toBe(200);
    shop.advance(LATER_MS);
    expect(await list()).toMatchObject({ cards: [] });
    const [batch] = await errors();
    const [vendorCode] = batch.vendorCodes;
    expect(batch.errors[vendorCode].join()).toContain(text);
    expect(batch.subjects[vendorCode]).toEqual({ id: 812, name: 'Кружки' });
  });

  it('forgets the error when the corrected card is sent', async () => {
    await upload(cardBody('MUG-7', { title: 'Кружка 😈' }));
    shop.advance(LATER_MS);
    expect(await errors()).toHaveLength(1);
    await upload(cardBody('MUG-7'));
    expect(await errors()).toHaveLength(0);
    shop.advance(LATER_MS);
    expect((await list()).cards).toHaveLength(1);
  });

  it('holds a -SLOW card for 40 s and never creates a -NEVER card', async () => {
    await upload([...cardBody('MUG-SLOW'), ...cardBody('MUG-NEVER')]);
    shop.advance(39_000);
    expect((await list()).cards).toHaveLength(0);
    shop.advance(2000);
    expect((await list()).cards).toMatchObject([{ vendorCode: 'MUG-SLOW' }]);
    shop.advance(3_600_000);
    expect((await list()).cards).toHaveLength(1);
    expect(await errors()).toHaveLength(0);
  });

  it.each([
    ['no article', cardBody(''), 'A card cannot be created without a vendorCode'],
    [
      'an unknown subject',
      [{ subjectID: 7, variants: [cupVariant('MUG-8')] }],
      'This category does not exist',
    ],
    ['not a list', {}, 'Invalid request format'],
    [
      '31 cards in a group',
      [{ subjectID: 812, variants: Array(31).fill(cupVariant('M')) }],
      'Invalid request format',
    ],
    [
      'a group that lacks a required characteristic',
      group({ characteristics: [] }),
      'some items lacks required',
    ],
    ['a group of equal cards', group({}), 'non unique characteristics in one group'],
  ])('refuses at once: %s', async (_name, body, text) => {
    const response = await upload(body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ data: null, error: true });
    expect(response.body.errorText).toContain(text);
  });

  function group(changes: Record<string, unknown>) {
    return [{ subjectID: 812, variants: [cupVariant('MUG-A', changes), cupVariant('MUG-B', changes)] }];
  }

  it('creates a card once, however often it is sent', async () => {
    await upload(cardBody('MUG-9'));
    const again = await upload(cardBody('MUG-9'));
    expect(again.body.errorText).toContain('vendor code is used in other cards');
    shop.advance(LATER_MS);
    expect((await upload(cardBody('MUG-9'))).status).toBe(400);
    const { counters } = await effects('card-created');
    expect(counters).toContainEqual({ sid: shop.sid, kind: 'card-created', key: 'MUG-9', count: 1 });
  });

  it('refuses cards above the limit of the seller', async () => {
    const { url, sid } = shop;
    await call(url, 'POST', '/_simulator/sellers', '', {
      sid,
      name: 'ИП',
      tin: '1',
      tradeMark: 'М',
      freeLimits: 1,
    });
    await upload([...cardBody('MUG-10'), ...cardBody('MUG-11')]);
    shop.advance(LATER_MS);
    expect((await list()).cards).toHaveLength(1);
    expect(JSON.stringify(await errors())).toContain('Превышен лимит');
  });

  it('refuses a barcode of another card', async () => {
    await shop.load([loadedCup('OLD', { sizes: [{ skus: ['2000000000015'] }] })]);
    await upload(cardBody('MUG-12', { sizes: [{ skus: ['2000000000015'] }] }));
    shop.advance(LATER_MS);
    expect(JSON.stringify(await errors())).toContain('Баркод 2000000000015 уже используется');
  });

  it('joins a card to an existing group', async () => {
    const [old] = await shop.load([loadedCup('OLD')]);
    const path = '/content/content/v2/cards/upload/add';
    const sent = await call(shop.url, 'POST', path, shop.token, {
      imtID: old?.imtID,
      cardsToAdd: [cupVariant('NEW')],
    });
    expect(sent.status).toBe(200);
    shop.advance(LATER_MS);
    expect((await list({ filter: { textSearch: 'NEW' } })).cards).toMatchObject([{ imtID: old?.imtID }]);
  });
});

describe('change of cards', () => {
  it('overwrites the card: what is not sent is gone, barcodes and photos stay', async () => {
    const photos = ['http://127.0.0.1/1.jpg'];
    const [old] = await shop.load([loadedCup('OLD', { photos })]);
    const chrtID = old?.sizes[0]?.chrtID;
    await update([
      { nmID: old?.nmID, vendorCode: 'OLD', ...required(), sizes: [{ chrtID, skus: ['1234567890128'] }] },
    ]);
    shop.advance(LATER_MS);
    const [card] = (await list()).cards;
    expect(card).toMatchObject({ title: '', description: '', brand: '', photos: [{ big: photos[0] }] });
    expect(card.sizes[0].skus).toEqual([old?.sizes[0]?.skus[0], '1234567890128']);
    expect(Date.parse(card.updatedAt)).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  it('keeps the old card when the change is refused', async () => {
    const [old] = await shop.load([loadedCup('OLD')]);
    await update([{ ...cupVariant('OLD', { title: 'Кружка 😈' }), nmID: old?.nmID, sizes: [] }]);
    shop.advance(LATER_MS);
    expect((await list()).cards).toMatchObject([{ title: 'Кружка 350 мл' }]);
    expect(await errors()).toHaveLength(1);
  });

  const required = () => ({ characteristics: cupVariant('').characteristics });
});

describe('lists of cards', () => {
  it('are read to the end by the cursor, each card once, in both directions', async () => {
    const sameTime = Array.from({ length: 25 }, (_, index) => loadedCup(`CUP-${String(index)}`));
    await shop.load(sameTime);
    for (const ascending of [true, false]) {
      const seen: number[] = [];
      let cursor: Record<string, unknown> = { limit: 7 };
      for (;;) {
        const page = await list({ sort: { ascending }, cursor, filter: { withPhoto: -1 } });
        seen.push(...page.cards.map((card: { nmID: number }) => card.nmID));
        if (page.cursor.total < 7) break;
        cursor = { limit: 7, updatedAt: page.cursor.updatedAt, nmID: page.cursor.nmID };
      }
      expect(new Set(seen).size).toBe(25);
      expect(seen).toHaveLength(25);
    }
  });

  it('are filtered by text, photo and subject', async () => {
    const [first] = await shop.load([
      loadedCup('CUP-1', { photos: ['http://127.0.0.1/1.jpg'] }),
      loadedCup('CUP-2'),
    ]);
    const found = async (filter: unknown) =>
      (await list({ filter })).cards.map((card: { vendorCode: string }) => card.vendorCode);
    expect(await found({ textSearch: String(first?.nmID) })).toEqual(['CUP-1']);
    expect(await found({ textSearch: first?.sizes[0]?.skus[0] })).toEqual(['CUP-1']);
    expect(await found({ withPhoto: 1 })).toEqual(['CUP-1']);
    expect(await found({ withPhoto: 2 })).toEqual(['CUP-2']);
    expect(await found({ objectIDs: [69] })).toEqual([]);
  });

  it('do not hold what is in the trash until it is recovered', async () => {
    const [card] = await shop.load([loadedCup('CUP-1')]);
    const nmIDs = [card?.nmID];
    await call(shop.url, 'POST', '/content/content/v2/cards/delete/trash', shop.token, { nmIDs });
    expect((await list()).cards).toEqual([]);
    const trash = await call(shop.url, 'POST', '/content/content/v2/get/cards/trash', shop.token, {});
    expect(trash.body.cards).toMatchObject([{ vendorCode: 'CUP-1' }]);
    await call(shop.url, 'POST', '/content/content/v2/cards/recover', shop.token, { nmIDs });
    const [back] = (await list()).cards;
    expect(back.vendorCode).toBe('CUP-1');
    expect(back.imtID).not.toBe(card?.imtID);
  });
});

describe('groups', () => {
  const move = (body: unknown) =>
    call(shop.url, 'POST', '/content/content/v2/cards/moveNm', shop.token, body);
  const groupsNow = async () => {
    const groups = new Map<number, string[]>();
    for (const { imtID, vendorCode } of (await list()).cards) {
      groups.set(imtID, [...(groups.get(imtID) ?? []), vendorCode]);
    }
    return [...groups.values()].map((codes) => codes.toSorted().join(' ')).toSorted();
  };
  const numbered = async (...cards: Record<string, unknown>[]) => {
    const loaded = await shop.load(cards);
    return { nmIDs: loaded.map((card) => card.nmID), imtIDs: loaded.map((card) => card.imtID) };
  };

  it('take cards in a little later than the answer', async () => {
    const { nmIDs, imtIDs } = await numbered(loadedCup('CUP-1'), loadedCup('CUP-2'), loadedCup('CUP-3'));
    const moved = await move({ targetIMT: imtIDs[0], nmIDs });
    expect(moved).toMatchObject({ status: 200, body: { data: null, error: false, errorText: '' } });
    expect(await groupsNow()).toEqual(['CUP-1', 'CUP-2', 'CUP-3']);
    shop.advance(LATER_MS);
    expect(await groupsNow()).toEqual(['CUP-1 CUP-2 CUP-3']);
  });

  it('let cards go into a new group: together when they are named together', async () => {
    const group = { group: 'cups' };
    const { nmIDs } = await numbered(
      ...['CUP-1', 'CUP-2', 'CUP-3', 'CUP-4'].map((code) => loadedCup(code, group)),
    );
    await move({ nmIDs: nmIDs.slice(0, 2) });
    await move({ nmIDs: nmIDs.slice(2, 3) });
    shop.advance(LATER_MS);
    expect(await groupsNow()).toEqual(['CUP-1 CUP-2', 'CUP-3', 'CUP-4']);
  });

  it('refuse what the document refuses', async () => {
    const many = Array.from({ length: 29 }, (_, index) => loadedCup(`M-${String(index)}`, { group: 'many' }));
    const { nmIDs, imtIDs } = await numbered(
      ...many,
      loadedCup('CUP-1'),
      loadedCup('CUP-2'),
      loadedCup('BED', { subjectID: 197 }),
    );
    const [cup1 = 0, cup2 = 0, bed = 0] = nmIDs.slice(29);
    const refusal = async (body: unknown) => {
      const { status, body: answer } = await move(body);
      expect(status).toBe(400);
      expect(answer.additionalErrors.error).toBe(answer.errorText);
      return answer.errorText;
    };
    const target = { targetIMT: imtIDs[0] };
    expect(await refusal({ ...target, nmIDs: [cup1, cup2] })).toMatch(/не больше 30 карточек/);
    expect(await refusal({ ...target, nmIDs: [bed] })).toMatch(/разными предметами/);
    expect(await refusal({ nmIDs: [cup1, bed] })).toMatch(/разными предметами/);
    expect(await refusal({ ...target, nmIDs: nmIDs.slice(0, 2) })).toBe(
      'Все карточки находятся в одной группе',
    );
    expect(await refusal({ targetIMT: 1, nmIDs: [cup1] })).toBe('Указан несуществующий imt');
    expect(await refusal({ ...target, nmIDs: [1] })).toMatch(/несуществующий nmID/);
    expect(await refusal({ ...target, nmIDs: [] })).toBe('Неправильный формат запроса');
    expect(await refusal({ nmIDs: Array.from({ length: 31 }, (_, index) => index + 1) })).toBe(
      'Неправильный формат запроса',
    );
    expect((await move({ ...target, nmIDs: [cup1] })).status).toBe(200);
    expect(await refusal({ ...target, nmIDs: [cup1] })).toMatch(/дублирующиеся/);
  });
});

describe('media', () => {
  const save = (body: unknown) => call(shop.url, 'POST', '/content/content/v3/media/save', shop.token, body);
  const photosOf = async () =>
    (await list()).cards[0].photos?.map((photo: { big: string }) => photo.big) ?? [];

  it('replaces all photos by the links, a little later', async () => {
    const [card] = await shop.load([loadedCup('CUP-1', { photos: ['http://127.0.0.1/old.jpg'] })]);
    const data = ['http://127.0.0.1/1.jpg', 'http://127.0.0.1/2.jpg'];
    expect(await save({ nmId: card?.nmID, data })).toMatchObject({ status: 200, body: { data: {} } });
    shop.advance(LATER_MS);
    expect(await photosOf()).toEqual(data);
  });

  it('loads nothing when one of the links is bad, and may not even say so', async () => {
    const [card] = await shop.load([loadedCup('CUP-1')]);
    expect(
      (await save({ nmId: card?.nmID, data: ['http://127.0.0.1/1.jpg', 'http://127.0.0.1/bad.jpg'] })).status,
    ).toBe(409);
    expect(
      (await save({ nmId: card?.nmID, data: ['http://127.0.0.1/1.jpg', 'http://127.0.0.1/half.jpg'] }))
        .status,
    ).toBe(200);
    expect((await save({ data: [] })).status).toBe(422);
    shop.advance(LATER_MS);
    expect(await photosOf()).toEqual([]);
  });

  it('adds an uploaded file, which can be fetched again', async () => {
    const [card] = await shop.load([loadedCup('CUP-1')]);
    const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const send = (content: Buffer) => {
      const form = new FormData();
      form.set('uploadfile', new Blob([new Uint8Array(content)]), 'photo.png');
      const headers = { authorization: shop.token, 'x-nm-id': String(card?.nmID), 'x-photo-number': '1' };
      return fetch(`${shop.url}/content/content/v3/media/file`, { method: 'POST', headers, body: form });
    };
    expect((await send(Buffer.from('<html>'))).status).toBe(400);
    expect((await send(bytes)).status).toBe(200);
    shop.advance(LATER_MS);
    const [photo] = await photosOf();
    const fetched = await fetch(photo);
    expect(fetched.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(bytes);
  });

  const videoOf = async () => (await list()).cards[0].video;
  const sendFile = async (nmID: number | undefined, content: Buffer, number = '1') => {
    const form = new FormData();
    form.set('uploadfile', new Blob([new Uint8Array(content)]), 'file');
    const headers = { authorization: shop.token, 'x-nm-id': String(nmID), 'x-photo-number': number };
    const url = `${shop.url}/content/content/v3/media/file`;
    return (await fetch(url, { method: 'POST', headers, body: form })).status;
  };

  it('has one video, which a list of links takes away', async () => {
    const [card] = await shop.load([loadedCup('CUP-1', { photos: ['http://127.0.0.1/1.jpg'] })]);
    expect(await sendFile(card?.nmID, sampleVideo({ brand: 'qt  ' }))).toBe(200);
    shop.advance(LATER_MS);
    const address = await videoOf();
    expect(address).toMatch(/\.mov$/);
    expect((await fetch(address)).headers.get('content-type')).toBe('video/quicktime');
    expect(await photosOf()).toEqual(['http://127.0.0.1/1.jpg']);
    await save({ nmId: card?.nmID, data: ['http://127.0.0.1/2.jpg'] });
    shop.advance(LATER_MS);
    expect(await videoOf()).toBeUndefined();
    await save({ nmId: card?.nmID, data: ['http://127.0.0.1/2.jpg', 'http://127.0.0.1/1.mp4?pass=1'] });
    shop.advance(LATER_MS);
    expect(await videoOf()).toBe('http://127.0.0.1/1.mp4?pass=1');
  });

  it.each([
    ['under another number than 1', sampleVideo(), '2'],
    ['that is a picture of a phone', sampleVideo({ brand: 'heic' }), '1'],
    ['that is a sound', sampleVideo({ brand: 'M4A ' }), '1'],
    ['of more than fifty megabytes', sampleVideo({ bytes: 50 * 1024 * 1024 }), '1'],
  ])('takes no video %s', async (_, content, number) => {
    const [card] = await shop.load([loadedCup('CUP-1')]);
    expect(await sendFile(card?.nmID, content, number)).toBe(400);
    shop.advance(LATER_MS);
    expect(await videoOf()).toBeUndefined();
  });
});
