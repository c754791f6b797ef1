import type { Page } from '@playwright/test';
import { DEMO, expect, serviceWorkerReady, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page; the policy stays as it is, so that the player proves it.
test.use({ reducedMotion: 'reduce' });

/** A second of a film, made by the browser itself. */
async function recordFilm(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 120;
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/mp4' });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    await new Promise<void>((resolve) => {
      let frames = 0;
      const draw = () => {
        if (pen) pen.fillStyle = `hsl(${frames * 12} 80% 50%)`;
        pen?.fillRect(0, 0, 160, 120);
        frames += 1;
        if (frames < 30) requestAnimationFrame(draw);
        else resolve();
      };
      draw();
    });
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

const saved = (page: Page) => page.getByText('Сохранено', { exact: true });

test('a video is uploaded, saved, played in parts, sent with the photos, and taken away', async ({
  page,
}) => {
  await signIn(page);
  await serviceWorkerReady(page);
  await page.goto('/home/cards?state=PUBLISHED&q=Платье');
  await page.locator('a[href*="cards/edit?id="]').first().click();
  const section = page.getByRole('region', { name: 'Видео' });
  await expect(section.getByRole('button', { name: 'Загрузить видео' })).toBeVisible();

  const film = await recordFilm(page);
  const part = page.waitForResponse(
    (response) => response.url().includes('/media/videos/') && response.status() === 206,
  );
  await section
    .getByLabel('Файл видео')
    .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: film });
  const player = section.locator('video');
  await expect(player).toHaveAttribute('src', /^\/media\/videos\/[0-9a-f]{32}\.mp4\?pass=/);
  expect((await part).headers()['content-range']).toMatch(new RegExp(`^bytes 0-\\d+/${film.length}$`));
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(160);
  await page.keyboard.press('Control+s');
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  const kept = await page.evaluate(async () => {
    const keys = await (await caches.open('media-v1')).keys();
    return keys.filter(({ url }) => url.includes('/media/videos/')).length;
  });
  expect(kept).toBe(0);

  const shop = page.locator('[data-field^="shopTexts."]').filter({ hasText: 'Северика' });
  await expect(shop).toContainText('Видео: изменено');

  await page.getByRole('button', { name: 'Отправить в магазины' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: 'Фото и видео' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: /Северика/ }).check();
  await dialog.getByRole('button', { name: /^Отправить 1 карточку/ }).click();
  const card = page.url();
  await page.getByRole('button', { name: 'Открыть' }).click();
  await expect(page).toHaveURL(/\/home\/shipments\?id=\d+/);
  const shipment = `/api/v1/shipments/${new URL(page.url()).searchParams.get('id')}/`;
  const signed = await (await page.request.post('/api/v1/user/auth/', { data: DEMO })).json();
  const headers = { authorization: `Bearer ${signed.access}` };
  const statusOf = async () => (await (await page.request.get(shipment, { headers })).json()).status;
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('FINISHED');
  await page.goto(card);

  await section.getByRole('button', { name: 'Убрать видео' }).click();
  await expect(player).toHaveCount(0);
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await expect(player).toHaveCount(1);
  await section.getByRole('button', { name: 'Убрать видео' }).click();
  await page.keyboard.press('Control+s');
  await expect(saved(page)).toBeVisible();
});

test.describe('what is refused', () => {
  test.use({ bypassCSP: true });

  test('is said beside the video, and its states are for everybody', async ({ page, noise }) => {
    noise.allow(/status of 400/);
    await signIn(page);
    await page.goto('/home/cards?q=Кружка');
    await page.locator('a[href*="cards/edit?id="]').first().click();
    const section = page.getByRole('region', { name: 'Видео' });
    const notAFilm = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('<html>') };
    await section.getByLabel('Файл видео').setInputFiles(notAFilm);
    await expect(section.getByText('Подойдут целые файлы MP4 и MOV')).toBeVisible();
    expect(await violations(page, 'refused video')).toEqual([]);
    const film = { ...notAFilm, buffer: await recordFilm(page) };
    await section.getByLabel('Файл видео').setInputFiles([]);
    await section.getByRole('button', { name: 'Убрать' }).click();
    await section.getByLabel('Файл видео').setInputFiles(film);
    await expect(section.locator('video')).toBeVisible();
    expect(await violations(page, 'video')).toEqual([]);
  });
});
