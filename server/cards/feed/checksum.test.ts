import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogueChecksum, checksumWithoutWbTags } from '#contract/catalogue-checksum.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { rowsOf } from '#tests/support/cards/replica-of-feed.ts';
import { buildTestApp, type TestApp } from '#tests/setup/test-app.ts';
import { readPortion } from './portions.ts';

let test: TestApp;
let accountId: number;

beforeAll(async () => {
  test = await buildTestApp();
  await addTestSubjects(test.database.db);
  ({ accountId } = await test.signIn());
});
afterAll(() => test.close());

const storable = (text: string) => text.replaceAll('\0', '');
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('Ёлка', 'ёж 😀👨‍👩‍👧', '', '\u001f\u2028\u007f"\\/\n\t\b'),
  )
  .map(storable);
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

it('of a card is the same here and in the database, whatever the card says', async () => {
  const card = fc.record({
    title: text,
    brand: text,
    search_text: text,
    tags: fc.array(text, { maxLength: 4 }).map((tags) => JSON.stringify(tags)),
    wb_tags: fc.array(text, { maxLength: 2 }).map((tags) => JSON.stringify(tags)),
    photos: fc.array(text, { maxLength: 2 }).map((photos) => JSON.stringify(photos)),
    price_kopecks: fc.integer({ min: 0, max: 1e10 }),
    discount: fc.integer({ min: 0, max: 99 }),
    cost_price_kopecks: perhaps(fc.integer({ min: 0, max: 1e12 })),
    nm_id: perhaps(fc.integer({ min: 1, max: 999_999_999_999 })),
    nm_ids: fc.array(fc.integer({ min: 1, max: 999_999_999_999 }), { maxLength: 3 }),
    shop_ids: fc.array(fc.integer({ min: 1, max: 1e9 }), { maxLength: 3 }),
    stock: fc.integer({ min: 0, max: 1e9 }),
    state: fc.constantFrom('DRAFT' as const, 'PUBLISHED' as const, 'ARCHIVED' as const),
    has_unsent_changes: fc.boolean(),
    version: fc.integer({ min: 1, max: 1e9 }),
    updated_at: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
  });
  const { db } = test.database;
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(card, { minLength: 1, maxLength: 30 }), async (cards) => {
      await db.deleteFrom('cards').where('account_id', '=', accountId).execute();
      const rows = cards.map((one) => ({
        account_id: accountId,
        vendor_code: `К-${(number += 1)}`,
        subject_id: CUPS,
        ...one,
      }));
      await db.insertInto('cards').values(rows).execute();
      // Finer than a Date.
      await sql`UPDATE cards SET updated_at = updated_at + interval '123 microseconds' WHERE account_id = ${accountId}`.execute(
        db,
      );
      const known = await sql<{ id: number; checksum: number; full: number }>`
        SELECT id, card_checksum(cards) AS checksum,
          mod(card_checksum(cards)::numeric + card_wb_tags_checksum(cards), 281474976710656)::bigint AS full FROM cards WHERE account_id = ${accountId} ORDER BY id`.execute(
        db,
      );
      const here = rowsOf((await readPortion(db, accountId, undefined)).columns);
      const reckoned = here.map((row) => ({
        id: row.id,
        checksum: checksumWithoutWbTags(row),
        full: catalogueChecksum(row),
      }));
      expect(reckoned).toEqual(known.rows);
    }),
    { numRuns: 25 },
  );
});

it('is another when any column is', async () => {
  const { db } = test.database;
  await db.deleteFrom('cards').where('account_id', '=', accountId).execute();
  await db
    .insertInto('cards')
    .values({ account_id: accountId, vendor_code: 'Б-1', title: 'Кружка', subject_id: CUPS })
    .execute();
  const [row] = rowsOf((await readPortion(db, accountId, undefined)).columns);
  if (!row) throw new Error('There is a card');
  const other = (value: unknown) => {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    if (Array.isArray(value)) return [...(value as unknown[]), 5];
    return `${String(value)}!`;
  };
  const sums = Object.entries(row).map(([column, value]) =>
    catalogueChecksum({ ...row, [column]: other(value) }),
  );
  expect(new Set([catalogueChecksum(row), ...sums]).size).toBe(Object.keys(row).length + 1);
});
