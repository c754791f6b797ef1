import { expect, signIn, test } from './support/test.ts';
import { readApi } from './support/read-api.ts';
import { violationsInBothThemes } from './support/violations.ts';

/** What a press, an empty list or a dead server puts on the screen; the screens themselves are in accessibility.e2e.ts. */

// Contrast is measured on what stands, not on what is fading in.
test.use({ reducedMotion: 'reduce', bypassCSP: true, serviceWorkers: 'block' });

test('axe finds nothing on dialogs of a card, nor on an empty list, one that failed and an editor without a server, in either theme', async ({
  page,
  request,
  noise,
}) => {
  noise.allow(/Service Worker registration blocked|status of 500|net::ERR_/);
  const read = await readApi(request);
  const { results } = await read('/cards/?limit=1&state=PUBLISHED&stock=some');
  const card = `/home/cards/edit?id=${results[0].id}`;
  await signIn(page);
  const found: string[] = [];

  await page.goto('/home/cards/create?step=form');
  await page.getByRole('button', { name: /^Предмет: / }).click();
  await expect(page.getByRole('dialog', { name: 'Предмет' })).toBeVisible();
  found.push(...(await violationsInBothThemes(page, 'subject')));

  await page.goto(`${card}&tab=PRICE_AND_DISCOUNT`);
  await page
    .getByRole('button', { name: /^Своя цена для «/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /^Цена для «/ })).toBeVisible();
  found.push(...(await violationsInBothThemes(page, 'own price')));

  await page.goto(`${card}&tab=MARKETPLACE`);
  await page.getByRole('button', { name: 'Обнулить' }).click();
  await expect(page.getByRole('dialog', { name: 'Обнулить остатки карточки?' })).toBeVisible();
  found.push(...(await violationsInBothThemes(page, 'stocks of warehouses')));

  for (const search of ['такого нет нигде', 'плотье']) {
    await page.goto(`/home/cards?q=${search}`);
    await expect(page.getByText('Ничего не найдено')).toBeVisible();
    found.push(...(await violationsInBothThemes(page, `nothing by «${search}»`)));
  }

  await page.goto(card);
  await expect(page.getByRole('textbox', { name: /^Наименование/ })).toBeVisible();
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.getByRole('textbox', { name: /^Наименование/ }).fill('Без сервера');
  await expect(page.getByRole('banner').getByText(/Сервер недоступен|Нет сети/)).toBeVisible();
  found.push(...(await violationsInBothThemes(page, 'an editor without a server')));
  await page.unroute('**/api/v1/**');

  await page.route('**/api/v1/cards/?*', (route) => route.fulfill({ status: 500, json: {} }));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/home/cards?state=DRAFT');
  await expect(page.getByRole('button', { name: 'Повторить' }).first()).toBeVisible();
  found.push(...(await violationsInBothThemes(page, 'a list that failed')));
  expect(found).toEqual([]);
});
