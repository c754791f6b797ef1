import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { signIn } from './api-client.ts';
import { makeDatabaseTemplate } from './database-template.ts';
import { LOGIN, makeSeller, SECRET_KEY } from './seller.ts';
import { buildServerProgram, startServerProcess } from './server-process.ts';

const isEmbedded = process.env['TEST_DATABASE_URL'] === undefined;

/** A disk of its own, in memory; undefined where this user may not make one. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'prilavok-disk-'));
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=110m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

const disk = isEmbedded ? mountSmallDisk() : undefined;

it.skipIf(disk === undefined)(
  'G-06: a full disk refuses writes in words, goes on reading, and needs no restart when there is room again',
  async () => {
    const folder = disk ?? '';
    const program = await buildServerProgram();
    const template = await makeDatabaseTemplate(async (database) => {
      await makeSeller(database, [{ vendorCode: 'ДО' }]);
    });
    const copy = await template.copy();
    const data = join(folder, 'data');
    cpSync(copy.variables['DATA_DIR'] ?? '', data, { recursive: true });
    const server = startServerProcess(program, {
      DATA_DIR: data,
      SECRET_KEY: SECRET_KEY.toString('hex'),
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'silent',
    });
    try {
      const client = await signIn(await server.ready, LOGIN);
      const create = (number: number) =>
        client.call('POST', '/cards/', {
          body: {
            vendor_code: `КАРТОЧКА-${String(number)}`,
            title: 'Кружка',
            description: 'я'.repeat(1000),
            subject_id: 812,
            price_kopecks: 100,
            discount: 0,
          },
        });
      const filler = join(folder, 'filler');
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));

      // What has room in the files that are there already is still kept.
      let saved = 0;
      let refused = await create(0);
      while (refused.status === 201) {
        saved += 1;
        refused = await create(saved);
      }
      expect(refused.status).toBe(503);
      expect(refused.body.detail).toEqual([
        'На диске сервера кончилось место: сохранить нельзя, читать можно',
      ]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await client.call('GET', '/cards/')).body.count).toBe(1 + saved);

      rmSync(filler);
      expect((await create(saved)).status).toBe(201);
      expect((await client.call('GET', '/cards/')).body.count).toBe(2 + saved);
    } finally {
      server.kill();
      await server.ended;
      execFileSync('/bin/umount', [folder]);
      rmdirSync(folder);
      await copy.remove();
      await template.remove();
      program.remove();
    }
  },
);
