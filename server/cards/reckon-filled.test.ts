import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESCRIPTION_ENOUGH, filledPercent, PHOTOS_ENOUGH } from '#contract/card-completeness.ts';
import { characterCount } from '#contract/card-rules.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { reckonFilledJob } from './reckon-filled.ts';

let test: ShopTest;
let owner: SignedIn;
beforeAll(async () => {
  test = await openShopTest();
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

const MUGS = 990_001;
const REQUIRED = [1, 2];
const OTHERS = [3, 4, 5];

async function askFor(required: readonly number[], others: readonly number[]): Promise<void> {
  const { db } = test.database;
  await db
    .insertInto('subjects')
    .values({ id: MUGS, name: 'Кружки' })
    .onConflict((one) => one.doNothing())
    .execute();
  await db.deleteFrom('subject_characteristics').where('subject_id', '=', MUGS).execute();
  const rows = [...required, ...others].map((id) => ({
    subject_id: MUGS,
    id,
    name: `№ ${id}`,
    is_required: required.includes(id),
    type: 'TEXT' as const,
  }));
  if (rows.length > 0) await db.insertInto('subject_characteristics').values(rows).execute();
}

const runJob = () =>
  reckonFilledJob.handler({}, test.deps, { signal: new AbortController().signal, attempt: 1 });

const value = fc.constantFrom('', ' ', 'белый');
const content = fc.record({
  title: fc.constantFrom('', 'Кружка'),
  brand: fc.constantFrom('', ' ', 'Юг'),
  description: fc.nat(DESCRIPTION_ENOUGH + 20).map((length) => '🔥'.repeat(length % 4) + 'о'.repeat(length)),
  dimensions: fc.record({
    lengthCm: fc.nat(1),
    widthCm: fc.constantFrom(0, 0.5),
    heightCm: fc.nat(1),
    weightKg: fc.constantFrom(0, 0.1),
  }),
  characteristics: fc.array(
    fc.record({ id: fc.integer({ min: 1, max: 7 }), values: fc.array(value, { maxLength: 2 }) }),
    { maxLength: 6 },
  ),
  photos: fc
    .nat(PHOTOS_ENOUGH + 1)
    .map((count) => Array.from({ length: count }, (_, index) => `/${index}.jpg`)),
});
type Content = typeof content extends fc.Arbitrary<infer One> ? One : never;

function byHand(
  { title, brand, description, dimensions, characteristics, photos }: Content,
  required: readonly number[],
  others: readonly number[],
): number {
  const filled = new Set(
    characteristics.filter(({ values }) => values.some((one) => one.trim() !== '')).map(({ id }) => id),
  );
  const said = (text: string) => ({ count: Number(text.trim() !== ''), enough: 1 });
  const asked = (ids: readonly number[]) => ({
    count: ids.filter((id) => filled.has(id)).length,
    enough: ids.length,
  });
  return filledPercent({
    title: said(title),
    vendorCode: { count: 1, enough: 1 },
    subjectId: { count: 1, enough: 1 },
    brand: said(brand),
    description: { count: characterCount(description), enough: DESCRIPTION_ENOUGH },
    photos: { count: photos.length, enough: PHOTOS_ENOUGH },
    dimensions: { count: Object.values(dimensions).filter((side) => side > 0).length, enough: 4 },
    requiredCharacteristics: asked(required),
    otherCharacteristics: asked(others),
  });
}

const storedPercent = async () =>
  (
    await test.database.db
      .selectFrom('cards')
      .select('filled_percent')
      .where('account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
  ).filled_percent;

async function write(one: Content, isNew: boolean): Promise<void> {
  const { title, brand, description } = one;
  const [dimensions, characteristics, photos] = [one.dimensions, one.characteristics, one.photos].map(
    (part) => JSON.stringify(part),
  );
  await (
    isNew
      ? sql`INSERT INTO cards (account_id, vendor_code, subject_id, title, brand, description, dimensions, characteristics, photos)
          VALUES (${owner.accountId}, 'A', ${MUGS}, ${title}, ${brand}, ${description}, ${dimensions}, ${characteristics}, ${photos})`
      : sql`UPDATE cards SET title = ${title}, brand = ${brand}, description = ${description}, dimensions = ${dimensions},
          characteristics = ${characteristics}, photos = ${photos} WHERE account_id = ${owner.accountId}`
  ).execute(test.database.db);
}

it('what is stored of a card is what its editor says, whatever is in it and whatever its subject asks for', async () => {
  await askFor([], []);
  await fc.assert(
    fc.asyncProperty(
      content,
      content,
      fc.subarray(REQUIRED),
      fc.subarray(OTHERS),
      async (first, then, required, others) => {
        await test.database.db.deleteFrom('cards').where('account_id', '=', owner.accountId).execute();
        await askFor(required, others);
        await write(first, true);
        expect(await storedPercent()).toBe(byHand(first, required, others));
        await write(then, false);
        expect(await storedPercent()).toBe(byHand(then, required, others));
        // Another list of characteristics is known to the card when the job was there.
        await askFor(OTHERS, REQUIRED);
        await runJob();
        expect(await storedPercent()).toBe(byHand(then, OTHERS, REQUIRED));
      },
    ),
    { numRuns: 60 },
  );
});

it('cards are reckoned once for each change of what their subject asks for, also by who was interrupted', async () => {
  await askFor(REQUIRED, []);
  await runJob();
  const leftOver = async () =>
    (
      await test.database.db
        .selectFrom('subjects')
        .select('id')
        .whereRef('asked_version', '<>', 'reckoned_version')
        .execute()
    ).length;
  expect(await leftOver()).toBe(0);
  // As the marketplace says the same again.
  await test.database.db
    .updateTable('subject_characteristics')
    .set({ is_required: true, name: 'Цвет' })
    .where('subject_id', '=', MUGS)
    .execute();
  expect(await leftOver()).toBe(0);
  await test.database.db
    .updateTable('subject_characteristics')
    .set({ is_required: false })
    .where('subject_id', '=', MUGS)
    .execute();
  const stopped = new AbortController();
  stopped.abort();
  await reckonFilledJob.handler({}, test.deps, { signal: stopped.signal, attempt: 1 });
  expect(await leftOver()).toBe(1);
  await runJob();
  expect(await leftOver()).toBe(0);
});
