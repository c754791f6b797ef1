import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { buildTestApp } from '#tests/setup/test-app.ts';
import { clientOf, type ApiResponse } from './api-client.ts';
import { makeDatabaseTemplate, type DatabaseTemplate } from './database-template.ts';
import { LOGIN, SECRET_KEY } from './seller.ts';
import { openShipmentStage, type ShipmentStage } from './shipment-world.ts';
import { startTcpGate } from './tcp-gate.ts';

/** The embedded database lives in the server's own process: there is nothing to lose the connection to. */
const isEmbedded = process.env['TEST_DATABASE_URL'] === undefined;
const OUTAGE_MS = 4000;
/** Seconds, and no try again by hand, on a machine that does much else. */
const BACK_WITHIN_MS = 30_000;
/** A pool that has nothing to give says so after five seconds; nobody waits for much longer. */
const ANSWERED_WITHIN_MS = 30_000;

describe.skipIf(isEmbedded)('G-03: PostgreSQL that restarts in the middle of a shipment', () => {
  let stage: ShipmentStage;
  beforeAll(async () => (stage = await openShipmentStage()));
  afterAll(() => stage.remove());

  it('is answered with 503 and a time to retry; all goes on when it is back, and nothing is done twice', async () => {
    const world = await stage.openWorld();
    const address = new URL(world.databaseUrl ?? '');
    const access = await signInBeforehand(address.href);
    const gate = await startTcpGate({ host: address.hostname, port: Number(address.port) });
    try {
      const throughGate = Object.assign(new URL(address), { host: `127.0.0.1:${String(gate.port)}` });
      // The marketplace has made the cards, and what it answered cannot be written down.
      // A server that has not started yet ends without a database, which is another matter.
      const shut = world.proxy.killAt(
        { call: /cards\/upload$/, moment: 'answered', nth: 1 },
        () => void server.ready.then(() => gate.shut()),
      );
      const server = world.start({ DATABASE_URL: throughGate.href, LOG_LEVEL: 'silent' });
      const client = clientOf(await server.ready, access);
      await shut;

      const responses: { response: ApiResponse; inMs: number }[] = [];
      const openAtMs = Date.now() + OUTAGE_MS;
      while (Date.now() < openAtMs) {
        const startedAtMs = Date.now();
        const response = await client.call('GET', '/cards/');
        responses.push({ response, inMs: Date.now() - startedAtMs });
        await delay(100);
      }
      for (const { response, inMs } of responses) {
        expect(response.status, JSON.stringify(response.body)).toBe(503);
        expect(response.body).toMatchObject({ code: 'unavailable' });
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(inMs).toBeLessThan(ANSWERED_WITHIN_MS);
      }
      expect((await client.call('GET', '/health/ready/')).status).toBe(503);
      expect((await client.call('GET', '/health/live/')).status).toBe(200);

      gate.open();
      const backAtMs = Date.now();
      await expect
        .poll(async () => (await client.call('GET', '/cards/')).status, { timeout: 60_000 })
        .toBe(200);
      expect(Date.now() - backAtMs).toBeLessThan(BACK_WITHIN_MS);
      await world.reachEnd(server);
      expect(await world.problems(server)).toEqual([]);
    } finally {
      await world.close();
      await gate.close();
    }
  });
});

/** The outage may come before anybody could sign in. */
async function signInBeforehand(databaseUrl: string): Promise<string> {
  const database = await openDatabase({ databaseUrl });
  const test = await buildTestApp({ database, env: { secretKey: SECRET_KEY } });
  const response = await test.app.inject({ method: 'POST', url: '/api/v1/user/auth/', payload: LOGIN });
  await test.close();
  return response.json<{ access: string }>().access;
}

describe.skipIf(isEmbedded)('G-04: a database whose connections are all taken', () => {
  let template: DatabaseTemplate;
  beforeAll(async () => (template = await makeDatabaseTemplate(() => Promise.resolve())));
  afterAll(() => template.remove());

  it('costs a caller seconds and a 503 with a time to retry; readiness says so, life goes on', async () => {
    const copy = await template.copy();
    const database = await openDatabase({ databaseUrl: copy.databaseUrl, poolSize: 2 });
    const test = await buildTestApp({ database });
    const { headers } = await test.signIn();
    const ask = async (url: string) => {
      const startedAtMs = Date.now();
      const response = await test.app.inject({ url: `/api/v1${url}`, headers });
      return { status: response.statusCode, response, inMs: Date.now() - startedAtMs };
    };
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => (release = done));
    const holders = [1, 2].map(() => database.transaction(() => released));

    const asked = await Promise.all([
      ...Array.from({ length: 20 }, () => ask('/cards/')),
      ask('/health/ready/'),
    ]);
    for (const { status, response, inMs } of asked) {
      expect(status).toBe(503);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(inMs).toBeLessThan(ANSWERED_WITHIN_MS);
    }
    expect((await ask('/health/live/')).status).toBe(200);

    release();
    await Promise.all(holders);
    expect((await ask('/cards/')).status).toBe(200);
    await test.close();
    await copy.remove();
  });
});
