import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@playwright/test';
import { BIG } from './support/big-account.ts';
import {
  applyToAll,
  beginToApply,
  lookAtChange,
  readyCount,
  rollBackAll,
} from './support/bulk-edit-steps.ts';
import { chooseAll } from './support/choose-all.ts';
import { tableReader, type TableCard } from './support/table-reader.ts';
import { CARDS, digits, expectSoon as expect, onTenThousandCards } from './support/ten-thousand.ts';
import { signIn, test } from './support/test.ts';

/** Changes of ten thousand cards that are in no other suite of them, and what may come in between: a stop, the server's death, a part that goes back. */

onTenThousandCards();

test.beforeEach(async ({ page }) => {
  await signIn(page, BIG);
});

/** Resolves with how many are chosen. */
async function chooseKind(page: Page, kind: string): Promise<number> {
  const chosen = await chooseAll(page);
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Что изменить').selectOption(kind);
  return chosen;
}

/** A tab of the edit, by how many rows it says there are. */
async function countOfTab(page: Page, label: string): Promise<number> {
  const tab = page.getByRole('link', { name: new RegExp(`^${label}`) });
  return Number(digits(await tab.textContent()));
}

test('their own prices in a shop are set, told in a card as the shop’s alone, and taken away again', async ({
  page,
}) => {
  const read = await tableReader(page.request, 'Цвет');
  const before = await read.cards();
  const [shop] = read.shops;
  if (!shop) throw new Error('The account has no shops');
  const chosen = await chooseKind(page, 'OWN_PRICES');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: shop.name, exact: true }).check();
  await dialog.getByLabel('Своя цена до скидки').selectOption('SET');
  await dialog.getByLabel('Сколько').fill('11111');
  expect(await lookAtChange(page, /^Своя цена 11\s111/)).toBe(chosen);
  await expect(page.getByRole('row', { name: /станет 11\s111/ }).first()).toBeVisible();
  await applyToAll(page);
  const withOwn = before.map((card) => ({
    ...card,
    own_prices: [
      ...card.own_prices.filter((one) => one.shop_id !== shop.id),
      { shop_id: shop.id, price_kopecks: 1_111_100 },
    ].toSorted((one, other) => one.shop_id - other.shop_id),
  }));
  expect(await read.cards()).toEqual(withOwn);
  await rollBackAll(page);
  expect(await read.cards()).toEqual(before);
});

for (const { kind, fill, heading, isSo } of [
  {
    kind: 'BRAND',
    fill: (page: Page) => page.getByRole('dialog').getByLabel('Какой').fill('Ясень и ко'),
    heading: /^Бренд «Ясень и ко»$/,
    isSo: ({ brand }) => brand === 'Ясень и ко',
  },
  {
    kind: 'TAGS',
    fill: async (page: Page) => {
      await page
        .getByRole('dialog')
        .getByRole('combobox', { name: /^Ярлыки/ })
        .fill('Малахит');
      await page.keyboard.press('Tab');
    },
    heading: /^Добавить ярлыки: «Малахит»$/,
    isSo: ({ tags }) => tags.includes('Малахит'),
  },
  {
    kind: 'COST_PRICE',
    fill: async (page: Page) => {
      await page.getByRole('dialog').getByLabel('Сколько').fill('123,45');
    },
    heading: /^Себестоимость 123,45/,
    isSo: ({ cost_price_kopecks }) => cost_price_kopecks === 12_345,
  },
] satisfies {
  kind: string;
  fill: (page: Page) => Promise<void>;
  heading: RegExp;
  isSo: (card: TableCard) => boolean;
}[]) {
  test(`${kind} of all of them is changed where it is another, and goes back`, async ({ page }) => {
    const read = await tableReader(page.request, 'Цвет');
    const before = await read.cards();
    expect(before.filter(isSo)).toEqual([]);
    const chosen = await chooseKind(page, kind);
    await fill(page);
    const changed = await lookAtChange(page, heading);
    expect(changed + (await refusedCount(page))).toBe(chosen);
    await applyToAll(page);
    expect((await read.cards()).filter(isSo)).toHaveLength(changed);
    await rollBackAll(page);
    expect(await read.cards()).toEqual(before);
  });
}

