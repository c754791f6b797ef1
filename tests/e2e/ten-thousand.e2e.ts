import { readFile } from 'node:fs/promises';
import { readPdf } from '#tests/support/labels/read-pdf.ts';
import { addBigAccount, BIG } from './support/big-account.ts';
import { chooseAll } from './support/choose-all.ts';
import { expect, signIn, test } from './support/test.ts';

/** What is done with ten thousand cards at once; «Изменить», «В архив» and «Отправить» are in selection.e2e.ts. */

const CARDS = 10_000;
const PRICE = 3;
const DISCOUNT = 4;
/** Only ends what hangs: a busy machine takes minutes to change ten thousand cards. */
const CHANGED_WITHIN_MS = 240_000;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
test.describe.configure({ mode: 'serial' });
test.setTimeout(600_000);

test.beforeAll(async ({ backend }) => {
  test.setTimeout(600_000);
  await addBigAccount(backend, CARDS);
});

test.beforeEach(async ({ page }) => {
  await signIn(page, BIG);
});

test('a table of them takes ten thousand pasted rows, undoes them, and applies what stands in it', async ({
  page,
}) => {
  const chosen = await chooseAll(page);
  await page.getByRole('button', { name: 'Таблица', exact: true }).click();
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', String(chosen + 1));
  await grid.focus();
  const pasted = Array.from({ length: chosen }, (_, row) => `${String(1000 + row)}\t${String(row % 50)}`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted.join('\n'));
  await page.keyboard.press('ControlOrMeta+v');
  const changed = page.getByText(/^Изменено: /);
  await expect(changed).toContainText(String(chosen).slice(-3));
  await page.keyboard.press('ControlOrMeta+z');
  await expect(changed).toBeHidden();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(changed).toContainText(String(chosen).slice(-3));

  await page.keyboard.press('ControlOrMeta+End');
  const cell = (column: number) =>
    page.locator(`[aria-rowindex="${chosen + 1}"] [aria-colindex="${column}"]`);
  // What it was stands beside what it is to be.
  const begins = (column: number) => cell(column).textContent().then(digits);
  await expect.poll(() => begins(PRICE)).toMatch(new RegExp(`^${String(999 + chosen)}`));
  await expect.poll(() => begins(DISCOUNT)).toMatch(new RegExp(`^${String((chosen - 1) % 50)}`));

  await page.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'По таблице: цена, скидка' })).toBeVisible();
  await page.getByRole('button', { name: /^Применить к \d/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible({ timeout: CHANGED_WITHIN_MS });
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible({ timeout: CHANGED_WITHIN_MS });
});

test('a workbook of them put back in changes nothing', async ({ page }) => {
  const chosen = await chooseAll(page);
  await page.getByRole('button', { name: 'Скачать' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /XLSX/ }).click();
  const buffer = await readFile(await (await coming).path());

  await page.goto('/home/cards/import');
  const file = { name: 'Карточки.xlsx', mimeType: 'application/octet-stream', buffer };
  await page.getByLabel('Файл с карточками').setInputFiles(file);
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  await expect(page.getByText('Менять нечего')).toBeVisible();
  await expect(page.getByText(String(chosen).slice(-3)).first()).toBeVisible();
});

test('labels of them are more than a file holds, which is said; those of a search are in one file, as many as were said', async ({
  page,
}) => {
  await chooseAll(page);
  await page.getByRole('button', { name: 'Этикетки' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Больше 20.000.этикеток$/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Скачать PDF' })).toHaveAttribute('aria-disabled', 'true');

  await page.goto('/home/cards?q=Кружка');
  await expect(page.getByText(/^Найдено /).first()).toBeVisible();
  const chosen = await chooseAll(page);
  expect(chosen).toBeGreaterThan(500);
  await page.getByRole('button', { name: 'Этикетки' }).click();
  const count = dialog.getByText(/^[\d\s]+(?:этикетка|этикетки|этикеток), /);
  await expect(count).toBeVisible();
  const said = Number(digits((await count.textContent())?.split(',')[0]));
  expect(said).toBeGreaterThanOrEqual(chosen);
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Скачать PDF' }).click();
  expect(readPdf(await readFile(await (await coming).path())).pageCount).toBe(said);
});

const digits = (text: string | null | undefined) => (text ?? '').replace(/\D/g, '');
