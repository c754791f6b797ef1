import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Browser tests through the fault proxy: `npm run test:faults`. */
export default defineConfig({ ...base, testMatch: '**/faults-*.e2e.ts', testIgnore: [] });
