import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@playwright/test';
import { BIG } from './support/big-account.ts';
import { chooseAll } from './support/choose-all.ts';
import { differences, tableReader, type Facts } from './support/table-reader.ts';
import { CARDS, digits, expectSoon as expect, onTenThousandCards } from './support/ten-thousand.ts';
import { signIn, test } from './support/test.ts';

/** «Таблица» of ten thousand cards with twenty columns: what a spreadsheet of that size is expected to do. */

const COLUMNS = 20;
const PRICE = 3;
const LAST_PRICE_RUB = 77_777;
/** Of the columns from the price to the cost price, with what two shops have of their own between them. */
const PASTED_ROWS = 3_000;
const COLOUR = 'Цвет';
const POWER = 'Мощность, Вт';
const FILLED_WITH = 'белый';
/** More than a window of any usual height shows, with the margin that is drawn beside it. */
const MOST_ROWS = 60;
const MOST_ELEMENTS = 2_000;

onTenThousandCards();

test('twenty columns are scrolled to their ends, typed and pasted into, mended, filled down, taken back and done again; what stands in them is looked at, applied, told in the history and rolled back', async ({
  page,
}) => {
  await signIn(page, BIG);
  const read = await tableReader(page.request, COLOUR);
  const before = await read.cards();
  const chosen = await chooseAll(page);
  expect(before).toHaveLength(chosen);
  await page.getByRole('button', { name: 'Таблица', exact: true }).click();
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', String(chosen + 1));
  await chooseColumns(page, read.shops);
  await expect(grid).toHaveAttribute('aria-colcount', String(COLUMNS));
  const cell = (row: number, column: number) =>
    page.locator(`[aria-rowindex="${row + 1}"] [aria-colindex="${column}"]`);
  const said = page.getByText(/^Изменено: /);
  const changedCells = async () => Number(digits((await said.textContent())?.split(',')[1]));

  // Both ends and between them: only what is seen is drawn.
  await expectFewDrawn(page);
  await grid.evaluate((table) => (table.parentElement!.scrollTop = 1e9));
  await expect(cell(chosen, 1)).toBeInViewport();
  await expectFewDrawn(page);
  await grid.evaluate((table) => (table.parentElement!.scrollLeft = 1e9));
  await expect(cell(chosen, COLUMNS)).toBeInViewport();
  await expectFewDrawn(page);
  await grid.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await expect(cell(1, 1)).toBeInViewport();
  for (let turn = 0; turn < 5; turn += 1) await page.keyboard.press('PageDown');
  await expectFewDrawn(page);
  await page.keyboard.press('ControlOrMeta+End');
  await expect(cell(chosen, COLUMNS)).toBeInViewport();

  await page.keyboard.press('Home');
  await goTo(page, PRICE);
  await page.keyboard.type(String(LAST_PRICE_RUB));
  await page.keyboard.press('Enter');
  await expect(cell(chosen, PRICE)).toHaveText(/^77\s777/);

  // As Excel puts it there, with sums as it shows them and two cells that cannot be.
  const wanted = Array.from({ length: PASTED_ROWS }, (_, row) => pastedFacts(row));
  const block = wanted.map(pastedCells);
  block[9]?.splice(0, 1, 'дорого');
  block[2_499]?.splice(1, 1, '150');
  await page.keyboard.press('ControlOrMeta+Home');
  await goTo(page, PRICE);
  await paste(page, block.map((cells) => `${cells.join('\t')}\r\n`).join(''));
  await expect(cell(1, PRICE)).toHaveText(/^20\s000/);
  await expectFewDrawn(page);
  const send = page.getByRole('button', { name: 'Посмотреть изменения' });
  await expect(send).toHaveAccessibleDescription(/Исправьте 2\sячейки с ошибками/);
  // The active cell is before both.
  await page.getByRole('button', { name: 'Показать' }).click();
  await expect(cell(10, PRICE)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Строка 10, цена: нужна сумма в рублях')).toBeVisible();
  await page.keyboard.type('20009');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Показать' }).click();
  await expect(cell(2_500, PRICE + 1)).toBeInViewport();
  await page.keyboard.type(String(wanted[2_499]?.discount));
  await page.keyboard.press('Enter');
  const pasted = wanted.reduce((sum, facts, row) => sum + differences(read.factsOf(before[row]), facts), 1);
  await expect.poll(changedCells).toBe(pasted);
  await expect(send).toBeEnabled();

  // One value over all rows; cards whose subject does not have it are passed by.
  const colour = await columnOf(page, COLOUR);
  await page.keyboard.press('ControlOrMeta+Home');
  await goTo(page, colour);
  await paste(page, 'зелёновый');
  await expect(cell(1, colour)).toContainText('нет в справочнике Wildberries');
  await paste(page, FILLED_WITH);
  await expect(cell(1, colour)).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('ControlOrMeta+Shift+ArrowDown');
  await page.keyboard.press('ControlOrMeta+d');
  await expect.poll(changedCells).toBeGreaterThan(pasted + CARDS / 2);
  const all = await changedCells();
  await expectFewDrawn(page);

  // Each step back: the fill, the colour, the odd one, both that were mended, the block.
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(changedCells).toBe(1);
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(changedCells).toBe(all);

  await send.click();
  await expect(page.getByRole('heading', { level: 1, name: /^По таблице: цена, скидка/ })).toBeVisible();
  const after = before.map((card, row) => ({
    ...(wanted[row] ?? read.factsOf(card)),
    ...(row === chosen - 1 && { price_kopecks: LAST_PRICE_RUB * 100 }),
    values: read.hasIt(card) ? FILLED_WITH : card.values,
  }));
  const present = async () =>
    (await read.cards()).map((card) => ({ ...read.factsOf(card), values: card.values }));
  const atFirst = before.map((card) => ({ ...read.factsOf(card), values: card.values }));
  const count = after.filter((one, row) => !isDeepStrictEqual(one, atFirst[row])).length;
  const apply = page.getByRole('button', { name: /^Применить к \d/ });
  await expect.poll(async () => digits(await apply.textContent())).toBe(String(count));
  await apply.click();
  const applied = page.getByText(/^Применено \d/);
  const progress = page.getByRole('progressbar', { name: 'Применено' });
  await expect(progress.or(applied)).toBeVisible();
  await expect(applied).toBeVisible();
  expect(await present()).toEqual(after);

  await page.goto('/home/cards/history');
  const entry = page.getByRole('listitem').filter({ hasText: /^По таблице: цена, скидка/ });
  const told = entry.getByText(/ · применено /);
  await expect
    .poll(async () => digits((await told.textContent())?.split('применено')[1]))
    .toBe(String(count));
  await entry.getByRole('link').click();
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
  expect(await present()).toEqual(atFirst);
});

/** From the first column. */
async function goTo(page: Page, column: number): Promise<void> {
  for (let at = 1; at < column; at += 1) await page.keyboard.press('ArrowRight');
}

/** By the clipboard, as from another spreadsheet. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
}

async function columnOf(page: Page, name: string): Promise<number> {
  const head = page.getByRole('columnheader', { name, exact: true });
  return Number(await head.getAttribute('aria-colindex'));
}

async function chooseColumns(page: Page, shops: readonly { name: string }[]): Promise<void> {
  await page.getByRole('button', { name: 'Столбцы', exact: true }).click();
  const box = page.getByRole('dialog', { name: 'Столбцы таблицы' });
  for (const legend of ['Своя цена в магазине', 'Своя скидка в магазине']) {
    const group = box.getByRole('group', { name: legend });
    for (const { name } of shops) await group.getByRole('checkbox', { name, exact: true }).check();
  }
  for (const name of [COLOUR, POWER])
    await box.getByRole('checkbox', { name: new RegExp(`^${name} `) }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: POWER, exact: true })).toBeAttached();
}

async function expectFewDrawn(page: Page): Promise<void> {
  const drawn = await page.evaluate(() => ({
    rows: document.querySelectorAll('tr[aria-rowindex]').length,
    elements: document.querySelectorAll('*').length,
  }));
  expect(drawn.rows).toBeLessThan(MOST_ROWS);
  expect(drawn.elements).toBeLessThan(MOST_ELEMENTS);
}

/** What the pasted row says. */
function pastedFacts(row: number): Facts {
  return {
    price_kopecks: (20_000 + row) * 100,
    discount: row % 50,
    club_discount: row % 10,
    cost_price_kopecks: 50_000 + row,
    own: [(15_000 + row) * 100, row % 40, (16_000 + row) * 100, row % 30],
  };
}

/** Beside the price with its discount, which is reckoned and passed by, there are two shops. */
function pastedCells({ price_kopecks, discount, club_discount, cost_price_kopecks, own }: Facts): string[] {
  const [price, ownPrice, ownDiscount, otherPrice, otherDiscount] = [price_kopecks, ...own];
  const sum = (kopecks = 0) =>
    new Intl.NumberFormat('ru', { minimumFractionDigits: 2 }).format(kopecks / 100);
  return [
    sum(price),
    `${discount}%`,
    '1',
    String(club_discount),
    sum(ownPrice ?? 0),
    String(ownDiscount),
    sum(otherPrice ?? 0),
    String(otherDiscount),
    sum(cost_price_kopecks ?? 0),
  ];
}
