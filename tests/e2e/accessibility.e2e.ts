import { callsAnswered, expect, signIn, test } from './support/test.ts';
import { SIGNED_IN_PATHS } from './support/signed-in-paths.ts';
import { violations } from './support/violations.ts';

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
      for (const path of SIGNED_IN_PATHS) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await callsAnswered(page);
        found.push(...(await violations(page, path)));
      }
      expect(found).toEqual([]);
    });
  }
});
