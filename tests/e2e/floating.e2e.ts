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

const WIDTHS = [1440, 1024, 768, 390, 320];

/** Signs in; the notification of the dead tokens is there and stays: no clock runs in a window that nobody sees. */
async function signInAndHoldNotice(page: Page): Promise<void> {
  await signIn(page);
  await expect(page.locator('[data-notice]')).toContainText('У вас есть неактивные токены');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page.locator('main :is(tbody tr, li) a').first()).toBeVisible();
}

/** Where the strip is, and what of the page or of a dialog it lies over. */
function strip(page: Page, covered: string) {
  return page.evaluate((selector) => {
    const { top, bottom, left, width } = document.querySelector('[data-notices]')!.getBoundingClientRect();
    return {
      isWholeEdge: left <= 0 && width >= document.body.clientWidth && (bottom >= innerHeight || top <= 0),
      covered: [...document.querySelectorAll(selector)]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width > 0 && box.top < bottom && box.bottom > top;
        })
        .map((element) => element.textContent),
    };
  }, covered);
}

test('a notice is the lower edge of the window: heads and headings stay clear of it, and the page’s end scrolls out', async ({
  page,
}) => {
  await signInAndHoldNotice(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    for (const part of [0, 0.5]) {
      await page.evaluate((to) => scrollTo(0, to * document.documentElement.scrollHeight), part);
      const seen = await strip(page, 'header, main :is(h1, th)');
      expect({ width, part, ...seen }).toEqual({ width, part, isWholeEdge: true, covered: [] });
    }
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const seen = await strip(page, 'main :is(h1, th, tr, li, a, button, input)');
      expect({ width, ...seen }).toEqual({ width, isWholeEdge: true, covered: [] });
    }).toPass();
  }
});

test('nothing moves when a notice comes and goes, and what has the focus stays in sight', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await signIn(page);
  await page.getByRole('button', { name: 'Закрыть уведомление' }).click();
  const notice = page.locator('[data-notice]');
  // Found and measured in one go: rows that come meanwhile take the places of others.
  const tops = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main :is(h1, th, tr[aria-rowindex])')]
        .map((element) => Math.round(element.getBoundingClientRect().top))
        .filter((topPx) => topPx >= 0 && topPx < innerHeight),
    );
  /** A row's button in sight: the lowest, which has begun to leave the window. */
  const lowestButton = () =>
    page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLElement>('main tbody button')].findLast((button) => {
        const { top } = button.getBoundingClientRect();
        return top > innerHeight / 2 && top < innerHeight - 8;
      }),
    );
  for (const topPx of [0, 3_000]) {
    await page.evaluate((to) => scrollTo(0, to), topPx);
    const button = await lowestButton();
    const before = await tops();
    await button.evaluate((element) => element?.click());
    await expect(notice).toBeVisible();
    expect(await tops()).toEqual(before);
    await page.getByRole('button', { name: 'Закрыть уведомление' }).click();
    await expect(notice).toHaveCount(0);
    expect(await tops()).toEqual(before);
  }
  await (
    await lowestButton()
  ).evaluate((element) => {
    element?.focus({ preventScroll: true });
    scrollBy(0, (element?.getBoundingClientRect().bottom ?? 0) - innerHeight + 2);
  });
  await page.keyboard.press('Enter');
  await expect(notice).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document.activeElement!.getBoundingClientRect().bottom <=
          document.querySelector('[data-notices]')!.getBoundingClientRect().top,
      ),
    )
    .toBe(true);
});

test('a notice lies over no part of a dialog, however low the window', async ({ page }) => {
  await signInAndHoldNotice(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 400 });
    await expect
      .poll(() => strip(page, '[data-dialog-panel]'), { message: `${width} px` })
      .toEqual({ isWholeEdge: true, covered: [] });
  }
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

test('a shipment beside its list stands below the menu when the list is scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await signIn(page);
  await page.goto('/home/shipments');
  const heading = page.getByRole('heading', { name: /^Отправка №/ });
  await expect(heading).toBeVisible();
  await expect(page.locator('tbody a').nth(8)).toBeVisible();
  const rooms = await page.evaluate(() => {
    const detail = [...document.querySelectorAll('main h2')].find((one) =>
      one.textContent?.startsWith('Отправка №'),
    );
    return [0.5, 1].map((part) => {
      scrollTo(0, part * document.documentElement.scrollHeight);
      const menuBottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      return (detail?.getBoundingClientRect().top ?? 0) - menuBottom;
    });
  });
  expect(Math.min(...rooms)).toBeGreaterThan(0);
});
