import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

test('cards of a file are looked at, created and changed; its errors come back as a file; the export put in changes nothing', async ({
  page,
}) => {
  await signIn(page);
  // Cards of the demonstration, whatever other tests have made.
  await page.goto('/home/cards?state=PUBLISHED');
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  const codes = (await rows.allTextContents()).flatMap((text) => /[A-Z]+-\d+-[A-Z]+/.exec(text)?.[0] ?? []);
  for (const index of [0, 1, 2]) await rows.nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Скачать' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /XLSX/ }).click();
  const exported = await readFile(await (await coming).path());

  await page.goto('/home/cards/create');
  await page.getByRole('link', { name: 'Выбрать файл' }).click();
  await expect(page.getByRole('heading', { name: 'Карточки из файла' })).toBeVisible();
  expect(await violations(page, 'new import')).toEqual([]);
  await page.getByLabel('Файл с карточками').setInputFiles(xlsx('Карточки.xlsx', exported));
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  await expect(page.getByText('Менять нечего')).toBeVisible();

  await page.goto('/home/cards/import');
  // A card of its own for each try.
  const code = `ИМПОРТ-${Date.now()}`;
  const table = [
    'Артикул;Название;Предмет;Цена;Скидка;Мой столбец',
    `${code};Кружка из файла;Кружки;1 290;10;ааа`,
    `${codes[0]};;;6 543;;`,
    'БЕЗ-ПРЕДМЕТА;Кружка;Кружечки;дорого;;',
  ].join('\n');
  await page.getByLabel('Файл с карточками').setInputFiles(xlsx('товары.csv', Buffer.from(table)));
  await expect(page.getByLabel('Что в столбце 4, «Цена»')).toHaveValue('priceKopecks');
  expect(await violations(page, 'columns')).toEqual([]);
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  await expect(page.getByText('Нет такого предмета')).toBeVisible();
  expect(await violations(page, 'outcome')).toEqual([]);
  const errors = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать с ошибками' }).click();
  expect((await errors).suggestedFilename()).toBe('Строки с ошибками.xlsx');

  await page.getByRole('button', { name: /^Создать 1\s/ }).click();
  await expect(page.getByText('создано 1')).toBeVisible();
  await page.getByRole('link', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('cell', { name: /станет 6\s543/ })).toBeVisible();
  await page.getByRole('button', { name: /^Применить к 1\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  await page.goto(`/home/cards?q=${code}`);
  await expect(page.getByRole('link', { name: 'Кружка из файла' }).first()).toBeVisible();

  await page.goto('/home/cards/import');
  await page.getByRole('button', { name: 'Скачать шаблон' }).click();
  await page.getByRole('combobox', { name: 'Поиск предмета' }).fill('кружки');
  expect(await violations(page, 'subject of a template')).toEqual([]);
  const template = page.waitForEvent('download');
  await page
    .getByRole('option', { name: /^Кружки/ })
    .first()
    .click();
  expect((await template).suggestedFilename()).toBe('Шаблон — Кружки.xlsx');

  // Whoever signs in again finds it.
  await page.goto('/home/cards/import');
  await expect(page.getByRole('link', { name: 'товары.csv' }).first()).toBeVisible();
});

test('a card that its number names is called otherwise by a file, and has a size with a barcode', async ({
  page,
}) => {
  await signIn(page);
  // A card of its own for each try.
  const code = `НОМЕР-${Date.now()}`;
  await page.goto('/home/cards/import');
  const fresh = `Артикул;Название;Предмет;Цена\n${code};Кружка по номеру;Кружки;1 290`;
  await page.getByLabel('Файл с карточками').setInputFiles(xlsx('новые.csv', Buffer.from(fresh)));
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  await page.getByRole('button', { name: /^Создать 1\s/ }).click();
  await expect(page.getByText('создано 1')).toBeVisible();
  await page.goto(`/home/cards?q=${code}`);
  const href = await page.getByRole('link', { name: 'Кружка по номеру' }).first().getAttribute('href');
  const id = /\d+/.exec(href ?? '')?.[0] ?? '';

  await page.goto('/home/cards/import');
  const renamed = `ID карточки;Артикул продавца;Размеры;Баркоды\n${id};${code}-Б;S;20394857`;
  await page.getByLabel('Файл с карточками').setInputFiles(xlsx('артикулы.csv', Buffer.from(renamed)));
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  await page.getByRole('link', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('cell', { name: /S: 20394857/ })).toBeVisible();
  expect(await violations(page, 'vendor codes and sizes to be changed')).toEqual([]);
  await page.getByRole('button', { name: /^Применить к 1\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  await page.goto(`/home/cards?q=${code}-Б`);
  await expect(page.getByText(`${code}-Б`, { exact: true }).first()).toBeVisible();
});

test('«Рос. размер» of a table is on the new card, and another is looked at, written and taken back', async ({
  page,
}) => {
  await signIn(page);
  // A card of its own for each try.
  const code = `РОС-${Date.now()}`;
  const upload = async (name: string, ...lines: string[]) => {
    await page.goto('/home/cards/import');
    await page.getByLabel('Файл с карточками').setInputFiles(xlsx(name, Buffer.from(lines.join('\n'))));
    await expect(page.getByLabel(/^Что в столбце \d, «Рос. размер»$/)).toHaveValue('wbSizes');
    await page.getByRole('button', { name: 'Проверить строки' }).click();
  };
  await upload(
    'новые.csv',
    'Артикул;Название;Предмет;Цена;Размер;Рос. размер',
    `${code};Футболка по росту;Футболки;1290;S;42`,
    `${code};;;;M;44-46`,
  );
  await page.getByRole('button', { name: /^Создать 1\s/ }).click();
  await expect(page.getByText('создано 1')).toBeVisible();

  await upload('размеры.csv', 'Артикул;Размеры;Рос. размер', `${code};"S; M";"42; 46"`);
  await page.getByRole('link', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('heading', { name: 'Из файла: рос. размер' })).toBeVisible();
  await expect(page.getByRole('cell', { name: /S: 42 · M: 44-46/ })).toBeVisible();
  expect(await violations(page, 'sizes to be changed')).toEqual([]);
  const edit = page.url();
  await page.getByRole('button', { name: /^Применить к 1\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  const expectWbSizes = async (expected: string[]) => {
    await page.goto(`/home/cards?q=${code}`);
    await page.getByRole('link', { name: 'Футболка по росту' }).click();
    const fields = page.getByLabel('Рос. размер');
    await expect
      .poll(async () => await Promise.all((await fields.all()).map((field) => field.inputValue())))
      .toEqual(expected);
  };
  await expectWbSizes(['42', '46']);
  await page.goto(edit);
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
  await expectWbSizes(['42', '44-46']);
});

test('rows of sizes become cards; one whose rows disagree is told of in its cell, comes back as a file, and is taken once mended', async ({
  page,
}) => {
  await signIn(page);
  // Cards of their own for each try, and barcodes.
  const stamp = Date.now();
  const [whole, torn] = [`РАЗМЕРЫ-${stamp}`, `СПОР-${stamp}`];
  const barcode = (n: number) => `20${String(stamp).slice(-9)}${n}`;
  const table = [
    'Артикул;Название;Предмет;Цена;Размер;Баркод',
    `${whole};Футболка по строкам;Футболки;1 290;S;${barcode(1)}`,
    `${torn};Поло по строкам;Футболки;990;M;${barcode(2)}`,
    `${whole};;;;M;"${barcode(3)},${barcode(4)}"`,
    `${torn};Рубашка по строкам;;990,00;L;${barcode(5)}`,
    `${whole};Футболка по строкам;Футболки;1290;XS;`,
  ].join('\n');
  await page.goto('/home/cards/import');
  await page.getByLabel('Файл с карточками').setInputFiles(xlsx('размеры.csv', Buffer.from(table)));
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  await expect(page.getByText(/^В таблице 5\sстрок — 2\sкарточки: строки одной карточки/)).toBeVisible();
  const causes = page.getByRole('list', { name: 'Строки с ошибками' }).locator(':scope > li');
  await expect(causes).toHaveText([
    /^Ошибка в строке 5 той же карточки1\sстрокаСтрока 3$/,
    /^Название: В строке 3 той же карточки — «Поло по строкам»: оставьте одно1\sстрокаСтрока 5 «Рубашка по строкам»$/,
  ]);
  expect(await violations(page, 'rows of sizes')).toEqual([]);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать с ошибками' }).click();
  const errors = await readFile(await (await coming).path());

  await page.getByRole('button', { name: /^Создать 1\s/ }).click();
  await expect(page.getByText('создано 1')).toBeVisible();
  await expectSizes(page, whole, [['S', barcode(1)], ['M', barcode(3), barcode(4)], ['XS']]);

  const mended = xlsx('Строки с ошибками.xlsx', withText(errors, 'Рубашка по', 'Поло по'));
  await page.goto('/home/cards/import');
  await page.getByLabel('Файл с карточками').setInputFiles(mended);
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  await page.getByRole('button', { name: /^Создать 1\s/ }).click();
  await expect(page.getByText('создано 1')).toBeVisible();
  await expectSizes(page, torn, [
    ['M', barcode(2)],
    ['L', barcode(5)],
  ]);
});

/** As the card's editor shows them: each size with its barcodes, in order. */
async function expectSizes(page: Page, code: string, sizes: readonly string[][]): Promise<void> {
  await page.goto(`/home/cards?q=${code}`);
  await page.getByRole('link', { name: / по строкам$/ }).click();
  const panel = page.locator('[data-field="sizes"]');
  const names = panel.getByRole('textbox', { name: 'Размер', exact: true });
  await expect(names).toHaveCount(sizes.length);
  for (const [at, [name = '']] of sizes.entries()) await expect(names.nth(at)).toHaveValue(name);
  await expect(panel.locator('[data-token]')).toHaveText(sizes.flatMap(([, ...barcodes]) => barcodes));
}

/** The workbook as somebody saves it who has written another text into its cells. */
function withText(workbook: Buffer, before: string, after: string): Buffer {
  const parts = unzipSync(new Uint8Array(workbook));
  const texts = Object.entries(parts).map(([name, bytes]) => {
    const text = strFromU8(bytes).replaceAll(before, after);
    return [name, name.startsWith('xl/worksheets/') ? strToU8(text) : bytes] as const;
  });
  return Buffer.from(zipSync(Object.fromEntries(texts)));
}

function xlsx(name: string, buffer: Buffer) {
  return { name, mimeType: 'application/octet-stream', buffer };
}
