import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { cupsServer } from './cups-server.ts';

const KNOWN = 400;
const CHANGED = 150;
const FRESH = 1_200;
const REFUSED = 7;
const ROWS = FRESH + KNOWN + REFUSED;
const FOUND = { fresh: FRESH, created: 0, changed: CHANGED, same: KNOWN - CHANGED, refused: REFUSED };
/** Before the sweep of what dead processes have left looks at it: what goes on does so by the job that was put down before. */
const GOES_ON_WITHIN_MS = 150_000;

const { start, kill, address } = cupsServer(KNOWN);

async function upload(lines: readonly string[]) {
  const { url, access } = address();
  const form = new FormData();
  form.append('file', new Blob([lines.join('\n')]), 'товары.csv');
  const response = await fetch(`${url}/api/v1/cards/imports/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}` },
    body: form,
  });
  expect(response.status, await response.clone().text()).toBe(201);
  return await response.json();
}

/** As somebody sees it who looks on: as soon as something is done, and not all, the server is dead. */
async function killHalfWay(client: ApiClient, path: string, request: Promise<unknown>, done: DoneOf) {
  const unheard = request.catch(() => undefined);
  while (done((await client.call('GET', path)).body) === 0) await delay(5);
  await kill();
  await unheard;
}

type DoneOf = (table: { checked_count: number; counts: { created: number } }) => number;
const checked: DoneOf = ({ checked_count: count }) => count;
const created: DoneOf = ({ counts }) => counts.created;

/** Until it is where it was going to, by itself: nobody asks for anything but how far it is. */
async function waitFor(client: ApiClient, path: string, state: string) {
  const look = async () => (await client.call('GET', path)).body.state;
  await expect.poll(look, { timeout: GOES_ON_WITHIN_MS, interval: 500 }).toBe(state);
  return (await client.call('GET', path)).body;
}

async function vendorCodes(client: ApiClient): Promise<string[]> {
  const codes: string[] = [];
  for (;;) {
    const { body } = await client.call('GET', `/cards/?limit=200&offset=${codes.length}`);
    codes.push(...body.results.map((card: { vendor_code: string }) => card.vendor_code));
    if (codes.length >= body.count || body.results.length === 0) return codes;
  }
}

it('G-01в: a table of cards that the server’s death met while it was looked at and while its cards were made goes on, each card once', async () => {
  const fresh = Array.from({ length: FRESH }, (_, n) => `NEW-${n};Кружка ${n};Кружки;1290`);
  const known = Array.from({ length: KNOWN }, (_, n) => `K-${n + 1};;;${n < CHANGED ? 1500 : 1000}`);
  const refused = Array.from({ length: REFUSED }, (_, n) => `BAD-${n};Кружка;Кружки;дорого`);
  let client = await start();
  const table = await upload(['Артикул;Название;Предмет;Цена', ...fresh, ...known, ...refused]);
  const path = `/cards/imports/${table.id}/`;

  const check = client.call('POST', `${path}checking/`, { body: { meanings: table.meanings } });
  await killHalfWay(client, path, check, checked);
  client = await start();
  expect(checked((await client.call('GET', path)).body)).toBeLessThan(ROWS);
  const seen = await waitFor(client, path, 'READY');
  expect(seen).toMatchObject({ checked_count: ROWS, counts: FOUND });
  const edit = await waitFor(client, `/cards/bulk-edits/${seen.edit_id}/`, 'READY');
  expect(edit).toMatchObject({ card_total: CHANGED, counts: { ready: CHANGED } });

  const create = client.call('POST', `${path}creating/`, { body: { expected_count: FRESH } });
  await killHalfWay(client, path, create, created);
  client = await start();
  const half = created((await client.call('GET', path)).body);
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(FRESH);
  const made = await waitFor(client, path, 'CREATED');
  expect(made.counts).toEqual({ ...FOUND, fresh: 0, created: FRESH });
  const codes = await vendorCodes(client);
  expect([codes.length, new Set(codes).size]).toEqual([KNOWN + FRESH, KNOWN + FRESH]);
});
