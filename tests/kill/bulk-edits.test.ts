import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { seededRandom } from '#server/demo/random.ts';
import type { ApiClient } from './api-client.ts';
import { BEFORE_KOPECKS, cupsServer } from './cups-server.ts';

const CARDS = 3_000;
const UP_5 = { kind: 'PRICES', price: { kind: 'PERCENT', basis_points: 500 } };
/** Within this time of a request something of it is done, and not all. */
const LONGEST_DELAY_MS = 600;
/** Only ends what hangs, however slow the machine is. */
const WAIT_TIMEOUT_MS = 300_000;

const { start, kill } = cupsServer(CARDS);

async function killDuring(request: Promise<unknown>, afterMs: number): Promise<void> {
  const unheard = request.catch(() => undefined);
  await delay(afterMs);
  await kill();
  await unheard;
}

/** Until the edit is where it was going to, by itself: nobody asks for anything but how far it is. */
async function waitFor(client: ApiClient, path: string, state: string): Promise<void> {
  const look = async () => {
    const { body } = await client.call('GET', path);
    return body.state;
  };
  await expect.poll(look, { timeout: WAIT_TIMEOUT_MS, interval: 500 }).toBe(state);
}

async function historyOf(client: ApiClient): Promise<Record<string, number>> {
  const { body } = await client.call('GET', '/cards/?limit=200');
  const seen: Record<string, number> = {};
  for (const { price_kopecks: price } of body.results) seen[price] = (seen[price] ?? 0) + 1;
  return seen;
}

it('G-01б: a bulk edit that the server’s death met while it was applied and rolled back goes on, each card once', async () => {
  const random = seededRandom(20_261_124);
  const someMs = () => 100 + random() * LONGEST_DELAY_MS;
  let client = await start();
  const { body: edit } = await client.call('POST', '/cards/bulk-edits/', {
    body: { selection: { filter: {} }, change: UP_5 },
    key: randomUUID(),
  });
  const path = `/cards/bulk-edits/${String(edit.id)}/`;
  await waitFor(client, path, 'READY');

  const apply = client.call('POST', `${path}apply/`, { body: { expected_count: CARDS } });
  await killDuring(apply, someMs());
  client = await start();
  await waitFor(client, path, 'APPLIED');
  expect((await client.call('GET', path)).body.counts).toMatchObject({ ready: 0, applied: CARDS });
  // Once more would have been 1 102,50 ₽.
  expect(await historyOf(client)).toEqual({ [BEFORE_KOPECKS * 1.05]: 200 });

  await killDuring(client.call('POST', `${path}rollback/`, { body: {} }), someMs());
  client = await start();
  const rolledBack = async () => (await client.call('GET', path)).body.counts.rolled_back;
  await expect.poll(rolledBack, { timeout: WAIT_TIMEOUT_MS, interval: 500 }).toBe(CARDS);
  expect(await historyOf(client)).toEqual({ [BEFORE_KOPECKS]: 200 });
});
