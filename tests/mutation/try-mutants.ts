import { resolve } from 'node:path';
import { startVitest } from 'vitest/node';
import { readPlan } from './progress.ts';

/** The process in which the mutants of one module are tried: it may hang, so another one watches it. */
const plan = readPlan();
const isInBrowser = plan.environment === 'jsdom';
/** Without a mutant nothing fails on time; with one the runner is stricter. */
const TEST_TIMEOUT_MS = 60_000;

const vitest = await startVitest(
  'test',
  plan.tests,
  {
    config: false,
    watch: false,
    // One worker for everything: it is started and loads what is tested once.
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    runner: resolve('tests/mutation/mutant-runner.ts'),
    environment: plan.environment,
    setupFiles: ['tests/setup/quiet-console.ts', ...(isInBrowser ? ['tests/setup/web.ts'] : [])],
    include: plan.tests,
    testTimeout: TEST_TIMEOUT_MS,
    reporters: [{}],
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        load: (id) => (id === resolve(plan.file) ? plan.source : undefined),
      },
    ],
  },
);
await vitest.close();
