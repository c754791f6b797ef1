import type { Page } from '@playwright/test';
import { digits, expectSoon as expect } from './ten-thousand.ts';

/** The steps of a change of very many cards: each may take as long as it needs. */

/** Says to how many cards it can be applied. */
const applyButton = (page: Page) => page.getByRole('button', { name: /^Применить к \d/ });

/** The dialog is filled in; resolves with how many cards would be changed. */
export async function lookAtChange(page: Page, heading: RegExp): Promise<number> {
  await page.getByRole('dialog').getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(applyButton(page)).toBeVisible();
  return await readyCount(page);
}

/** As its button says. */
export async function readyCount(page: Page): Promise<number> {
  return Number(digits(await applyButton(page).textContent()));
}

export async function beginToApply(page: Page): Promise<void> {
  await applyButton(page).click();
}

export async function applyToAll(page: Page): Promise<void> {
  await beginToApply(page);
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
}

export async function rollBackAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Откатить', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
}
