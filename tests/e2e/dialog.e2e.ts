import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import config from '#config/playwright.config.ts';
import { expect, signIn, test } from './support/test.ts';

/** The colour of a point of the screen. */
async function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  const shot = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  const { data } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data];
}

test('beside an open dialog the scroll bar’s place is as dark as the page', async ({ backend }) => {
  // Scroll bars that take room, as most mice have; the others' browsers hide them.
  const browser = await chromium.launch({
    ...config.use?.launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      baseURL: backend.url,
      viewport: { width: 1200, height: 700 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    await signIn(page);
    await expect(page.locator('tbody a').first()).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.locator('dialog:modal')).toBeVisible();
    const difference = async () => {
      const [ofPlace, ofPage] = [await colourAt(page, 1195, 350), await colourAt(page, 1175, 350)];
      return Math.max(...ofPlace.map((part, at) => Math.abs(part - (ofPage[at] ?? 0))));
    };
    await expect.poll(difference, colorScheme).toBeLessThanOrEqual(3);
    await page.close();
  }
  await browser.close();
});

test('a button that is pressed stays under the hand, whatever comes into its dialog meanwhile', async ({
  page,
}) => {
  await signIn(page);
  await page.getByRole('row').getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Отправить' }).click();
  const dialog = page.locator('dialog:modal');
  const cancel = dialog.getByRole('button', { name: 'Отмена' });
  await expect(cancel).toBeVisible();
  await cancel.hover();
  await page.mouse.down();
  await dialog.locator('[data-dialog-body]').evaluate((body) => {
    body.append(Object.assign(document.createElement('div'), { style: 'height: 180px' }));
  });
  await page.mouse.up();
  await expect(dialog).toHaveCount(0);
});
