import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';

const run = promisify(execFile);
const dataDir = mkdtempSync(join(tmpdir(), 'prilavok-seed-'));

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('puts no big account into an empty database, which would keep the demonstration out of it for good', async () => {
  const command = ['--import', 'tsx', 'server/seed-command.ts', '--cards', '1'];
  await expect(
    run(process.execPath, command, { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: 'База ещё пуста. Запустите Прилавок (npm start), дождитесь его адреса, остановите и повторите.\n',
  });

  const database = await openDatabase({ dataDir });
  expect(await database.db.selectFrom('accounts').selectAll().execute()).toEqual([]);
  await database.close();
});
