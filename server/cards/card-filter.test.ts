import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marginPercent } from '#contract/card-rules.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { resolveSelection } from './selection.ts';

let test: ShopTest;
let owner: SignedIn;
beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
  const stranger = await test.signIn('stranger');
  for (const { accountId } of [owner, stranger]) await insertCards(accountId);
});
afterAll(() => test.close());

/** Prices, costs and times on both sides of every edge that is asked for below. */
async function insertCards(accountId: number): Promise<void> {
  await sql`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, discount, cost_price_kopecks, stock, state, updated_at, brand, tags, wb_tags, search_text)
    SELECT ${accountId}, 'VC-' || n, 'Кружка ' || n % 5, ${CUPS}, (n % 7) * 1000 + n % 3, (n % 4) * 10,
      CASE WHEN n % 4 = 0 THEN NULL ELSE (n % 9) * 700 END, n % 3,
      (ARRAY['DRAFT', 'PUBLISHED', 'ARCHIVED'])[1 + n % 3],
      timestamptz '2026-03-01T21:00:00Z' + (n % 6) * interval '12 hours' - (n % 2) * interval '1 millisecond',
      CASE WHEN n % 3 = 0 THEN 'Юг' ELSE '' END,
      (ARRAY['[]', '["Хит"]', '["Сезон", "Хит"]', '["хит", ""]'])[1 + n % 4]::jsonb,
      (ARRAY['[]', '["Вывод"]', '[]', '["Вывод", "Сезон"]', '["вывод"]'])[1 + n % 5]::jsonb,
      lower(' Кружка ' || n % 5 || ' VC-' || n)
    FROM generate_series(1, 120) n`.execute(test.database.db);
}

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const kopecks = fc.integer({ min: 0, max: 7000 });
const percent = fc.integer({ min: -300, max: 100 });
const day = fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05');
const filters = fc.record({
  search: some(fc.constantFrom('кружка', 'VC-1', 'нет такой')),
  state: some(fc.constantFrom('DRAFT' as const, 'ARCHIVED' as const)),
  stock: some(fc.constantFrom('none' as const, 'some' as const)),
  priceFromKopecks: some(kopecks),
  priceToKopecks: some(kopecks),
  marginFromPercent: some(percent),
  marginToPercent: some(percent),
  updatedFrom: some(day),
  updatedTo: some(day),
  filledFromPercent: some(fc.integer({ min: 20, max: 60 })),
  filledToPercent: some(fc.integer({ min: 20, max: 60 })),
  tag: some(fc.subarray(['Хит', 'Сезон', 'хит', 'Нет такого'], { minLength: 1 })),
  wbTag: some(fc.subarray(['Вывод', 'Сезон', 'вывод', 'Хит'], { minLength: 1 })),
});

describe('a filter', () => {
  it('means the same cards in the list, in its number and in a selection', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (drawn) => {
        const filter = Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined));
        const params = new URLSearchParams();
        for (const [name, value] of Object.entries(filter)) {
          const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
          for (const one of [value].flat()) params.append(key, String(one));
        }
        const { body } = await test.call(owner, 'GET', `/cards/?limit=200&ordering=-margin&${params}`);
        const first = await test.call(owner, 'GET', `/cards/?limit=50&${params}`);
        const ids = body.results.map(({ id }: { id: number }) => id);
        expect(ids).toHaveLength(body.count);
        expect(first.body.count).toBe(body.count);
        const selected = await resolveSelection(test.database.db, owner.accountId, { filter });
        expect(ids.toSorted((a: number, b: number) => a - b)).toEqual(selected);
        expect(ids.toSorted((a: number, b: number) => a - b)).toEqual(await idsByHand(drawn));
      }),
      { numRuns: 60 },
    );
  });
});

type Drawn = typeof filters extends fc.Arbitrary<infer One> ? One : never;

/** The same set, read whole and sifted without SQL. */
async function idsByHand({ tag, wbTag, ...filter }: Drawn): Promise<number[]> {
  const cards = await test.database.db
    .selectFrom('cards')
    .selectAll()
    .where('account_id', '=', owner.accountId)
    .orderBy('id')
    .execute();
  const isWithin = (value: number | null, from: unknown, to: unknown) =>
    (from === undefined && to === undefined) ||
    (value !== null && value >= Number(from ?? -Infinity) && value <= Number(to ?? Infinity));
  const { search, state, stock, updatedFrom = '2000-01-01', updatedTo = '2099-01-01' } = filter;
  return cards
    .filter((card) => {
      const moscow = new Date(card.updated_at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
      const words = ` ${card.title} ${card.vendor_code}`.toLowerCase();
      return (
        (state === undefined ? card.state !== 'ARCHIVED' : card.state === state) &&
        (search === undefined || words.includes(search.toLowerCase())) &&
        (tag === undefined || tag.some((one) => card.tags.includes(one))) &&
        (wbTag === undefined || wbTag.some((one) => card.wb_tags.includes(one))) &&
        (stock === undefined || card.stock > 0 === (stock === 'some')) &&
        isWithin(card.final_price_kopecks, filter.priceFromKopecks, filter.priceToKopecks) &&
        isWithin(
          marginPercent(card.final_price_kopecks, card.cost_price_kopecks),
          filter.marginFromPercent,
          filter.marginToPercent,
        ) &&
        isWithin(card.filled_percent, filter.filledFromPercent, filter.filledToPercent) &&
        moscow >= updatedFrom &&
        moscow <= updatedTo
      );
    })
    .map(({ id }) => id);
}
