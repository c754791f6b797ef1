import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** Work on a database of its own at the server that TEST_DATABASE_URL names; nothing when it names none. */
export async function onPostgres<Result>(
  work: (databaseUrl: string) => Promise<Result[]>,
): Promise<Result[]> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) return [];
  const name = `prilavok_bench_${randomUUID().replaceAll('-', '')}`;
  await ask(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    return await work(url.href);
  } finally {
    await ask(server, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function ask(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
