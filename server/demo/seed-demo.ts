import type { TaxRate } from '#contract/taxpayers.ts';
import { defaultSettings, type Settings } from '#contract/users.ts';
import { enqueueSalesSync } from '#server/analytics/sync-sales-job.ts';
import { enqueueTariffsSync } from '#server/analytics/sync-tariffs-job.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Database, Trx } from '#server/db/database.ts';
import { takeDemoCards } from './catalogue.ts';
import { planCards, planRunningShipments, type PlannedCard } from './plan.ts';
import type { Env } from '#server/config/env.ts';
import type { Jobs } from '#server/jobs/job.ts';
import { makeCards, planStocks, storeCards, storeShopCards, summariseAll } from './seed-cards.ts';
import {
  idsOf,
  keepDirectory,
  readDirectory,
  type CharacteristicIds,
  type Directory,
} from './seed-directory.ts';
import { startRunningShipments, storePastShipments } from './seed-shipments.ts';
import { makeShop, storeGroups, storeShop, type MadeShop } from './seed-shops.ts';
import { DEMO_SHOPS, SECOND_ACCOUNT_SHOP, type DemoShop } from './shops.ts';
import { simulatorControl, type LoadedCard } from './simulator-control.ts';

const CARDS = 400;
const SECOND_ACCOUNT_CARDS = 20;
const SEED = 20_261_120;
const PASSWORD = 'prilavok-demo';

/** What the demo needs to know of the marketplace and of the clock. */
interface World {
  control: ReturnType<typeof simulatorControl>;
  simulatorUrl: string;
  now: Date;
}

/** An account's shops and cards as they are on the marketplace, before anything is stored. */
interface MadeAccount {
  shops: MadeShop[];
  planned: PlannedCard[];
  loaded: Map<string, LoadedCard>[];
}

export interface SeedDeps {
  database: Database;
  env: Pick<Env, 'secretKey'>;
  jobs: Jobs;
}

/**
 * Fills an empty database: account «Демо» (login demo) with five shops, about 400 cards, warehouses, groups and shipments
 * in every status, and a second account (demo2) that shares nothing with it. Their marketplace is the simulator at
 * `simulatorUrl`, reached over HTTP like the real one. All or nothing: the database is written in one transaction.
 */
export async function seedDemo(deps: SeedDeps, simulatorUrl: string): Promise<void> {
  const world: World = { control: simulatorControl(simulatorUrl), simulatorUrl, now: new Date() };
  const passwordHash = await hashPassword(PASSWORD);
  const shops = await makeShops(world, DEMO_SHOPS);
  const secondShops = await makeShops(world, [SECOND_ACCOUNT_SHOP]);
  const directory = await readDemoDirectory(simulatorUrl, [...shops, ...secondShops]);
  const ids = idsOf(directory);
  const first = await makeAccount(
    world,
    shops,
    DEMO_SHOPS,
    { count: CARDS, seed: SEED, hasRunningShipments: true },
    ids,
  );
  const second = await makeAccount(
    world,
    secondShops,
    [SECOND_ACCOUNT_SHOP],
    { count: SECOND_ACCOUNT_CARDS, seed: SEED + 1, hasRunningShipments: false },
    ids,
  );
  const stocks = await deps.database.transaction(async (trx) => {
    await keepDirectory(trx, directory);
    const store = { trx, secretKey: deps.env.secretKey, jobs: deps.jobs, now: world.now, passwordHash, ids };
    return [
      ...(await storeAccount(store, first, {
        name: 'Демо',
        login: 'demo',
        userName: 'Демо Продавец',
        hasShipments: true,
      })),
      ...(await storeAccount(store, second, {
        name: 'Демо 2',
        login: 'demo2',
        userName: 'Демо Второй',
        hasShipments: false,
      })),
    ];
  });
  for (const { sid, rows } of stocks) await world.control.putStocks(sid, rows);
}

async function makeShops(world: World, shops: readonly DemoShop[]): Promise<MadeShop[]> {
  const made = [];
  // One after another: the order of creation is part of the marketplace's numbering.
  for (const shop of shops) made.push(await makeShop(world.control, shop, world.now));
  return made;
}

