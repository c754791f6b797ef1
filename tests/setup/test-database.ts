import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createPostgresPool, databaseOver, openDatabase, type Database } from '#server/db/database.ts';
import { openEmbeddedDatabase } from '#server/db/embedded-database.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { createRequestsUnderWay } from '#server/db/requests-under-way.ts';

const packageFile = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const { dependencies } = JSON.parse(packageFile) as { dependencies: Record<string, string> };
const schemaDigest = createHash('sha256')
  .update(JSON.stringify([readMigrations(), dependencies['@electric-sql/pglite']]))
  .digest('hex')
  .slice(0, 16);

/**
 * A migrated, empty database for one test file; close it in afterAll. Embedded and in memory, loaded from a dump that
 * the first caller makes; on PostgreSQL, when TEST_DATABASE_URL is set, copied from a template and dropped on close.
 */
export async function openTestDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL;
  return url === undefined ? openFromDump() : openCopyOfTemplate(url);
}

const DROP_ATTEMPTS = 100;
const DROP_PAUSE_MS = 50;

/** Read once by a process, which runs many files. */
let template: Promise<Blob> | undefined;

async function openFromDump(): Promise<Database> {
  const requests = createRequestsUnderWay();
  template ??= readTemplate();
  const embedded = await openEmbeddedDatabase({ template: await template, requests });
  return databaseOver(embedded.pool, 'embedded', () => embedded.close(), requests);
}

async function readTemplate(): Promise<Blob> {
  const folder = join(tmpdir(), 'prilavok-test-templates');
  const path = join(folder, `${schemaDigest}.tar`);
  if (!existsSync(path)) {
    const embedded = await openEmbeddedDatabase();
    await migrate(embedded.pool);
    const dump = Buffer.from(await (await embedded.dump()).arrayBuffer());
    await embedded.close();
    mkdirSync(folder, { recursive: true });
    // Two test files may make it at the same time: each writes aside, the rename is atomic.
    const aside = `${path}.${randomUUID()}`;
    writeFileSync(aside, dump);
    renameSync(aside, path);
  }
  return new BytesAtHand(readFileSync(path));
}

/**
 * Hands over its bytes as they are: a Blob of its own takes forty megabytes apart and puts them together again, which took longer
 * than all the rest of opening a database. The engine copies what it takes.
 */
class BytesAtHand extends Blob {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    super();
    this.#bytes = bytes;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    const isWhole = byteOffset === 0 && byteLength === buffer.byteLength;
    return isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

async function openCopyOfTemplate(url: string): Promise<Database> {
  const template = `prilavok_template_${schemaDigest}`;
  await ensureTemplate(url, template);
  const name = `prilavok_test_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  const pool = createPostgresPool(withDatabase(url, name), 10);
  return databaseOver(pool, 'postgres', async () => {
    await pool.end();
    await asAdministrator(url, (client) => dropWhenFree(client, name));
  });
}

/**
 * The pool's sockets close a moment after `end()`: dropping by force at once would kill connections that nobody listens
 * to any more, and their errors would be uncaught.
 */
async function dropWhenFree(client: Client, name: string): Promise<void> {
  for (let attempt = 0; attempt < DROP_ATTEMPTS; attempt += 1) {
    const { rowCount } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name]);
    if (!rowCount) break;
    await new Promise((done) => setTimeout(done, DROP_PAUSE_MS));
  }
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
}

async function ensureTemplate(url: string, template: string): Promise<void> {
  await asAdministrator(url, async (client) => {
    await client.query('SELECT pg_advisory_lock(7245117)');
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (rowCount) return;
    const unfinished = `${template}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    await (await openDatabase({ databaseUrl: withDatabase(url, unfinished) })).close();
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  });
}

/** The lock and every other trace of the session end with the connection. */
async function asAdministrator(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
