import { PGlite } from '@electric-sql/pglite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DurableFiles } from './durable-files.ts';

let folder: string;
let files: DurableFiles;
let engine: PGlite;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prilavok-files-'));
  files = new DurableFiles(join(folder, 'database'));
  engine = await PGlite.create({ fs: files });
  await engine.exec('CREATE TABLE notes (id integer); CHECKPOINT');
  await files.flushAhead();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

it('flushes each file of the tables that was written, once', async () => {
  await engine.exec('INSERT INTO notes SELECT generate_series(1, 1000); CHECKPOINT');
  expect(await files.flushAhead()).toBeGreaterThan(0);
  expect(await files.flushAhead()).toBe(0);
});

it('leaves the log alone, which each commit flushes', async () => {
  await engine.exec('INSERT INTO notes VALUES (0)');
  expect(await files.flushAhead()).toBe(0);
});

it('passes over a file that is gone', async () => {
  await engine.exec(
    'CREATE TABLE gone AS SELECT generate_series(1, 1000); CHECKPOINT; DROP TABLE gone; CHECKPOINT',
  );
  expect(await files.flushAhead()).toBeGreaterThan(0);
});