async function refusedCount(page: Page): Promise<number> {
  const tab = page.getByRole('link', { name: /^Не изменить/ });
  return (await tab.count()) === 0 ? 0 : await countOfTab(page, 'Не изменить');
}

test('their dimensions are being changed: stopped in the middle, the rest is as it was, and is gone on with', async ({
  page,
}) => {
  const read = await tableReader(page.request, 'Цвет');
  const before = await read.cards();
  const chosen = await chooseKind(page, 'DIMENSIONS');
  await page.getByRole('dialog').getByLabel('Длина').fill('77');
  expect(await lookAtChange(page, /^Длина 77\sсм$/)).toBe(chosen);

  await beginToApply(page);
  const progress = page.getByRole('progressbar', { name: 'Применено' });
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Остановить' }).click();
  await expect(page.getByText(/^Остановлено: остал[ио]сь? /)).toBeVisible();
  const left = await readyCount(page);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(chosen);
  const longer = (await read.cards()).filter((card, at) => !isDeepStrictEqual(card, before[at]));
  expect(longer).toHaveLength(chosen - left);
  expect(longer.every(({ length_cm }) => length_cm === 77)).toBe(true);
  expect(digits(await page.getByText(/^Остановлено: остал/).textContent())).toBe(String(left));

  await applyToAll(page);
  expect(await read.cards()).toEqual(before.map((card) => ({ ...card, length_cm: 77 })));
  await rollBackAll(page);
  expect(await read.cards()).toEqual(before);
});

test('their prices go up while the server dies in the middle: it goes on by itself, each card once; some of them go back, then the rest', async ({
  page,
  backend,
  noise,
}) => {
  noise.allow(/Failed to load resource|net::ERR/);
  const read = await tableReader(page.request, 'Цвет');
  const before = await read.cards();
  const chosen = await chooseKind(page, 'PRICES');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Цена до скидки').selectOption('UP_PERCENT');
  await dialog.getByLabel('Сколько').fill('5');
  expect(await lookAtChange(page, /^Цена \+5\s%/)).toBe(chosen);
  await beginToApply(page);
  const progress = page.getByRole('progressbar', { name: 'Применено' });
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await backend.kill();
  await expect(progress).toBeVisible();
  await backend.start();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  expect(await countOfTab(page, 'Применено')).toBe(chosen);
  // Twice would be 10,25 %.
  const raised = before.map((card) => ({
    ...card,
    price_kopecks: Math.round((card.price_kopecks * 1.05) / 100) * 100,
  }));
  expect(await read.cards()).toEqual(raised);

  // The edit's own search: those that it finds go back and no others.
  await page.getByRole('searchbox', { name: 'Поиск в изменении' }).fill('кружка');
  const someBack = page.getByRole('button', { name: /^Откатить найденные \d/ });
  await expect(someBack).toBeVisible();
  const some = Number(digits(await someBack.textContent()));
  expect(some).toBeGreaterThan(CARDS / 100);
  expect(some).toBeLessThan(chosen);
  await someBack.click();
  await dialog.getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByRole('link', { name: /^Откачено/ })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect(await countOfTab(page, 'Откачено')).toBe(some);
  expect(await countOfTab(page, 'Применено')).toBe(chosen - some);
  const after = await read.cards();
  const back = after.filter((card, at) => isDeepStrictEqual(card, before[at]));
  expect(back).toHaveLength(some);
  expect(after.filter((card, at) => isDeepStrictEqual(card, raised[at]))).toHaveLength(chosen - some);

  await rollBackAll(page);
  expect(await read.cards()).toEqual(before);
});
