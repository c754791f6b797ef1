import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

const LISTED = /\/api\/v1\/cards\/\?/;

/** How far each row's last cell ends from the table's right edge, in whole pixels; and the width of the title's column. */
async function measure(page: Page): Promise<{ gapsPx: number[]; titlePx: number }> {
  return page.evaluate(() => {
    const table = document.querySelector('table');
    const edge = table?.getBoundingClientRect().right ?? 0;
    const rows = [...(table?.querySelectorAll('tr') ?? [])].filter((row) => row.ariaHidden !== 'true');
    const gaps = rows.map(
      (row) => edge - Math.max(...[...row.cells].map((one) => one.getBoundingClientRect().right)),
    );
    const title = table?.querySelectorAll('thead th')[2];
    return { gapsPx: [...new Set(gaps.map(Math.round))], titlePx: title?.getBoundingClientRect().width ?? 0 };
  });
}

for (const width of [1440, 1280, 1024, 800]) {
  test(`rows of the card list fill the table at ${width} px, while they load and after it`, async ({
    page,
    noise,
  }) => {
    noise.allow(/Service Worker registration blocked/);
    await page.setViewportSize({ width, height: 900 });
    let answer = () => {};
    const held = new Promise<void>((done) => (answer = done));
    await page.route(LISTED, async (route) => {
      await held;
      await route.continue();
    });
    await signIn(page);
    await expect(page.getByRole('row', { name: 'Загружается' }).first()).toBeVisible();
    const loading = await measure(page);
    expect(loading.gapsPx).toEqual([0]);
    expect(loading.titlePx).toBeGreaterThan(180);
    answer();
    await expect(page.locator('tbody a').first()).toBeVisible();
    expect(await measure(page)).toEqual(loading);
    await page.mouse.wheel(0, 3_000);
    await expect(page.locator('tbody tr[aria-hidden]').first()).toBeAttached();
    expect(await measure(page)).toEqual(loading);
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflowPx).toBeLessThanOrEqual(0);
  });
}
