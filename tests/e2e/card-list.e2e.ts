import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });
test.beforeEach(({ noise }) => noise.allow(/Service Worker registration blocked/));

const SCROLLED_PX = 4000;
/** Of the whole page, at the size that the bench measures at. */
const MAX_NODES = 900;
/** A font size set in the browser, as people with poor sight do. */
const LARGE_FONTS_PX = [20, 24];

const topOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Of this list: a link in a table may be of the screen that is left, which stays until the next one is there. */
const firstRow = (page: Page) => page.locator('[data-row-link]').first();

async function scrollDown(page: Page): Promise<void> {
  await page.mouse.move(700, 600);
  await page.mouse.wheel(0, SCROLLED_PX);
  await expect.poll(() => topOf(page)).toBe(SCROLLED_PX);
  await expect(page.locator('[aria-rowindex="62"] a').first()).toBeVisible();
}

test('the list is where it was after Back, Forward and reload, as soon as its rows have a height', async ({
  page,
}) => {
  await signIn(page);
  await expect(firstRow(page)).toBeVisible();
  await scrollDown(page);
  await page.locator('[aria-rowindex="68"] a').first().click();
  await expect(page).toHaveURL(/\/home\/cards\/edit/);
  await page.goBack();
  await expect.poll(() => topOf(page)).toBe(SCROLLED_PX);
  await expect(page.locator('[aria-rowindex="68"] a').first()).toBeVisible();

  await page.reload();
  await expect.poll(() => topOf(page)).toBe(SCROLLED_PX);
  await expect(page.locator('[aria-rowindex="68"] a').first()).toBeVisible();

  await page.getByRole('link', { name: 'Отправки' }).first().click();
  await expect(page).toHaveURL(/\/home\/shipments/);
  await page.getByRole('link', { name: 'Список карточек' }).first().click();
  await expect(firstRow(page)).toBeVisible();
  await expect.poll(() => topOf(page)).toBe(0);
  await scrollDown(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/home\/shipments/);
  await page.goForward();
  await expect(page).toHaveURL(/\/home\/cards/);
  await expect.poll(() => topOf(page)).toBe(SCROLLED_PX);

  await page.goBack();
  await page.goBack();
  await expect.poll(() => topOf(page)).toBe(SCROLLED_PX);
  await expect(page.locator('[aria-rowindex="68"] a').first()).toBeVisible();
});

test('the keyboard in the menu leaves the list where it was', async ({ page }) => {
  await signIn(page);
  await expect(firstRow(page)).toBeVisible();
  await scrollDown(page);
  await page.getByRole('link', { name: 'Отправки' }).first().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  // Scrolling to what is focused is done by the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await topOf(page)).toBe(SCROLLED_PX);
});

test('an address opened anew begins at the top', async ({ page }) => {
  await signIn(page);
  await page.goto('/home/cards');
  await expect(firstRow(page)).toBeVisible();
  await scrollDown(page);
  await page.goto('/home/cards?state=PUBLISHED');
  await expect(firstRow(page)).toBeVisible();
  expect(await topOf(page)).toBe(0);
});

for (const fontPx of LARGE_FONTS_PX) {
  for (const width of [1440, 320]) {
    test(`rows are as high as they are counted at a font of ${fontPx} px, ${width} px wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Page.enable');
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: fontPx } });
      await signIn(page);
      const links = page.locator('[data-row-link]');
      await expect(links.first()).toBeVisible();
      const heights = await page.evaluate(() =>
        [...document.querySelectorAll('[data-row-link]')].map(
          (link) => link.closest('tr, li')?.getBoundingClientRect().height,
        ),
      );
      const remHeight = width < 768 ? 6.5 : 4;
      expect([...new Set(heights)]).toEqual([remHeight * fontPx]);
      // Of the list alone: what stands above it may still come to its own height.
      const listPx = () =>
        page.evaluate(
          () =>
            document.querySelector('[data-row-link]')?.closest('tbody, ul')?.getBoundingClientRect().height,
        );
      const before = await listPx();
      expect(before).toBeGreaterThan(20 * remHeight * fontPx);
      for (let press = 0; press < 40; press += 1) await page.keyboard.press('j');
      await expect.poll(() => isFocusedRowInSight(page)).toBe(true);
      for (let press = 0; press < 30; press += 1) await page.keyboard.press('k');
      await expect.poll(() => isFocusedRowInSight(page)).toBe(true);
      expect(await listPx()).toBeCloseTo(before ?? 0);
    });
  }
}

/** The row under the keyboard is neither beyond the window nor under the menu, the table's head or the bar. */
function isFocusedRowInSight(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const row = document.activeElement?.closest('tr, li');
    if (!row || !document.activeElement?.matches('[data-row-link]')) return false;
    const { top, bottom, left, width } = row.getBoundingClientRect();
    const isOwn = (y: number) => row.contains(document.elementFromPoint(left + width / 2, y));
    return top >= 0 && bottom <= window.innerHeight && isOwn(top + 4) && isOwn(bottom - 4);
  });
}

test('the keyboard goes on from the row that one has come back to', async ({ page }) => {
  await signIn(page);
  const row = (index: number) => page.locator(`tr[aria-rowindex="${index + 1}"] [data-row-link]`);
  await expect(row(4)).toBeVisible();
  for (const index of [1, 2, 3]) {
    await page.keyboard.press('j');
    await expect(row(index)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/cards\/edit/);
  await page.goBack();
  await expect(row(3)).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(4)).toBeFocused();
});

for (const width of [390, 320]) {
  test(`everything that can be done with chosen cards is on the screen at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page);
    await page
      .getByRole('checkbox', { name: /^Выбрать «/ })
      .first()
      .check();
    const bar = page.getByRole('region', { name: 'Действия с выбранным' });
    for (const name of ['Отправить в магазины', /^Выбрать все/, 'В архив', 'Снять выбор']) {
      const box = await bar.getByRole('button', { name }).boundingBox();
      expect(box?.x, String(name)).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? width), String(name)).toBeLessThanOrEqual(width);
    }
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflowPx).toBeLessThanOrEqual(0);
  });
}

