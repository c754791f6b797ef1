import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { codePicture } from '#tests/support/code-pictures.ts';
import config from '#config/playwright.config.ts';
import { findBrowser } from './support/find-browser.ts';
import { writeFilm } from './support/film.ts';
import { expect, serviceWorkerReady, signIn, test } from './support/test.ts';

/** Goods of no card: what is looked at here is the way from the camera to the line. */
const CODE = '4600000000015';
const FILM_FOLDER = mkdtempSync(join(tmpdir(), 'prilavok-film-'));
const FILM = join(FILM_FOLDER, 'code.y4m');

test.afterAll(() => rmSync(FILM_FOLDER, { recursive: true, force: true }));

/** A browser whose camera plays the film, and which reads no codes by itself. */
async function openWithCamera(url: string, flags: readonly string[] = []) {
  const launch = config.use?.launchOptions;
  const browser = await chromium.launch({
    ...launch,
    executablePath: findBrowser(),
    args: [
      ...(launch?.args ?? []),
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${FILM}`,
      ...flags,
    ],
  });
  const context = await browser.newContext({ baseURL: url, locale: 'ru-RU', permissions: ['camera'] });
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'BarcodeDetector');
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    const opened: MediaStream[] = [];
    Object.assign(globalThis, { opened });
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      opened.push(stream);
      return stream;
    };
  });
  return { context, page: await context.newPage(), close: () => browser.close() };
}

/** Of every camera that the page has opened, whether it still films. */
const liveTracks = (page: Page) =>
  page.evaluate(() => {
    const { opened } = globalThis as unknown as { opened: MediaStream[] };
    return opened.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === 'live')
      .length;
  });
const decoders = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('parts-v1');
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  });

async function newCount(page: Page): Promise<void> {
  await page.goto('/home/cards/count');
  await page.getByRole('button', { name: 'Новый пересчёт' }).first().click();
  await expect(page.getByRole('button', { name: 'Камера' })).toBeVisible();
}
const amount = (page: Page) => page.getByRole('textbox', { name: `Посчитано: Баркод ${CODE}` });

test('SC-01 SC-06: goods are counted by the camera without a reader of the browser, and with the server dead', async ({
  backend,
}) => {
  const label = await codePicture('ean13', CODE, { blur: 0.8, noise: 12, rotate: 5 });
  writeFilm(FILM, [{ picture: label, seconds: 2 }]);
  const { page, close } = await openWithCamera(backend.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  try {
    await signIn(page);
    await serviceWorkerReady(page);
    // Nobody pays for it who does not count.
    expect(asked.filter((url) => url.includes('decode-worker'))).toEqual([]);
    await newCount(page);
    await expect.poll(() => decoders(page)).toHaveLength(1);

    await page.getByRole('button', { name: 'Камера' }).click();
    const dialog = page.getByRole('dialog', { name: 'Сканировать камерой' });
    await expect(dialog.getByText(`Баркод ${CODE} — 1 шт.`)).toBeVisible();
    // It lies before the camera: one piece, however often it is seen.
    await expect
      .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(4);
    await expect(dialog.getByText(`Баркод ${CODE} — 1 шт.`)).toBeVisible();
    expect(await liveTracks(page)).toBe(1);
    await dialog.getByRole('button', { name: 'Готово' }).click();
    expect(await liveTracks(page)).toBe(0);
    await expect(amount(page)).toHaveValue('1');

    await backend.kill();
    await page.reload();
    await page.getByRole('button', { name: 'Камера' }).click();
    await expect(dialog.getByText(`Баркод ${CODE} — 2 шт.`)).toBeVisible();
    // The way back leaves the sheet with the camera open.
    await page.goBack();
    await expect(dialog).toBeHidden();
    expect(await liveTracks(page)).toBe(0);
  } finally {
    await backend.start();
    await close();
  }
});

test('SC-05: a decoder that is not on the device is asked for in words, and comes when there is a connection', async ({
  backend,
}) => {
  const label = await codePicture('ean13', CODE);
  writeFilm(FILM, [{ picture: label, seconds: 1 }]);
  const { page, close } = await openWithCamera(backend.url);
  try {
    await signIn(page);
    await serviceWorkerReady(page);
    await newCount(page);
    await expect.poll(() => decoders(page)).toHaveLength(1);
    await backend.kill();
    await page.evaluate(async () => caches.delete('parts-v1'));
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.clearBrowserCache');
    await page.reload();
    await page.getByRole('button', { name: 'Камера' }).click();
    const dialog = page.getByRole('dialog', { name: 'Сканировать камерой' });
    await expect(dialog.getByText(/нужна небольшая программа/)).toBeVisible();
    expect(await liveTracks(page)).toBe(0);
    await backend.start();
    await dialog.getByRole('button', { name: 'Попробовать снова' }).click();
    await expect(dialog.getByText(`Баркод ${CODE} — 1 шт.`)).toBeVisible();
  } finally {
    await backend.start();
    await close();
  }
});

test('SC-02: a camera that is refused is told in words with what to do', async ({ backend }) => {
  writeFilm(FILM, [{ picture: await codePicture('ean13', CODE), seconds: 1 }]);
  const { context, page, close } = await openWithCamera(backend.url);
  try {
    await context.clearPermissions();
    await signIn(page);
    await newCount(page);
    await page.getByRole('button', { name: 'Камера' }).click();
    const dialog = page.getByRole('dialog', { name: 'Сканировать камерой' });
    await expect(dialog.getByText(/Браузеру не разрешена камера/)).toBeVisible();
    await context.grantPermissions(['camera']);
    await dialog.getByRole('button', { name: 'Попробовать снова' }).click();
    await expect(dialog.getByText(`Баркод ${CODE} — 1 шт.`)).toBeVisible();
  } finally {
    await close();
  }
});
