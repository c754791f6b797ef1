import { callsAnswered, expect, signIn, test } from './support/test.ts';
import { SIGNED_IN_PATHS } from './support/signed-in-paths.ts';
import { violationsInBothThemes } from './support/violations.ts';

// Contrast is measured on what stands, not on what is fading in.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

test.describe('accessibility', () => {
  test('axe finds nothing on any screen, in either theme', async ({ page }) => {
    test.setTimeout(400_000);
    await page.goto('/auth/login');
    await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
    const found = await violationsInBothThemes(page, '/auth/login');
    await signIn(page);
    for (const path of SIGNED_IN_PATHS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await callsAnswered(page);
      found.push(...(await violationsInBothThemes(page, path)));
    }
    expect(found).toEqual([]);
  });
});
