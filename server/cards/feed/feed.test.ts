import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { addTestShop, addTestWarehouse, cardBody, CUPS, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { ReplicaOfFeed, rowsOf } from '#tests/support/cards/replica-of-feed.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';
import { storeMarketplaceCards } from '#server/sync/store-marketplace-cards.ts';
import { goOnWithImportsJob } from '#server/imports/go-on.ts';
import { nextCursorIn } from '#contract/catalogue-feed.ts';
import { portionText, readPortion } from './portions.ts';
import { readPortionsAhead } from './read-ahead.ts';

const bulk = testBulkEdits();
const { addCards } = bulk;
const db = () => bulk.test.database.db;
const replica = (accountId = bulk.owner.accountId) => new ReplicaOfFeed(db(), accountId);
const call = (...[method, path, body]: [method: 'POST' | 'PATCH', path: string, body: object]) =>
  bulk.test.call(bulk.owner, method, path, method === 'PATCH' ? { body, version: 1 } : { body });

/** A device that has everything, and what the next portion tells it. */
async function current() {
  const device = replica();
  await device.catchUp();
  return { device, told: () => device.catchUp() };
}

describe('the feed', () => {
  it('hands out first what the list shows, archived cards too', async () => {
    const [first, second] = await addCards(4);
    await call('POST', '/cards/archive/', { selection: { ids: [second] }, is_archived: true });
    const device = replica();
    expect(await device.catchUp()).toHaveLength(4);
    const list = await bulk.test.call(bulk.owner, 'GET', '/cards/?with_archived=true&limit=200');
    const shown = list.body.results as ({ id: number; updated_at: string } & Record<string, unknown>)[];
    expect(shown).toHaveLength(4);
    for (const row of shown) {
      const here = device.rows.get(row.id);
      expect(row).toMatchObject({
        vendor_code: here?.vendorCode,
        title: here?.title,
        subject_name: here?.subjectName,
        photo: here?.photo,
        final_price_kopecks: here?.finalPriceKopecks,
        cost_price_kopecks: here?.costPriceKopecks,
        state: here?.state,
        has_unsent_changes: here?.hasUnsentChanges,
        version: here?.version,
      });
      expect(Date.parse(row.updated_at)).toBe(Math.floor((here?.updatedAtUs ?? 0) / 1000));
    }
    expect(device.rows.get(first ?? 0)?.searchText).toBe(' кружка 1');
  });

  it('is served over the wire, and says that nothing has changed', async () => {
    await addCards(3);
    const ask = async (since?: string) =>
      (await bulk.test.call(bulk.owner, 'GET', `/cards/changes/${since ? `?since=${since}` : ''}`)).body;
    const all = await ask();
    expect(all).toMatchObject({ is_reset: false, removed_ids: [], has_more: false, count: 3 });
    expect(all.columns.vendor_code).toEqual(['K-1', 'K-2', 'K-3']);
    const nothing = await ask(all.cursor);
    expect(nothing).toMatchObject({ is_reset: false, has_more: false, count: 3, checksum: all.checksum });
    expect(nothing.columns.id).toEqual([]);
  });

  it('FE-11: begins its text with what the next portion is asked for with, where there is one', async () => {
    await addCards(3);
    const textOf = async (since?: string, portionCards?: number) => {
      const portion = await readPortion(db(), bulk.owner.accountId, since, portionCards);
      const { buffer } = Uint8Array.from(new TextEncoder().encode(portionText(portion)));
      return { portion, next: nextCursorIn(buffer) };
    };
    const first = await textOf(undefined, 2);
    expect(first).toMatchObject({ portion: { hasMore: true }, next: first.portion.cursor });
    const rest = await textOf(first.portion.cursor, 2);
    expect(rest).toMatchObject({ portion: { hasMore: true }, next: rest.portion.cursor });
    expect(await textOf(rest.portion.cursor)).toMatchObject({ portion: { hasMore: false }, next: undefined });
    // It is to be begun anew first.
    expect(await textOf('nobody.wrote.this')).toMatchObject({ portion: { isReset: true }, next: undefined });
  });

  it('FE-13: tells of what was changed after a portion was read ahead of its question', async () => {
    const [first, , third] = await addCards(5);
    const reads: Promise<unknown>[] = [];
    const readAhead = readPortionsAhead(async (...question) => {
      const portion = readPortion(...question);
      reads.push(portion);
      return await portion;
    });
    const device = new ReplicaOfFeed(db(), bulk.owner.accountId, readAhead);
    await device.ask(2);
    await Promise.all(reads);
    await call('PATCH', `/cards/${third}/`, { title: 'Кружка для чая' });
    for (const left of [2, 1]) expect((await device.ask(2)).told).toHaveLength(left);
    await Promise.all(reads);
    await call('PATCH', `/cards/${first}/`, { title: 'Кружка для кофе' });
    await device.catchUp();
    const whole = replica();
    await whole.catchUp();
    expect(device.rows).toEqual(whole.rows);
  });

  it('goes on at the border of any portion, and ends with what was seen at one moment', async () => {
    await addCards(23);
    const whole = replica();
    await whole.catchUp();
    for (const size of [1, 2, 5, 22, 23, 24]) {
      const device = replica();
      await device.catchUp(Array.from({ length: 60 }, () => size));
      expect(device.rows).toEqual(whole.rows);
    }
  });
});

describe('the feed tells of cards', () => {
  it('created, duplicated and edited by a person', async () => {
    const { told } = await current();
    const { body } = await call('POST', '/cards/', cardBody('NEW-1'));
    expect(await told()).toEqual([body.id]);
    expect(await told()).toEqual([]);
    await bulk.test.call(bulk.owner, 'POST', `/cards/${body.id}/duplicate/`, {
      body: { copies: 2 },
      key: crypto.randomUUID(),
    });
    expect(await told()).toHaveLength(2);
    await call('PATCH', `/cards/${body.id}/`, { tags: ['Хит', 'С «ёлкой» \\ "😀"'] });
    expect(await told()).toEqual([body.id]);
  });

  it('changed many at once, archived and returned', async () => {
    const ids = await addCards(3);
    const { told } = await current();
    const { body } = await bulk.create();
    expect(await told()).toEqual([]);
    await bulk.apply(body.id, 3);
    await bulk.runJob(body.id);
    expect(await told()).toEqual(ids);
    await call('POST', '/cards/archive/', { selection: { ids: ids.slice(0, 2) }, is_archived: true });
    expect(await told()).toEqual(ids.slice(0, 2));
  });

  it('created from a file', async () => {
    const { told } = await current();
    const table = 'Артикул продавца;Наименование;Предмет;Цена;Скидка\nF-1;Кружка;Кружки;10;0';
    const { body } = await uploadTable(bulk.test, bulk.owner, '/cards/imports/', table, { name: 'а.csv' });
    await call('POST', `/cards/imports/${body.id}/checking/`, { meanings: body.meanings });
    const run = { signal: new AbortController().signal, attempt: 1 };
    await goOnWithImportsJob.handler({ importId: body.id }, bulk.test.deps, run);
    await call('POST', `/cards/imports/${body.id}/creating/`, { expected_count: 1 });
    expect(await told()).toHaveLength(1);
  });

  it('that a shop got, that were read from it, and whose stocks changed', async () => {
    const [id = 0, other = 0] = await addCards(2);
    const { accountId } = bulk.owner;
    const shopId = await addTestShop(db(), accountId);
    const { told, device } = await current();
    const warehouseId = await addTestWarehouse(db(), { accountId, shopId }, 507);
    await putIntoShop(
      bulk.test.database,
      { accountId, shopId, cardId: id },
      { amounts: { [warehouseId]: 7 } },
    );
    expect(await told()).toEqual([id]);
    expect(device.rows.get(id)).toMatchObject({ stock: 7, shopIds: [shopId], nmIds: [120_000_000 + id] });
    const met = {
      nmId: 777_000_000 + other,
      imtId: 0,
      vendorCode: 'K-2',
      subjectId: CUPS,
      subjectName: 'Кружки',
      title: 'Кружка 2',
      description: '',
      brand: '',
      dimensions: { lengthCm: 1, widthCm: 2, heightCm: 3, weightKg: 1, isValid: true },
      characteristics: [],
      sizes: [{ chrtId: 77, techSize: '0', wbSize: '', skus: ['4600000000017'] }],
      photos: [],
      video: '',
      tags: [],
      updatedAt: '2026-11-01T10:00:00Z',
    };
    await bulk.test.database.transaction((trx) =>
      storeMarketplaceCards(trx, accountId, shopId, [met] as never),
    );
    expect(await told()).toEqual([other]);
  });

  it('whose subject was renamed', async () => {
    const ids = await addCards(2);
    const { told, device } = await current();
    const rename = (name: string) => sql`UPDATE subjects SET name = ${name} WHERE id = ${CUPS}`.execute(db());
    await rename('Чашки');
    expect(await told()).toEqual(ids);
    expect(device.rows.get(ids[0] ?? 0)?.subjectName).toBe('Чашки');
    await rename('Кружки');
  });

  it('that are gone, once, and of none that were added and removed in between', async () => {
    const ids = await addCards(3);
    const { told, device } = await current();
    const remove = (id = 0) => sql`DELETE FROM cards WHERE id = ${id}`.execute(db());
    await remove(ids[1]);
    expect(await told()).toEqual([ids[1]]);
    expect(await told()).toEqual([]);
    expect([...device.rows.keys()]).toEqual([ids[0], ids[2]]);
  });

  it('not of cards of which the list shows nothing new', async () => {
    const ids = await addCards(2);
    const { told } = await current();
    await sql`UPDATE cards SET description = 'Иначе', moved_by_operation = NULL, title = title
      WHERE id = any(${ids}::bigint[])`.execute(db());
    expect(await told()).toEqual([]);
  });

  it('not of another account, whose cursor is as good as none', async () => {
    await addCards(2);
    const stranger = await bulk.signInStranger();
    const { device } = await current();
    const theirs = replica(stranger.accountId);
    await theirs.catchUp();
    await addCards(2, stranger);
    expect(await device.catchUp()).toEqual([]);
    theirs.cursor = device.cursor;
    expect(await theirs.ask()).toMatchObject({ isReset: true, told: [] });
    expect(await theirs.catchUp()).toHaveLength(2);
    expect(rowsOf((await device.ask()).columns)).toEqual([]);
  });
});
