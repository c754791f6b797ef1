import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

test.use({ serviceWorkers: 'block', reducedMotion: 'reduce' });
test.beforeEach(async ({ noise, page }) => {
  noise.allow(/Service Worker registration blocked/);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await signIn(page);
});

/**
 * How something looks by itself: neither under the mouse nor with the keyboard. On a busy machine a picture may be of the frame
 * before: what is expected of a look is polled.
 */
async function lookOf(page: Page, what: Locator): Promise<string> {
  await page.mouse.move(0, 899);
  return (await what.screenshot()).toString('base64');
}

/** Whether the screen is any different with it than without it. */
async function isSeen(page: Page, what: Locator): Promise<boolean> {
  await what.scrollIntoViewIfNeeded();
  const clip = await what.boundingBox();
  if (!clip || clip.width < 1) return false;
  const withIt = await page.screenshot({ clip });
  await what.evaluate((element) => element.style.setProperty('visibility', 'hidden'));
  const withoutIt = await page.screenshot({ clip });
  await what.evaluate((element) => element.style.removeProperty('visibility'));
  return !withIt.equals(withoutIt);
}

test('the current tab can be told from the others in forced colours', async ({ page }) => {
  const tabs = page.getByRole('navigation', { name: 'Состояние карточек' });
  const tab = tabs.getByRole('link', { name: /^Все/ });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('tbody a').first()).toBeVisible();
  const whenCurrent = await lookOf(page, tab);
  await tabs.getByRole('link', { name: /^Черновики/ }).click();
  await expect(tab).not.toHaveAttribute('aria-current', 'page');
  await expect.poll(() => lookOf(page, tab)).not.toBe(whenCurrent);
});

test('a switch that is on can be told from one that is off in forced colours', async ({ page }) => {
  await page.goto('/home/account/settings');
  const toggle = page.getByRole('switch').first();
  const whole = toggle.locator('..');
  await expect(toggle).toBeEnabled();
  await expect.poll(() => isSeen(page, whole)).toBe(true);
  const before = await lookOf(page, whole);
  const wasOn = await toggle.isChecked();
  await toggle.click();
  await expect(toggle).toBeChecked({ checked: !wasOn });
  await expect.poll(() => lookOf(page, whole)).not.toBe(before);
  await toggle.click();
  await expect(toggle).toBeChecked({ checked: wasOn });
});

test('the chosen segment and the bars of profit are seen in forced colours', async ({ page }) => {
  await page.goto('/home/analytics/profit');
  const bars = page.locator('td[aria-hidden] > div > div');
  await expect(bars.first()).toBeVisible();
  await expect.poll(() => isSeen(page, bars.first())).toBe(true);
  await expect.poll(() => isSeen(page, bars.nth(1))).toBe(true);

  const chosen = page.locator('fieldset label:has(input:checked)').first();
  const segments = chosen.locator('..').locator('label');
  const first = segments.first();
  const wasChosen = await first.locator('input').isChecked();
  const before = await lookOf(page, first);
  await segments.nth(wasChosen ? 1 : 0).click();
  await expect(first.locator('input')).toBeChecked({ checked: !wasChosen });
  await expect.poll(() => lookOf(page, first)).not.toBe(before);
});

test('how strong a password is, is seen in forced colours', async ({ page }) => {
  await page.goto('/auth/password/change');
  await page.getByLabel('Новый пароль', { exact: true }).fill('длинная фраза');
  const bars = page.locator('output').locator('..').locator('span[aria-hidden] > span');
  await expect(bars).toHaveCount(3);
  const filled = await lookOf(page, bars.nth(1));
  await expect.poll(() => isSeen(page, bars.first())).toBe(true);
  await page.getByLabel('Новый пароль', { exact: true }).fill('длинная');
  await expect.poll(() => lookOf(page, bars.nth(1))).not.toBe(filled);
});

test('a checkbox that is on can be told from one that is off in forced colours', async ({ page }) => {
  await page.goto('/home/cards');
  const checkbox = page.locator('tbody').getByRole('checkbox').first();
  const whole = checkbox.locator('..');
  await expect(checkbox).not.toBeChecked();
  const before = await lookOf(page, whole);
  await checkbox.click();
  await expect(checkbox).toBeChecked();
  // The mark and not only its ground.
  await expect.poll(() => isSeen(page, whole.locator('svg'))).toBe(true);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await expect.poll(() => lookOf(page, whole)).not.toBe(before);
});

test('the item of a menu that has the keyboard can be told from the others in forced colours', async ({
  page,
}) => {
  await page.goto('/home/shipments');
  await page.getByRole('button', { name: 'Скачать' }).first().click();
  const item = page.getByRole('menuitem').first();
  await expect(item).toBeFocused();
  const withFocus = await lookOf(page, item);
  await page.keyboard.press('ArrowDown');
  await expect(item).not.toBeFocused();
  await expect.poll(() => lookOf(page, item)).not.toBe(withFocus);
});
