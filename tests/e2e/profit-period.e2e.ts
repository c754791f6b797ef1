import type { Locator, Page } from '@playwright/test';
import { dayAgo } from './support/small-shop.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// The demonstration's orders are waited for.
test.describe.configure({ timeout: 300_000 });
test.use({ reducedMotion: 'reduce', bypassCSP: true });

interface Days {
  from: string;
  to: string;
}

const OWN: Days = { from: dayAgo(30), to: dayAgo(17) };

const dayOf = (date: string) => Number(date.slice(8));
const lengthOf = ({ from, to }: Days) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
const plusDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
/** «5 – 18 октября», «28 октября – 10 ноября 2025» or «28 декабря 2024 – 10 января 2025» */
const wordsOf = ({ from, to }: Days) => new RegExp(`^${dayOf(from)}\\D+(?:\\d{4}\\D+)?${dayOf(to)}\\D`);

/** It says the days that are shown. */
const periodButton = (page: Page) => page.locator('button[aria-haspopup="dialog"]').filter({ hasText: /\d/ });

async function openPeriod(page: Page): Promise<Locator> {
  await periodButton(page).click();
  return page.getByRole('dialog', { name: 'Период' });
}

/** Addresses of what a page has asked the server for so far. */
const askedBy = new WeakMap<Page, Set<string>>();

function watchQuestions(page: Page): void {
  const asked = new Set<string>();
  askedBy.set(page, asked);
  page.on('request', (request) => void asked.add(request.url()));
}

/**
 * What the server says to the question of a choice: the question of before is asked again as well whenever more of the demonstration has
 * been read.
 */
async function profitAfter(page: Page, choice: () => Promise<void>) {
  const before = new Set(askedBy.get(page));
  const isNew = (url: string) => new URL(url).pathname === '/api/v1/analytics/profit/' && !before.has(url);
  const [response] = await Promise.all([page.waitForResponse((one) => isNew(one.url())), choice()]);
  const body: { SELECTED: Days; PREVIOUS: Days } = await response.json();
  return body;
}

async function choosePreset(page: Page, name: RegExp): Promise<Days> {
  const period = await openPeriod(page);
  const { SELECTED } = await profitAfter(page, () => period.getByRole('button', { name }).click());
  await expect(period).toHaveCount(0);
  return SELECTED;
}

test('presets, days of one’s own and the year before are shown, and the address keeps them', async ({
  page,
}) => {
  watchQuestions(page);
  await signIn(page);
  // Orders are read shop by shop after the start; before that there is nothing to compare.
  await expect(async () => {
    await page.goto(`/home/analytics/profit?from=${OWN.from}&to=${OWN.to}`);
    await expect(page.getByRole('region', { name: 'Итоги периода' })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 240_000 });

  const week = await choosePreset(page, /^7\sдней$/);
  await expect(page).toHaveURL(/\?days=7$/);
  expect(lengthOf(week)).toBe(7);
  await expect(periodButton(page)).toHaveText(wordsOf(week));
  const year = await choosePreset(page, /^Год$/);
  expect([lengthOf(year), year.to]).toEqual([365, week.to]);
  await expect(periodButton(page)).toHaveText(wordsOf(year));
  const lastMonth = await choosePreset(page, /^Прошлый месяц$/);
  expect([dayOf(lastMonth.from), dayOf(plusDays(lastMonth.to, 1))]).toEqual([1, 1]);
  await page.reload();
  await expect(periodButton(page)).toHaveText(wordsOf(lastMonth));
  const reported = await choosePreset(page, /^14\sдней по отчётам$/);
  expect(lengthOf(reported)).toBe(14);
  await expect(page).toHaveURL(/\/profit$/);

  const period = await openPeriod(page);
  await period.getByLabel('С', { exact: true }).fill(OWN.to);
  await period.getByLabel('По', { exact: true }).fill(OWN.from);
  await period.getByRole('button', { name: 'Показать свои даты' }).click();
  await expect(period.getByRole('alert')).toHaveText('Начало периода позже конца');
  expect(await violations(page, 'the choice of a period')).toEqual([]);
  await period.getByLabel('С', { exact: true }).fill(OWN.from);
  await period.getByLabel('По', { exact: true }).fill(OWN.to);
  await period.getByRole('button', { name: 'Показать свои даты' }).click();
  await expect(page).toHaveURL(new RegExp(`\\?from=${OWN.from}&to=${OWN.to}$`));
  await expect(periodButton(page)).toHaveText(wordsOf(OWN));

  const sides = page.getByRole('group', { name: 'Какой период показать' });
  await sides.getByRole('radio', { name: 'Предыдущий' }).click();
  const before = { from: plusDays(OWN.from, -14), to: plusDays(OWN.from, -1) };
  const shown = page.locator('span', { hasText: /^\d.* · / }).first();
  await expect(shown).toHaveText(wordsOf(before));
  await sides.getByRole('radio', { name: 'Выбранный период' }).click();

  const compared = await openPeriod(page);
  const { PREVIOUS } = await profitAfter(page, () =>
    compared.getByRole('radio', { name: 'Год назад' }).click(),
  );
  const yearBefore = `${Number(OWN.from.slice(0, 4)) - 1}${OWN.from.slice(4).replace('-02-29', '-02-28')}`;
  expect(PREVIOUS).toMatchObject({ from: yearBefore, to: plusDays(yearBefore, 13) });
  await page.keyboard.press('Escape');
  await sides.getByRole('radio', { name: 'Год назад' }).click();
  await expect(shown).toHaveText(wordsOf(PREVIOUS));
  await expect(shown).toContainText(PREVIOUS.to.slice(0, 4));

  await page.reload();
  await expect(page).toHaveURL(
    new RegExp(`\\?from=${OWN.from}&to=${OWN.to}&against=YEAR_AGO&show=PREVIOUS$`),
  );
  await expect(sides.getByRole('radio', { name: 'Год назад' })).toBeChecked();
  await expect(shown).toHaveText(wordsOf(PREVIOUS));
  await expect(periodButton(page)).toHaveText(wordsOf(OWN));
  expect(await violations(page, 'the year before')).toEqual([]);
});
