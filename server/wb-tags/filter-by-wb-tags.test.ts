import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChecksums, checksumOfRows, checksumWithoutWbTags } from '#contract/catalogue-checksum.ts';
import { readPortion } from '#server/cards/feed/portions.ts';
import type { Trx } from '#server/db/database.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, CUPS, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { ReplicaOfFeed, rowsOf } from '#tests/support/cards/replica-of-feed.ts';
import { HIT, SALE, SEASON } from '#tests/support/cards/wb-tag-edits.ts';
import { keepWbTags } from './card-in-shop.ts';

let test: TestApp;
let owner: SignedIn;
let shops: { north: number; south: number };
let ids: { a: number; b: number; c: number };

beforeAll(async () => {
  test = await buildTestApp();
  await addTestSubjects(test.database.db);
});
afterAll(() => test.close());
beforeEach(async () => {
  owner = await test.signIn(randomUUID());
  shops = await twoShops(owner.accountId);
  ids = { a: await addCard('A'), b: await addCard('B'), c: await addCard('C') };
  for (const cardId of Object.values(ids)) {
    await putIntoShop(test.database, { ...placeOf('north'), cardId });
    await putIntoShop(test.database, { ...placeOf('south'), cardId }, { nmId: 130_000_000 + cardId });
  }
});

async function twoShops(accountId: number) {
  const { db } = test.database;
  return { north: await addTestShop(db, accountId), south: await addTestShop(db, accountId, 'Южный') };
}

const placeOf = (shop: keyof typeof shops) => ({ accountId: owner.accountId, shopId: shops[shop] });

async function addCard(code: string, accountId = owner.accountId): Promise<number> {
  const { id } = await test.database.db
    .insertInto('cards')
    .values({ account_id: accountId, vendor_code: code, title: code, subject_id: CUPS })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const carry = (cardId: number, shop: keyof typeof shops, tags: (typeof HIT)[]) =>
  keepWbTags(test.database, { ...placeOf(shop), cardId }, tags);

async function codesWith(names: readonly string[], person = owner): Promise<string[]> {
  const params = new URLSearchParams(names.map((name) => ['wb_tag', name]));
  const response = await test.app.inject({
    url: `/api/v1/cards/?ordering=title&${params}`,
    headers: person.headers,
  });
  const { count, results } = response.json<{ count: number; results: { vendor_code: string }[] }>();
  expect(count).toBe(results.length);
  return results.map((card) => card.vendor_code);
}

async function tagsOf({ headers }: SignedIn): Promise<string[]> {
  return (await test.app.inject({ url: '/api/v1/cards/wb-tags/', headers })).json();
}

describe('the list is asked for «Ярлыки WB»', () => {
  it('by their names: cards that carry any of them, in whichever shop', async () => {
    await carry(ids.a, 'north', [HIT, SALE]);
    // Another shop's tag of this name has a number of its own.
    await carry(ids.b, 'south', [{ ...HIT, id: 901 }]);
    expect(await codesWith(['Хит'])).toEqual(['A', 'B']);
    expect(await codesWith(['Скидки', 'Сезон'])).toEqual(['A']);
    expect(await codesWith(['хит'])).toEqual([]);
  });

  it('WB-11: as they were last seen: what is off one shop may be on in another, and one that is gone takes its tags along', async () => {
    await carry(ids.a, 'north', [HIT]);
    await carry(ids.a, 'south', [HIT, SEASON]);
    await carry(ids.a, 'north', []);
    expect(await codesWith(['Хит'])).toEqual(['A']);
    const inSouth = test.database.db
      .updateTable('shop_cards')
      .where('card_id', '=', ids.a)
      .where('shop_id', '=', shops.south);
    // The shop's card is tied to another card.
    await test.database.db.deleteFrom('shop_cards').where('card_id', '=', ids.b).execute();
    await inSouth.set({ card_id: ids.b }).execute();
    expect(await codesWith(['Хит'])).toEqual(['B']);
    await test.database.db.deleteFrom('shop_cards').where('card_id', '=', ids.b).execute();
    expect(await codesWith(['Хит', 'Сезон'])).toEqual([]);
  });

  it('and all that match are chosen: by the same filter, frozen by the server', async () => {
    await carry(ids.a, 'north', [HIT]);
    await carry(ids.c, 'south', [SALE]);
    const freeze = (filter: object) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/cards/selections/',
        headers: owner.headers,
        payload: { selection: { filter } },
      });
    const frozen = await freeze({ wb_tag: ['Хит', 'Скидки'] });
    expect(frozen.statusCode).toBe(201);
    expect(frozen.json()).toMatchObject({ count: 2 });
    expect((await freeze({ wb_tag: ['Хит'], tag: ['Хит'] })).json()).toMatchObject({ count: 0 });
  });

  it('WB-12: those of another account are neither found nor named', async () => {
    const stranger = await test.signIn(randomUUID());
    const theirs = await twoShops(stranger.accountId);
    const cardId = await addCard('D', stranger.accountId);
    await putIntoShop(test.database, { accountId: stranger.accountId, shopId: theirs.north, cardId });
    await keepWbTags(test.database, { accountId: stranger.accountId, shopId: theirs.north, cardId }, [HIT]);
    await carry(ids.b, 'north', [SALE]);
    expect(await codesWith(['Хит'])).toEqual([]);
    expect(await codesWith(['Хит', 'Скидки'], stranger)).toEqual(['D']);
    expect(await tagsOf(owner)).toEqual(['Скидки']);
    expect(await tagsOf(stranger)).toEqual(['Хит']);
  });

  it('which are offered with the most frequent first, none that only the archive has', async () => {
    await carry(ids.a, 'north', [HIT, SALE]);
    await carry(ids.b, 'south', [SALE]);
    await carry(ids.c, 'south', [SEASON]);
    await test.database.db.updateTable('cards').set({ state: 'ARCHIVED' }).where('id', '=', ids.c).execute();
    expect(await tagsOf(owner)).toEqual(['Скидки', 'Хит']);
  });
});

