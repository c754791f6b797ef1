import { readFile } from 'node:fs/promises';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

test('costs of a file are looked at, applied and taken back; those that are saved, put back, change nothing', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/cards?state=PUBLISHED');
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  const [code = ''] = /[A-Z]+-\d+-[A-Z]+/.exec((await rows.first().textContent()) ?? '') ?? [];
  const file = page.getByLabel('Файл с себестоимостью');

  await page.goto('/home/cards/costs');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать всю себестоимость' }).click();
  await page.getByRole('menuitem', { name: /XLSX/ }).click();
  const buffer = await readFile(await (await coming).path());
  await file.setInputFiles({ name: 'Себестоимость.xlsx', mimeType: 'application/octet-stream', buffer });
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  await expect(page.getByText('Менять нечего')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Строки с ошибками' })).toHaveCount(0);

  await page.goto('/home/cards/costs');
  const table = [
    'Артикул;Магазин;Размер;Действует с;Себестоимость',
    `${code};;;01.02.2098;321,50`,
    `${code};;;01.03.2098;322`,
    `${code};Нет такого;;;10`,
  ].join('\n');
  await file.setInputFiles({ name: 'закупки.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await expect(page.getByLabel('Что в столбце 4, «Действует с»')).toHaveValue('from');
  expect(await violations(page, 'columns of costs')).toEqual([]);
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  await expect(page.getByText('Нет такого магазина')).toBeVisible();
  expect(await violations(page, 'outcome of costs')).toEqual([]);
  const errors = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать: Ошибки' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await errors).suggestedFilename()).toBe('Строки с ошибками.csv');

  await page.getByRole('link', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByText(/станет 321,50/).first()).toBeVisible();
  await page.getByRole('button', { name: /^Применить к 1\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/[Оо]ткачен/).first()).toBeVisible();
});
