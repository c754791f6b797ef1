import type { Page } from '@playwright/test';
import { deviceDump, linesWith } from './support/device-dump.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true, permissions: ['clipboard-read', 'clipboard-write'] });

const TITLE = 2;
const PRICE = 3;
const DISCOUNT = 4;
const DESCRIPTION = 8;
const TAGS = 14;

/** The first mugs in the table, with the focus on the first price. */
async function openTable(page: Page) {
  await signIn(page);
  await page.goto('/home/cards?q=Кружка');
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  for (const index of [0, 1, 2, 3]) await rows.nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Таблица', exact: true }).click();
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '5');
  await expect(grid).toBeFocused();
  return grid;
}

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[aria-rowindex="${row + 1}"] [aria-colindex="${column}"]`);

/** Some come from the marketplace with kopecks: cut off, a price would be another one. */
const hasRoomForKopecks = (page: Page) =>
  cell(page, 2, PRICE).evaluate((element) => {
    const price = element.firstChild;
    const shown = price?.nodeValue ?? '';
    if (price) price.nodeValue = '12\u00a0345,67';
    const text = document.createRange();
    text.selectNodeContents(element);
    const hasRoom = text.getBoundingClientRect().right <= element.getBoundingClientRect().right;
    if (price) price.nodeValue = shown;
    return hasRoom;
  });

test('prices are typed, pasted and filled down in a table, looked at, applied and rolled back', async ({
  page,
}) => {
  const grid = await openTable(page);
  expect(await violations(page, 'table')).toEqual([]);
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await hasRoomForKopecks(page), `at ${width} px`).toBe(true);
  }
  await page.keyboard.type('7771');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, PRICE)).toHaveText(/^7\s771/);
  // As Excel copies it: two rows, two columns.
  await page.evaluate(() => navigator.clipboard.writeText('7772\t11\r\n7773\t12\r\n'));
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cell(page, 3, DISCOUNT)).toHaveText(/^12/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ControlOrMeta+d');
  await expect(cell(page, 4, PRICE)).toHaveText(/^7\s773/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cell(page, 4, PRICE)).not.toHaveText(/^7\s773/);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(cell(page, 4, PRICE)).toHaveText(/^7\s773/);
  await expect(page.getByText(/^Изменено: 4\sкарточки, 6\sячеек$/)).toBeVisible();

  await page.keyboard.press('ControlOrMeta+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('7773\n7773\n');
  await expect(grid).toBeFocused();
  await page.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'По таблице: цена, скидка' })).toBeVisible();
  await expect(page.getByRole('cell', { name: /станет 7\s773/ })).toHaveCount(2);
  await page.getByRole('button', { name: /^Применить к 4\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  const edit = page.url();

  await page.goto('/home/cards?q=Кружка');
  await expect(page.locator('tbody').getByText(/^7\s773\s₽$/)).toHaveCount(2);
  await page.goto(edit);
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
});

test('a shop’s own price and discount and a characteristic get columns, are applied and rolled back', async ({
  page,
}) => {
  await openTable(page);
  await page.getByRole('button', { name: 'Столбцы', exact: true }).click();
  const box = page.getByRole('dialog', { name: 'Столбцы таблицы' });
  await box.getByRole('group', { name: 'Своя цена в магазине' }).getByRole('checkbox').first().check();
  await box.getByRole('group', { name: 'Своя скидка в магазине' }).getByRole('checkbox').first().check();
  await box.getByRole('checkbox', { name: /^Цвет / }).check();
  await page.keyboard.press('Escape');
  const placeOf = async (name: RegExp) =>
    Number(await page.getByRole('columnheader', { name }).getAttribute('aria-colindex'));
  await expect(page.getByRole('columnheader', { name: 'Цвет', exact: true })).toBeAttached();
  const [own, colour] = [await placeOf(/^Своя цена /), await placeOf(/^Цвет$/)];
  const discount = await placeOf(/^Своя скидка /);
  expect(discount).toBe(own + 1);
  await cell(page, 1, own).click();
  await page.keyboard.type('7776');
  await page.keyboard.press('Enter');
  await cell(page, 1, discount).click();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  // Beyond the window's edge no cell is drawn.
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await cell(page, 1, colour).click();
  await page.evaluate(() => navigator.clipboard.writeText('белй'));
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cell(page, 1, colour)).toContainText('Похоже на «белый»');
  await page.evaluate(() => navigator.clipboard.writeText('хаки'));
  await page.keyboard.press('ControlOrMeta+v');
  expect(await violations(page, 'own columns')).toEqual([]);
  await page.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(
    page.getByRole('heading', {
      level: 1,
      name: /^По таблице: своя цена \(«.+»\), своя скидка \(«.+»\), «Цвет»$/,
    }),
  ).toBeVisible();
  // As a table or as a list, by the room that their columns need.
  const became = (text: RegExp) => page.getByRole('insertion').filter({ hasText: text });
  await expect(became(/7\s776/)).toBeVisible();
  await expect(became(/3\s%$/)).toBeVisible();
  await page.getByRole('button', { name: /^Применить к 1\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
});

test('columns beyond the edge of the window are told of until they are in sight, and have no cells before', async ({
  page,
}) => {
  const grid = await openTable(page);
  const more = page.locator('[data-more-aside]');
  await expect(more).toBeVisible();
  // A few rows do not fill the window: the edge ends where they do.
  const [edge, frame] = [await more.boundingBox(), await grid.locator('..').boundingBox()];
  const bottom = (box: typeof edge) => (box ? box.y + box.height : Number.NaN);
  expect(bottom(edge)).toBeLessThanOrEqual(bottom(frame));
  await expect(cell(page, 1, TAGS)).toHaveCount(0);
  await grid.evaluate((table) => (table.parentElement!.scrollLeft = 10_000));
  await expect(more).toBeHidden();
  await expect(cell(page, 1, TAGS)).toBeInViewport();
  await expect(cell(page, 1, 1)).toBeInViewport();
  await grid.evaluate((table) => (table.parentElement!.scrollLeft = 0));
  await expect(more).toBeVisible();
  await expect(cell(page, 1, TAGS)).toHaveCount(0);
});

test('titles and descriptions are typed in a larger field and pasted with their lines, and go back', async ({
  page,
}) => {
  await openTable(page);
  await cell(page, 1, TITLE).dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Чайник проверочный');
  await expect(page.getByText('18 / 60')).toBeVisible();
  expect(await violations(page, 'title')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, TITLE)).toHaveText(/^Чайник проверочный/);
  await cell(page, 1, DESCRIPTION).dblclick();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.type('Проверочная строка');
  expect(await violations(page, 'description')).toEqual([]);
  await page.keyboard.press('Tab');
  await page.evaluate(() => navigator.clipboard.writeText('"Первая\nвторая ""строка"""\r\n'));
  await cell(page, 2, DESCRIPTION).click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cell(page, 2, DESCRIPTION)).toContainText('вторая "строка"');
  await page.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'По таблице: наименование, описание' }),
  ).toBeVisible();
  await expect(page.getByText('Проверочная строка')).toBeVisible();
  await page.getByRole('button', { name: /^Применить к 2\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  const edit = page.url();
  await page.goto('/home/cards?q=проверочный');
  await expect(page.getByRole('link', { name: 'Чайник проверочный' })).toBeVisible();
  await page.goto(edit);
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
});

test('what a card may be without is emptied by Delete, taken from the row above, seen as empty, and goes back', async ({
  page,
}) => {
  await openTable(page);
  const text = await cell(page, 1, DESCRIPTION).innerText();
  await cell(page, 1, PRICE).click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('status').filter({ hasText: 'Ничего не изменено' })).toBeVisible();
  await cell(page, 1, DESCRIPTION).click();
  await page.keyboard.press('Delete');
  await expect(cell(page, 1, DESCRIPTION)).toHaveAttribute('title', /^было /);
  await page.keyboard.press('ControlOrMeta+Delete');
  await expect(cell(page, 1, DESCRIPTION)).toHaveText(text);
  await page.keyboard.press('Delete');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+d');
  await expect(page.getByText(/^Изменено: 2\sкарточки, 2\sячейки$/)).toBeVisible();
  await page.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'По таблице: описание' })).toBeVisible();
  await expect(page.getByRole('insertion').filter({ hasText: 'не указано' })).toHaveCount(2);
  expect(await violations(page, 'emptied')).toEqual([]);
  await page.getByRole('button', { name: /^Применить к 2\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
});

test.describe('the last row', () => {
  for (const [width, height] of [
    [1440, 900],
    [768, 600],
    [1280, 500],
  ] as const)
    test(`at ${width} × ${height} px stays above the foot, which a notification about a paste raises`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await signIn(page);
      await page.goto('/home/cards?q=Кружка');
      await expect(page.locator('tbody tr[aria-rowindex]').first().getByRole('link')).toBeVisible();
      await page.locator('thead').getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Таблица', exact: true }).click();
      const grid = page.getByRole('grid');
      await expect(grid).toBeFocused();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('Home');
      await page.evaluate(() => navigator.clipboard.writeText('1\t2\n3\t4\n'));
      // In a window that nobody sees no notification goes by itself.
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await page.keyboard.press('ControlOrMeta+v');
      await expect(page.getByText(/Не поместилось: 1\sстрока/)).toBeVisible();
      const coveredPx = () =>
        grid.evaluate((table) => {
          const active = document.getElementById(table.getAttribute('aria-activedescendant') ?? '');
          const foot = document.querySelector('[data-floating-bar]');
          const frame = table.parentElement;
          const notices = [...document.querySelectorAll('[data-notice]')];
          if (!active || !foot || !frame || notices.length === 0) return Number.NaN;
          const { top, bottom } = foot.getBoundingClientRect();
          // Notifications are there a moment before the foot is above them.
          const noticesTop = Math.min(...notices.map((notice) => notice.getBoundingClientRect().top));
          if (bottom > noticesTop + 1) return Number.NaN;
          const edges = [top, frame.getBoundingClientRect().bottom];
          return Math.round(active.getBoundingClientRect().bottom - Math.min(...edges));
        });
      await expect.poll(coveredPx).toBeLessThanOrEqual(0);
    });
});

test('a mouse chooses cells, fills them down by the corner and types into one', async ({ page }) => {
  await openTable(page);
  await cell(page, 1, PRICE).click();
  await page.keyboard.type('7774');
  await cell(page, 1, PRICE + 1).click();
  await cell(page, 1, PRICE).click();
  const corner = page.locator('[data-fill-handle]');
  const from = await corner.boundingBox();
  const to = await cell(page, 3, PRICE).boundingBox();
  if (!from || !to) throw new Error('No box');
  await page.mouse.move(from.x + 3, from.y + 3);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + 5, { steps: 5 });
  await page.mouse.up();
  await expect(cell(page, 3, PRICE)).toHaveText(/^7\s774/);
  await expect(cell(page, 4, PRICE)).not.toHaveText(/^7\s774/);
  await corner.dblclick();
  await expect(cell(page, 4, PRICE)).toHaveText(/^7\s774/);

  await cell(page, 2, DISCOUNT).dblclick();
  await page.keyboard.type('много');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, DISCOUNT)).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page, 'problem')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await violations(page, 'dark')).toEqual([]);
});

test('what was typed survives a reload, with the choice of cards, and can be typed again', async ({
  page,
}) => {
  await openTable(page);
  await page.keyboard.type('7775');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, PRICE)).toHaveText(/^7\s775/);
  // It is on the device a moment after the last key.
  await expect
    .poll(async () => linesWith(await deviceDump(page), /^database .*draft.*card-table/))
    .toHaveLength(1);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '5');
  await expect(cell(page, 1, PRICE)).not.toHaveText(/^7\s775/);
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await expect(cell(page, 1, PRICE)).toHaveText(/^7\s775/);

  // Opened by its address alone, the table has the draft and its cards.
  await page.goto('/home/shipments');
  await page.goto('/home/cards/table');
  await expect(page.getByText('Выберите карточки для таблицы')).toBeVisible();
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await expect(cell(page, 1, PRICE)).toHaveText(/^7\s775/);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByText('Таблице нужен экран шире')).toBeVisible();
  expect(await violations(page, 'phone')).toEqual([]);
});
