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
