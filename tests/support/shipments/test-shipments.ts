import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import type { ShipmentStatus } from '#contract/shipments.ts';
import { keepCharacteristics, keepSubjects } from '#server/directory/directory.ts';
import type { Database } from '#server/db/database.ts';
import type { JobDefinition, Jobs } from '#server/jobs/job.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import type { TestMarket, TestShop } from '#tests/support/marketplace/test-market.ts';
import { testEnv } from '#tests/setup/test-app.ts';

/** Test support: cards that moderation lets through, the queue with its workers, waiting. */
export const CUPS = 812;

export async function readDirectory(
  database: Database,
  market: Pick<TestMarket, 'marketplace'>,
  shop: TestShop,
): Promise<void> {
  const client = await market.marketplace.forShop(database.db, shop.accountId, shop.shopId);
  await keepSubjects(database.db, [{ id: CUPS, name: 'Кружки', parentName: 'Посуда' }]);
  await keepCharacteristics(database.db, CUPS, await client.listCharacteristics(CUPS));
}

export interface CardInput {
  vendorCode: string;
  title?: string;
  photos?: string[];
  priceKopecks?: number;
  discount?: number;
  clubDiscount?: number;
  state?: 'DRAFT' | 'ARCHIVED';
}

export async function insertCards(
  database: Database,
  accountId: number,
  inputs: readonly CardInput[],
): Promise<number[]> {
  const required = await database.db
    .selectFrom('subject_characteristics')
    .select(['id', 'type'])
    .where('subject_id', '=', CUPS)
    .where('is_required', '=', true)
    .execute();
  const characteristics = required.map(({ id, type }) => ({
    id,
    values: type === 'NUMBER' ? ['350'] : ['керамика'],
  }));
  const rows = await database.db
    .insertInto('cards')
    .values(
      inputs.map((input) => ({
        account_id: accountId,
        vendor_code: input.vendorCode,
        title: input.title ?? 'Кружка 350 мл',
        description: 'Кружка для чая из плотной керамики.',
        subject_id: CUPS,
        brand: 'Керамия',
        dimensions: JSON.stringify({ lengthCm: 13, widthCm: 11, heightCm: 11, weightKg: 0.42 }),
        characteristics: JSON.stringify(characteristics),
        photos: JSON.stringify(input.photos ?? ['https://images.example/1.jpg']),
        price_kopecks: input.priceKopecks ?? 150_000,
        discount: input.discount ?? 10,
        club_discount: input.clubDiscount ?? 0,
        state: input.state ?? ('DRAFT' as const),
        nm_id: null,
        cost_price_kopecks: null,
        state_before_archive: null,
        updated_by: null,
      })),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export interface TestQueue {
  jobs: Jobs;
  deps: Deps;
}

/** The least that the queue takes. */
const PACE = { pollingSeconds: 0.5, retrySeconds: 1 };

/** The queue with workers over a stand-in; polling is quick. */
export async function startTestQueue(
  database: Database,
  marketplace: Marketplace,
  definitions: readonly JobDefinition[],
  pollBaseMs = 150,
): Promise<TestQueue> {
  const log = Fastify({ logger: { level: 'silent' } }).log;
  const jobs = createJobs({ database, log, definitions, deps: () => deps, pace: PACE });
  const deps: Deps = {
    database,
    env: testEnv({ shipmentPollBaseMs: pollBaseMs }),
    jobs,
    marketplace,
    log,
  };
  await jobs.start();
  return { jobs, deps };
}

/** How often the stand-in has seen each effect of a kind at the shop's seller, by article and by nmID. */
export async function readEffects(
  market: Pick<TestMarket, 'control'>,
  shop: Pick<TestShop, 'sid'>,
  kind: string,
): Promise<Map<string, number>> {
  const response = await market.control('GET', `/effects?sid=${shop.sid}&kind=${kind}`);
  const counters = response['counters'] as { key: string; count: number }[]; // the control interface's own shape
  return new Map(counters.map(({ key, count }) => [key, count]));
}

/** The same, of articles only. */
export async function countEffects(...args: Parameters<typeof readEffects>): Promise<number[]> {
  const effects = await readEffects(...args);
  return [...effects].filter(([key]) => !/^\d+$/.test(key)).map(([, count]) => count);
}

const PATIENCE_MS = 180_000;

export async function waitForStatus(
  database: Database,
  shipmentId: number,
  wanted: readonly ShipmentStatus[],
): Promise<{ status: ShipmentStatus; seen: ShipmentStatus[] }> {
  const deadline = Date.now() + PATIENCE_MS;
  const seen: ShipmentStatus[] = [];
  for (;;) {
    const { status } = await database.db
      .selectFrom('shipments')
      .select('status')
      .where('id', '=', shipmentId)
      .executeTakeFirstOrThrow();
    if (seen.at(-1) !== status) seen.push(status);
    if (wanted.includes(status)) return { status, seen };
    if (Date.now() > deadline) throw new Error(`waited in vain: ${seen.join(' → ')}`);
    await delay(20);
  }
}
