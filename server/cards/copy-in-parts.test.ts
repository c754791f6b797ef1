import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_COPY_SOURCES } from '#contract/card-copies.ts';
import { MAX_HISTORY_CARDS } from '#contract/history-cards.ts';
import { MAX_COPIED_CARDS } from '#contract/selection-limits.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;
let key: string;
beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
// Each test starts with an empty account.
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`copier-in-parts-${people}`);
  key = randomUUID();
});
afterAll(() => test.close());

/** Cards of one title, К-1, К-2 and so on. */
async function addCards(count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, search_text)
    SELECT ${owner.accountId}, 'К-' || n, 'Кружка', ${CUPS}, ' кружка' FROM generate_series(1, ${count}) AS n
    RETURNING id`.execute(test.database.db);
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

interface Offered {
  card_id: number;
  vendor_code: string;
  title: string;
}

/** As an installed build of before asks: part by part, each with the choice. */
const readPart = (body: object, who = owner) =>
  test.call(who, 'POST', '/cards/copies/names/parts/', { body });
async function readInParts(selection: object, copyingKey?: string) {
  const offered: Offered[] = [];
  let afterId: number | null | undefined;
  let parts = 0;
  let madeCount = 0;
  while (afterId !== null) {
    const { body } = await readPart({
      selection,
      ...(copyingKey && { copying_key: copyingKey }),
      ...(afterId && { after_id: afterId }),
    });
    offered.push(...body.results);
    madeCount = body.made_count;
    afterId = body.next_after_id;
    parts += 1;
  }
  return { offered, parts, madeCount };
}
const readNames = (selection: object, { who = owner, copyingKey = '' } = {}) =>
  test.call(who, 'POST', '/cards/copies/names/all/', {
    body: { selection, ...(copyingKey && { copying_key: copyingKey }) },
  });
async function readAll(selection: object, copyingKey = '') {
  const { body } = await readNames(selection, { copyingKey });
  return { offered: body.results as Offered[], madeCount: body.made_count };
}
const readSources = (cardIds: readonly number[], who = owner) =>
  test.call(who, 'POST', '/cards/copies/sources/', { body: { card_ids: cardIds } });
const toRow = ({ card_id, vendor_code, title }: Offered) => ({ card_id, vendor_code, title });
const make = (rows: object[], { who = owner, copyingKey = key, requestKey = randomUUID() } = {}) =>
  test.call(who, 'POST', '/cards/copies/', { body: { copying_key: copyingKey, rows }, key: requestKey });
const madeIds = ({ body }: { body: { cards: { id: number }[] } }) => body.cards.map(({ id }) => id);
const cardCount = async () => (await test.call(owner, 'GET', '/cards/')).body.count;
const copyings = async () => (await test.call(owner, 'GET', '/cards/copies/')).body.results;

describe('names of many copies', () => {
  it('are offered once each, whatever is taken already; a build of before gets the same part by part', async () => {
    const ids = await addCards(MAX_COPY_SOURCES * 2 + 3);
    await sql`INSERT INTO cards (account_id, vendor_code, title, subject_id, search_text)
      VALUES (${owner.accountId}, 'К-1-2', 'Кружка 2', ${CUPS}, ''), (${owner.accountId}, 'К-1-3', 'Кружка 300', ${CUPS}, '')`.execute(
      test.database.db,
    );
    const { offered } = await readAll({ ids });
    expect(offered.map((one) => one.card_id)).toEqual(ids);
    expect(offered[0]).toEqual({ card_id: ids[0], vendor_code: 'К-1-4', title: 'Кружка 3' });
    const titles = offered.map((one) => one.title);
    expect(new Set(titles).size).toBe(ids.length);
    expect(titles).not.toContain('Кружка 300');
    expect(titles.at(-1)).toBe(`Кружка ${ids.length + 3}`);
    expect(new Set(offered.map((one) => one.vendor_code)).size).toBe(ids.length);
    const before = await readInParts({ ids });
    expect(before.parts).toBe(3);
    expect(before.offered.map(toRow)).toEqual(offered);
  });

  it('and what the copies are of are read without the choice, once it is named', async () => {
    const ids = await addCards(2);
    const { body } = await readSources(ids);
    expect(body.results).toMatchObject([
      { card_id: ids[0], source_vendor_code: 'К-1', source_title: 'Кружка', photo: null },
      { card_id: ids[1], source_vendor_code: 'К-2' },
    ]);
    const stranger = await test.signIn(`stranger-to-sources-${people}`);
    const refused = await readSources(ids, stranger);
    expect([refused.status, refused.body.detail]).toEqual([
      404,
      ['Некоторых карточек больше нет. Обновите список'],
    ]);
  });

  it('leave room for a number of five digits', async () => {
    const [id] = await addCards(1);
    await sql`UPDATE cards SET title = repeat('а', 60), vendor_code = repeat('б', 72) WHERE id = ${id}`.execute(
      test.database.db,
    );
    const { offered } = await readAll({ ids: [id] });
    expect([offered[0]?.title.length, offered[0]?.vendor_code.length]).toEqual([56, 68]);
  });

  it('are asked for of a frozen choice, too, and of no more than fit into a table', async () => {
    const ids = await addCards(2);
    const { body: frozen } = await test.call(owner, 'POST', '/cards/selections/', {
      body: { selection: { ids } },
    });
    expect((await readAll({ id: frozen.id })).offered).toHaveLength(2);
    await sql`INSERT INTO cards (account_id, vendor_code, title, subject_id, search_text)
      SELECT ${owner.accountId}, 'Много-' || n, 'Ложка', ${CUPS}, '' FROM generate_series(1, ${MAX_COPIED_CARDS}) AS n`.execute(
      test.database.db,
    );
    const { status, body } = await readNames({ filter: {} });
    expect([status, body.detail]).toEqual([400, ['За раз — не больше 10 000 карточек: выберите меньше']]);
  });

  it('are of no card of another account', async () => {
    const ids = await addCards(1);
    const stranger = await test.signIn(`stranger-to-parts-${people}`);
    expect((await readNames({ ids }, { who: stranger })).status).toBe(404);
    expect((await readPart({ selection: { ids } }, stranger)).status).toBe(404);
  });
});

describe('copies that are made in parts', () => {
  it('are one copying of the history, all of whose copies go to the archive', async () => {
    const ids = await addCards(5);
    const { offered } = await readAll({ ids });
    const rows = offered.map(toRow);
    await make(rows.slice(0, 3));
    await make(rows.slice(3));
    expect(await copyings()).toMatchObject([{ count: 5, draft_count: 5 }]);
    const [{ id }] = await copyings();
    const { body } = await test.call(owner, 'POST', `/cards/copies/${id}/archive/`, { key: randomUUID() });
    expect(body.count).toBe(5);
  });

  it('asked for again are told again and made once, under another key of the request, too', async () => {
    const ids = await addCards(2);
    const rows = (await readAll({ ids })).offered.map(toRow);
    const first = await make(rows);
    const again = await make(rows.map((row) => ({ ...row, title: `${row.title}!` })));
    expect(again.status).toBe(201);
    expect(madeIds(again)).toEqual(madeIds(first));
    expect(again.body.cards.map((card: Offered) => card.title)).toEqual(rows.map(({ title }) => title));
    expect(await cardCount()).toBe(4);
    expect(await copyings()).toMatchObject([{ count: 2 }]);
  });

  it('asked for twice at one time are made once', async () => {
    const ids = await addCards(3);
    const rows = (await readAll({ ids })).offered.map(toRow);
    const [one, other] = await Promise.all([make(rows), make(rows)]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(madeIds(one)).toEqual(madeIds(other));
    expect(await cardCount()).toBe(6);
  });

  it('are gone on with after a stop: those that are there are left out, and counted', async () => {
    const ids = await addCards(4);
    const rows = (await readAll({ ids }, key)).offered.map(toRow);
    await make(rows.slice(0, 2));
    const { offered, madeCount } = await readAll({ ids }, key);
    expect(offered.map((one) => one.card_id)).toEqual(ids.slice(2));
    expect(madeCount).toBe(2);
    // What the first two are called is taken by now.
    expect(offered[0]?.title).toBe('Кружка 4');
    const { status, body } = await make(rows.slice(1, 3));
    expect([status, body.detail]).toEqual([409, ['Часть этих копий уже создана. Обновите страницу']]);
    await make(offered.map(toRow));
    expect(await readAll({ ids }, key)).toMatchObject({ offered: [], madeCount: 4 });
    expect(await readInParts({ ids }, key)).toMatchObject({ offered: [], madeCount: 4 });
    expect((await readAll({ ids }, randomUUID())).offered).toHaveLength(4);
    expect(await cardCount()).toBe(8);
  });

  it('leave nothing of a part that is refused, and the next part has its turn', async () => {
    const ids = await addCards(2);
    const rows = (await readAll({ ids })).offered.map(toRow);
    const refused = await make([rows[0]!, { ...rows[1]!, vendor_code: 'К-1' }]);
    expect(refused.body.errors).toMatchObject([{ field: 'rows.1.vendor_code' }]);
    expect(await cardCount()).toBe(2);
    expect(await copyings()).toEqual([]);
    expect((await make(rows)).status).toBe(201);
    const twice = await make([rows[0]!, rows[0]!], { copyingKey: randomUUID() });
    expect([twice.status, twice.body.detail]).toEqual([400, ['Карточка названа дважды']]);
  });

  it('of one key are each account’s own', async () => {
    const rows = (await readAll({ ids: await addCards(1) })).offered.map(toRow);
    await make(rows);
    owner = await test.signIn(`copier-with-the-same-key-${people}`);
    const ids = await addCards(1);
    const { offered, madeCount } = await readAll({ ids }, key);
    expect([offered.length, madeCount]).toEqual([1, 0]);
    expect((await make(offered.map(toRow))).status).toBe(201);
    expect(await copyings()).toMatchObject([{ count: 1 }]);
  });

  it('of many are told by their first in the history', async () => {
    const ids = await addCards(MAX_HISTORY_CARDS + 10);
    const rows = (await readAll({ ids })).offered.map(toRow);
    for (let from = 0; from < rows.length; from += 60) await make(rows.slice(from, from + 60));
    const [{ id, count }] = await copyings();
    expect(count).toBe(MAX_HISTORY_CARDS + 10);
    const { body } = await test.call(owner, 'GET', `/cards/copies/${id}/cards/`);
    expect(body).toHaveLength(MAX_HISTORY_CARDS);
  });

  it('whose names somebody else takes at the same time are made whole or refused at the cell', async () => {
    const rows = (await readAll({ ids: await addCards(3) })).offered.map(toRow);
    const [one, other] = await Promise.all([make(rows), make(rows, { copyingKey: randomUUID() })]);
    expect([one.status, other.status].sort()).toEqual([201, 400]);
    const refused = one.status === 400 ? one : other;
    expect(refused.body.errors[0].field).toBe('rows.0.vendor_code');
    expect(await cardCount()).toBe(6);
  });
});
