import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import { WALKS } from '#tests/long-tests.ts';

/** `npm run test:walks`. */
export default defineConfig({ ...base, testMatch: WALKS, testIgnore: [] });
