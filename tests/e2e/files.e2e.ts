import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, NETWORK_NOISE, test } from './support/fault-test.ts';

const EXPORT = /\/export\//;

test.beforeEach(({ noise }) => noise.allow(NETWORK_NOISE));

async function chooseFile(page: Page, item: string) {
  await page.getByRole('button', { name: 'Скачать' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('files of a shipment: whole, after the access token has run out, cut and tried again, cancelled', async ({
  page,
  network,
}) => {
  await page.goto('/home/shipments?tab=errors');
  await expect(page.getByRole('heading', { name: /^Ошибки · / })).toBeVisible();
  const tray = page.getByRole('region', { name: 'Загрузки' });

  network.setRules({
    path: EXPORT,
    fault: { kind: 'status', status: 401, body: '{"detail":["Войдите ещё раз"]}' },
    times: 1,
  });
  const whole = page.waitForEvent('download');
  await chooseFile(page, 'Ошибки, XLSX');
  const file = await whole;
  expect(file.suggestedFilename()).toMatch(/^Ошибки отправки №\d+\.xlsx$/);
  const parts = unzipSync(new Uint8Array(readFileSync(await file.path())));
  expect(new TextDecoder().decode(parts['xl/worksheets/sheet1.xml'])).toContain('Артикул продавца');
  await expect(page.getByText(/^Файл «Ошибки отправки №\d+\.xlsx» скачан$/)).toBeVisible();

  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  network.setRules({ path: EXPORT, fault: { kind: 'cut', bytes: 40 } });
  await chooseFile(page, 'Все карточки, CSV');
  await expect(tray.getByText('Связь прервалась: файл пришёл не целиком и не сохранён')).toBeVisible();
  expect(saved).toEqual([]);
  network.setRules();
  const again = page.waitForEvent('download');
  await tray.getByRole('button', { name: 'Повторить' }).click();
  expect((await again).suggestedFilename()).toMatch(/^Карточки отправки №\d+\.csv$/);

  network.setRules({ path: EXPORT, fault: { kind: 'black-hole' } });
  await chooseFile(page, 'Все карточки, XLSX');
  await expect(tray.getByText('Скачанный файл')).toBeVisible();
  await tray.getByRole('button', { name: 'Отменить' }).click();
  await expect(tray.getByText('Скачанный файл')).toBeHidden();
  expect(saved).toHaveLength(1);
});

test('a photo from a file is in the card and is seen', async ({ page }) => {
  await page.goto('/home/cards');
  await page.locator('tbody a').first().click();
  const photos = page.locator('[data-field=photos]');
  await expect(photos).toBeVisible();
  const before = await photos.locator('[data-photo]').count();
  const jpeg = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 900;
    canvas.height = 1200;
    canvas.getContext('2d')?.fillText(String(Math.random()), 100, 100);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg'));
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
  });
  await page
    .getByLabel('Файлы фото')
    .setInputFiles({ name: 'фото.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) });
  await expect(photos.locator('[data-photo]')).toHaveCount(before + 1);
  const picture = photos.locator('[data-photo] img').last();
  await expect(picture).toHaveAttribute(
    'src',
    /^\/media\/photos\/c516x688\/[0-9a-f]{32}\.jpg\?pass=\d+\.\d+\.[\w-]{43}$/,
  );
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(516);
  const opened = (await picture.getAttribute('src')) ?? '';
  const [address = ''] = opened.split('?');
  expect((await page.request.get(opened)).status()).toBe(200);
  expect((await page.request.get(address)).status()).toBe(404);
  const saving = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  const sent = (await saving).postDataJSON() as { photos: string[] };
  expect(sent.photos.at(-1)).toBe(address.replace('/c516x688', ''));
  await expect(page.getByText(/Сохранено/).first()).toBeVisible();
  await page.reload();
  await expect(photos.locator('[data-photo]')).toHaveCount(before + 1);
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(516);
});

test('all cards of the list as a table, a row each', async ({ page }) => {
  await page.goto('/home/cards');
  await page
    .getByRole('checkbox', { name: /^Выбрать «/ })
    .first()
    .check();
  const bar = page.getByRole('region', { name: 'Действия с выбранным' });
  await bar.getByRole('button', { name: /^Выбрать все/ }).click();
  const said = bar.getByText(/^Выбрано \d+$/);
  await expect(said).not.toHaveText('Выбрано 1');
  const chosen = await said.textContent();
  const coming = page.waitForEvent('download');
  await chooseFile(page, 'Таблица XLSX');
  const file = await coming;
  expect(file.suggestedFilename()).toBe('Карточки.xlsx');
  const parts = unzipSync(new Uint8Array(readFileSync(await file.path())));
  const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
  // And the head.
  expect(`Выбрано ${sheet.split('<row ').length - 2}`).toBe(chosen);
  await expect(page.getByText('Файл «Карточки.xlsx» скачан')).toBeVisible();
});

test('chosen columns of the list as a table: those alone, in the order of the list, and so the next time', async ({
  page,
}) => {
  await page.goto('/home/cards?columns=stock.price&density=usual');
  await page
    .getByRole('checkbox', { name: /^Выбрать «/ })
    .first()
    .check();
  const dialog = page.getByRole('dialog', { name: /^Скачать 1\sкарточку$/ });
  await chooseFile(page, 'Выбрать столбцы…');
  await dialog.getByRole('button', { name: 'Как в списке' }).click();
  await dialog.getByRole('checkbox', { name: /^Характеристики/ }).check();
  await expect(dialog.getByText(/^\d+\sстолб/)).toBeVisible();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Скачать' }).click();
  const parts = unzipSync(new Uint8Array(readFileSync(await (await coming).path())));
  const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
  const [, head = '', row = ''] = sheet.split('<row ');
  const titles = [...head.matchAll(/<t [^>]*>([^<]*)</g)].map(([, title]) => title);
  expect(titles.slice(0, 5)).toEqual([
    'Артикул продавца',
    'Наименование',
    'Остаток, шт.',
    'Цена со скидкой, ₽',
    'Цена, ₽',
  ]);
  expect(titles).not.toContain('Описание');
  expect(titles.length).toBeGreaterThan(5);
  expect(row).toMatch(/<c r="C2"><v>\d+<\/v>/);

  await chooseFile(page, 'Выбрать столбцы…');
  await expect(
    dialog.getByText(/^Порядок в файле: Артикул\sпродавца → Наименование → Остаток,\sшт\./),
  ).toBeVisible();
});
