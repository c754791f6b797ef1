import type { Page } from '@playwright/test';
import { SIGNED_IN_PATHS } from './support/signed-in-paths.ts';
import { callsAnswered, expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/** From a large monitor to a phone: at the edges of these a table becomes a list and the menu a drawer. */
const WIDTHS_PX = [1920, 1440, 1024, 768, 390];
/** Where the page is built otherwise than at 1440 px, which accessibility.e2e.ts looks at. */
const LOOKED_AT_PX = new Set([768, 390]);

// Contrast is measured on what stands, not on what is fading in.
test.use({ reducedMotion: 'reduce', bypassCSP: true, serviceWorkers: 'block' });
test.beforeEach(({ noise }) => noise.allow(/Service Worker registration blocked/));

/** By how many pixels the page is wider than its window. */
const overflowPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const theme of ['light', 'dark'] as const) {
  test(`no screen is wider than its window, and axe finds nothing where it is built otherwise, ${theme}`, async ({
    page,
  }) => {
    test.setTimeout(900_000);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await signIn(page);
    const found: string[] = [];
    for (const path of SIGNED_IN_PATHS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await callsAnswered(page);
      for (const width of WIDTHS_PX) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => overflowPx(page), `${path} at ${width} px, ${theme}`).toBeLessThanOrEqual(0);
        if (LOOKED_AT_PX.has(width)) found.push(...(await violations(page, `${path} at ${width} px`)));
      }
    }
    expect(found).toEqual([]);
  });
}
