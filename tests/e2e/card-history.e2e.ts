import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

test('a card says who changed what, and an old value comes back by way of the form', async ({ page }) => {
  await signIn(page);
  await page.goto('/home/cards/edit?id=5');
  const brand = page.getByRole('combobox', { name: 'Бренд' });
  const before = await brand.inputValue();
  await brand.fill('Новый бренд');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'История', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'История карточки' });
  await expect(dialog.getByText('Новый бренд')).toBeVisible();
  await expect(dialog.getByText(/Карточка создана/)).toBeVisible();
  expect(await violations(page, 'history')).toEqual([]);
  await dialog.getByRole('button', { name: 'Вернуть: Бренд' }).click();
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await expect(brand).toHaveValue(before);
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Сохранить', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  await page.getByRole('button', { name: 'История', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Вернуть: Бренд' })).toHaveCount(2);
});
