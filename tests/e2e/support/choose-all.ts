import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** All of the list that is open; resolves with the number that the bar says. */
export async function chooseAll(page: Page): Promise<number> {
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  await rows.first().getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Выбрать все/ }).click();
  const bar = page.getByRole('region', { name: 'Действия с выбранным' });
  const said = await bar.getByText(/^Выбрано/).textContent();
  return Number(said?.replace(/\D/g, ''));
}
