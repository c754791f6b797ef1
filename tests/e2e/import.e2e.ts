import { readFile } from 'node:fs/promises';
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

function xlsx(name: string, buffer: Buffer) {
  return { name, mimeType: 'application/octet-stream', buffer };
}
