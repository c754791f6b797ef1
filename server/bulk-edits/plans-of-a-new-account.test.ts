import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { syncPrices } from '#server/sync/sync-prices.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { rowsTouched } from '#tests/support/rows-touched.ts';
import { findRows } from './found-rows.ts';
import { findCardsByKeys } from './match-rows.ts';
import { insertEdit } from './new-edit.ts';
import { markSending, settleRows } from './row-turns.ts';

/** Statistics know of another account alone: the planner takes it that this one has a card, and any way to it for the best. */

const CARDS = 3000;
const ASKED = 100;
/** Of each that is asked for the row and its entries in indexes, some twice; of all cards it would be thirty times as many at least. */
const MOST = 8 * ASKED;
const ME = { accountId: 2, userId: 2 };
const SHOP = 2;

let database: Database;
let ids: number[];

beforeAll(async () => {
  database = await openTestDatabase();
  await addTestSubjects(database.db);
  await addAccount(1, 1000);
  await sql`ANALYZE`.execute(database.db);
  await addAccount(ME.accountId, CARDS);
  const cards = await sql<{ id: number }>`SELECT id FROM cards WHERE account_id = 2 ORDER BY id`.execute(
    database.db,
  );
  ids = cards.rows.map(({ id }) => id);
});
afterAll(() => database.close());

async function addAccount(id: number, cards: number): Promise<void> {
  const { db } = database;
  await sql`INSERT INTO accounts (id, name) VALUES (${id}, '')`.execute(db);
  await sql`INSERT INTO users (id, account_id, login, name, password_hash) VALUES (${id}, ${id}, ${`u-${id}`}, '', '')`.execute(
    db,
  );
  await sql`INSERT INTO shops (id, account_id, name, sid) VALUES (${id}, ${id}, '', gen_random_uuid())`.execute(
    db,
  );
  await sql`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, search_text, sizes)
    SELECT ${id}, 'КР-' || n, 'Кружка', ${CUPS}, 100000, '',
      jsonb_build_array(jsonb_build_object('techSize', '', 'wbSize', '', 'skus', jsonb_build_array(${String(id)} || lpad(n::text, 12, '0'))))
    FROM generate_series(1, ${cards}::int) AS n ORDER BY n`.execute(db);
  await sql`
    INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, nm_id, price_kopecks, discount, state)
    SELECT ${id}, id, ${id}, vendor_code, 1000000 + id, 100000, 0, 'PUBLISHED' FROM cards WHERE account_id = ${id} ORDER BY id`.execute(
    db,
  );
}

const asked = () => ids.slice(CARDS / 2, CARDS / 2 + ASKED);

it('barcodes are found without going through its cards', async () => {
  const barcodes = Array.from({ length: ASKED }, (_, n) => `2${String(n * 20 + 1).padStart(12, '0')}`);
  let found = 0;
  const find = async () => {
    found = (await findCardsByKeys(database.db, ME.accountId, 'BARCODE', [...barcodes, '100000000001'])).size;
  };
  expect(await rowsTouched(database, find, ['card_search'])).toBeLessThan(MOST);
  expect(found).toBe(ASKED);
});

it('prices that are as they were are read without going through its cards', async () => {
  const goods = asked().map((id) => ({
    nmId: 1_000_000 + id,
    sizes: [{ priceRub: 1000 }],
    discount: 0,
    clubDiscount: 0,
  }));
  const marketplace = { forShop: async () => ({ listAllPrices: async () => goods }) };
  // No more of the marketplace is asked here.
  const run = { deps: { database, marketplace }, accountId: ME.accountId, shopId: SHOP } as never;
  expect(await rowsTouched(database, () => syncPrices(run, 0), ['cards'])).toBeLessThan(MOST);
});

it('rows of an edit are shown, marked and settled without going through its cards and rows', async () => {
  const { db } = database;
  const editId = await insertEdit(db, ME, {
    change: { kind: 'PRICES', price: { kind: 'PERCENT', basisPoints: 500 } },
    cardIds: ids,
    idempotencyKey: undefined,
  });
  await sql`
    INSERT INTO bulk_edit_rows (edit_id, card_id, account_id, before, after, state, warnings)
    SELECT ${editId}, id, 2, '{}', '{}', 'READY', '{}' FROM cards WHERE account_id = 2`.execute(db);
  const show = () => findRows(db, ME.accountId, editId, { states: ['READY'], afterId: 0 });
  expect(await rowsTouched(database, show, ['cards'])).toBeLessThan(MOST);
  await sql`UPDATE bulk_edits SET state = 'APPLYING' WHERE account_id = 2 AND id = ${editId}`.execute(db);
  const edit = { ...ME, editId };
  const sending = asked().map((cardId) => ({ cardId, sending: ['1:1'] }));
  const mark = () => markSending(database, edit, 'APPLYING', sending);
  expect(await rowsTouched(database, mark, ['bulk_edit_rows'])).toBeLessThan(MOST);
  const settled = asked().map((cardId) => ({
    cardId,
    state: 'APPLIED' as const,
    after: {},
    refusal: null,
  }));
  const settle = () => settleRows(database, edit, 'READY', settled);
  expect(await rowsTouched(database, settle, ['bulk_edit_rows'])).toBeLessThan(MOST);
});
