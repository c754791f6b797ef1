import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import { LONG_BROWSER_TESTS } from '#tests/long-tests.ts';

/** Part of `npm run test:long`. */
export default defineConfig({ ...base, testMatch: LONG_BROWSER_TESTS, testIgnore: [] });
