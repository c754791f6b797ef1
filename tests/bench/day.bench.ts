import type { BrowserContext, Page } from '@playwright/test';
import { timeToCards } from './browser.ts';
import type { Figure } from './figures.ts';

/** What somebody does again and again in a day of work; a round of it is what each of them costs once. */
const WORDS = ['кружка', 'плать', 'носки', 'чехол'];
const ROUNDS = 40;
/** Code and copies that a page has from its first minutes on. */
const ROUNDS_BEFORE = 10;
const DAY_GOAL_MB = 5;

/** How much larger the heap of a page is after a day of searching, sorting, scrolling and opening of cards, without a reload. */
export async function benchDay(context: BrowserContext, url: string): Promise<Figure[]> {
  const page = await context.newPage();
  await timeToCards(page, url);
  for (let round = 0; round < ROUNDS_BEFORE; round += 1) await workOn(page, round);
  const before = await heapMb(page);
  for (let round = ROUNDS_BEFORE; round < ROUNDS; round += 1) await workOn(page, round);
  const after = await heapMb(page);
  await page.close();
  return [
    {
      name: 'heap of a page more after a day of work',
      value: after - before,
      unit: 'MB',
      goal: DAY_GOAL_MB,
      better: 'smaller',
      note: `${before.toFixed(1)} MB after ${ROUNDS_BEFORE} rounds, ${after.toFixed(1)} after ${ROUNDS} of ten actions`,
    },
  ];
}

/** Ten actions. */
async function workOn(page: Page, round: number): Promise<void> {
  const field = page.locator('input[data-search]');
  const cards = page.locator('a[href^="/home/cards/edit"]');
  await field.fill(WORDS[round % WORDS.length] ?? '');
  await cards.first().waitFor();
  await page.getByRole('columnheader', { name: /^Цена/ }).getByRole('button').click();
  await page.mouse.move(600, 600);
  for (let notch = 0; notch < 4; notch += 1) await page.mouse.wheel(0, 800);
  await page.waitForTimeout(200);
  await cards.nth(3).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('tab', { name: /^Цены/ })
    .or(page.getByRole('link', { name: /^Цены/ }))
    .first()
    .click();
  await page.goBack();
  await page.waitForTimeout(100);
  if (!/\/home\/cards\/?(\?|$)/.test(page.url())) await page.goBack();
  await cards.first().waitFor();
  await field.fill('');
  await page.waitForTimeout(300);
}

/** After a collection. */
async function heapMb(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  await cdp.detach();
  return usedSize / 1024 ** 2;
}
