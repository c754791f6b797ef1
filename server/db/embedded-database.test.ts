import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { StartError } from '#server/errors/start-error.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'prilavok-embedded-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let database: EmbeddedDatabase | undefined;
const open = async (options: { checkpointIntervalMs?: number } = {}) =>
  (database = await openEmbeddedDatabase({ dataDir: join(folder, 'data'), ...options }));
afterEach(async () => {
  await database?.close();
  database = undefined;
});

const logSizeBytes = () =>
  readdirSync(join(folder, 'data/database/pg_wal'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

describe('the embedded database', () => {
  it('forces every commit to the disk before it is acknowledged', async () => {
    const { pool, flushCount } = await open();
    await pool.query('CREATE TABLE notes (id integer GENERATED ALWAYS AS IDENTITY, text text)');
    const before = flushCount();
    for (let index = 0; index < 20; index += 1) {
      await pool.query('INSERT INTO notes (text) VALUES ($1)', [`запись ${index}`]);
    }
    expect(flushCount() - before).toBeGreaterThanOrEqual(20);
    // A reading asks nothing of the disk: the count above is of commits.
    const afterWrites = flushCount();
    await pool.query('SELECT * FROM notes');
    expect(flushCount()).toBe(afterWrites);
  });

  it('keeps what was committed when it is opened again', async () => {
    const { pool } = await open();
    expect((await pool.query('SELECT count(*) AS count FROM notes')).rows).toEqual([{ count: 20 }]);
  });

  it('lets nobody else open its folder meanwhile', async () => {
    await open();
    await expect(openEmbeddedDatabase({ dataDir: join(folder, 'data') })).rejects.toThrow(
      `занята процессом ${process.pid}`,
    );
  });

  it('keeps a small part of its files in its own memory, which it would never give back', async () => {
    const { pool } = await open();
    expect((await pool.query('SHOW shared_buffers')).rows).toEqual([{ shared_buffers: '32MB' }]);
  });

  it('G-06: holds the place of its log on the disk, so that a full one refuses writes and does not end it', async () => {
    const { pool } = await open();
    expect((await pool.query('SHOW wal_init_zero')).rows).toEqual([{ wal_init_zero: 'on' }]);
  });

  it('keeps files of its log to be used again, and no more of them than is said: one that is made anew holds up somebody’s commit', async () => {
    const { pool } = await open();
    expect((await pool.query('SHOW min_wal_size')).rows).toEqual([{ min_wal_size: '64MB' }]);
  });

  it('bounds its log and removes dead rows by itself, because no background process does', async () => {
    const { pool } = await open({ checkpointIntervalMs: 50 });
    await pool.query(
      "INSERT INTO notes (text) SELECT repeat('длинный текст ', 40) FROM generate_series(1, 20000)",
    );
    for (let round = 0; round < 8; round += 1) await pool.query("UPDATE notes SET text = text || '.'");
    const grown = logSizeBytes();
    // Counts of dead rows reach the statistics a second late, so a later round may be the one that sees them.
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query(
          "SELECT n_dead_tup AS dead FROM pg_stat_user_tables WHERE relname = 'notes'",
        );
        expect(rows).toEqual([{ dead: 0 }]);
        expect(logSizeBytes()).toBeLessThan(grown / 2);
      },
      { timeout: 60_000, interval: 500 },
    );
  });

  it('makes a checkpoint on a timer', async () => {
    const { pool } = await open({ checkpointIntervalMs: 50 });
    const lastCheckpoint = async () =>
      String(
        (await pool.query<{ at: string }>('SELECT checkpoint_lsn::text AS at FROM pg_control_checkpoint()'))
          .rows[0]?.at,
      );
    await pool.query("INSERT INTO notes (text) VALUES ('до точки')");
    const before = await lastCheckpoint();
    await pool.query("INSERT INTO notes (text) VALUES ('после точки')");
    await vi.waitFor(async () => expect(await lastCheckpoint()).not.toBe(before), { timeout: 60_000 });
  });
});