test(`a list that scrolls has no more than ${MAX_NODES} nodes`, async ({ page }) => {
  await page.setViewportSize({ width: 1350, height: 940 });
  await signIn(page);
  await expect(firstRow(page)).toBeVisible();
  await page.mouse.move(600, 500);
  let most = 0;
  let rows = 0;
  for (let notch = 1; notch <= 30; notch += 1) {
    await page.mouse.wheel(0, 400);
    await expect.poll(() => topOf(page)).toBe(notch * 400);
    const inFrames = await page.evaluate(async (frames) => {
      const seen = [];
      for (let frame = 0; frame < frames; frame += 1) {
        seen.push(document.querySelectorAll('*').length);
        await new Promise((done) => requestAnimationFrame(done));
      }
      return { nodes: Math.max(...seen), rows: document.querySelectorAll('tbody a').length };
    }, 8);
    most = Math.max(most, inFrames.nodes);
    rows = Math.max(rows, inFrames.rows);
  }
  // They were cards, not places of cards on their way.
  expect(rows).toBeGreaterThan(15);
  expect(most).toBeLessThanOrEqual(MAX_NODES);
});

const SCANNER_GAP_S = 0.003;

/** As a scanner does it: the keys' own times are milliseconds apart, however long the page takes over each. */
async function scan(page: Page, code: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const startS = Date.now() / 1000;
  for (const [index, key] of [...Array.from(code), 'Enter'].entries()) {
    const timestamp = startS + index * SCANNER_GAP_S;
    const text = key === 'Enter' ? '\r' : key;
    const isDigit = key !== 'Enter';
    const place = {
      key,
      code: isDigit ? `Digit${key}` : 'Enter',
      windowsVirtualKeyCode: isDigit ? 48 + Number(key) : 13,
    };
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...place, timestamp });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...place, timestamp });
  }
  await cdp.detach();
}

test('a scanner’s code opens its card from any tab, again and again, without a click', async ({ page }) => {
  await signIn(page);
  await page.locator('tbody a').nth(3).click();
  const title = await page.getByRole('textbox', { name: /^Наименование/ }).inputValue();
  const card = page.url();
  const barcode = await page
    .locator('[data-field="sizes"]')
    .getByText(/^\d{13}$/)
    .first()
    .innerText();
  await page.goto('/home/cards?state=ARCHIVED');
  await expect(page.getByRole('searchbox')).toBeVisible();
  for (let turn = 0; turn < 3; turn += 1) {
    await scan(page, barcode);
    await expect(page.getByRole('textbox', { name: /^Наименование/ })).toHaveValue(title);
    expect(page.url()).toBe(card);
    await page.goBack();
    // The next one is scanned over what the search still says.
    await expect(page.getByRole('searchbox')).toHaveValue(barcode);
    if (turn > 0) await page.getByRole('searchbox').focus();
  }
});

test('L-40: «a» pressed before the bar of the chosen rows has come is not lost', async ({ page }) => {
  let come: () => void = () => undefined;
  const late = new Promise<void>((done) => (come = done));
  await page.route(/\/selection-bar-[^/]*\.js$/, async (route) => {
    await late;
    await route.continue();
  });
  await signIn(page);
  await expect(firstRow(page)).toBeVisible();
  for (const key of ['j', 'x', 'a']) await page.keyboard.press(key);
  await expect(page.getByRole('checkbox', { name: /^Выбрать «/ }).first()).toBeChecked();
  const bar = page.getByRole('region', { name: 'Действия с выбранным' });
  await expect(bar).toHaveCount(0);
  come();
  await expect(bar.getByRole('button', { name: 'Отправить в магазины' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(firstRow(page)).toBeFocused();
});
