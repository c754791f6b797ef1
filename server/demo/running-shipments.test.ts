import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ShipmentStatus } from '#contract/shipments.ts';
import { openShopToken } from '#server/secrets/secret-box.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { noData } from '#server/jobs/job.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createMarketplace, simulatorBaseUrls } from '#server/marketplace/marketplace.ts';
import { advanceShipmentJob } from '#server/shipments/run/advance-shipment-job.ts';
import { startSimulator, type RunningSimulator } from '#simulator/start-simulator.ts';
import { testEnv } from '#tests/setup/test-app.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { seedDemo } from './seed-demo.ts';
import { RUNNING_SHIPMENTS } from './shipments.ts';

let database: Database;
let simulator: RunningSimulator;
let deps: Deps;

beforeAll(async () => {
  database = await openTestDatabase();
  simulator = await startSimulator({ host: '127.0.0.1', port: 0, speed: 20 });
  const env = testEnv();
  const { log } = Fastify({ logger: { level: 'silent' } });
  const marketplace = createMarketplace({
    baseUrls: simulatorBaseUrls('http://127.0.0.1:1'),
    demoBaseUrls: () => simulatorBaseUrls(simulator.url),
    openSecret: ({ secret, shopId }) => openShopToken(env.secretKey, secret, shopId),
  });
  const definitions = [
    advanceShipmentJob,
    { name: 'sync-sales', schema: noData, handler: () => Promise.resolve() },
    { name: 'sync-tariffs', schema: noData, handler: () => Promise.resolve() },
  ];
  const jobs = createJobs({ database, log, definitions, deps: () => deps });
  deps = { database, env, jobs, marketplace, log };
  await jobs.start();
  await seedDemo(deps, simulator.url);
});

afterAll(async () => {
  await deps.jobs.stop();
  await database.close();
  await simulator.close();
});

const STEP_MS = 50;
/** In the order of RUNNING_SHIPMENTS, when everything that can be done has been done. */
const WAITING = ['PENDING_SEND_IMAGES', 'PENDING_SEND_DISCOUNTS', 'PENDING_UPDATE', 'SENT', 'FINISHED'];
const PATIENCE_MS = 55_000;

it('the shipments of the demo that wait for the marketplace go on waiting, the last one is through', async () => {
  const deadline = Date.now() + PATIENCE_MS;
  let running: ShipmentStatus[] = [];
  do {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    const rows = await database.db.selectFrom('shipments').select('status').orderBy('id').execute();
    running = rows.slice(-RUNNING_SHIPMENTS.length).map((row) => row.status);
  } while (running.join() !== WAITING.join() && Date.now() < deadline);
  expect(running).toEqual(WAITING);
});
