import { callsAnswered, expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const paths = [
  '/home/cards',
  '/home/cards/edit?id=5',
  '/home/cards/edit?id=5&tab=PRICE_AND_DISCOUNT',
  '/home/cards/edit?id=5&tab=MARKETPLACE',
  '/home/cards/create',
  '/home/cards/create?step=form',
  '/home/cards/duplicate?id=5',
  '/home/cards/table',
  '/home/cards/history',
  '/home/cards/import',
  '/home/cards/costs',
  '/home/cards/count',
  '/home/cards/price-quarantine',
  '/home/shipments',
  '/home/promotions',
  '/home/account/shops',
  '/home/account/warehouses',
  '/home/account/settings',
  '/home/analytics/profit',
  '/home/analytics/reports',
];

// Contrast is measured on what stands, not on what is fading in.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

test.describe('accessibility', () => {
  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing on any screen, ${theme}`, async ({ page }) => {
      test.setTimeout(400_000);
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto('/auth/login');
      await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
      const found = await violations(page, '/auth/login');
      await signIn(page);
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await callsAnswered(page);
        found.push(...(await violations(page, path)));
      }
      expect(found).toEqual([]);
    });
  }
});
