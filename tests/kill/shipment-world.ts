import { setTimeout as delay } from 'node:timers/promises';
import { createShipment } from '#server/shipments/create-shipment.ts';
import { signIn, type ApiClient } from './api-client.ts';
import { makeDatabaseTemplate, type DatabaseTemplate } from './database-template.ts';
import type { KillPoint } from './kill-proxy.ts';
import { openMarketplaceWorld, type MarketplaceWorld } from './marketplace-world.ts';
import { control, LOGIN, makeSeller, SIDS, withQueue } from './seller.ts';
import { buildServerProgram, type ServerProcess, type ServerProgram } from './server-process.ts';

/** A card with a discount of the club has its prices set by two uploads. */
const CARDS = [
  { vendorCode: 'КРУЖКА-1', clubDiscount: 3 },
  { vendorCode: 'КРУЖКА-2', photos: ['https://images.example/1.jpg', 'https://images.example/2.jpg'] },
  { vendorCode: 'КРУЖКА-3' },
];
const POLL_BASE_MS = 200;
const SIMULATOR_SPEED = 40;
/** A busy machine is no reason to fail: how long it really took is measured. */
const PATIENCE_MS = 180_000;
const LOOK_EACH_MS = 200;

/** Everything that the walks share: the program, and a database with a shipment of three cards to two shops. */
export interface ShipmentStage {
  /** Takes the shipment to its end in a world of its own; the server is killed at the point, and started again. */
  play(point: KillPoint): Promise<Outcome>;
  /** For what is not a kill. */
  openWorld(): Promise<World>;
  remove(): Promise<void>;
}

export interface Outcome {
  /** The point was reached before the shipment's end. */
  isReached: boolean;
  /** From the kill to the first call after it; from the point to the shipment's end. */
  resumedInMs: number;
  endedInMs: number;
  /** Calls of the whole life. */
  calls: string[];
  /** What is not as it has to be; empty: all is well. */
  problems: string[];
}

export async function openShipmentStage(): Promise<ShipmentStage> {
  const program = await buildServerProgram();
  let shipmentId = 0;
  const template = await makeDatabaseTemplate(async (database) => {
    const seller = await makeSeller(database, CARDS);
    await withQueue(database, async (jobs) => {
      const made = await database.transaction((trx) =>
        createShipment(trx, jobs, {
          ...seller,
          options: { withPrices: true, withDiscounts: true, withImages: true },
        }),
      );
      shipmentId = made.id;
    });
  });
  return {
    play: (point) => play({ program, template, shipmentId }, point),
    openWorld: () => openWorld({ program, template, shipmentId }),
    async remove() {
      program.remove();
      await template.remove();
    },
  };
}

/** Each point in a world of its own, some at a time. One that fails is the business of whoever asks for its outcome. */
export function playInParallel(
  stage: ShipmentStage,
  points: readonly KillPoint[],
  atOnce: number,
): Promise<Outcome>[] {
  const lanes = Array.from({ length: atOnce }, () => Promise.resolve());
  return points.map((point, index) => {
    const lane = index % atOnce;
    const outcome = (lanes[lane] ?? Promise.resolve()).then(() => stage.play(point));
    lanes[lane] = outcome.then(
      () => undefined,
      () => undefined,
    );
    return outcome;
  });
}

interface Stage {
  program: ServerProgram;
  template: DatabaseTemplate;
  shipmentId: number;
}

/** One life of the shipment. */
export interface World extends MarketplaceWorld {
  /** Rejected when the server is gone: whoever killed it does not listen any more. */
  reachEnd(server: ServerProcess): Promise<void>;
  /** After the end: what is not as it has to be. */
  problems(server: ServerProcess): Promise<string[]>;
}

async function openWorld({ program, template, shipmentId }: Stage): Promise<World> {
  const world = await openMarketplaceWorld({
    program,
    template,
    speed: SIMULATOR_SPEED,
    variables: { SHIPMENT_POLL_BASE_MS: String(POLL_BASE_MS) },
  });
  return {
    ...world,
    reachEnd: (server) => reachEnd(server, shipmentId),
    problems: async (server) => [
      ...(await problemsAtMarketplace(world.marketplaceUrl)),
      ...(await problemsInApi(await signIn(await server.ready, LOGIN), shipmentId)),
    ],
  };
}

