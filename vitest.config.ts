import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LONG_TESTS } from '#tests/long-tests.ts';

const quietConsole = 'tests/setup/quiet-console.ts';

/** Nothing fails on time, however busy the machine is: the limit only ends a test that hangs. */
const HANGS_AFTER_MS = 240_000;

/** Databases and processes: two at a time, and after the quick tests, not beside them. */
const onDatabase = {
  environment: 'node',
  setupFiles: [quietConsole],
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
  maxWorkers: 2,
};

/** By default Vitest leaves one core alone: on two it would use one. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/**
 * Projects, each in the environment its code runs in. What needs a database runs on the embedded one, or on PostgreSQL when
 * TEST_DATABASE_URL is set.
 */
export default defineConfig({
  test: {
    maxWorkers,
    // `npm run coverage`: how much of each program its tests pass. A figure to look at, no limit to satisfy.
    coverage: {
      include: ['contract/**/*.ts', 'src/**/*.{ts,tsx}', 'sw/**/*.ts', 'server/**/*.ts', 'simulator/**/*.ts'],
      exclude: ['**/*.test.{ts,tsx}'],
      reporter: ['text-summary', 'html'],
    },
    projects: [
      {
        test: {
          name: 'contract',
          include: ['contract/**/*.test.ts', 'tests/house/**/*.test.ts', 'tests/mutation/**/*.test.ts'],
          environment: 'node',
          setupFiles: [quietConsole],
          testTimeout: HANGS_AFTER_MS,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: [quietConsole, 'tests/setup/web.ts'],
          testTimeout: HANGS_AFTER_MS,
        },
      },
      {
        // The browser is simulated, and the bundler refuses to run inside jsdom.
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          exclude: LONG_TESTS,
          environment: 'node',
          setupFiles: [quietConsole],
          testTimeout: HANGS_AFTER_MS,
        },
      },
      {
        test: {
          name: 'sw',
          include: ['sw/**/*.test.ts'],
          environment: 'jsdom',
          setupFiles: [quietConsole],
          testTimeout: HANGS_AFTER_MS,
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'server',
          include: ['server/**/*.test.ts', 'simulator/**/*.test.ts', 'tests/faults/**/*.test.ts'],
          exclude: LONG_TESTS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'long',
          include: LONG_TESTS,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
