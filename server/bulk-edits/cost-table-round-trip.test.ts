import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlacedCost } from '#server/cards/placed-costs.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';

let test: ShopTest;
let owner: SignedIn;
const shopIds: number[] = [];
const cardIds: number[] = [];
/** What a spreadsheet would take for something else, or a careless reader for nothing. */
const SHOP_NAMES = ['=1+1', 'Двойник', 'двойник', 'ООО «Юг; Север»', "'Кавычка"];
const TECH_SIZES = ['', '-42', '44', '=A1', 'xl', 'XL'];
const VENDOR_CODES = ['=КР-1', '+7', '007', 'a;b'];

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
  for (const name of SHOP_NAMES) shopIds.push(await addTestShop(test.database.db, owner.accountId, name));
  for (const vendorCode of VENDOR_CODES) {
    const sizes = TECH_SIZES.map((techSize) => ({ techSize, wbSize: '', skus: [] }));
    const { body } = await test.call(owner, 'POST', '/cards/', { body: cardBody(vendorCode, { sizes }) });
    cardIds.push(body.id);
  }
});
afterAll(() => test.close());

const cost: fc.Arbitrary<PlacedCost & { cardAt: number; shopAt: number }> = fc.record({
  cardAt: fc.nat(VENDOR_CODES.length - 1),
  shopAt: fc.nat(SHOP_NAMES.length - 1),
  shopId: fc.constant(null),
  techSize: fc.option(fc.constantFrom(...TECH_SIZES, 'снят с карточки')),
  from: fc.option(fc.constantFrom('2024-02-29', '2026-01-01', '2026-12-31', '2099-12-31')),
  costPriceKopecks: fc.oneof(fc.nat(100_000_000_00), fc.constantFrom(0, 1, 10, 99_99, 1_200_00)),
});

it('the costs of an account as a file, put back, change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cost, fc.boolean()), { minLength: 10, maxLength: 60 }),
      fc.constantFrom('csv', 'xlsx'),
      async (costs, format) => {
        await test.database.db.deleteFrom('card_costs').where('account_id', '=', owner.accountId).execute();
        for (const [one, isOfShop] of costs) {
          await sql`
            INSERT INTO card_costs (account_id, card_id, shop_id, tech_size, from_day, cost_kopecks)
            VALUES (${owner.accountId}, ${cardIds[one.cardAt]}, ${isOfShop ? shopIds[one.shopAt] : null},
              ${one.techSize}, ${one.from ?? '-infinity'}, ${one.costPriceKopecks})
            ON CONFLICT DO NOTHING`.execute(test.database.db);
        }
        const { count } = await test.database.db
          .selectFrom('card_costs')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('account_id', '=', owner.accountId)
          .executeTakeFirstOrThrow();
        expect(await lookAtExport(format)).toEqual({
          edit: null,
          changed_count: 0,
          same_count: count,
          refused: [],
        });
      },
    ),
    { numRuns: 8 },
  );
});

/** The file is read as any that a person gives. */
async function lookAtExport(format: string) {
  const exported = await test.app.inject({
    url: `/api/v1/cards/costs/export/?format=${format}`,
    headers: owner.headers,
  });
  const { body: table } = await uploadTable(test, owner, '/table-files/reading/', exported.rawPayload, {
    name: `costs.${format}`,
  });
  const [, ...lines]: { line: number; cells: string[] }[] = table.rows;
  const rows = lines.map(({ line, cells: [key = '', , shop = '', size = '', from = '', cost = ''] }) => ({
    line,
    key,
    shop,
    size,
    from,
    cost,
  }));
  return (await test.call(owner, 'POST', '/cards/costs/table/', { body: { key: 'VENDOR_CODE', rows } })).body;
}
