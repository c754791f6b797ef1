import { expect, signIn, test } from './support/test.ts';

/** A slip is offered its word by every search of cards, and what is offered finds something. */
const SLIPS = [
  ['плотье', 'платье'],
  ['кросовки', 'кроссовки'],
] as const;

for (const [typed, meant] of SLIPS) {
  test(`«${typed}» is one press away from «${meant}» in the list, the palette and a count`, async ({
    page,
  }) => {
    const offer = new RegExp(`Искать «${meant}»`);
    await signIn(page);
    const field = page.getByRole('searchbox', { name: 'Поиск карточек' });
    await field.fill(typed);
    await page.getByRole('button', { name: offer }).click();
    await expect(field).toHaveValue(meant);
    await expect(page.getByText(/^Найден[аоы] /)).toBeVisible();
    await expect(page.locator('[data-row-link]').first()).toBeVisible();

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Найти экран или карточку' });
    await palette.getByRole('combobox').fill(typed);
    await expect(palette.getByText('Ничего не нашлось')).toBeVisible();
    await palette.getByRole('option', { name: offer }).click();
    await expect(palette.getByRole('combobox')).toHaveValue(meant);
    await expect(palette.getByRole('group', { name: 'Карточки' }).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');

    await page.goto('/home/cards/count');
    await page.getByRole('button', { name: 'Новый пересчёт' }).first().click();
    const finder = page.getByRole('searchbox', { name: 'Баркод, название или артикул' });
    await finder.fill(typed);
    await page.getByRole('button', { name: offer }).click();
    await expect(finder).toHaveValue(meant);
    await expect(page.getByRole('list', { name: 'Найденные карточки' })).toBeVisible();
  });
}

test('a word that nothing has with the same filters is not offered', async ({ page }) => {
  await signIn(page);
  // Of a shop that there is not.
  await page.goto('/home/cards?q=плотье&shop=999999');
  await expect(page.getByText('Ничего не найдено')).toBeVisible();
  await expect(page.getByText('Ни одна карточка не подходит под эти условия.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Искать/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Сбросить фильтры' }).last().click();
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
});
