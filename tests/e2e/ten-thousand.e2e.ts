import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import Papa from 'papaparse';
import { readPdf } from '#tests/support/labels/read-pdf.ts';
import { BIG } from './support/big-account.ts';
import { chooseAll } from './support/choose-all.ts';
import { readApi } from './support/read-api.ts';
import { CARDS, CHANGED_WITHIN_MS, digits, onTenThousandCards } from './support/ten-thousand.ts';
import { expect, signIn, test } from './support/test.ts';

/** What is done with ten thousand cards at once; that they are the same ones till the archive is in selection.e2e.ts. */

const PRICE = 3;
const DISCOUNT = 4;
/** Rows of a file that cannot be. */
const REFUSED = 3;

onTenThousandCards();

test.beforeEach(async ({ page }) => {
  await signIn(page, BIG);
});

test('they are searched, filtered and put in order, and each time it is said how many there are', async ({
  page,
}) => {
  const api = await readApi(page.request, BIG);
  const found = page.getByText(/^Найдено /).first();
  const titles = () => page.locator('tbody tr[aria-rowindex] a').allTextContents();
  const expectAnswer = async (query: string) => {
    const { count, results } = await api(`/cards/?limit=5&${query}`);
    expect(count, query).toBeGreaterThan(5);
    await expect.poll(async () => digits(await found.textContent()), query).toBe(String(count));
    const wanted = results.map(({ title }: { title: string }) => title);
    await expect.poll(async () => (await titles()).slice(0, 5), query).toEqual(wanted);
  };

  // «кружка», typed in the other layout.
  await page.getByRole('searchbox').fill('rhe;rf');
  await expectAnswer('search=rhe;rf');
  // Not the column of that name.
  await page.locator('[aria-haspopup=dialog]', { hasText: /^Остаток/ }).click();
  await page.getByRole('radio', { name: 'Есть в наличии' }).click();
  await expectAnswer('search=rhe;rf&stock=some');
  await page.getByRole('columnheader', { name: /^Цена/ }).getByRole('button').click();
  await expect(page).toHaveURL(/ordering=/);
  await expectAnswer(`search=rhe;rf&stock=some&ordering=${new URL(page.url()).searchParams.get('ordering')}`);
  await page.getByRole('link', { name: /^Опубликованы/ }).click();
  await expectAnswer(
    `search=rhe;rf&stock=some&state=PUBLISHED&ordering=${new URL(page.url()).searchParams.get('ordering')}`,
  );
});

test('they go to the archive by one press and come back by another', async ({ page }) => {
  const api = await readApi(page.request, BIG);
  const before = await api('/cards/counters/');
  const chosen = await chooseAll(page);
  await page.getByRole('button', { name: 'В архив' }).click();
  const moved = page.getByText(/^В архиве: [\d\s]+/).first();
  await expect(moved).toBeVisible({ timeout: CHANGED_WITHIN_MS });
  expect(digits(await moved.textContent())).toBe(String(chosen));
  expect((await api('/cards/?limit=1')).count).toBe(0);
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click();
  await expect(page.getByText(/^Возвращено из архива: [\d\s]+/).first()).toBeVisible({
    timeout: CHANGED_WITHIN_MS,
  });
  expect(await api('/cards/counters/')).toEqual(before);
});

test('their prices are changed from «Изменить»: looked at, applied to all, and all goes back', async ({
  page,
}) => {
  const api = await readApi(page.request, BIG);
  const cheapestAndDearest = async () => {
    const lists = await Promise.all(
      ['price', '-price'].map((ordering) => api(`/cards/?limit=1&ordering=${ordering}`)),
    );
    return lists.map(({ results }) => results[0].price_kopecks);
  };
  const before = await cheapestAndDearest();
  const chosen = await chooseAll(page);
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Цена до скидки').selectOption('SET');
  await dialog.getByLabel('Сколько').fill('7777');
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Цена 7\s777/ })).toBeVisible();
  const apply = page.getByRole('button', { name: /^Применить к \d/ });
  await expect
    .poll(async () => digits(await apply.textContent()), { timeout: CHANGED_WITHIN_MS })
    .toBe(String(chosen));
  await apply.click({ timeout: CHANGED_WITHIN_MS });
  await expect(page.getByText(/^Применено \d/)).toBeVisible({ timeout: CHANGED_WITHIN_MS });
  expect(await cheapestAndDearest()).toEqual([777_700, 777_700]);
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible({ timeout: CHANGED_WITHIN_MS });
  expect(await cheapestAndDearest()).toEqual(before);
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
  // Cells beyond the window's edge are not drawn: back to where the prices are.
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
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

