import { execFileSync } from 'node:child_process';
import type { Backend } from '#tests/e2e/support/backend.ts';

/** Makes the demo account of a stopped server as big as asked, by the product's own seed command. */
export function seedCards(backend: Backend, cards: number): void {
  execFileSync('npm', ['run', '--silent', 'seed', '--', '--cards', String(cards)], {
    env: { ...process.env, DATA_DIR: backend.dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}
