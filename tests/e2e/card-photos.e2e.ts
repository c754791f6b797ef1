import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { sampleAnimation, sampleLargeAnimation, sampleNoise } from '#tests/support/media/sample-photo.ts';
import { expect, serviceWorkerReady, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

const photosOf = (page: Page) => page.locator('[data-field=photos] [data-photo]');
const addresses = (page: Page) =>
  photosOf(page).evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-photo') ?? ''));
const saved = (page: Page) => page.getByText('Сохранено', { exact: true });

async function openCard(page: Page, query = 'Платье') {
  await page.goto(`/home/cards?q=${query}`);
  const withPhotos = page.locator('main tr, main li').filter({ has: page.locator('img') });
  await withPhotos.first().locator('a[href*="cards/edit?id="]').click();
  await expect(photosOf(page).nth(2)).toBeVisible();
  return await addresses(page);
}

async function centreOf(tile: Locator) {
  await tile.scrollIntoViewIfNeeded();
  const box = (await tile.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, right: box.x + box.width - 4 };
}

test('photos are put in order by the mouse and by keys, several at once, and stay so', async ({ page }) => {
  await signIn(page);
  const before = await openCard(page);
  const [first = '', second = '', third = '', ...rest] = before;

  const from = await centreOf(photosOf(page).nth(0));
  const to = await centreOf(photosOf(page).nth(2));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.move(to.right, to.y);
  await expect(page.locator('[data-mark]')).toHaveCount(1);
  expect(await addresses(page)).toEqual(before);
  await page.mouse.up();
  expect(await addresses(page)).toEqual([second, third, first, ...rest]);
  // The click that ends a drag chooses nothing.
  await expect(page.getByRole('group', { name: 'Выбранные фото' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Фото 1, обложка' }).click();
  await page.getByRole('button', { name: 'Крупно' }).click();
  await expect(page.getByRole('dialog', { name: /^Фото 1 из/ })).toBeVisible();
  expect(await violations(page, 'large')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Фото 2', exact: true }).click({ modifiers: ['Shift'] });
  await expect(page.getByText('Выбрано 2 фото')).toBeVisible();
  expect(await violations(page, 'chosen')).toEqual([]);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Место 2 из', { exact: false })).toBeAttached();
  expect(await violations(page, 'taken')).toEqual([]);
  await page.keyboard.press('Space');
  expect(await addresses(page)).toEqual([first, second, third, ...rest]);
  await expect(page.getByRole('button', { name: 'Фото 3', exact: true })).toBeFocused();

  await page.keyboard.press('Delete');
  expect(await addresses(page)).toEqual([first, ...rest]);
  await page.getByRole('button', { name: 'Вернуть' }).click();
  expect(await addresses(page)).toEqual(before);
  await page.getByRole('button', { name: 'Фото 2: сделать обложкой' }).click();
  await page.keyboard.press('Control+s');
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(photosOf(page).first()).toHaveAttribute('data-photo', second);
  expect(await addresses(page)).toEqual([second, first, third, ...rest]);
});

test('photos that were moved without a connection are in that order at the server later', async ({
  page,
  backend,
  noise,
}) => {
  noise.allow(/Failed to load resource|net::ERR/);
  await signIn(page);
  await serviceWorkerReady(page);
  const before = await openCard(page, 'Кружка');
  await backend.kill();
  await page.getByRole('button', { name: 'Фото 1, обложка' }).press('Space');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  const after = [...before.slice(1), ...before.slice(0, 1)];
  expect(await addresses(page)).toEqual(after);
  const saving = page.getByRole('button', { name: /^Сохранить/ }).first();
  await saving.click();
  await expect(page.getByText('Сохранено на устройстве, ждёт отправки')).toBeVisible();
  const sent = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await backend.start();
  await sent;
  await page.reload();
  await expect(photosOf(page).first()).toHaveAttribute('data-photo', after[0] ?? '');
  expect(await addresses(page)).toEqual(after);
});

test('a refused address says why beside the photos', async ({ page, noise }) => {
  noise.allow(/status of 400/);
  await signIn(page);
  const before = await openCard(page);
  await page.getByRole('button', { name: 'По ссылкам' }).click();
  const dialog = page.getByRole('dialog', { name: 'Фото по ссылкам' });
  await dialog.getByLabel('Ссылки').fill('https://nowhere.invalid/1.jpg\nhttps://nowhere.invalid/2.jpg');
  expect(await violations(page, 'links')).toEqual([]);
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  const refusals = page.getByText('Ссылка не открылась: проверьте, что она доступна всем');
  await expect(refusals).toHaveCount(2);
  expect(await violations(page, 'refused')).toEqual([]);
  expect(await addresses(page)).toEqual(before);
});

test('large pictures come whole: on white where one could look through, wide enough, and what moves is said', async ({
  page,
  noise,
}) => {
  noise.allow(/status of 400/);
  await signIn(page);
  const before = await openCard(page);
  const send = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Файлы фото').setInputFiles({ name, mimeType, buffer });
  const newest = async (count: number) => {
    await expect(photosOf(page)).toHaveCount(before.length + count);
    const shown = photosOf(page).last().locator('img');
    const source = await shown.evaluate((image: HTMLImageElement) => image.src.replace(/\/c\d+x\d+\//, '/'));
    return sharp(await (await page.request.get(source)).body());
  };

  await send('glass.png', 'image/png', await sampleNoise({ width: 1000, height: 1300, alpha: 0 }));
  const { channels } = await (await newest(1)).stats();
  expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);

  await send('long.png', 'image/png', await sampleNoise({ width: 800, height: 4000, alpha: 255 }));
  const { width, height } = await (await newest(2)).metadata();
  expect([width, height]).toEqual([700, 3500]);

  await send('moves.gif', 'image/gif', await sampleAnimation('gif'));
  await send('moves.webp', 'image/webp', await sampleLargeAnimation());
  await expect(page.getByText('Фото не должно двигаться: загрузите неподвижное')).toHaveCount(2);
  await expect(photosOf(page)).toHaveCount(before.length + 2);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });

  test('a finger carries a photo by its grip', async ({ page, context }) => {
    await signIn(page);
    const [first = '', second = '', ...rest] = await openCard(page);
    const devtools = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await photosOf(page).nth(0).scrollIntoViewIfNeeded();
    const grip = await centreOf(photosOf(page).nth(0).locator('[data-grip]'));
    const to = await centreOf(photosOf(page).nth(1));
    await touch('touchStart', [{ x: grip.x, y: grip.y }]);
    await touch('touchMove', [{ x: to.x, y: to.y }]);
    await touch('touchMove', [{ x: to.right, y: to.y }]);
    await expect(page.locator('[data-mark]')).toHaveCount(1);
    await touch('touchEnd', []);
    await expect.poll(() => addresses(page)).toEqual([second, first, ...rest]);
  });
});
