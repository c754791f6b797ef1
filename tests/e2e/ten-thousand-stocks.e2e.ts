import type { Page } from '@playwright/test';
import { chooseAll } from './support/choose-all.ts';
import { readApi } from './support/read-api.ts';
import { controlOf } from './support/small-shop.ts';
import { addStockedShop, type StockedShop } from './support/stocked-shop.ts';
import { CARDS, digits, expectSoon as expect, onTenThousandCards } from './support/ten-thousand.ts';
import { DEMO2, signIn, test } from './support/test.ts';

/** Stocks of ten thousand cards that the marketplace has, in one of their two warehouses. */

const NORTH = 'Северный склад';
const SOUTH = 'Южный склад';
const ADDED = 7;
/** So long the marketplace thinks of a step: whoever stops the work finds one on its way. */
const THINKS_MS = 1_500;

const codeOf = (index: number) => `СКЛАД-${String(index).padStart(5, '0')}`;
const amountOf = (index: number) => index % 50;
const amountsWith = (added: number) =>
  new Map(Array.from({ length: CARDS }, (_, index) => [codeOf(index), amountOf(index) + added]));

let shop: StockedShop;
onTenThousandCards(async (backend) => {
  shop = await addStockedShop(backend, {
    name: 'Десять тысяч',
    warehouses: [NORTH, SOUTH],
    vendorCodes: Array.from({ length: CARDS }, (_, index) => codeOf(index)),
    amountOf,
  });
});

test('they are chosen by a filter, looked at, applied with progress, stopped in the middle twice and gone on with; the marketplace has each once, and all goes back', async ({
  page,
  backend,
}) => {
  const control = controlOf(backend.simulatorUrl);
  const think = (rules: object[]) => control('PUT', '/faults', { rules });
  await signIn(page, DEMO2);
  const api = await readApi(page.request, DEMO2);
  await page.goto(`/home/cards?shop=${shop.id}`);
  await expect(page.getByText(/^Найдено 10\s000/).first()).toBeVisible();
  expect(await chooseAll(page)).toBe(CARDS);
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Что изменить').selectOption('STOCKS');
  await dialog.getByLabel('Склад или группа складов').selectOption(`${NORTH} · Десять тысяч`);
  // What a fiftieth of them has already.
  await changeAmount(page, 'SET', 5);
  await expect(page.getByRole('heading', { level: 1, name: /^Остатки: 5\sшт/ })).toBeVisible();
  await expect.poll(() => saidIn(page)).toBe((CARDS * 49) / 50);
  await page.getByRole('button', { name: 'Изменить условия' }).click();
  await changeAmount(page, 'UP', ADDED);
  await expect(page.getByRole('heading', { level: 1, name: /^Остатки: \+7\sшт/ })).toBeVisible();
  await expect.poll(() => saidIn(page)).toBe(CARDS);
  await page.getByRole('searchbox', { name: 'Поиск в изменении' }).fill(codeOf(9_942));
  await expect(page.getByRole('row', { name: /СКЛАД-09942.*было 42\s.*станет 49/ })).toBeVisible();
  expect(await shop.amountsIn(NORTH)).toEqual(amountsWith(0));
  const edit = Number(new URL(page.url()).searchParams.get('id'));
  const look = () => api(`/cards/bulk-edits/${edit}/`);

  await think([{ operation: 'marketplace/stocks/write', kind: 'delay', delayMs: THINKS_MS }]);
  const apply = page.getByRole('button', { name: /^Применить к \d/ });
  const stop = page.getByRole('button', { name: 'Остановить' });
  const progress = page.getByRole('progressbar', { name: 'Применено' });
  const appliedSoFar = async () => Number(await progress.getAttribute('aria-valuenow'));
  await apply.click();
  await expect.poll(appliedSoFar).toBeGreaterThan(0);
  await stop.click();
  // At once: a step is on its way.
  await apply.click();
  await expect(progress).toBeVisible();
  await stop.click();
  await expect.poll(async () => (await look()).is_settling).toBe(false);
  const { state, counts } = await look();
  expect(state).toBe('STOPPED');
  expect(counts.applied).toBeGreaterThan(0);
  expect(counts.applied + counts.ready).toBe(CARDS);
  await expect.poll(() => saidIn(page)).toBe(counts.ready);
  const before = amountsWith(0);
  const written = [...(await shop.amountsIn(NORTH))].filter(([code, amount]) => amount !== before.get(code));
  expect(written).toHaveLength(counts.applied);

  await think([]);
  await apply.click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  expect((await look()).counts).toMatchObject({ ready: 0, applied: CARDS, refused: 0, changed_since: 0 });
  expect(await shop.amountsIn(NORTH)).toEqual(amountsWith(ADDED));
  expect(await shop.amountsIn(SOUTH)).toEqual(amountsWith(0));

  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await dialog.getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
  expect((await look()).counts).toMatchObject({ rolled_back: CARDS, kept: 0 });
  expect(await shop.amountsIn(NORTH)).toEqual(amountsWith(0));
});

async function changeAmount(page: Page, action: 'SET' | 'UP', amount: number): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Остаток').selectOption(action);
  await dialog.getByLabel('Сколько').fill(String(amount));
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
}

/** To how many cards the button applies the change. */
async function saidIn(page: Page): Promise<number> {
  return Number(digits(await page.getByRole('button', { name: /^Применить к \d/ }).textContent()));
}
