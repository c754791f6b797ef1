import { execFileSync } from 'node:child_process';
import type { Backend } from '#tests/e2e/support/backend.ts';

/** Who signs in to the account that {@link seedCards} makes. */
export const BIG_ACCOUNT = { login: 'big', password: 'prilavok-demo' };

/** Adds a big account beside the demo one of a stopped server, by the product's own seed command. */
export function seedCards(backend: Backend, cards: number, databaseUrl?: string): void {
  execFileSync('npm', ['run', '--silent', 'seed', '--', '--cards', String(cards)], {
    env: {
      ...process.env,
      DATA_DIR: backend.dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}
