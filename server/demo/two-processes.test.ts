import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SessionTokens } from '#contract/auth.ts';
import {
  buildServerProgram,
  startServerProcess,
  type ServerProcess,
  type ServerProgram,
} from '#tests/kill/server-process.ts';

const DATABASE_URL = process.env['TEST_DATABASE_URL'];

let folder: string;
let program: ServerProgram;
const name = `prilavok_test_${randomUUID().replaceAll('-', '')}`;
const started: ServerProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prilavok-two-'));
  program = await buildServerProgram();
});
afterEach(async () => {
  for (const { kill } of started) kill();
  await Promise.all(started.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
  program.remove();
  await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

async function administer(sql: string): Promise<void> {
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** As on two machines: one database and one key, a folder for each. */
function start(number: number): ServerProcess {
  const url = new URL(DATABASE_URL ?? '');
  url.pathname = `/${name}`;
  const server = startServerProcess(program, {
    DATABASE_URL: url.href,
    DATA_DIR: join(folder, String(number)),
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    DEMO: '1',
  });
  started.push(server);
  return server;
}

async function signInTo(url: string) {
  const response = await fetch(`${url}/api/v1/user/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'demo', password: 'prilavok-demo' }),
  });
  const { access } = (await response.json()) as SessionTokens;
  return async (path: string) => {
    const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${access}` } });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

it.skipIf(DATABASE_URL === undefined)(
  'two processes on one PostgreSQL have one simulator, and the second goes on with it when the first is killed',
  async () => {
    await administer(`CREATE DATABASE ${name}`);
    const first = start(1);
    const fromFirst = await signInTo(await first.ready);
    const second = start(2);
    const fromSecond = await signInTo(await second.ready);

    const list = await fromSecond('/cards/?limit=1&state=PUBLISHED');
    const [card] = list.body['results'] as { id: number }[];
    const inShops = (await fromSecond(`/cards/${card?.id}/shop-cards/`)).body as unknown as {
      nm_id: number | null;
    }[];
    const nmId = inShops.find((row) => row.nm_id !== null)?.nm_id;
    const atFirst = await fromFirst(`/cards/${nmId}/parse/`);
    expect(atFirst.status).toBe(200);
    expect(await fromSecond(`/cards/${nmId}/parse/`)).toEqual(atFirst);

    first.kill();
    await first.ended;
    await expect
      .poll(() => fromSecond(`/cards/${nmId}/parse/`), { timeout: 120_000, interval: 500 })
      .toEqual(atFirst);
  },
);