async function play(stage: Stage, point: KillPoint): Promise<Outcome> {
  const world = await openWorld(stage);
  const { proxy } = world;
  try {
    let server: ServerProcess | undefined;
    const killed = proxy.killAt(point, () => server?.kill());
    server = world.start();
    const killedAtMs = await Promise.race([killed, world.reachEnd(server).then(() => undefined)]);
    proxy.disarm();
    const callsBefore = proxy.calls.length;
    if (killedAtMs !== undefined) {
      await server.ended;
      server = world.start();
      await world.reachEnd(server);
    }
    const endedAtMs = Date.now();
    const resumedAtMs = proxy.calls[callsBefore]?.atMs ?? endedAtMs;
    return {
      isReached: proxy.reachedAtMs() !== undefined,
      resumedInMs: resumedAtMs - (killedAtMs ?? resumedAtMs),
      endedInMs: endedAtMs - (proxy.reachedAtMs() ?? endedAtMs),
      calls: proxy.calls.map(({ name }) => name),
      problems: await world.problems(server),
    };
  } finally {
    await world.close();
  }
}

async function reachEnd(server: ServerProcess, shipmentId: number): Promise<void> {
  const client = await signIn(await server.ready, LOGIN);
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { body } = await client.call('GET', `/shipments/${String(shipmentId)}/`);
    if (body.status === 'FINISHED' || body.status === 'HAS_ERRORS') return;
    if (Date.now() > deadline)
      throw new Error(`The shipment did not end: ${JSON.stringify(body)} ${server.output()}`);
    await delay(LOOK_EACH_MS);
  }
}

/** Each card is created once and never changed, each price set once, the photos of each card once: in both shops. */
async function problemsAtMarketplace(simulatorUrl: string): Promise<string[]> {
  const { counters } = (await control(simulatorUrl, 'GET', '/effects')) as unknown as {
    counters: { sid: string; kind: string; key: string; count: number }[];
  };
  const wanted = new Map<string, number>();
  for (const sid of SIDS) {
    for (const { vendorCode, clubDiscount } of CARDS) {
      wanted.set(`${sid} card-created ${vendorCode}`, 1);
      wanted.set(`${sid} price-set ${vendorCode}`, clubDiscount === undefined ? 1 : 2);
      wanted.set(`${sid} media-set ${vendorCode}`, 1);
    }
  }
  const seen = new Map<string, number>(
    counters
      // The same effects are also counted by the marketplace's own numbers.
      .filter(({ key }) => !/^\d+$/.test(key))
      .map(({ sid, kind, key, count }) => [`${sid} ${kind} ${key}`, count]),
  );
  return [...new Set([...wanted.keys(), ...seen.keys()])]
    .filter((name) => wanted.get(name) !== seen.get(name))
    .map((name) => `${name}: ${String(seen.get(name) ?? 0)} instead of ${String(wanted.get(name) ?? 0)}`);
}

async function problemsInApi(client: ApiClient, shipmentId: number): Promise<string[]> {
  const problems: string[] = [];
  const { body: shipment } = await client.call('GET', `/shipments/${String(shipmentId)}/`);
  const { body: errors } = await client.call('GET', `/shipments/${String(shipmentId)}/errors/`);
  const { body: cards } = await client.call('GET', '/cards/');
  if (shipment.status !== 'FINISHED') problems.push(`the shipment is ${String(shipment.status)}`);
  if (shipment.waiting_until !== null) problems.push('the shipment still waits');
  for (const error of errors) problems.push(`an error of ${error.vendor_code}: ${error.message}`);
  for (const card of cards.results) {
    if (card.state !== 'PUBLISHED') problems.push(`${card.vendor_code} is ${card.state}`);
    const { body: inShops } = await client.call('GET', `/cards/${card.id}/shop-cards/`);
    for (const shopCard of inShops) {
      if (shopCard.state !== 'PUBLISHED' || shopCard.nm_id === null)
        problems.push(`${card.vendor_code} in a shop: ${JSON.stringify(shopCard)}`);
    }
  }
  if (cards.results.length !== CARDS.length) problems.push(`${String(cards.results.length)} cards`);
  return problems;
}