async function readDemoDirectory(simulatorUrl: string, shops: readonly MadeShop[]): Promise<Directory> {
  const tokens = shops.flatMap(({ tokens: [token] }) => (token ? [token.secret] : []));
  return await readDirectory(`${simulatorUrl}/content`, tokens);
}

async function makeAccount(
  world: World,
  made: MadeShop[],
  shops: readonly DemoShop[],
  catalogue: { count: number; seed: number; hasRunningShipments: boolean },
  ids: CharacteristicIds,
): Promise<MadeAccount> {
  const { count, seed } = catalogue;
  const subjectIds = shops.flatMap((shop) => shop.subjectIds);
  const cards = takeDemoCards(count, { seed, subjectIds, now: world.now });
  const divided = planCards(cards, shops, seed);
  const planned = catalogue.hasRunningShipments ? planRunningShipments(divided, shops) : divided;
  const loaded = [];
  for (const [index, shop] of made.entries()) {
    loaded.push(await makeCards(world.control, shop.sid, index, planned, ids));
  }
  return { shops: made, planned, loaded };
}

interface Store {
  trx: Trx;
  secretKey: Buffer;
  jobs: Jobs;
  now: Date;
  passwordHash: string;
  ids: CharacteristicIds;
}

/** Writes an account; answers the stocks that the marketplace still has to be given. */
async function storeAccount(
  { trx, secretKey, jobs, now, passwordHash, ids }: Store,
  made: MadeAccount,
  facts: { name: string; login: string; userName: string; hasShipments: boolean },
) {
  const { id: accountId } = await trx
    .insertInto('accounts')
    .values({ name: facts.name, is_demo: true, resellup_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: userId } = await trx
    .insertInto('users')
    .values({ account_id: accountId, login: facts.login, name: facts.userName, password_hash: passwordHash })
    .returning('id')
    .executeTakeFirstOrThrow();
  const shops = [];
  for (const [color, shop] of made.shops.entries()) {
    shops.push(await storeShop(trx, accountId, shop, { color, secretKey, now }));
  }
  const groups = await storeGroups(trx, accountId, shops);
  await storeTaxRates(trx, accountId);
  await storeSettings(trx, userId, groups.get('Москва и МО') ?? null);
  const cardIds = await storeCards(trx, { accountId, userId, shops }, made.planned, ids);
  const stocks = [];
  for (const [shopIndex, shop] of shops.entries()) {
    const loaded = made.loaded[shopIndex] ?? new Map<string, LoadedCard>();
    const rows = planStocks(shopIndex, made.planned, loaded, shop);
    await storeShopCards(trx, { accountId, shop, shopIndex, now }, made.planned, cardIds, loaded, rows);
    stocks.push({
      sid: made.shops[shopIndex]?.sid ?? '',
      rows: rows.map((row) => ({
        warehouseId: row.wbWarehouseId,
        chrtId: row.chrt_id,
        amount: row.amount,
      })),
    });
  }
  const { planned, loaded } = made;
  const scene = { accountId, userId, now, shops, planned, cardIds, loaded };
  if (facts.hasShipments) await storePastShipments(trx, scene);
  await summariseAll(trx, accountId, cardIds);
  if (facts.hasShipments) await startRunningShipments(trx, jobs, scene);
  // A year of orders and reports is read as from any marketplace: in the background.
  for (const shop of shops) {
    await enqueueSalesSync(jobs, { accountId, shopId: shop.id });
    await enqueueTariffsSync(jobs, { accountId, shopId: shop.id });
  }
  return stocks;
}

async function storeTaxRates(trx: Trx, accountId: number): Promise<void> {
  const taxRates: TaxRate[] = [
    ...defaultSettings.taxPeriods,
    { from: '2026-01-01', basis: 'INCOME_MINUS_EXPENSES', ratePercent: 15, vatPercent: 5 },
  ];
  await trx
    .updateTable('taxpayers')
    .set({ tax_rates: JSON.stringify(taxRates) })
    .where('account_id', '=', accountId)
    .execute();
}

async function storeSettings(trx: Trx, userId: number, warehouseGroupId: number | null): Promise<void> {
  const settings: Partial<Settings> = {
    defaultDiscount: 45,
    defaultWarehouseGroupId: warehouseGroupId,
  };
  await trx
    .updateTable('users')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', userId)
    .execute();
}
