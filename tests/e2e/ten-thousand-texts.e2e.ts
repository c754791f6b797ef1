import { BIG } from './support/big-account.ts';
import { applyToAll, lookAtChange, rollBackAll } from './support/bulk-edit-steps.ts';
import { chooseAll } from './support/choose-all.ts';
import { readApi } from './support/read-api.ts';
import { expectSoon as expect, onTenThousandCards } from './support/ten-thousand.ts';
import { signIn, test } from './support/test.ts';

/** What stands in the texts of ten thousand cards is changed at once, seen first, and goes back. */

onTenThousandCards();

test.beforeEach(async ({ page }) => {
  await signIn(page, BIG);
});

test('a word is found in their titles and put in place of, and they are found by the new one until it goes back', async ({
  page,
}) => {
  const api = await readApi(page.request, BIG);
  const countOf = async (word: string): Promise<number> =>
    (await api(`/cards/?limit=1&search=${word}`)).count;
  const before = await countOf('кружка');
  expect(before).toBeGreaterThan(100);
  await chooseAll(page);
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Что изменить').selectOption('REPLACE');
  await dialog.getByLabel('Найти').fill('кружка');
  await dialog.getByLabel('Заменить на').fill('малахитница');
  const changed = await lookAtChange(page, /^«кружка» → «малахитница»$/);
  expect(changed).toBeGreaterThan(100);
  await expect(page.getByRole('table', { name: 'Карточки' }).locator('ins mark').first()).toBeVisible();
  await applyToAll(page);
  await expect.poll(() => countOf('малахитница')).toBe(changed);
  await rollBackAll(page);
  await expect.poll(() => countOf('малахитница')).toBe(0);
  expect(await countOf('кружка')).toBe(before);
});

test('a characteristic is set on all that have it, is in a card, and goes back', async ({ page }) => {
  const api = await readApi(page.request, BIG);
  const chosen = await chooseAll(page);
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Что изменить').selectOption('CHARACTERISTIC');
  await dialog.getByLabel('Найти характеристику').fill('цвет');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Значение').fill('малахитовый');
  const changed = await lookAtChange(page, /^Цвет: «малахитовый»$/);
  expect(changed).toBeGreaterThan(100);
  expect(changed).toBeLessThanOrEqual(chosen);
  const link = page.getByRole('table', { name: 'Карточки' }).getByRole('link').first();
  const card = new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('id');
  const colours = async () =>
    JSON.stringify((await api(`/cards/${card}/`)).characteristics).includes('малахитовый');
  await applyToAll(page);
  expect(await colours()).toBe(true);
  await rollBackAll(page);
  expect(await colours()).toBe(false);
});
