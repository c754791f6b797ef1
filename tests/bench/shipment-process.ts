import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installSimulatedClock } from './simulated-clock.ts';

/**
 * One shipment in a process of its own, started by shipment.bench.ts; the last line it prints is a {@link ShipmentRun}.
 * With a simulator's address: real time, no limits. Without: the simulator in this process, real limits, simulated clock.
 */
export interface ShipmentRun {
  createdInMs: number;
  /** From the press to the end, by the clock that the work saw. */
  tookMs: number;
  /** By a real clock. */
  reallyTookMs: number;
  /** Items by state. */
  items: Record<string, number>;
  /** Effects that the marketplace saw on more than one occasion for one card. */
  doubled: number;
  memory: MemorySample[];
}

export interface MemorySample {
  doneItems: number;
  heapMb: number;
  rssMb: number;
}

const [cardsText = '10000', shopsText = '2', simulatorUrl] = process.argv.slice(2);
const cardCount = Number(cardsText);
const isSimulated = simulatorUrl === undefined;
if (isSimulated) installSimulatedClock();

const { setTimeout: delay } = await import('node:timers/promises');
const { openDatabase } = await import('#server/db/database.ts');
const market = await import('#tests/support/marketplace/test-market.ts');
const { advanceShipmentJob } = await import('#server/shipments/run/advance-shipment-job.ts');
const { createShipment } = await import('#server/shipments/create-shipment.ts');
const { insertCards, readDirectory, readEffects, startTestQueue } =
  await import('#tests/support/shipments/test-shipments.ts');

/** Ten seconds, as for a real shop; without limits nothing else would be measured than the pauses. */
const POLL_BASE_MS = isSimulated ? 10_000 : 200;
const LOOK_MS = isSimulated ? 30_000 : 500;
const INSERTED_AT_ONCE = 1000;
const SAMPLED_EVERY = 1000;

const folder = isSimulated ? undefined : await mkdtemp(join(tmpdir(), 'prilavok-bench-'));
const databaseUrl = isSimulated ? undefined : process.env['DATABASE_URL'];
const database = await openDatabase({ databaseUrl, dataDir: folder });
const stand = isSimulated
  ? await market.openTestMarket({ limits: 'real', speed: 1 })
  : market.connectToMarket(simulatorUrl, 'off');

const owner = await market.createTestAccount(database);
const shops: Awaited<ReturnType<typeof market.createTestShop>>[] = [];
for (let index = 0; index < Number(shopsText); index += 1) {
  const { sid } = await stand.control('POST', '/sellers', {
    name: 'Магазин',
    tin: '770000000001',
    tradeMark: '',
    freeLimits: cardCount * 2,
  });
  shops.push(await market.createTestShop(database, stand, owner, { sid: String(sid) }));
}
const [firstShop] = shops;
if (!firstShop) throw new Error('A shipment needs a shop');
await readDirectory(database, stand, firstShop);
const cardIds: number[] = [];
while (cardIds.length < cardCount) {
  const inputs = Array.from(
    { length: Math.min(INSERTED_AT_ONCE, cardCount - cardIds.length) },
    (_, index) => ({
      vendorCode: `КРУЖКА-${String(cardIds.length + index + 1)}`,
    }),
  );
  cardIds.push(...(await insertCards(database, owner.accountId, inputs)));
}
await database.executeSql('ANALYZE');

const queue = await startTestQueue(database, stand.marketplace, [advanceShipmentJob], POLL_BASE_MS);
const startedAtMs = Date.now();
const reallyStartedAtMs = performance.now();
const { id } = await database.transaction((trx) =>
  createShipment(trx, queue.jobs, {
    ...owner,
    cardIds,
    shopIds: shops.map((shop) => shop.shopId),
    options: { withPrices: true, withDiscounts: true, withImages: true },
  }),
);
const createdInMs = performance.now() - reallyStartedAtMs;
const memory = await watch(id);
const { updated_at: endedAt } = await database.db
  .selectFrom('shipments')
  .select('updated_at')
  .where('account_id', '=', owner.accountId)
  .where('id', '=', id)
  .executeTakeFirstOrThrow();
const tookMs = endedAt.getTime() - startedAtMs;
const run: ShipmentRun = {
  createdInMs,
  tookMs,
  reallyTookMs: performance.now() - reallyStartedAtMs,
  items: await itemsByState(id),
  doubled: await countDoubled(),
  memory,
};
await queue.jobs.stop();
await database.close();
if (folder !== undefined) await rm(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify(run)}\n`);
process.exit(0);

async function watch(shipmentId: number): Promise<MemorySample[]> {
  const samples: MemorySample[] = [];
  for (;;) {
    await delay(LOOK_MS);
    const states = await itemsByState(shipmentId);
    const running = (states['waiting'] ?? 0) + (states['sent'] ?? 0);
    const doneItems = states['done'] ?? 0;
    if (doneItems - (samples.at(-1)?.doneItems ?? 0) >= SAMPLED_EVERY || running === 0) {
      // In memory nobody else tidies up.
      if (isSimulated) await database.executeSql('CHECKPOINT');
      samples.push(sampleMemory(doneItems));
      process.stderr.write(
        `${String(doneItems)} items, ${String(Math.round((Date.now() - startedAtMs) / 1000))} s\n`,
      );
    }
    if (running === 0) return samples;
  }
}

function sampleMemory(doneItems: number): MemorySample {
  // Only started with --expose-gc.
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { doneItems, heapMb: heapUsed / 2 ** 20, rssMb: rss / 2 ** 20 };
}

async function itemsByState(shipmentId: number): Promise<Record<string, number>> {
  const rows = await database.db
    .selectFrom('shipment_items')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', owner.accountId)
    .where('shipment_id', '=', shipmentId)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.state, row.count]));
}

async function countDoubled(): Promise<number> {
  let doubled = 0;
  for (const shop of shops) {
    for (const kind of ['card-created', 'price-set', 'media-set']) {
      const effects = await readEffects(stand, shop, kind);
      doubled += [...effects.values()].filter((count) => count > 1).length;
    }
  }
  return doubled;
}