describe('the feed', () => {
  it('WB-13: tells of cards whose «Ярлыки WB» have changed, and of no others', async () => {
    const device = new ReplicaOfFeed(test.database.db, owner.accountId);
    await device.catchUp();
    await carry(ids.a, 'north', [HIT]);
    expect(await device.catchUp()).toEqual([ids.a]);
    expect(device.rows.get(ids.a)?.wbTags).toEqual(['Хит']);
    // The same again, the same in another shop, and another colour: nothing that the list is asked by.
    await carry(ids.a, 'north', [HIT]);
    await carry(ids.a, 'south', [{ ...HIT, color: 'DEF1DD' }]);
    expect(await device.catchUp()).toEqual([]);
    await carry(ids.a, 'south', []);
    await carry(ids.a, 'north', [SEASON, HIT]);
    expect(await device.catchUp()).toEqual([ids.a]);
    expect(device.rows.get(ids.a)?.wbTags).toEqual(['Сезон', 'Хит']);
    await sql`UPDATE cards SET stock = stock + 1 WHERE id = ${ids.a}`.execute(test.database.db);
    await test.database.db.deleteFrom('cards').where('id', '=', ids.a).execute();
    expect(await device.catchUp()).toEqual([ids.a]);
  });
});

it('WB-17: the checksum that installed clients compare is that of a list without these tags', async () => {
  await carry(ids.a, 'north', [HIT]);
  const { columns, checksum, fullChecksum } = await readPortion(test.database.db, owner.accountId, undefined);
  const rows = rowsOf(columns);
  const asBefore = rows.reduce((sum, row) => addChecksums(sum, checksumWithoutWbTags(row)), 0);
  expect(checksum).toBe(asBefore);
  expect(fullChecksum).toBe(checksumOfRows(rows));
  expect(fullChecksum).not.toBe(checksum);
});

/** The embedded database has one connection: there nobody writes while another does. */
describe.runIf(process.env.TEST_DATABASE_URL)('two who write at once', () => {
  /** A transaction that goes on when it is told to. */
  async function begin(first: (trx: Trx) => Promise<unknown>, then?: (trx: Trx) => Promise<unknown>) {
    let goOn: () => void = () => undefined;
    let noteBegun: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => (noteBegun = resolve));
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const ended = test.database.transaction(async (trx: Trx) => {
      await first(trx);
      noteBegun();
      await mayGoOn;
      await then?.(trx);
    });
    await hasBegun;
    return { end: () => (goOn(), ended) };
  }
  /** Whether the other has come to the lock is nothing that it tells. */
  const moment = () => new Promise((resolve) => setTimeout(resolve, 300));
  const read = (shop: keyof typeof shops, tags: (typeof HIT)[], trx: Trx) =>
    trx
      .updateTable('shop_cards')
      .set({ wb_tags: JSON.stringify(tags) })
      .where('card_id', '=', ids.a)
      .where('shop_id', '=', shops[shop])
      .execute();

  it('WB-14: from two shops leave the tags of both on a card', async () => {
    const first = await begin((trx) => read('north', [HIT], trx));
    const second = test.database.transaction((trx) => read('south', [SALE], trx));
    await moment();
    await Promise.all([first.end(), second]);
    expect(await codesWith(['Хит'])).toEqual(['A']);
    expect(await codesWith(['Скидки'])).toEqual(['A']);
  });

  it('WB-18: one the card and then its shops, the other its tags, do not end each other', async () => {
    const lockCard = (trx: Trx) => sql`SELECT FROM cards WHERE id = ${ids.a} FOR NO KEY UPDATE`.execute(trx);
    const prices = await begin(lockCard, (trx) =>
      trx.updateTable('shop_cards').set({ discount: 5 }).where('card_id', '=', ids.a).execute(),
    );
    const tags = carry(ids.a, 'north', [HIT]);
    await moment();
    await Promise.all([prices.end(), tags]);
    expect(await codesWith(['Хит'])).toEqual(['A']);
  });
});
