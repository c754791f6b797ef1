import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { daysAgo } from './support/demo-reports.ts';
import { readApi } from './support/read-api.ts';
import { linesOf, saveTable } from './support/save-table.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

test.use({ reducedMotion: 'reduce', bypassCSP: true });

interface SoldIn {
  shop_name: string;
  buyouts: number;
}

/** A card that is sold as asked in the last 30 days: what was sold is read shop by shop after the start. */
async function soldCard(
  request: APIRequestContext,
  isAsked: (shops: readonly SoldIn[]) => boolean,
): Promise<number> {
  const read = await readApi(request);
  let found = 0;
  await expect
    .poll(
      async () => {
        const { results } = await read('/cards/?ordering=-orders&limit=40');
        for (const { id } of results) {
          const { shops } = await read(`/analytics/cards/${id}/?from=${daysAgo(29)}&to=${daysAgo(0)}`);
          if (isAsked(shops)) found = id;
          if (found > 0) break;
        }
        return found;
      },
      { intervals: [3_000], timeout: 120_000 },
    )
    .toBeGreaterThan(0);
  return found;
}

/** Pieces, row by row: money stands below them. */
async function piecesIn(table: Locator, column: number): Promise<number[]> {
  const cells = await table.locator(`tbody tr td:nth-child(${column})`).allInnerTexts();
  return cells.map((text) => Number((text.split('\n')[0] ?? '').replace(/\D/g, '')));
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

async function openTab(page: Page, cardId: number, name: string): Promise<void> {
  await page.goto(`/home/cards/edit?id=${cardId}`);
  await page.getByRole('navigation', { name: 'Разделы карточки' }).getByRole('link', { name }).click();
}

test('what a card has sold adds up: shops to the whole, each day’s shops to the day, days to the whole', async ({
  page,
  request,
}) => {
  const cardId = await soldCard(request, (shops) => shops.filter(({ buyouts }) => buyouts > 0).length > 1);
  await signIn(page);
  await openTab(page, cardId, 'Статистика');
  const shops = page.getByRole('table', { name: 'По магазинам' });
  await expect(shops.getByRole('row').last()).toContainText('Всего');
  expect(await violations(page, 'what a card has sold')).toEqual([]);

  // The two tables are read one after the other, and more of the demonstration's sales may come in between.
  const addsUp = async (column: number, measure: string) => {
    let whole = 0;
    await expect(async () => {
      const ofShops = await piecesIn(shops, column);
      whole = ofShops.pop() ?? 0;
      expect(sum(ofShops)).toBe(whole);
      const days = page.getByRole('table', { name: `${measure} по дням` });
      const ofDays = await piecesIn(days, ofShops.length + 2);
      expect(sum(ofDays)).toBe(whole);
      const ofPlaces = await Promise.all(ofShops.map((_, shop) => piecesIn(days, shop + 2)));
      expect(ofDays).toEqual(ofDays.map((_, day) => sum(ofPlaces.map((places) => places[day] ?? 0))));
    }).toPass({ timeout: 60_000 });
    return whole;
  };
  const ordered = await addsUp(2, 'Заказы');
  await page.getByRole('radio', { name: 'Выкупы' }).check();
  expect(await addsUp(4, 'Выкупы')).toBeGreaterThan(0);

  await page.getByRole('radio', { name: /^7\sдней$/ }).check();
  await page.getByRole('radio', { name: 'Заказы' }).check();
  await expect.poll(async () => (await piecesIn(shops, 2)).pop()).toBeLessThan(ordered);
  await addsUp(2, 'Заказы');
});

test('the funnel of a card goes down step by step, its steps are those of the shops, and it is saved', async ({
  page,
  request,
}) => {
  // A basic token may ask for its funnel twice an hour.
  const cardId = await soldCard(request, (shops) =>
    shops.some(({ shop_name: name, buyouts }) => buyouts > 4 && !name.includes('Гринько')),
  );
  await signIn(page);
  await openTab(page, cardId, 'Аналитика');
  const steps = page.getByRole('list', { name: 'Шаги воронки' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  const table = page.getByRole('table', { name: 'Воронка по магазинам' });
  // A shop that Wildberries does not answer for says why in place of figures.
  const answered = table.locator('tbody tr').filter({ hasNot: page.getByRole('link') });
  const wholes: number[] = [];
  for (const column of [2, 3, 4, 5]) {
    const cells = await answered.locator(`td:nth-child(${column})`).allInnerTexts();
    wholes.push(sum(cells.map((text) => Number((text.split('\n')[0] ?? '').replace(/\D/g, '')))));
  }
  // The share of the step before stands behind the number.
  const shown = await steps.evaluateAll((all) =>
    all.map((step) => step.children[1]?.firstChild?.textContent),
  );
  expect(shown.map((text) => Number(text?.replace(/\D/g, '')))).toEqual(wholes);
  expect(wholes).toEqual(wholes.toSorted((one, other) => other - one));
  expect(wholes.at(-1)).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { name: 'Заказы и выкупы по дням' })).toBeVisible();
  const funnel = await saveTable(page, 'Воронка по магазинам', 'Файл CSV');
  expect(funnel.name).toMatch(/^Воронка карточки .*\.csv$/);
  expect(linesOf(funnel).length).toBe(await table.locator('tbody tr').count());
  expect(await violations(page, 'the funnel of a card')).toEqual([]);
});
