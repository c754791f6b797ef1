import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });
test.beforeEach(({ noise }) => noise.allow(/Service Worker registration blocked/));

const LISTED = /\/api\/v1\/(?:cards\/\?|shipments\/|shops\/|analytics\/)/;
const WIDTHS_PX = [1440, 1280, 1024, 800];
/** With the width from which they have a table: shipments are rows on an upright tablet. */
const SCREENS_WITH_TABLES = [
  { path: '/home/shipments', fromPx: 1024 },
  { path: '/home/account/shops', fromPx: 768 },
  // Of named days: else it is not known of which the rows are, and there is no table yet.
  { path: '/home/analytics/profit?from=2026-11-01&to=2026-11-14', fromPx: 768 },
];

/** How far each row's last cell ends from the table's right edge, in whole pixels; and the width of each heading. */
async function measure(page: Page): Promise<{ gapsPx: number[]; headingsPx: number[] }> {
  return page.evaluate(() => {
    const table = document.querySelector('table');
    const edge = table?.getBoundingClientRect().right ?? 0;
    const rows = [...(table?.querySelectorAll('tr') ?? [])].filter(
      (row) => !row.querySelector('td:only-child'),
    );
    const gaps = rows.map(
      (row) => edge - Math.max(...[...row.cells].map((one) => one.getBoundingClientRect().right)),
    );
    const headings = [...(table?.querySelectorAll('thead th') ?? [])];
    return {
      gapsPx: [...new Set(gaps.map(Math.round))],
      headingsPx: headings.map((one) => Math.round(one.getBoundingClientRect().width)),
    };
  });
}

/** Holds the answers that tables wait for until the returned function is called. */
async function holdResponses(page: Page, asked = LISTED): Promise<() => void> {
  let respond = () => {};
  const held = new Promise<void>((done) => (respond = done));
  await page.route(asked, async (route) => {
    await held;
    await route.continue();
  });
  return respond;
}

for (const width of WIDTHS_PX) {
  test(`rows of the card list fill the table at ${width} px, while they load and after it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const respond = await holdResponses(page);
    await signIn(page);
    await expect(page.getByRole('row', { name: 'Загружается' }).first()).toBeVisible();
    const loading = await measure(page);
    expect(loading.gapsPx).toEqual([0]);
    expect(loading.headingsPx[2]).toBeGreaterThan(180);
    respond();
    await expect(page.locator('tbody a').first()).toBeVisible();
    expect(await measure(page)).toEqual(loading);
    await page.mouse.wheel(0, 3_000);
    await expect(page.locator('tbody tr[aria-hidden]').first()).toBeAttached();
    expect(await measure(page)).toEqual(loading);
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflowPx).toBeLessThanOrEqual(0);
  });

  test(`rows of the other tables fill them at ${width} px while they load`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    await holdResponses(page);
    for (const { path, fromPx } of SCREENS_WITH_TABLES) {
      if (width < fromPx) continue;
      await page.goto(path);
      await expect(page.locator('tbody tr[aria-hidden]').first()).toBeAttached();
      expect((await measure(page)).gapsPx, path).toEqual([0]);
    }
  });
}

test('a date of an earlier year is whole in the card list', async ({ page }) => {
  await signIn(page);
  const dates = page.locator('tbody tr td:last-child').filter({ hasText: /\s20\d\d$/ });
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await dates.count()).toBeGreaterThan(5);
  }).toPass();
  const cut = await dates.evaluateAll((cells) =>
    cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
  );
  expect(cut).toEqual([]);
});

test('columns of a looked-at change of prices stay where they are when profits come', async ({ page }) => {
  await signIn(page);
  const respond = await holdResponses(page, /\/bulk-edits\/\d+\/profits\//);
  await page.goto('/home/cards?state=PUBLISHED');
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  for (const index of [0, 1, 2, 3, 4]) await rows.nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Цена до скидки').selectOption('SET');
  await dialog.getByLabel('Сколько').fill('12345');
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('cell', { name: /станет 12\s345/ }).first()).toBeVisible();
  const { headingsPx } = await measure(page);
  expect(headingsPx.length).toBeGreaterThan(4);
  respond();
  const come = page
    .locator('tbody td ul')
    .or(page.locator('tbody').getByText(/нет себестоимости|мало продаж/));
  await expect(come.first()).toBeVisible();
  expect((await measure(page)).headingsPx).toEqual(headingsPx);
});
