import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { seededRandom } from '#server/demo/random.ts';
import type { ApiClient } from './api-client.ts';
import { BEFORE_KOPECKS, cupsServer } from './cups-server.ts';

const CARDS = 3_000;
const UP_5 = { kind: 'PRICES', price: { kind: 'PERCENT', basis_points: 500 } };
/** Within this time of a request something of it is done, and not all. */
const LONGEST_DELAY_MS = 600;
/** Only ends what hangs, however slow the machine is. */
const PATIENTLY = { timeout: 300_000, interval: 500 };

/** Only ends what hangs, too. */
vi.setConfig({ testTimeout: 600_000 });

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
  await expect.poll(look, PATIENTLY).toBe(state);
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
  await expect.poll(rolledBack, PATIENTLY).toBe(CARDS);
  expect(await historyOf(client)).toEqual({ [BEFORE_KOPECKS]: 200 });
});

it('G-01е: a request that the server’s death met is taken at once when it is asked for again, and done once', async () => {
  const random = seededRandom(20_261_127);
  const body = { selection: { filter: {} }, change: UP_5 };
  for (let round = 0; round < 2; round += 1) {
    const key = randomUUID();
    let client = await start();
    await killDuring(client.call('POST', '/cards/bulk-edits/', { body, key }), 100 + random() * 200);
    client = await start();
    const again = await client.call('POST', '/cards/bulk-edits/', { body, key });
    expect(again.status, JSON.stringify(again.body)).toBe(201);
    await waitFor(client, `/cards/bulk-edits/${String(again.body.id)}/`, 'READY');
    expect((await client.call('POST', '/cards/bulk-edits/', { body, key })).body.id).toBe(again.body.id);
    await kill();
  }
});

interface Told {
  id: number;
  count: number;
  total: number | null;
  can_take_back: boolean;
  taken_back: { count: number; moved_since: number; is_done: boolean } | null;
}

/** What the history says of the only move. */
async function told(client: ApiClient): Promise<Told | undefined> {
  const { body } = await client.call('GET', '/cards/operations/');
  expect(body.results.length).toBeLessThanOrEqual(1);
  return body.results[0];
}

/** As soon as the history tells that some have moved, the server is dead. Resolves with what it told. */
async function killWhenMoved(
  client: ApiClient,
  request: Promise<unknown>,
  moved: (move: Told | undefined) => number | undefined,
): Promise<Told | undefined> {
  const unheard = request.catch(() => undefined);
  for (;;) {
    const move = await told(client);
    if ((moved(move) ?? 0) > 0) {
      await kill();
      await unheard;
      return move;
    }
    await delay(5);
  }
}

/** In the archive, and elsewhere: how many, and how often the first and last of them were written. */
async function cardsIn(client: ApiClient, state: 'ARCHIVED' | 'DRAFT') {
  const { body } = await client.call('GET', `/cards/?state=${state}&limit=1`);
  const { body: last } = await client.call('GET', `/cards/?state=${state}&limit=1&offset=${CARDS - 1}`);
  const ids = [...body.results, ...last.results].map(({ id }) => id);
  const versions: number[] = [];
  for (const id of ids) versions.push((await client.call('GET', `/cards/${id}/`)).body.version);
  return { count: body.count, versions };
}

it('G-01д: a move to the archive that the server’s death met, and its way back that another met, go on; each card moves once', async () => {
  const body = { selection: { filter: {} }, is_archived: true };
  let client = await start();
  const { versions: before } = await cardsIn(client, 'DRAFT');
  const archive = client.call('POST', '/cards/archive/', { body, key: randomUUID() });
  const half = await killWhenMoved(client, archive, (move) => move?.count);
  expect(half).toMatchObject({ total: CARDS, can_take_back: false, taken_back: null });
  expect(half?.count).toBeLessThan(CARDS);
  client = await start();
  await expect.poll(async () => (await told(client))?.total, PATIENTLY).toBeNull();
  expect(await told(client)).toMatchObject({ count: CARDS, can_take_back: true, taken_back: null });
  expect(await cardsIn(client, 'ARCHIVED')).toEqual({
    count: CARDS,
    versions: before.map((version) => version + 1),
  });

  const undo = client.call('POST', `/cards/operations/${half?.id}/undo/`, { key: randomUUID() });
  const halfBack = await killWhenMoved(client, undo, (move) => move?.taken_back?.count);
  expect(halfBack).toMatchObject({
    count: CARDS,
    can_take_back: false,
    taken_back: { moved_since: 0, is_done: false },
  });
  expect(halfBack?.taken_back?.count).toBeLessThan(CARDS);
  client = await start();
  await expect.poll(async () => (await told(client))?.taken_back?.is_done, PATIENTLY).toBe(true);
  expect((await told(client))?.taken_back).toMatchObject({ count: CARDS, moved_since: 0 });
  expect(await cardsIn(client, 'DRAFT')).toEqual({
    count: CARDS,
    versions: before.map((version) => version + 2),
  });
});
