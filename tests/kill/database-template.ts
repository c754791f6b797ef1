import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabase, type Database } from '#server/db/database.ts';

/** A database that was filled once; each copy belongs to one server that will be killed. */
export interface DatabaseTemplate {
  copy(): Promise<DatabaseCopy>;
  remove(): Promise<void>;
}

export interface DatabaseCopy {
  /** For the server's environment. */
  variables: Record<string, string>;
  /** Another connection to it, beside the server's; PostgreSQL only, the embedded one belongs to one process. */
  databaseUrl: string | undefined;
  remove(): Promise<void>;
}

/** On PostgreSQL when TEST_DATABASE_URL is set, otherwise the embedded one in a folder. */
export async function makeDatabaseTemplate(
  fill: (database: Database) => Promise<void>,
): Promise<DatabaseTemplate> {
  const url = process.env['TEST_DATABASE_URL'];
  return url === undefined ? makeFolder(fill) : makeOnServer(url, fill);
}

async function makeFolder(fill: (database: Database) => Promise<void>): Promise<DatabaseTemplate> {
  const folder = newFolder();
  await fillAndClose(await openDatabase({ dataDir: folder }), fill);
  return {
    async copy() {
      const copy = newFolder();
      cpSync(folder, copy, { recursive: true });
      return {
        variables: { DATA_DIR: copy },
        databaseUrl: undefined,
        remove: async () => removeFolder(copy),
      };
    },
    remove: async () => removeFolder(folder),
  };
}

async function makeOnServer(
  serverUrl: string,
  fill: (database: Database) => Promise<void>,
): Promise<DatabaseTemplate> {
  const template = `prilavok_kill_${randomUUID().replaceAll('-', '')}`;
  const copies: string[] = [];
  const run = (statement: string) => administrate(serverUrl, statement);
  const urlOf = (name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  await run(`CREATE DATABASE ${template}`);
  await fillAndClose(await openDatabase({ databaseUrl: urlOf(template) }), fill);
  return {
    async copy() {
      const name = `${template}_${String(copies.length + 1)}`;
      copies.push(name);
      // One at a time: a template may have no other reader.
      const made = lastCopy.then(() => run(`CREATE DATABASE ${name} TEMPLATE ${template}`));
      lastCopy = made;
      await made;
      const folder = newFolder();
      return {
        variables: { DATA_DIR: folder, DATABASE_URL: urlOf(name), DATABASE_POOL_SIZE: '5' },
        databaseUrl: urlOf(name),
        async remove() {
          removeFolder(folder);
          await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        },
      };
    },
    remove: () => run(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`),
  };
}

let lastCopy: Promise<void> = Promise.resolve();

async function fillAndClose(database: Database, fill: (database: Database) => Promise<void>): Promise<void> {
  try {
    await fill(database);
  } finally {
    await database.close();
  }
}

async function administrate(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'prilavok-kill-'));
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });
