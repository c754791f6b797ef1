import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { chooseAll } from './support/choose-all.ts';
import { readApi } from './support/read-api.ts';
import { expect, signIn, test } from './support/test.ts';

const VIEW = 'Кружки, дешёвые сверху';

test('a saved view shows as many cards as it says, and its file has the very same', async ({ page }) => {
  await signIn(page);
  const api = await readApi(page.request);
  await page.goto('/home/cards?q=кружка&ordering=price');
  await page.getByRole('button', { name: 'Вид', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Вид списка' });
  await menu.getByRole('textbox', { name: 'Название нового вида' }).fill(VIEW);
  await menu.getByRole('button', { name: 'Сохранить', exact: true }).click();
  const saved = menu.getByRole('button', { name: VIEW, exact: true });
  await expect(saved).toHaveAttribute('aria-pressed', 'true');
  const address = page.url();

  // By its name from the whole list, and by its address as another person gets it.
  await page.goto('/home/cards');
  await page.getByRole('button', { name: 'Вид', exact: true }).click();
  await saved.click();
  await expect(page).toHaveURL(address);
  await page.goto(address);
  const { count, results } = await api('/cards/?limit=200&search=кружка&ordering=price');
  expect(count).toBeGreaterThan(1);
  expect(results).toHaveLength(count);
  const found = page.getByText(/^Найдено /).first();
  await expect.poll(async () => Number((await found.textContent())?.replace(/\D/g, ''))).toBe(count);

  expect(await chooseAll(page)).toBe(count);
  await page.getByRole('button', { name: 'Скачать' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  const [heads = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  const code = heads.indexOf('Артикул продавца');
  const codesShown: string[] = results.map((card: { vendor_code: string }) => card.vendor_code);
  expect(rows.map((row) => row[code]).toSorted()).toEqual(codesShown.toSorted());
});
