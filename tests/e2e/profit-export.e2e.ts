import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
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
  const save = async (item: string) => {
    await button.click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  await button.click();
  expect(await violations(page, 'the menu of formats')).toEqual([]);
  await page.keyboard.press('Escape');

  const csv = await save('Файл CSV');
  expect(csv.name).toMatch(/^Прибыль .*\.csv$/);
  const lines = csv.bytes.toString('utf8').trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\ufeffАртикул WB;.*;Прибыль, ₽;Предварительно$/);
  // Sales may have come since the count was shown.
  expect(lines.length - 1).toBeGreaterThanOrEqual(shown);
  for (const line of lines.slice(1)) expect(line).toMatch(/;-?\d+,\d\d;(?:да|нет)$/);

  const xlsx = await save('Таблица XLSX');
  expect(xlsx.name).toMatch(/^Прибыль .*\.xlsx$/);
  const sheet = unzipSync(new Uint8Array(xlsx.bytes))['xl/worksheets/sheet1.xml'];
  expect(strFromU8(sheet ?? new Uint8Array()).match(/<row /g)?.length).toBeGreaterThanOrEqual(lines.length);
});
