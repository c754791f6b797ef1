import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });
test.beforeEach(({ noise }) => noise.allow(/Service Worker registration blocked/));

/** From the trigger's lower edge to the top of what it has opened, in whole pixels. */
function gapBelowTrigger(page: Page): Promise<number> {
  return page.evaluate(() => {
    const layer = document.querySelector(':popover-open');
    const trigger = document.querySelector('main [aria-haspopup][aria-expanded="true"]');
    if (!layer || !trigger) return Number.NaN;
    return Math.round(layer.getBoundingClientRect().top - trigger.getBoundingClientRect().bottom);
  });
}

test('a popover stays beside its button when the page above it grows', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await expect(page.locator('tbody a').first()).toBeVisible();
  await page.locator('main [aria-haspopup]').first().click();
  const before = await gapBelowTrigger(page);
  await page.evaluate(() => {
    const banner = document.createElement('div');
    banner.style.height = '120px';
    document.querySelector('main')?.prepend(banner);
  });
  await expect.poll(() => gapBelowTrigger(page)).toBe(before);
});

test('a notice covers neither a row nor anything to press', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await expect(page.locator('tbody a').first()).toBeVisible();
  await expect(page.getByText('У вас есть неактивные токены')).toBeVisible();
  const covered = await page.evaluate(() => {
    const notice = document.querySelector('[data-notice]')?.getBoundingClientRect();
    return [...document.querySelectorAll('main :is(a, button, input, tbody tr)')]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const isBeside = !notice || box.left >= notice.right || box.right <= notice.left;
        return !isBeside && box.top < notice.bottom && box.bottom > notice.top && box.width > 0;
      })
      .map((element) => element.textContent);
  });
  expect(covered).toEqual([]);
});

test('the seller’s codes are whole at 768 px', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await signIn(page);
  await expect(page.locator('tbody a').first()).toBeVisible();
  const codes = await page
    .locator('tbody tr td:nth-child(3) .text-muted > span:first-child')
    .evaluateAll((spans) =>
      spans
        .filter((span) => (span.textContent ?? '').length < 16)
        .map(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
    );
  expect(codes.length).toBeGreaterThan(0);
  expect(codes).not.toContain(false);
});
