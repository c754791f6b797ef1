import type { Locator, Page } from '@playwright/test';
import { areReportsRead, daysAgo, type ReadingOfReports } from './support/demo-reports.ts';
import { kopecksIn } from './support/read-kopecks.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/** The reports of the demonstration are waited for. */
test.describe.configure({ timeout: 300_000 });

/** Days that are long over: the report of every shop has them to the end. */
const DAYS_AGO = { from: 44, to: 31 };

const dialog = (page: Page) => page.getByRole('dialog');

async function sumOf(lines: Locator): Promise<number> {
  return (await lines.allInnerTexts()).reduce((sum, text) => sum + kopecksIn(text), 0);
}

async function titleSum(page: Page): Promise<number> {
  return kopecksIn(await dialog(page).getByRole('heading').first().innerText());
}

async function openTerm(page: Page, name: RegExp): Promise<void> {
  await dialog(page).getByRole('button', { name }).click();
}

async function expectTermsOfProfit(page: Page): Promise<void> {
  const terms = dialog(page).getByRole('list', { name: 'Из чего сложилось' }).getByRole('listitem');
  await expect(terms).toHaveCount(5);
  expect(await sumOf(terms)).toBe(await titleSum(page));
}

/** The demonstration's sales are read from the simulator before the tests: until what is made of them changes no more. */
async function periodOnceItIsRead(page: Page): Promise<string> {
  const period = `from=${daysAgo(DAYS_AGO.from)}&to=${daysAgo(DAYS_AGO.to)}`;
  let before = '';
  await expect
    .poll(
      async () => {
        const token = await page.evaluate(() => localStorage.getItem('accessToken'));
        const answer = await page.request.get(`/api/v1/analytics/profit/?${period}&basis=OWN`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const read = (await answer.json()) as ReadingOfReports & { SELECTED: object };
        const now = JSON.stringify(read.SELECTED);
        const isStill = areReportsRead(read, daysAgo(DAYS_AGO.to)) && now === before;
        before = now;
        return isStill;
      },
      { intervals: [1_000], timeout: 240_000 },
    )
    .toBe(true);
  return period;
}

test('a profit opens to its terms, to operations and to rows with their srid, and each sum is what opens', async ({
  page,
}) => {
  await signIn(page);
  const period = await periodOnceItIsRead(page);
  await page.goto(`/home/analytics/profit?${period}`);
  await page
    .getByRole('button', { name: /^Прибыль: .*, из чего сложилось$/ })
    .first()
    .click();
  await expectTermsOfProfit(page);

  await openTerm(page, /^К перечислению/);
  await openTerm(page, /^Логистика/);
  // As what it does to the profit, with the minus that was pressed.
  await expect(page).toHaveURL(/of=-LOGISTICS/);
  const parts = dialog(page)
    .getByRole('list', { name: 'Из чего сложилось' })
    .getByRole('button', { expanded: false });
  await expect(parts.first()).toBeVisible();
  expect(await sumOf(parts)).toBe(await titleSum(page));

  await openTerm(page, /^Логистика ·/);
  const rows = dialog(page).getByRole('list', { name: 'Строки: Логистика' }).getByRole('listitem');
  await expect(rows.first()).toContainText(/srid \w+/);
  await expect(rows.first()).toContainText(/отчёт №\s\d+/);
  expect(await violations(page, 'figures')).toEqual([]);

  await page.goBack();
  await expect(page).toHaveURL(/of=PAYOUT/);
  await dialog(page).getByText('Закрыть').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/of=/);
});

test('what opens from the way to the profit is what was pressed, in its sign', async ({ page }) => {
  await signIn(page);
  const period = await periodOnceItIsRead(page);
  await page.goto(`/home/analytics/profit?${period}`);
  const buttons = page.getByRole('table', { name: 'От выручки до прибыли' }).getByRole('button');
  await expect(buttons.first()).toBeVisible();
  for (const button of await buttons.all()) {
    const pressed = kopecksIn(await button.innerText());
    await button.click();
    // The way says whole roubles.
    expect(Math.abs((await titleSum(page)) - pressed)).toBeLessThan(100);
    await dialog(page).getByText('Закрыть').click();
    await expect(dialog(page)).toHaveCount(0);
  }
});

test('a card’s profit opens from its cell down to its share of the shop’s storage, also from the address', async ({
  page,
}) => {
  await signIn(page);
  const period = await periodOnceItIsRead(page);
  await page.goto(`/home/analytics/profit?${period}`);
  const row = page.getByRole('table', { name: 'Прибыль по карточкам' }).getByRole('row').nth(2);
  await row.getByRole('button', { name: /^Прибыль: / }).click();
  await expect(page).toHaveURL(/of=PROFIT&card=\d+-\d+$/);
  await expectTermsOfProfit(page);

  await openTerm(page, /^К перечислению/);
  await openTerm(page, /^Хранение/);
  await page.reload();
  const share = dialog(page).getByRole('listitem').filter({ hasText: 'не относится к одной карточке' });
  await expect(share).toBeVisible();
  const ofShop = share.getByRole('link');
  const whole = kopecksIn(await ofShop.innerText());
  const own = await titleSum(page);
  expect(own).toBeLessThan(0);
  expect(own).toBeGreaterThan(whole);
  expect(await violations(page, 'figure of a card')).toEqual([]);

  await ofShop.click();
  await expect(page).not.toHaveURL(/card=/);
  await expect.poll(() => titleSum(page)).toBe(whole);
});

test('a measure is one sum divided by another, and each of them opens', async ({ page }) => {
  await signIn(page);
  const period = await periodOnceItIsRead(page);
  await page.goto(`/home/analytics/profit?${period}&measure=MARGIN`);
  const sumIn = async (name: string) =>
    kopecksIn(await dialog(page).getByRole('region', { name, exact: true }).getByRole('button').innerText());
  const margin = (await sumIn('Что делится')) / (await sumIn('На что делится'));
  const said = await dialog(page).getByRole('heading').first().innerText();
  const percent = Number(
    said
      .replace('−', '-')
      .replace(',', '.')
      .replace(/[^\d.-]/g, ''),
  );
  expect(percent).toBeCloseTo(margin * 100, 0);
  expect(await violations(page, 'measure')).toEqual([]);

  await openTerm(page, /^Прибыль/);
  await expect(page).toHaveURL(/of=PROFIT&measure=MARGIN$/);
  await expectTermsOfProfit(page);
  await dialog(page).getByRole('button', { name: 'Маржа', exact: true }).click();
  await expect(page).not.toHaveURL(/of=/);
  await expect(dialog(page).getByRole('heading').first()).toHaveText(said);
});
