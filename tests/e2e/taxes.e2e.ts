import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { areReportsRead, daysAgo } from './support/demo-reports.ts';
import { readApi } from './support/read-api.ts';
import { kopecksIn } from './support/read-kopecks.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// The reports of the demonstration are waited for.
test.describe.configure({ timeout: 400_000 });
test.use({ reducedMotion: 'reduce', bypassCSP: true });

const NAME = 'ИП Проверочный';
/** Days that are long over, and the one on which another rate begins. */
const PERIOD = { from: daysAgo(44), changed: daysAgo(38), to: daysAgo(31) };

/** Until what is owed for these days changes no more: reports are read before the tests, what is made of them may be on its way. */
async function shopOnceReportsAreRead(request: APIRequestContext): Promise<{ id: number; name: string }> {
  const read = await readApi(request);
  let before = '';
  await expect
    .poll(
      async () => {
        const profit = await read(`/analytics/profit/?from=${PERIOD.from}&to=${PERIOD.to}&basis=OWN`);
        const now = JSON.stringify(profit.SELECTED);
        const isStill = areReportsRead(profit, PERIOD.to) && now === before;
        before = now;
        return isStill;
      },
      { intervals: [1_000], timeout: 240_000 },
    )
    .toBe(true);
  const { shops } = await read('/users/me/');
  return shops.find(({ name }: { name: string }) => name.includes('Северика'));
}

async function openFigure(page: Page, shopId: number, line: 'TAX' | 'VAT'): Promise<Locator> {
  await page.goto(`/home/analytics/profit?from=${PERIOD.from}&to=${PERIOD.to}&shop=${shopId}&of=${line}`);
  const dialog = page.getByRole('dialog', { name: line === 'TAX' ? /^Налог: / : /^НДС: / });
  await expect(dialog.getByRole('list', { name: 'Из чего сложилось' })).toBeVisible();
  return dialog;
}

const titleSum = async (dialog: Locator) => kopecksIn(await dialog.getByRole('heading').first().innerText());

test('a taxpayer of one shop is taxed by the rates of each day, and without it the profit is as it was', async ({
  page,
  request,
}) => {
  const shop = await shopOnceReportsAreRead(request);
  await signIn(page);
  const before = await titleSum(await openFigure(page, shop.id, 'TAX'));

  await page.goto('/home/account/settings');
  await page.getByRole('button', { name: 'Добавить налогоплательщика' }).click();
  const adding = page.getByRole('dialog', { name: 'Новый налогоплательщик' });
  await adding.getByLabel('Название').fill(NAME);
  await adding.getByRole('checkbox', { name: shop.name }).check();
  expect(await violations(page, 'a new taxpayer')).toEqual([]);
  await adding.getByRole('button', { name: 'Добавить', exact: true }).click();

  // The rates begin as the others': 6 % of the income, and from a day on 15 % of what is left of it, with VAT.
  const form = page.getByRole('region', { name: NAME });
  const later = form.getByRole('group', { name: /^Налог с / }).last();
  await later.getByLabel('Действует с').fill(PERIOD.changed);
  await later.getByLabel('Налог', { exact: true }).selectOption('Доходы − расходы');
  await later.getByLabel('Ставка').fill('10');
  await later.getByLabel('НДС').selectOption({ value: '7' });
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Налог сохранён. Прибыль пересчитается')).toBeVisible();
  expect(await violations(page, 'two taxpayers')).toEqual([]);

  const tax = await openFigure(page, shop.id, 'TAX');
  const year = tax.getByRole('region', { name: new RegExp(`^${NAME}, \\d{4}$`) });
  await expect(year).toContainText(/Доходы, 6\s%/);
  await expect(year).toContainText(/Доходы − расходы, 10\s%/);
  const grown = year.getByRole('definition').last();
  expect(kopecksIn(await grown.innerText())).toBe(await titleSum(tax));
  expect(await titleSum(tax)).not.toBe(before);
  expect(await violations(page, 'a tax of two rates')).toEqual([]);

  const vat = await openFigure(page, shop.id, 'VAT');
  await expect(vat.getByText('Без НДС')).toBeVisible();
  const withVat = vat.getByText(/^НДС 7\s%/).first();
  const paidKopecks = kopecksIn((await withVat.innerText()).split('внутри')[1] ?? '');
  // Of each day kopecks are rounded.
  expect(Math.abs((await titleSum(vat)) - (paidKopecks * 7) / 107)).toBeLessThan(100);

  await page.goto('/home/account/settings');
  await form.getByRole('button', { name: 'Удалить' }).click();
  const asked = page.getByRole('dialog', { name: `Удалить налогоплательщика «${NAME}»?` });
  await expect(asked).toContainText(shop.name);
  expect(await violations(page, 'whether to delete a taxpayer')).toEqual([]);
  await asked.getByRole('button', { name: 'Удалить налогоплательщика' }).click();
  await expect(form).toHaveCount(0);
  expect(await titleSum(await openFigure(page, shop.id, 'TAX'))).toBe(before);
});
