import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/**
 * Browser tests through the fault proxy: `npm run test:faults`. They wait for time-outs and back-offs of the app itself.
 */
export default defineConfig({
  ...base,
  testMatch: '**/faults-*.e2e.ts',
  testIgnore: [],
  // What is waited for here is the app's own time: nothing else should want the processor.
  workers: 1,
  timeout: 300_000,
});
