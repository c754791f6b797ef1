import { readApi } from './support/read-api.ts';
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

test('a price of one shop is in the history of the card, and goes back by way of its dialog', async ({
  page,
  request,
}) => {
  const read = await readApi(request);
  // Far from those that other tests begin with.
  const { results } = await read('/cards/?limit=1&offset=40&state=PUBLISHED');
  await signIn(page);
  await page.goto(`/home/cards/edit?id=${results[0].id}&tab=PRICE_AND_DISCOUNT`);
  const open = page.getByRole('button', { name: /^Своя цена для «/ }).first();
  await open.click();
  const form = page.getByRole('dialog', { name: /^Цена для «/ });
  const price = form.getByRole('textbox', { name: 'Своя цена' });
  await price.fill('4321');
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText(/^Цена для «.+» сохранена$/)).toBeVisible();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: 'История', exact: true }).click();
  const history = page.getByRole('dialog', { name: 'История карточки' });
  const takeBack = history.getByRole('button', { name: /^Вернуть: Своя цена для «/ }).first();
  await expect(history.getByText(/4\s321/).first()).toBeVisible();
  expect(await violations(page, 'history of own prices')).toEqual([]);
  await takeBack.click();
  await expect(form).toContainText(/Сейчас .*4\s321/);
  await expect(price).toHaveValue('');
  expect(await violations(page, 'an own price that goes back')).toEqual([]);
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await expect(form).toBeHidden();
  await expect(history.getByRole('button', { name: /^Вернуть: Своя цена для «/ })).toHaveCount(2);
});
