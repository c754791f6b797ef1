import { strFromU8, unzipSync } from 'fflate';
import { linesOf, saveTable } from './support/save-table.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

test('the cards of a period are saved as a workbook and as CSV, as many as the page counts', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/analytics/profit');
  const section = page.getByRole('region', { name: 'По карточкам' });
  const count = section.getByText(/^\d[\d\s]*\s(?:карточка|карточки|карточек)$/);
  // The demonstration's sales come shop by shop after the start.
  let shown = 0;
  await expect(async () => {
    shown = Number((await count.innerText()).replace(/\D/g, ''));
    expect(shown).toBeGreaterThan(0);
  }).toPass();

  const button = page.getByRole('button', { name: 'Скачать: Прибыль по карточкам' });
  await button.click();
  expect(await violations(page, 'the menu of formats')).toEqual([]);
  await page.keyboard.press('Escape');

  const csv = await saveTable(page, 'Прибыль по карточкам', 'Файл CSV');
  expect(csv.name).toMatch(/^Прибыль .*\.csv$/);
  const lines = csv.bytes.toString('utf8').trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\ufeffАртикул WB;.*;Прибыль, ₽;Предварительно$/);
  // Sales may have come since the count was shown.
  expect(lines.length - 1).toBeGreaterThanOrEqual(shown);
  for (const line of lines.slice(1)) expect(line).toMatch(/;-?\d+,\d\d;(?:да|нет)$/);

  const xlsx = await saveTable(page, 'Прибыль по карточкам', 'Таблица XLSX');
  expect(xlsx.name).toMatch(/^Прибыль .*\.xlsx$/);
  const sheet = unzipSync(new Uint8Array(xlsx.bytes))['xl/worksheets/sheet1.xml'];
  expect(strFromU8(sheet ?? new Uint8Array()).match(/<row /g)?.length).toBeGreaterThanOrEqual(lines.length);
});

test('the days of a period, what a figure adds up from and how a tax is counted are saved', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/analytics/profit');
  const days = await saveTable(page, 'По дням', 'Файл CSV');
  expect(days.name).toMatch(/^Прибыль по дням .*\.csv$/);
  expect(linesOf(days)).toHaveLength(14);

  await page.goto('/home/analytics/profit?of=LOGISTICS');
  const parts = page.getByRole('dialog').getByRole('list', { name: 'Из чего сложилось' });
  await expect(parts).toBeVisible();
  const saved = await saveTable(page, 'Слагаемые', 'Файл CSV');
  expect(saved.name).toMatch(/^Логистика, слагаемые .*\.csv$/);
  expect(linesOf(saved)).toHaveLength(await parts.locator('> li').count());
  expect(await violations(page, 'an opened figure')).toEqual([]);

  await page.goto('/home/analytics/profit?of=TAX');
  const tax = await saveTable(page, 'Как посчитан налог', 'Таблица XLSX');
  expect(tax.name).toMatch(/^Как посчитан налог .*\.xlsx$/);
  expect(tax.bytes.subarray(0, 2).toString()).toBe('PK');
});

test('the promotions are saved', async ({ page }) => {
  await signIn(page);
  await page.goto('/home/promotions');
  const promotions = await saveTable(page, 'Акции', 'Файл CSV');
  expect(promotions.name).toBe('Акции.csv');
  expect(linesOf(promotions).length).toBeGreaterThan(0);
});
