import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/**
 * Browser tests through the fault proxy: `npm run test:faults`. They wait for time-outs and back-offs of the app itself; the
 * limits here only end what hangs, however slow the machine is.
 */
export default defineConfig({
  ...base,
  testMatch: '**/faults-*.e2e.ts',
  testIgnore: [],
  timeout: 300_000,
  expect: { timeout: 60_000 },
});
