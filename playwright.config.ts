import { defineConfig } from '@playwright/test';
import { findHeadlessBrowser } from '#tests/e2e/support/find-browser.ts';
import { LONG_BROWSER_TESTS, WALKS } from '#tests/long-tests.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  // The first wait for time-outs and back-offs for minutes: `npm run test:faults`.
  testIgnore: ['**/faults-*.e2e.ts', ...LONG_BROWSER_TESTS, ...WALKS],
  globalSetup: './tests/e2e/support/prepare.ts',
  // A file each, with a browser and a server of its own: much of a test is waiting, so two get along on two cores.
  workers: 2,
  // The limits only end what hangs, however slow the machine is.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findHeadlessBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
