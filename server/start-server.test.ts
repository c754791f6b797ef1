import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionTokens } from '#contract/auth.ts';
import { buildServerProgram, type ServerProgram } from '#tests/kill/server-process.ts';
import { openEmbeddedDatabase } from './db/embedded-database.ts';
import { migrate } from './db/migrate.ts';

let folder: string;
let program: ServerProgram;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prilavok-start-'));
  program = await buildServerProgram();
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child, 'SIGKILL');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  program.remove();
});

/** The program as `npm start` runs it. */
function start(variables: Record<string, string>, [entry = 'main.js', ...parameters]: string[] = []) {
  const child = spawn(process.execPath, [join(dirname(program.entry), entry), ...parameters], {
    env: {
      PATH: process.env.PATH,
      NODE_NO_WARNINGS: '1',
      PORT: '0',
      DEMO: '0',
      DATA_DIR: join(folder, 'data'),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return { child, output: () => output, errors: () => errors };
}

async function startedUrl(process: ReturnType<typeof start>): Promise<string> {
  while (!process.output().includes('Остановить')) {
    if (process.child.exitCode !== null) throw new Error(process.errors());
    await Promise.race([once(process.child.stdout, 'data'), once(process.child, 'exit')]);
  }
  return /Прилавок открыт: (http:\/\/\S+)/.exec(process.output())?.[1] ?? '';
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

const inUse = (owner: string) =>
  `Папка данных ${join(folder, 'data')} занята ${owner}. Остановите его или задайте другую папку в DATA_DIR.\n`;

/** What a start that cannot succeed says; it has to end by itself. */
async function refusalOf(variables: Record<string, string>) {
  const { child, errors } = start(variables);
  if (child.exitCode === null) await once(child, 'close');
  return { code: child.exitCode, text: errors() };
}

async function call<T>(url: string, path: string, body?: unknown, access?: string): Promise<T> {
  const response = await fetch(`${url}/api/v1${path}`, {
    ...(body === undefined
      ? {}
      : { method: path.includes('settings') ? 'PATCH' : 'POST', body: JSON.stringify(body) }),
    headers: {
      'content-type': 'application/json',
      ...(access === undefined ? {} : { authorization: `Bearer ${access}` }),
    },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const DEMO = { DEMO: '1' };
const signIn = (url: string) =>
  call<SessionTokens>(url, '/user/auth/', { login: 'demo', password: 'prilavok-demo' });

describe('the program', () => {
  it('starts from nothing with the demonstration, keeps every acknowledged write over kill -9, and stops cleanly', async () => {
    const first = start(DEMO);
    const url = await startedUrl(first);
    expect(first.output()).toContain('логин demo, пароль prilavok-demo');
    const { access } = await signIn(url);
    expect(await call(url, '/users/me/', undefined, access)).toMatchObject({ login: 'demo', is_demo: true });

    // Writes go on until the kill; the last one that was acknowledged must be there afterwards.
    let acknowledged = -1;
    const writing = (async () => {
      for (let discount = 0; ; discount = (discount + 1) % 100) {
        await call(url, '/users/settings/', { default_discount: discount }, access);
        acknowledged += 1;
      }
    })().catch(() => undefined);
    await expect.poll(() => acknowledged, { timeout: 120_000 }).toBeGreaterThan(20);
    await kill(first.child, 'SIGKILL');
    await writing;

    const second = start(DEMO);
    const secondUrl = await startedUrl(second);
    const session = await signIn(secondUrl);
    const profile = await call<{ settings: { default_discount: number } }>(
      secondUrl,
      '/users/me/',
      undefined,
      session.access,
    );
    // The one in flight when the process died may have arrived too.
    expect([acknowledged % 100, (acknowledged + 1) % 100]).toContain(profile.settings.default_discount);

    const busy = await refusalOf({});
    // An owner that is too busy to say its number within a second is another process.
    const owners = [`процессом ${second.child.pid}`, 'другим процессом'];
    expect(owners.map((owner) => ({ code: 1, text: inUse(owner) }))).toContainEqual(busy);

    // Stopped under load: what was taken is answered, what was not is refused as a connection, nothing is a 5xx.
    const statuses: number[] = [];
    const ask = async () => {
      for (;;) statuses.push((await fetch(`${secondUrl}/api/v1/ping/?n=1`)).status);
    };
    const asking = Promise.allSettled([ask(), ask(), ask(), ask()]);
    await expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThan(20);
    expect(await kill(second.child, 'SIGTERM')).toBe(0);
    await asking;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(second.errors()).toBe('');
  }, 240_000);
});

describe('a log that nobody reads any more', () => {
  it('stops nobody: the server answers and is stopped as ever', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    holder.close();
    const { child } = start({ DATA_DIR: join(folder, 'unread'), PORT: String(port) });
    // Its greeting is written into nothing.
    child.stdout.destroy();
    child.stderr.destroy();
    const ping = async () => (await fetch(`http://127.0.0.1:${port}/api/v1/ping/?n=1`)).status;
    await expect.poll(() => ping().catch(() => 0), { timeout: 120_000 }).toBe(200);
    for (let round = 0; round < 20; round += 1) expect(await ping()).toBe(200);
    expect(await kill(child, 'SIGTERM')).toBe(0);
  });
});

const runToEnd = async (variables: Record<string, string>, parameters: string[]) => {
  const run = start(variables, parameters);
  if (run.child.exitCode === null) await once(run.child, 'close');
  return { code: run.child.exitCode, output: run.output(), errors: run.errors() };
};

describe('a demonstration that is not wanted any more', () => {
  it('is closed with its sessions by DEMO=0, opened again by DEMO=1, and removed by a command', async () => {
    const variables = { DATA_DIR: join(folder, 'unwanted') };
    const seeded = start({ ...variables, ...DEMO });
    const { access, refresh } = await signIn(await startedUrl(seeded));
    await kill(seeded.child, 'SIGTERM');

    const closed = start(variables);
    const closedUrl = await startedUrl(closed);
    await expect(signIn(closedUrl)).rejects.toThrow(/401.*Демо на этом сервере закрыто/);
    await expect(call(closedUrl, '/users/me/', undefined, access)).rejects.toThrow('401');
    await expect(call(closedUrl, '/user/refresh/', { refresh })).rejects.toThrow('401');
    await kill(closed.child, 'SIGTERM');

    // A broken file of the simulator is no reason to stay away.
    writeFileSync(join(variables.DATA_DIR, 'simulator.json'), '{"format":1,');
    const again = start({ ...variables, HOST: '0.0.0.0', ...DEMO });
    const againUrl = await startedUrl(again);
    expect(again.output()).toMatch(
      /^Файл симулятора был испорчен: он отложен в .*simulator\.json\.broken-\d+/m,
    );
    await signIn(againUrl);
    await kill(again.child, 'SIGTERM');

    const heldBack = start({ ...variables, HOST: '0.0.0.0', DEMO: '' });
    const heldBackUrl = await startedUrl(heldBack);
    expect(heldBack.output()).toMatch(/^Демо закрыто: сервер с HOST=0\.0\.0\.0 виден .* задайте DEMO=1\.$/m);
    await expect(signIn(heldBackUrl)).rejects.toThrow('401');
    await kill(heldBack.child, 'SIGTERM');

    // Nobody answers the question: nothing happens.
    expect(await runToEnd(variables, ['remove-demo.js'])).toMatchObject({
      code: 1,
      errors: 'Ничего не удалено.\n',
    });
    expect(await runToEnd(variables, ['remove-demo.js', '--yes'])).toMatchObject({ code: 0, errors: '' });
    expect(existsSync(join(variables.DATA_DIR, 'simulator.json'))).toBe(false);
    expect((await runToEnd(variables, ['remove-demo.js'])).output).toBe('Демо в базе нет: удалять нечего.\n');
  });
});

describe('a server without the demonstration', () => {
  it('gets its first user by a command', async () => {
    const dataDir = join(folder, 'data');
    const adding = (login: string) =>
      runToEnd({ DATA_DIR: dataDir }, ['add-user.js', login, 'Анна', 'ИП Петрова']);
    const added = await adding('anna');
    expect(added).toMatchObject({ code: 0, errors: '' });
    const password = /Пароль: (\w{16})\n/.exec(added.output)?.[1] ?? '';
    expect(await adding('ANNA')).toMatchObject({ code: 1, errors: 'Логин ANNA уже занят.\n' });

    const server = start({ DATA_DIR: dataDir });
    const url = await startedUrl(server);
    expect(server.output()).not.toContain('demo');
    const { user } = await call<SessionTokens>(url, '/user/auth/', { login: 'anna', password });
    expect(user).toMatchObject({ login: 'anna', name: 'Анна' });
  });
});

describe('a start that cannot succeed says why in one sentence and ends with 1', () => {
  it('when the port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    expect(await refusalOf({ PORT: String(port) })).toEqual({
      code: 1,
      text: `Порт ${port} занят. Остановите программу, которая его держит, или задайте другой в PORT.\n`,
    });
    holder.close();
  });

  it('when the folder cannot be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await refusalOf({ DATA_DIR: join(file, 'data') })).toEqual({
      code: 1,
      text: `В папку данных ${join(file, 'data')} нельзя писать (ENOTDIR). Дайте права на неё или задайте другую в DATA_DIR.\n`,
    });
  });

  it('when a value is wrong or the database does not answer', async () => {
    expect(await refusalOf({ PORT: 'восемь' })).toEqual({
      code: 1,
      text: 'Неверное значение PORT: нужно целое число от 0 до 65535.\n',
    });
    const unreachable = await refusalOf({ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/none' });
    expect(unreachable.code).toBe(1);
    expect(unreachable.text).toMatch(/^Нет связи с базой данных из DATABASE_URL .*\n$/);
  });

  it('when the database is newer than the program', async () => {
    const dataDir = join(folder, 'data');
    const database = await openEmbeddedDatabase({ dataDir });
    await migrate(database.pool);
    await database.pool.query("INSERT INTO schema_migrations (version, name) VALUES (999, 'x')");
    await database.close();
    const { code, text } = await refusalOf({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(text).toMatch(/^База данных новее программы: в ней схема 999, .*\n$/);
  });
});
