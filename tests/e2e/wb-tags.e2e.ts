import { readApi } from './support/read-api.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

test('a tag of the marketplace is made, put on a card, still there after a reload, found by, and taken off', async ({
  page,
  request,
}) => {
  const read = await readApi(request);
  // Of a shop whose tokens may write.
  const { shops } = await read('/users/me/');
  const [shop] = shops.filter(({ name }: { name: string }) => name.includes('Северика'));
  const [card] = (await read(`/cards/?limit=1&state=PUBLISHED&shop=${shop.id}`)).results;
  await signIn(page);
  await page.goto(`/home/cards/edit?id=${card.id}`);
  const change = page.getByRole('button', { name: /^Изменить ярлыки WB в .*Северика/ });
  await change.click();
  const dialog = page.getByRole('dialog', { name: /^Ярлыки WB в/ });
  await dialog.getByRole('button', { name: 'Новый ярлык' }).click();
  await expect(dialog.getByLabel('Название ярлыка')).toBeFocused();
  await dialog.getByLabel('Название ярлыка').fill('Тёплый сезон');
  await dialog.getByRole('radio', { name: 'Жёлтый' }).check();
  expect(await violations(page, 'new tag')).toEqual([]);
  await dialog.getByRole('button', { name: 'Создать ярлык' }).click();
  const tag = dialog.getByRole('checkbox', { name: 'Тёплый сезон' });
  await expect(tag).toBeChecked();
  expect(await violations(page, 'tags')).toEqual([]);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  const shown = page.getByRole('list', { name: /^Ярлыки WB, .*Северика/ });
  await expect(shown.getByText('Тёплый сезон')).toBeVisible();
  await page.reload();
  await expect(shown.getByText('Тёплый сезон')).toBeVisible();
  expect(await violations(page, 'card')).toEqual([]);

  await page.goto('/home/cards');
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Другие фильтры' });
  await form
    .getByRole('group', { name: 'Ярлыки WB' })
    .getByRole('checkbox', { name: 'Тёплый сезон' })
    .check();
  expect(await violations(page, 'filter')).toEqual([]);
  await form.getByRole('button', { name: 'Показать' }).click();
  await expect(page.getByRole('button', { name: 'Ещё: ярлык WB', exact: true })).toBeVisible();
  await expect(page.getByText('Найдена 1 карточка')).toBeVisible();
  await expect(page.locator('[data-row-link]')).toHaveText([card.title]);

  await page.goto(`/home/cards/edit?id=${card.id}`);
  await change.click();
  await tag.uncheck();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(shown).toHaveCount(0);
  await page.reload();
  await expect(change).toBeVisible();
  await expect(shown).toHaveCount(0);
  await page.goto(`/home/cards?${new URLSearchParams({ wbTag: 'Тёплый сезон' })}`);
  await expect(page.getByText('Ничего не найдено')).toBeVisible();
});
