import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Backend } from './backend.ts';

const run = promisify(execFile);

/** Who signs in to the account that {@link addBigAccount} makes. */
export const BIG = { login: 'big', password: 'prilavok-demo' };

/** A big account beside the demo one, by the product's own seed command; the server is stopped meanwhile and started again. */
export async function addBigAccount(backend: Backend, cards: number, databaseUrl?: string): Promise<void> {
  await backend.stop();
  const command = [
    '--import',
    'tsx',
    'server/seed-command.ts',
    '--cards',
    String(cards),
    '--login',
    BIG.login,
  ];
  await run(process.execPath, command, {
    env: {
      ...process.env,
      DATA_DIR: backend.dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  });
  await backend.start();
}
