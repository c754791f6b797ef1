import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { kopecksIn } from './support/read-kopecks.ts';
import { addSmallShop, callAs, dayAgo, untilSold } from './support/small-shop.ts';
import { DEMO2, expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// The shops' reports are waited for.
test.describe.configure({ timeout: 300_000 });
test.use({ reducedMotion: 'reduce', bypassCSP: true });

/** Days that are long over, and so many that the table says them by weeks. */
const PERIOD = { from: dayAgo(60), to: dayAgo(20) };
const COST_ROUBLES = 1_500;
const PIECES_OF_EACH = 3;

interface Totals {
  orders: number;
  orders_kopecks: number;
  buyouts: number;
  returns: number;
  revenue_kopecks: number;
  logistics_kopecks: number;
  cogs_kopecks: number;
  profit_kopecks: number;
}

const codesOf = (name: string) => Array.from({ length: 5 }, (_, index) => `${name}-${index + 1}`);

/** Every card but one has a cost price; resolves when the stocks are read as well. */
async function setCosts(request: APIRequestContext, shopIds: readonly number[]): Promise<void> {
  const call = await callAs(request);
  let cards: { card_id: number; units: number }[] = [];
  await expect
    .poll(
      async () => {
        const shop = shopIds.map((id) => `shop=${id}`).join('&');
        ({ results: cards } = await call('GET', `/analytics/stock/?${shop}&limit=50`));
        return cards.reduce((sum, { units }) => sum + units, 0);
      },
      { intervals: [1_000], timeout: 120_000 },
    )
    .toBe(shopIds.length * codesOf('').length * PIECES_OF_EACH);
  for (const { card_id: id } of cards.slice(1)) {
    const { version } = await call('GET', `/cards/${id}/`);
    const change = { cost_price_kopecks: COST_ROUBLES * 100 };
    await call('PATCH', `/cards/${id}/`, change, { 'if-match': `"v${version}"` });
  }
}

const wholeRoubles = (kopecks: number) => Math.round(kopecks / 100) * 100;
const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const tile = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Итоги периода' }).getByRole('button', { name: new RegExp(`^${name}: `) });

/** The numbers of a row of «… по магазинам и дням»: of each shop, then of all of them. */
async function numbersOf(row: Locator): Promise<number[]> {
  const [, ...cells] = await row.getByRole('cell').allInnerTexts();
  return cells.map((text) => Number(text.replace('−', '-').replace(/[^\d-]/g, '')));
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** Days × shops: of buy-outs to the piece; of profit the sums are rounded to roubles, each by itself. */
async function expectTableAddsUp(page: Page, totals: Totals): Promise<void> {
  const table = page.getByRole('table', { name: /по магазинам и дням$/ });
  await page.getByRole('radio', { name: 'Выкупы' }).click();
  await expect(page.getByRole('table', { name: 'Выкупы по магазинам и дням' })).toBeVisible();
  const rows = await Promise.all((await table.locator('tbody tr').all()).map(numbersOf));
  const whole = rows.pop() ?? [];
  expect(rows.length).toBeGreaterThan(5);
  for (const row of [...rows, whole]) expect(sum(row.slice(0, -1))).toBe(row.at(-1));
  expect(whole).toEqual(whole.map((_, column) => sum(rows.map((row) => row[column] ?? 0))));
  expect(whole.at(-1)).toBe(totals.buyouts);
  await expect(tile(page, 'Выкупы')).toHaveText(String(totals.buyouts));

  await page.getByRole('radio', { name: 'Прибыль', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Прибыль по магазинам и дням' })).toBeVisible();
  const profits = await numbersOf(table.locator('tbody tr').last());
  expect((profits.at(-1) ?? 0) * 100).toBe(wholeRoubles(totals.profit_kopecks));
  expect(kopecksIn(await tile(page, 'Прибыль').innerText())).toBe(wholeRoubles(totals.profit_kopecks));
}

/** Each card is in one group; the last point of the curve is what all of them make. */
async function expectGroupsAddUp(page: Page, totals: Totals): Promise<void> {
  const groups = page.getByRole('group', { name: 'Группа по прибыли' });
  const labels = await groups.locator('label').allInnerTexts();
  const [all, ...counts] = labels.map((text) => Number(text.replace(/\D/g, '')));
  expect(labels.map((text) => text.replace(/\s*\d+$/, ''))).toEqual(['Все', 'A', 'B', 'C', 'Убыточные']);
  expect(sum(counts)).toBe(all);
  await page.getByRole('button', { name: 'Кривая ABC' }).click();
  const curve = page.getByRole('figure').filter({ hasText: 'Лучшие карточки вместе' });
  expect(await violations(page, 'the curve')).toEqual([]);
  await curve.getByRole('button', { name: 'Показать таблицей' }).click();
  const last = curve.getByRole('table').locator('tbody tr').last();
  expect(kopecksIn(await last.innerText())).toBe(wholeRoubles(totals.profit_kopecks));

  await groups.getByRole('radio', { name: /^A/ }).click();
  await expect(page).toHaveURL(/group=A/);
  const together = page.getByText(/^дают первые 80\s% прибыли, вместе/);
  const cards = page.getByRole('table', { name: 'Прибыль по карточкам' }).locator('tbody tr');
  await expect(cards).toHaveCount(counts[0] ?? 0);
  const profits = await cards.getByRole('button', { name: /^Прибыль: / }).allInnerTexts();
  // Each was rounded to a rouble.
  expect(Math.abs(sum(profits.map(kopecksIn)) - kopecksIn(await together.innerText()))).toBeLessThan(
    100 * (profits.length + 1),
  );
}

/** What the formula below each measure says, of the sums that the server gives. */
async function expectMeasures(page: Page, totals: Totals): Promise<void> {
  const measure = async (name: string) => {
    const line = panel(page, 'Показатели').locator('dl > div').filter({ hasText: name });
    return (await line.getByRole('definition').innerText()).split('\n')[0] ?? '';
  };
  const { profit_kopecks: profit, revenue_kopecks: revenue, buyouts, returns } = totals;
  const sold = buyouts - returns;
  expect(kopecksIn(await measure('Средний чек'))).toBe(wholeRoubles(totals.orders_kopecks / totals.orders));
  expect(kopecksIn(await measure('Прибыль с единицы'))).toBe(wholeRoubles(profit / sold));
  expect(kopecksIn(await measure('Логистика на единицу'))).toBe(
    wholeRoubles(totals.logistics_kopecks / sold),
  );
  const percent = async (name: string) =>
    Number(
      (await measure(name))
        .replace('−', '-')
        .replace(',', '.')
        .replace(/[^\d.-]/g, ''),
    );
  expect(await percent('Маржа')).toBeCloseTo((profit / revenue) * 100, 0);
  expect(await percent('Рентабельность (ROI)')).toBeCloseTo((profit / totals.cogs_kopecks) * 100, 0);
}

/** The money of the cards below adds up, and is what the pieces cost; those without a cost price are named. */
async function expectStock(page: Page, shopCount: number): Promise<void> {
  await page.getByRole('button', { name: 'Показать остатки' }).click();
  const stock = panel(page, 'Остатки сейчас');
  const cardCount = shopCount * codesOf('').length;
  const cards = stock.getByRole('list', { name: 'Остатки по карточкам' }).getByRole('listitem');
  await expect(cards).toHaveCount(cardCount);
  const total = (name: string) => stock.locator('dl > div').filter({ hasText: name }).getByRole('definition');
  const frozen = kopecksIn(await total('Деньги в остатках').innerText());
  expect(frozen).toBe((cardCount - 1) * PIECES_OF_EACH * COST_ROUBLES * 100);
  await expect(total('Остаток').last()).toContainText(`${cardCount * PIECES_OF_EACH}\u00a0шт.`);
  await expect(
    stock.getByText(/^Не посчитаны деньги в 3\sшт\.: себестоимости нет у 1\sкарточки\.$/),
  ).toBeVisible();
  const unknown = cards.filter({ hasText: 'нет себестоимости' });
  await expect(unknown).toHaveCount(1);
  const known = await cards.filter({ hasNotText: 'нет себестоимости' }).allInnerTexts();
  expect(sum(known.map(kopecksIn))).toBe(frozen);
}

/** The window’s sum is what stands in its lines, each at its end. */
async function expectWindowAddsUp(page: Page, name: RegExp): Promise<number> {
  const opened = page.getByRole('dialog', { name });
  const lines = opened.getByRole('list', { name: 'Из чего сложилось' }).getByRole('listitem');
  await expect(lines.first()).toBeVisible();
  const sums = (await lines.allInnerTexts()).map((text) => kopecksIn(text.split('\n').at(-1) ?? ''));
  const whole = kopecksIn(await opened.getByRole('heading').first().innerText());
  expect(sum(sums)).toBe(whole);
  expect(await violations(page, String(name))).toEqual([]);
  await opened.getByText('Закрыть', { exact: true }).click();
  await expect(opened).toHaveCount(0);
  return whole;
}

const piecesIn = (text: string) =>
  Number(/(−?\d[\d\s]*)\sшт\./.exec(text)?.[1]?.replace('−', '-').replace(/\s/g, ''));

/** «Деньги в остатках», «Запас» and the income of the VAT threshold open to what they add up from. */
async function expectStockAndIncomeOpen(page: Page, soldUnits: number): Promise<void> {
  const stock = panel(page, 'Остатки сейчас');
  const money = stock.getByRole('button', { name: /^Деньги в остатках: .*, из чего сложилось$/ }).first();
  const frozen = kopecksIn(await money.innerText());
  await money.click();
  expect(await expectWindowAddsUp(page, /^Деньги в остатках: /)).toBe(frozen);

  await stock.getByRole('button', { name: /^Запас: .*, из чего сложилось$/ }).click();
  const days = page.getByRole('dialog', { name: /^Запас: / });
  const ofShops = days.getByRole('region', { name: 'На что делится' }).getByRole('button');
  await expect(ofShops.first()).toBeVisible();
  const sold = (await ofShops.allInnerTexts()).map((text) => piecesIn(/продано .*/.exec(text)?.[0] ?? ''));
  expect(sum(sold)).toBe(soldUnits);
  await ofShops.first().click();
  const cards = days.getByRole('list', { name: /^Карточки: / }).getByRole('listitem');
  await expect(cards).toHaveCount(codesOf('').length);
  const ofCards = (await cards.allInnerTexts()).map((text) => piecesIn(text.split('\n')[1] ?? ''));
  expect(sum(ofCards)).toBe(sold[0]);
  expect(await violations(page, 'how long the stock lasts')).toEqual([]);
  await days.getByText('Закрыть', { exact: true }).click();

  await page
    .getByRole('button', { name: /^Доход с 1.января.*, из чего сложилось$/ })
    .first()
    .click();
  await expectWindowAddsUp(page, /^Доход с 1.января \d{4}: /);
}

test('days by shops, the groups and their curve, the measures and the stocks say what the tiles and the server say', async ({
  page,
  request,
  backend,
}) => {
  const shops = [
    await addSmallShop(backend, request, { name: 'Первая лавка', vendorCodes: codesOf('ПЕРВАЯ') }),
    await addSmallShop(backend, request, { name: 'Вторая лавка', vendorCodes: codesOf('ВТОРАЯ') }),
  ];
  const shopIds = shops.map(({ id }) => id);
  await setCosts(request, shopIds);
  await untilSold(request, shopIds, PERIOD.to);
  const call = await callAs(request);
  const address = `from=${PERIOD.from}&to=${PERIOD.to}&${shopIds.map((id) => `shop=${id}`).join('&')}`;
  const { SELECTED } = await call('GET', `/analytics/profit/?${address}&basis=OWN`);
  const totals: Totals = SELECTED.totals;
  expect(totals.buyouts).toBeGreaterThan(0);

  await signIn(page, DEMO2);
  await page.goto(`/home/analytics/profit?${address}&by=shops`);
  await expectTableAddsUp(page, totals);
  await expectMeasures(page, totals);
  await expectStock(page, shops.length);
  const { totals: stocked } = await call(
    'GET',
    `/analytics/stock/?${shopIds.map((id) => `shop=${id}`).join('&')}&limit=1`,
  );
  await expectStockAndIncomeOpen(page, stocked.sold_units);
  await expectGroupsAddUp(page, totals);
  expect(await violations(page, 'days by shops, measures, stocks, groups')).toEqual([]);

  // A shop’s name leaves that shop alone.
  const table = page.getByRole('table', { name: 'Прибыль по магазинам и дням' });
  const [first] = await numbersOf(table.locator('tbody tr').last());
  await table
    .getByRole('button', { name: /лавка$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/[?&]shop=\d+&(?!.*shop=)/);
  await expect.poll(async () => kopecksIn(await tile(page, 'Прибыль').innerText())).toBe((first ?? 0) * 100);
});
