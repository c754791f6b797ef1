import type { CDPSession, Page } from '@playwright/test';
import type { Backend } from '#tests/e2e/support/backend.ts';
import { Profile, rememberSession } from './browser.ts';
import type { Figure } from './figures.ts';

/** What loads once and stays has come by then. */
const FIRST_ROUNDS = 3;
const ALL_ROUNDS = 5 * FIRST_ROUNDS;
const ROUND_MS = 120_000;
const PAGES = [
  '/home/shipments',
  '/home/promotions',
  '/home/analytics/profit',
  '/home/analytics/reports',
  '/home/account/shops',
  '/home/account/warehouses',
  '/home/account/settings',
];

interface Held {
  heapMb: number;
  nodes: number;
  listeners: number;
}

/** What a page holds that is used all day and never loaded again: a seller goes round, the marketplace changes things meanwhile. */
export async function benchDay(backend: Backend): Promise<Figure[]> {
  const profile = new Profile();
  const context = await profile.open();
  await rememberSession(context, backend.url);
  const page = await context.newPage();
  page.setDefaultTimeout(ROUND_MS);
  const cdp = await context.newCDPSession(page);
  await page.goto(`${backend.url}/home/cards`);
  const held: Held[] = [];
  for (let round = 1; round <= ALL_ROUNDS; round += 1) {
    await goRound(page);
    if (round % FIRST_ROUNDS === 0) held.push(await heldBy(cdp));
  }
  await context.close();
  profile.remove();
  const [first, ...later] = held;
  const last = later.at(-1);
  if (!first || !last) throw new Error('Nothing was measured');
  const figure = (name: keyof Held, unit: string, goal: number): Figure => ({
    name: `${name} more after ${ALL_ROUNDS} rounds of a day than after ${FIRST_ROUNDS}`,
    value: last[name] - first[name],
    unit,
    goal,
    better: 'smaller',
    note: held.map((one) => (name === 'heapMb' ? one[name].toFixed(1) : one[name])).join(' → '),
  });
  return [figure('heapMb', 'MB', 2), figure('nodes', '', 500), figure('listeners', '', 50)];
}

/** Search, tab, filter, order, the end of the list, a card and back, and every other page. */
async function goRound(page: Page): Promise<void> {
  const card = page.locator('tbody a[href^="/home/cards/edit"]').first();
  await go(page, '/home/cards');
  const field = page.locator('input[data-search]');
  for (const typed of ['плат', 'кру', '']) {
    await field.fill(typed);
    await rest(page);
  }
  const tabs = page.getByRole('navigation', { name: 'Состояние карточек' });
  for (const tab of ['Черновики', 'Все']) {
    await tabs.getByRole('link', { name: new RegExp(`^${tab}`) }).click();
    await rest(page);
  }
  await page.getByRole('button', { name: /^Качество(:|$)/ }).click();
  await page.getByRole('radio', { name: 'Без себестоимости' }).click();
  await rest(page);
  await page.getByRole('button', { name: 'Убрать фильтр «Качество»' }).click();
  await rest(page);
  for (const column of ['Цена', 'Остаток'])
    await page
      .getByRole('columnheader', { name: new RegExp(`^${column}`) })
      .getByRole('button')
      .click();
  await rest(page);
  await page.keyboard.press('End');
  await rest(page);
  await page.keyboard.press('Home');
  await card.click();
  await page.waitForURL(/\/home\/cards\/edit/);
  await rest(page);
  await page.goBack();
  await card.waitFor();
  for (const path of PAGES) await go(page, path);
}

/** As «back» and «forward» go: the app draws another page, nothing is loaded anew. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await page.waitForURL((url) => url.pathname === path);
  await rest(page);
}

/** Whatever was asked for is drawn. */
async function rest(page: Page): Promise<void> {
  await page.locator('#root main').first().waitFor();
  await page.waitForFunction(() => document.querySelector('#root main [aria-busy=true]') === null);
  await page.waitForTimeout(400);
}

/** After two collections: what the first frees may hold what only the second does. */
async function heldBy(cdp: CDPSession): Promise<Held> {
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return { heapMb: usedSize / 1024 ** 2, nodes, listeners: jsEventListeners };
}