test('a CSV of them, changed and with rows that cannot be, is put in: the rest is changed, the errors come back as a file, all goes back', async ({
  page,
}) => {
  const chosen = await chooseAll(page);
  await page.getByRole('button', { name: 'Скачать' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  const [heads = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  expect(rows).toHaveLength(chosen);
  const price = heads.indexOf('Цена, ₽');
  for (const [at, row] of rows.entries()) row[price] = at < REFUSED ? 'дорого' : String(20_000 + at);
  const csv = Papa.unparse([heads, ...rows], { delimiter: ';' });

  await page.goto('/home/cards/import');
  const file = { name: 'Цены.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('Файл с карточками').setInputFiles(file);
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  const changes = page.getByRole('link', { name: 'Посмотреть изменения' });
  await expect(changes).toBeVisible({ timeout: CHANGED_WITHIN_MS });
  const errors = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать с ошибками' }).click();
  const sheet = unzipSync(new Uint8Array(await readFile(await (await errors).path())))[
    'xl/worksheets/sheet1.xml'
  ];
  // The heads and a row for each.
  expect(new TextDecoder().decode(sheet).match(/<row /g)).toHaveLength(REFUSED + 1);

  await changes.click();
  const apply = page.getByRole('button', { name: /^Применить к \d/ });
  await expect(apply).toContainText(String(chosen - REFUSED).slice(-3));
  await apply.click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible({ timeout: CHANGED_WITHIN_MS });
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible({ timeout: CHANGED_WITHIN_MS });
});

/** The big account's cards are not at the marketplace: it takes none of their stocks. */
test('stocks that the marketplace does not take are refused card by card, with what to do', async ({
  page,
}) => {
  const chosen = await chooseAll(page);
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Что изменить').selectOption('STOCKS');
  await dialog.getByLabel('Склад или группа складов').selectOption({ index: 1 });
  await dialog.getByLabel('Остаток').selectOption('UP');
  await dialog.getByLabel('Сколько').fill('1234');
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Остатки: \+1\s234/ })).toBeVisible();
  await page.getByRole('button', { name: /^Применить к \d/ }).click({ timeout: CHANGED_WITHIN_MS });
  await expect(page.getByText(/^Применено \d/)).toBeVisible({ timeout: CHANGED_WITHIN_MS });
  const refused = page.getByRole('link', { name: /^Не изменить/ });
  await expect.poll(async () => digits(await refused.textContent())).toBe(String(chosen));
  await expect(page.getByText('Карточки ещё нет в магазине этого склада').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Подготовить заново' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Откатить' })).toHaveCount(0);
});

test('labels of all of them are several files in an archive, as many as were said', async ({ page }) => {
  const chosen = await chooseAll(page);
  await page.getByRole('button', { name: 'Этикетки' }).click();
  const dialog = page.getByRole('dialog');
  const count = dialog.getByText(/^[\d\s]+этикет\S+\s[\d\s]+карточ\S+\s\d\sфайла\sPDF\sв одном архиве$/);
  await expect(count).toBeVisible({ timeout: CHANGED_WITHIN_MS });
  const said = Number(digits((await count.textContent())?.split(',')[0]));
  expect(said).toBeGreaterThan(chosen);
  const coming = page.waitForEvent('download', { timeout: CHANGED_WITHIN_MS });
  await dialog.getByRole('button', { name: 'Скачать ZIP' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('Этикетки.zip');
  const files = unzipSync(new Uint8Array(await readFile(await file.path())));
  const pages = Object.values(files).map((pdf) => readPdf(Buffer.from(pdf)).pageCount);
  expect(pages.reduce((sum, one) => sum + one, 0)).toBe(said);
});

/** The last: the account has twice as many cards after it. */
test('ten thousand new cards of a file are looked at and made, each once', async ({ page }) => {
  const api = await readApi(page.request, BIG);
  const { count: before } = await api('/cards/?limit=1');
  const rows = Array.from({ length: CARDS }, (_, n) => `НОВАЯ-${n};Кружка из файла ${n};Кружки;${1000 + n}`);
  const buffer = Buffer.from(['Артикул;Название;Предмет;Цена', ...rows].join('\n'));
  await page.goto('/home/cards/import');
  const file = { name: 'новые.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('Файл с карточками').setInputFiles(file);
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  const create = page.getByRole('button', { name: /^Создать 10\s000\s/ });
  await create.click({ timeout: CHANGED_WITHIN_MS });
  await expect(page.getByText(/^создано 10\s000$/)).toBeVisible({ timeout: CHANGED_WITHIN_MS });
  expect((await api('/cards/?limit=1')).count).toBe(before + CARDS);
  expect((await api('/cards/?limit=1&search=НОВАЯ-9999')).count).toBe(1);
});
