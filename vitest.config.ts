import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LONG_TESTS } from '#tests/long-tests.ts';

/** Nothing fails on time, however busy the machine is: the limits only end what hangs. */
const HANGS_AFTER_MS = 240_000;
const COMES_WITHIN_MS = 30_000;

const everywhere = {
  environment: 'node',
  setupFiles: ['tests/setup/quiet-console.ts', 'tests/setup/patience.ts'],
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
  expect: { poll: { timeout: COMES_WITHIN_MS } },
};

const isOnPostgres = process.env['TEST_DATABASE_URL'] !== undefined;

/**
 * Databases and processes: few at a time, and after the quick tests, not beside them. One more than two cores have work for, since
 * each waits at times for clocks of the server; PostgreSQL is another process, to wait for.
 */
const onDatabase = { ...everywhere, maxWorkers: isOnPostgres ? 4 : 3 };

/** They open no database, or always the embedded one: on PostgreSQL they would be the same once more. */
const SAME_ON_ANY_DATABASE = [
  'server/cards/texts/texts-by-rules.test.ts',
  'server/config/heap-growth.test.ts',
  'server/db/embedded-*.test.ts',
  'server/db/*-migration.test.ts',
  'server/exports/table-file.test.ts',
  'server/labels/{draw,label}-*.test.ts',
  'server/marketplace/{mutated-answers,official-documents}.test.ts',
  'server/media/{fetch,make}-photo.test.ts',
  'server/table-files/{read-table,empty-ends,hostile-workbook}.test.ts',
  'simulator/**/*.test.ts',
];

/**
 * In a context of its own a file is loaded as what its name says, and the router's packages lead Node to modules by a condition that
 * only Node itself knows.
 */
const ROUTER_MODULES = [
  { find: /^react-router-dom$/, replacement: moduleFile('react-router-dom/dist/index.mjs') },
  { find: /^react-router\/dom$/, replacement: moduleFile('react-router/dist/development/dom-export.mjs') },
  { find: /^react-router$/, replacement: moduleFile('react-router/dist/development/index.mjs') },
];

/** By default Vitest leaves one core alone: on two it would use one. A page's tests wait half of their time: on two cores three are done sooner. */
const maxWorkers = Math.max(3, availableParallelism() - 1);

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
          ...everywhere,
          name: 'contract',
          include: [
            'contract/**/*.test.ts',
            'tests/house/**/*.test.ts',
            'tests/mutation/**/*.test.ts',
            'tests/drift/**/*.test.ts',
          ],
        },
      },
      {
        plugins: [react()],
        resolve: { alias: ROUTER_MODULES },
        test: {
          ...everywhere,
          name: 'web',
          // Its files import each other without endings, which Node alone does not follow.
          server: { deps: { inline: ['@zxing/library', /react-router/] } },
          include: ['src/**/*.test.{ts,tsx}'],
          environment: './tests/setup/page-environment.ts',
          // A context for each file, not a process: starting one and loading jsdom took two thirds of the time.
          pool: 'vmForks',
          // Contexts that are done with are not given back: a process that has grown so far makes room for a new one.
          vmMemoryLimit: '800MB',
          setupFiles: [...everywhere.setupFiles, 'tests/setup/read-json-here.ts', 'tests/setup/web.ts'],
        },
      },
      {
        // The browser is simulated, and the bundler refuses to run inside jsdom.
        test: {
          ...everywhere,
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          exclude: LONG_TESTS,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'sw',
          include: ['sw/**/*.test.ts'],
          environment: 'jsdom',
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'server',
          include: ['server/**/*.test.ts', 'simulator/**/*.test.ts', 'tests/faults/**/*.test.ts'],
          exclude: [...LONG_TESTS, ...(isOnPostgres ? SAME_ON_ANY_DATABASE : [])],
          // A server's modules hold next to nothing between two tests, and loading them anew for each file took a third of the time.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...everywhere,
          // Each starts servers of its own, and waits for them; PostgreSQL is another process, to wait for.
          maxWorkers: isOnPostgres ? 4 : 3,
          name: 'long',
          include: LONG_TESTS,
          exclude: isOnPostgres ? ['server/start-server.test.ts'] : [],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

function moduleFile(path: string): string {
  return fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
}
