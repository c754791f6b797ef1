import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

test('values of a characteristic are found, typed and corrected by the keyboard, and are there after a reload', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/cards?q=Платье');
  await page.locator('tbody tr[aria-rowindex]').first().getByRole('link').click();
  const color = page.getByRole('combobox', { name: /^Цвет/ });
  const chips = page.locator('[data-field="characteristics.14177449"] [data-token]');
  await expect(color).toBeVisible();
  const before = await chips.count();

  await color.click();
  await expect(page.getByRole('group', { name: 'Справочник Wildberries', exact: true })).toBeVisible();
  expect(await violations(page, 'list')).toEqual([]);
  await color.pressSequentially('лаванд');
  await expect(page.getByRole('option')).toHaveCount(1);
  await color.press('ArrowDown');
  await color.press('Enter');
  await color.pressSequentially('малахитовая шкатулка;');
  await expect(chips).toHaveCount(before + 2);
  await color.press('Tab');
  await expect(page.getByText(/Нет в справочнике Wildberries: «малахитовая шкатулка»/)).toBeVisible();
  expect(await violations(page, 'odd')).toEqual([]);
  await color.press('Backspace');
  await color.press('Escape');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();

  await page.reload();
  await expect(chips.filter({ hasText: 'лавандовый' })).toHaveCount(1);
  await expect(chips).toHaveCount(before + 1);
});

test('on a phone a value is chosen and taken away by touch', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page);
  await page.goto('/home/cards?q=Кружка');
  await page.locator('a[href*="cards/edit?id="]').first().click();
  const color = page.getByRole('combobox', { name: /^Цвет/ });
  await color.click();
  await page.getByRole('option', { name: 'фуксия' }).click();
  const cross = page.getByRole('button', { name: 'Убрать «фуксия»' });
  await expect(cross).toBeVisible();
  const list = await page.getByRole('listbox').boundingBox();
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(390);
  await cross.click();
  await expect(cross).toHaveCount(0);
});

test('barcodes are made for new sizes, and one of another card is told with the way to it', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/cards?q=Платье');
  const cards = page.locator('a[href*="cards/edit?id="]');
  await cards.nth(1).click();
  const chips = page.locator('[data-field="sizes"] [data-token]');
  await expect(chips.first()).toBeVisible();
  const taken = (await chips.first().textContent()) ?? '';
  const other = page.url();

  await page.goto('/home/cards?q=Платье');
  await cards.first().click();
  await expect(chips.first()).toBeVisible();
  const before = await chips.count();
  await page.getByRole('button', { name: 'Добавить размер' }).click();
  await page.getByRole('button', { name: 'Добавить размер' }).click();
  await page.getByRole('button', { name: 'Сгенерировать недостающие баркоды (2)' }).click();
  await expect(chips).toHaveCount(before + 2);
  await expect(chips.last()).toHaveText(/^\d{13}$/);

  await page.getByRole('combobox', { name: 'Баркоды' }).last().pressSequentially(`${taken} `);
  const holder = page.locator('[data-field="sizes"]').getByRole('link');
  await expect(holder).toBeVisible();
  expect(await violations(page, 'sizes')).toEqual([]);
  const id = new URL(other).searchParams.get('id') ?? '';
  await expect(holder).toHaveAttribute('href', new RegExp(`id=${id}(&|$)`));
});
