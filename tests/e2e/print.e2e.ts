import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });
test.beforeEach(({ noise }) => noise.allow(/Service Worker registration blocked/));

test('paper shows the page and nothing of the menu, not even its dark strip', async ({ page }) => {
  await signIn(page);
  await expect(page.locator('tbody a').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('header')).toBeHidden();
  await expect(page.getByRole('heading', { name: /Список карточек/ })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('background-image', 'none');
});

/** Each with something that can be pressed there. */
const SCREENS = [
  { path: '/home/cards', sign: 'tbody a', pressed: 'Создать' },
  { path: '/home/shipments?tab=errors', sign: 'tbody a', pressed: 'Исправить' },
  { path: '/home/promotions', sign: 'tbody a', pressed: 'Скачать' },
  { path: '/home/analytics/profit', sign: 'tbody a', pressed: 'Прочие расходы' },
];

/** What looks like a button and whatever else is only there to be pressed; a figure that opens is text. */
function pressed(page: Page) {
  return page
    .locator('.rounded-control.select-none, input[type=search]')
    .or(page.getByRole('button', { name: /Скопировать|Показать таблицей/ }))
    .filter({ visible: true });
}

for (const { path, sign, pressed: known } of SCREENS) {
  test(`paper has nothing to press: ${path}`, async ({ page }) => {
    await signIn(page);
    await page.goto(path);
    await expect(page.locator(sign).first()).toBeVisible();
    const button = page
      .getByRole('button', { name: known })
      .or(page.getByRole('link', { name: known }))
      .first();
    await expect(button).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(pressed(page)).toHaveCount(0);
    await expect(button).toBeHidden();
    await expect(page.locator(sign).first()).toBeVisible();
  });
}