describe('a log that grows', () => {
  it('is brought to the tables piece by piece, before the engine stands still for all of it', async () => {
    const { pool } = await open({ checkpointIntervalMs: 3_600_000 });
    const redo = async () =>
      (await pool.query<{ at: string }>('SELECT redo_lsn::text AS at FROM pg_control_checkpoint()')).rows[0]
        ?.at;
    const before = await redo();
    await pool.query('INSERT INTO notes (text) SELECT md5(n::text) FROM generate_series(1, 100) AS n');
    await pool.query(
      'INSERT INTO notes (text) SELECT repeat(md5(n::text), 30) FROM generate_series(1, 20000) AS n',
    );
    await vi.waitFor(async () => expect(await redo()).not.toBe(before));
  });
});

describe('a folder that cannot be used', () => {
  it('is refused with a sentence', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(openEmbeddedDatabase({ dataDir: join(file, 'data') })).rejects.toThrow(
      /^В папку данных .* нельзя писать \(ENOTDIR\)/,
    );
  });

  it('is made anew when its first making was interrupted', async () => {
    const dataDir = join(folder, 'interrupted');
    const unfinished = join(dataDir, 'database.unfinished');
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, 'PG_VERSION'), '18');
    database = await openEmbeddedDatabase({ dataDir });
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('is left alone when it holds something that is not a database', async () => {
    const dataDir = join(folder, 'half-restored');
    const rest = join(dataDir, 'database', 'base', '1');
    mkdirSync(rest, { recursive: true });
    writeFileSync(join(rest, '1259'), 'остаток копии');
    await expect(openEmbeddedDatabase({ dataDir })).rejects.toThrow(
      `Папка ${join(dataDir, 'database')} не пуста, но базы данных в ней нет. Верните папку данных из копии: docs/operations.md, «Данные и копии».`,
    );
    expect(readdirSync(join(dataDir, 'database'))).toEqual(['base']);
    expect(readFileSync(join(rest, '1259'), 'utf8')).toBe('остаток копии');
  });

  it('is made when an empty folder waits for it', async () => {
    const dataDir = join(folder, 'prepared');
    mkdirSync(join(dataDir, 'database'), { recursive: true });
    database = await openEmbeddedDatabase({ dataDir });
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it.each([
    ['its control file is lost', (path: string) => rmSync(join(path, 'global', 'pg_control'))],
    ['its control file is garbage', (path: string) => garble(join(path, 'global', 'pg_control'))],
    ['its log is garbage', (path: string) => logFilesOf(path).forEach(garble)],
    ['its tables are lost', (path: string) => rmSync(join(path, 'base'), { recursive: true })],
  ])('is refused in one sentence that names the backup when %s', async (_name, damage) => {
    const [whole, dataDir] = [join(folder, 'whole'), join(folder, 'damaged')];
    if (!existsSync(whole)) await (await openEmbeddedDatabase({ dataDir: whole })).close();
    rmSync(dataDir, { recursive: true, force: true });
    cpSync(whole, dataDir, { recursive: true });
    damage(join(dataDir, 'database'));
    const opening = openEmbeddedDatabase({ dataDir });
    await expect(opening).rejects.toBeInstanceOf(StartError);
    await expect(opening).rejects.toThrow(
      /^База данных в папке .*database повреждена и не открывается\. Верните папку данных из копии: [^\n]+\.$/,
    );
    // The folder is free again: a restored one can be opened without ending the process.
    await expect(openEmbeddedDatabase({ dataDir })).rejects.toThrow('повреждена');
  });
});

function garble(path: string): void {
  writeFileSync(path, Buffer.alloc(statSync(path).size, 0x5a));
}

function logFilesOf(path: string): string[] {
  const log = join(path, 'pg_wal');
  return readdirSync(log)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .map((name) => join(log, name));
}
