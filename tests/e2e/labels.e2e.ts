import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { readPdf } from '#tests/support/labels/read-pdf.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

async function openLabelsOfTwo(page: Page) {
  await signIn(page);
  // A draft may have no barcode yet.
  await page.goto('/home/cards?state=PUBLISHED');
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Этикетки' }).click();
}

test('labels of chosen cards: set, counted, looked at, and in the file as many as were said', async ({
  page,
}) => {
  await openLabelsOfTwo(page);
  const dialog = page.getByRole('dialog');
  const count = dialog.getByText(/^\d+\s(?:этикетка|этикетки|этикеток), 2\sкарточки/);
  await expect(count).toBeVisible();
  const barcodes = Number.parseInt((await count.textContent()) ?? '', 10);
  await expect(dialog.getByRole('img', { name: /^Первая страница файла: / })).toBeVisible();
  expect(await violations(page, 'labels')).toEqual([]);

  await dialog.getByLabel('Этикеток на баркод').fill('3');
  await dialog.getByLabel('Бумага').selectOption('ROLL_58_30');
  await dialog.getByText('EAN-13', { exact: true }).click();
  await expect(count).toHaveText(new RegExp(`^${barcodes * 3}\\s`));
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Скачать PDF' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('Этикетки.pdf');
  const { pageCount, pages, pageSize } = readPdf(await readFile(await file.path()));
  expect(pageCount).toBe(barcodes * 3);
  expect(pageSize.map(Math.round)).toEqual([164, 85]);
  expect(pages[0]?.[0]?.join(' ')).toContain('Артикул: ');
  await expect(dialog).toBeHidden();

  // As they were the last time.
  await page.reload();
  await page.locator('tbody tr[aria-rowindex]').first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Этикетки' }).click();
  await expect(dialog.getByLabel('Бумага')).toHaveValue('ROLL_58_30');
  await expect(dialog.getByLabel('Этикеток на баркод')).toHaveValue('3');
});

test('labels of one card are made of what is saved, on a sheet', async ({ page }) => {
  await signIn(page);
  await page.goto('/home/cards/edit?id=5');
  await page.getByRole('button', { name: 'Этикетки' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Бумага').selectOption('SHEET_24_70_37');
  await dialog.getByLabel('Этикеток на баркод').fill('25');
  // Counted anew: until then the button waits, and is pale.
  await expect(dialog.getByText(/^\d*(?:25|50|75|00)\sэтикеток, 1\sкарточка, \d+\sлист/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Скачать PDF' })).toBeEnabled();
  expect(await violations(page, 'labels of a card')).toEqual([]);
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Скачать PDF' }).click();
  const { pages, pageSize } = readPdf(await readFile(await (await coming).path()));
  expect(pageSize.map(Math.round)).toEqual([595, 842]);
  expect(pages[0]).toHaveLength(24);

  await page.getByLabel('Наименование').fill('Другое название');
  const button = page.getByRole('button', { name: 'Этикетки' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
});

test('single barcodes have numbers of their own, from a supply’s table too, and the pages are turned before the file is made', async ({
  page,
}) => {
  await openLabelsOfTwo(page);
  const dialog = page.getByRole('dialog');
  const count = (text: RegExp) => expect(dialog.getByText(text)).toBeVisible();
  await dialog.getByLabel('Бумага').selectOption('ROLL_58_40');
  await dialog.getByRole('textbox', { name: 'Этикеток на баркод' }).fill('0');
  await count(/^У всех стоит 0: укажите число хотя бы у одной\.$/);
  await dialog.getByRole('button', { name: 'Указать по карточкам' }).click();
  const list = dialog.getByRole('list', { name: 'Этикеток у баркодов' });
  const field = list.getByRole('textbox').first();
  const barcode = /\d{8,}/.exec((await field.getAttribute('aria-label')) ?? '')?.[0] ?? '';
  expect(barcode).not.toBe('');
  await field.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `баркод товара\tколичество\n${barcode}\t3\n4600000000000\t5\n`);
  await expect(field).toHaveValue('3');
  await count(/^3\sэтикетки, 1\sкарточка$/);
  await expect(dialog.getByText('Среди выбранных нет: 4600000000000')).toBeVisible();
  await field.fill('2');
  await count(/^2\sэтикетки, 1\sкарточка$/);
  await dialog.getByRole('button', { name: 'Следующая страница' }).click();
  await expect(dialog.getByRole('img', { name: /^Страница 2 файла: / })).toBeVisible();
  expect(await violations(page, 'own numbers of labels')).toEqual([]);
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Скачать PDF' }).click();
  const { pageCount } = readPdf(await readFile(await (await coming).path()));
  expect(pageCount).toBe(2);
});
