import { expect, signIn, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });
test.beforeEach(({ noise }) => noise.allow(/Service Worker registration blocked/));

/** The narrowest phone, and a font one and a half times as large on a usual one. */
const WINDOWS = [
  { width: 320, fontPx: 16 },
  { width: 390, fontPx: 24 },
  { width: 320, fontPx: 24 },
];

test('the date and the kind of a tax are whole on a narrow window and in a large font', async ({ page }) => {
  await signIn(page);
  await page.goto('/home/account/settings');
  const date = page.getByLabel('Действует с').first();
  await expect(date).toBeVisible();
  for (const { width, fontPx } of WINDOWS) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((px) => (document.documentElement.style.fontSize = `${px}px`), fontPx);
    const seen = await date.evaluate((input) => {
      const row = input.closest('fieldset');
      const fields = [...(row?.querySelectorAll('input, select') ?? [])];
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      return {
        narrowestRem: Math.min(...fields.map((field) => field.getBoundingClientRect().width)) / remPx,
        overflowPx: document.documentElement.scrollWidth - window.innerWidth,
      };
    });
    expect(seen.narrowestRem, `${width} px, ${fontPx} px`).toBeGreaterThan(7);
    expect(seen.overflowPx).toBeLessThanOrEqual(0);
  }
});

test('the connection’s state is whole on a phone, the time of the data with it', async ({ page, noise }) => {
  noise.allow(/503/);
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page);
  await expect(page.locator('main li a').first()).toBeVisible();
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  const state = page.locator('header').getByText(/Сервер недоступен · данные от/);
  await expect(state).toBeVisible();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await state.evaluate((text) => {
      const menu = document.querySelector('header');
      return {
        isCut: text.scrollWidth > text.clientWidth,
        isOut: text.getBoundingClientRect().bottom > (menu?.getBoundingClientRect().bottom ?? 0),
      };
    });
    expect(cut, `${width} px`).toEqual({ isCut: false, isOut: false });
  }
});

test('pages do not spread beyond the narrowest phone in a font twice as large', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(page);
  await page.locator('[data-row-link]').first().click();
  await expect(page).toHaveURL(/\/edit\?id=\d+/);
  const card = page.url();
  const addresses = [card, `${card}&tab=PRICE_AND_DISCOUNT`].concat(
    ['account/settings', 'account/shops', 'analytics/profit'].map((path) => `/home/${path}`),
  );
  for (const address of addresses) {
    await page.goto(address);
    await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('main .animate-pulse')).toHaveCount(0);
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflowPx, address).toBeLessThanOrEqual(0);
  }
});

test('beside a long title of a card its photo begins where the title does, and «История» below where its text does', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await signIn(page);
  await page.locator('[data-row-link]').first().click();
  const title = page.locator('main h1');
  await expect(page.getByRole('button', { name: 'История', exact: true })).toBeVisible();
  const seen = await title.evaluate((heading) => {
    const head = heading.closest('main')?.querySelector('img[alt=""]');
    const history = [...document.querySelectorAll('main button')].find(
      (one) => one.textContent === 'История',
    );
    const icon = history?.querySelector('svg');
    if (!head || !icon) throw new Error('no head');
    const { top, left, height } = heading.getBoundingClientRect();
    return {
      isLong: height > 60,
      photoBelowPx: Math.round(head.getBoundingClientRect().top - top),
      historyAsidePx: Math.round(icon.getBoundingClientRect().left - left),
    };
  });
  expect(seen.isLong).toBe(true);
  expect(seen.photoBelowPx).toBeLessThan(8);
  expect(Math.abs(seen.historyAsidePx)).toBeLessThan(4);
});

test('a shipment with errors is read in a large font on the narrowest phone: the retry whole, its cards told apart', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(page);
  await page.goto('/home/shipments?tab=errors');
  await page.getByRole('list', { name: 'Отправки' }).getByRole('link').first().click();
  const retry = page.getByRole('button', { name: /^Повторить с ошибками/ });
  await expect(retry).toBeVisible();
  await expect(page.getByRole('link', { name: 'Исправить' }).first()).toBeVisible();
  await page.evaluate(() => (document.documentElement.style.fontSize = '24px'));
  const panel = page.getByRole('region', { name: /^Отправка №/ });
  const rightOf = (place: typeof retry) => place.evaluate((box) => box.getBoundingClientRect().right);
  expect(await rightOf(retry)).toBeLessThanOrEqual(await rightOf(panel));
  // Ten letters, at the least: beside the button two were left.
  const titleRem = await page
    .getByRole('link', { name: 'Исправить' })
    .first()
    .evaluate((link) => (link.previousElementSibling?.getBoundingClientRect().width ?? 0) / 24);
  expect(titleRem).toBeGreaterThan(6);
});
