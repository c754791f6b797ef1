import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * Five projects, each in the environment its code runs in. Server tests run on the embedded database, or on PostgreSQL
 * when TEST_DATABASE_URL is set.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          include: ['contract/**/*.test.ts', 'tests/house/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/setup/quiet-console.ts'],
          testTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['tests/setup/quiet-console.ts', 'tests/setup/web.ts'],
          testTimeout: 60_000,
        },
      },
      {
        // The browser is simulated, and the bundler refuses to run inside jsdom.
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/setup/quiet-console.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'sw',
          include: ['sw/**/*.test.ts'],
          environment: 'jsdom',
          setupFiles: ['tests/setup/quiet-console.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'server/**/*.test.ts',
            'simulator/**/*.test.ts',
            'tests/faults/**/*.test.ts',
            'tests/kill/**/*.test.ts',
          ],
          environment: 'node',
          setupFiles: ['tests/setup/quiet-console.ts'],
          // Nothing here fails on time: the limit only ends a test that hangs.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Databases in two processes at a time, and after the quick tests, not beside them.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
