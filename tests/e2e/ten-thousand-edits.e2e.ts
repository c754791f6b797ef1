import { BIG } from './support/big-account.ts';
import { chooseAll } from './support/choose-all.ts';
import { tableReader } from './support/table-reader.ts';
import { digits, expectSoon as expect, onTenThousandCards } from './support/ten-thousand.ts';
import { signIn, test } from './support/test.ts';

/** Changes by «Изменить» of ten thousand cards that are in no other suite of them. */

onTenThousandCards();

test('their own prices in a shop are set, looked at first, are the shop’s alone, and go back', async ({
  page,
}) => {
  await signIn(page, BIG);
  const read = await tableReader(page.request, 'Цвет');
  const before = await read.cards();
  const [shop] = read.shops;
  if (!shop) throw new Error('The account has no shops');
  const chosen = await chooseAll(page);
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Что изменить').selectOption('OWN_PRICES');
  await dialog.getByRole('checkbox', { name: shop.name, exact: true }).check();
  await dialog.getByLabel('Своя цена до скидки').selectOption('SET');
  await dialog.getByLabel('Сколько').fill('11111');
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Своя цена 11\s111/ })).toBeVisible();
  const apply = page.getByRole('button', { name: /^Применить к \d/ });
  await expect(apply).toBeVisible();
  expect(digits(await apply.textContent())).toBe(String(chosen));
  await expect(page.getByRole('row', { name: /станет 11\s111/ }).first()).toBeVisible();

  await apply.click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  const withOwn = before.map((card) => ({
    ...card,
    own_prices: [
      ...card.own_prices.filter((one) => one.shop_id !== shop.id),
      { shop_id: shop.id, price_kopecks: 1_111_100 },
    ].toSorted((one, other) => one.shop_id - other.shop_id),
  }));
  expect(await read.cards()).toEqual(withOwn);

  await page.getByRole('button', { name: 'Откатить', exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
  expect(await read.cards()).toEqual(before);
});
