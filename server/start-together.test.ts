import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildServerProgram,
  startServerProcess,
  type ServerProcess,
  type ServerProgram,
} from '#tests/kill/server-process.ts';

/** Only PostgreSQL can be shared by two processes. */
const url = process.env.TEST_DATABASE_URL ?? '';
const PROCESSES = 2;

let program: ServerProgram;
let folder: string;
const name = `prilavok_test_${randomUUID().replaceAll('-', '')}`;
const processes: ServerProcess[] = [];

async function ask<Row extends object>(database: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: addressOf(database) });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

function addressOf(database: string): string {
  const changed = new URL(url);
  if (database !== '') changed.pathname = `/${database}`;
  return changed.href;
}

describe.runIf(url !== '')('two processes that start at once on an empty database', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prilavok-together-'));
    program = await buildServerProgram();
    await ask('', `CREATE DATABASE ${name}`);
  });
  afterAll(async () => {
    for (const process of processes) process.kill();
    await Promise.all(processes.map((process) => process.ended));
    await ask('', `DROP DATABASE ${name} WITH (FORCE)`);
    rmSync(folder, { recursive: true, force: true });
    program.remove();
  });

  it('both come up, and the demo is made once', async () => {
    const secretKey = randomBytes(32).toString('hex');
    for (let index = 0; index < PROCESSES; index += 1) {
      const variables = {
        DATABASE_URL: addressOf(name),
        DATA_DIR: join(folder, String(index)),
        SECRET_KEY: secretKey,
        DEMO: '1',
      };
      processes.push(startServerProcess(program, variables));
    }
    const addresses = await Promise.all(processes.map((process) => process.ready));
    for (const address of addresses) {
      expect((await fetch(`${address}/api/v1/health/ready/`)).status).toBe(200);
    }
    const users = await ask<{ login: string }>(name, 'SELECT login FROM users ORDER BY login');
    expect(users.map(({ login }) => login)).toEqual(['demo', 'demo2']);
  });
});
