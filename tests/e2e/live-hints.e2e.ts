import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

const HINTS = /\/api\/v1\/live-hints\//;

const others: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of others.splice(0)) await context.close();
});

/** Resolves when the page's stream is open: no hint is missed from here on. */
async function live(page: Page, act: () => Promise<unknown>): Promise<void> {
  const opened = page.waitForResponse(HINTS);
  await act();
  await opened;
  await expect(page.locator('tbody a').first()).toBeVisible();
}

async function otherDevice(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  others.push(context);
  const page = await context.newPage();
  await live(page, () => signIn(page));
  return page;
}

const firstCard = (page: Page) => page.locator('tbody a').first();
const titleField = (page: Page) => page.getByRole('textbox', { name: /^Наименование/ });
let number = 0;

/** Saves a title of the card, as a person does; resolves with the moment when it was pressed. */
async function saveTitle(page: Page, href: string): Promise<{ title: string; savedAt: number }> {
  number += 1;
  const title = `Кружка издалека ${number} ${Date.now() % 1e6}`;
  await page.goto(href);
  await titleField(page).fill(title);
  const savedAt = Date.now();
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  return { title, savedAt };
}

test('a title saved on one device comes to the list of another by itself, and nothing else there moves', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await otherDevice(browser, baseURL ?? '');
  const href = (await firstCard(other).getAttribute('href')) ?? '';
  await signIn(page);
  // The newest change goes to the top of the list: the same card twice, so that the rows stay where they are.
  const first = await saveTitle(page, href);
  await expect(other.getByRole('link', { name: first.title })).toBeVisible();
  await other.evaluate(() => {
    for (const row of document.querySelectorAll('tbody tr')) row.setAttribute('data-seen', '');
    window.scrollTo(0, 120);
  });
  const rows = await other.locator('tbody tr[data-seen]').count();
  const { title, savedAt } = await saveTitle(page, href);
  await expect(other.getByRole('link', { name: title })).toBeVisible();
  test.info().annotations.push({ type: 'ms', description: String(Date.now() - savedAt) });
  expect(await other.locator('tbody tr[data-seen]').count()).toBe(rows);
  expect(await other.evaluate(() => window.scrollY)).toBe(120);
});

test('what is typed and not saved stays, when the card is changed elsewhere', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await otherDevice(browser, baseURL ?? '');
  const href = (await firstCard(other).getAttribute('href')) ?? '';
  await firstCard(other).click();
  const brand = other.getByRole('combobox', { name: 'Бренд' });
  await brand.fill('Ещё не сохранено');
  await signIn(page);
  const { title } = await saveTitle(page, href);
  await expect(titleField(other)).toHaveValue(title);
  await expect(brand).toHaveValue('Ещё не сохранено');
});

test('a shipment begun on one device is on the other at once, and ends there', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await otherDevice(browser, baseURL ?? '');
  await other.getByRole('link', { name: 'Отправки' }).first().click();
  await expect(other.locator('tbody a').first()).toBeVisible();
  // Those of the demonstration that still go on are asked for every 15 s while hints come: too seldom for what follows.
  await signIn(page);
  await page.goto('/home/cards?state=PUBLISHED&q=Кружка');
  const rows = page.locator('tbody tr[aria-rowindex]');
  await rows.nth(0).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Отправить в магазины' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /Северика/ }).check();
  const begun = page.waitForResponse(/\/cards\/send\/$/);
  await dialog.getByRole('button', { name: /Отправить 1 карточку/ }).click();
  const { id } = (await (await begun).json()) as { id: number };
  const begunAt = Date.now();
  const shipment = other.locator(`a[href$="id=${id}"]`);
  await expect(shipment).toBeVisible();
  const seenMs = Date.now() - begunAt;
  test.info().annotations.push({ type: 'ms', description: String(seenMs) });
  await expect(other.locator('tbody tr', { has: shipment }).getByText('Завершена')).toBeVisible();
});

test('after the server was killed and is back, changes come again', async ({
  page,
  browser,
  baseURL,
  backend,
  noise,
}) => {
  noise.allow(/ERR_CONNECTION_(REFUSED|RESET)/);
  const other = await otherDevice(browser, baseURL ?? '');
  const heard: string[] = [];
  other.on('console', (message) => heard.push(`${message.text()} ${message.location().url}`));
  const href = (await firstCard(other).getAttribute('href')) ?? '';
  await live(page, () => signIn(page));
  const opened: string[] = [];
  other.on('request', (request) => HINTS.test(request.url()) && opened.push(request.url()));
  // A worker whose script is on its way would complain aloud.
  for (const one of [page, other]) await one.evaluate(async () => void (await navigator.serviceWorker.ready));
  await backend.kill();
  await expect(
    other
      .getByRole('banner')
      .getByText(/Нет сети|Сервер не отвечает/)
      .first(),
  ).toBeVisible();
  // Whether the server is there is asked by a question of its own: the stream waits until it is.
  opened.length = 0;
  await other.waitForRequest(/\/ping\//);
  expect(opened).toEqual([]);
  expect(heard.filter((line) => /INCOMPLETE|CHUNKED/.test(line))).toEqual([]);
  const back = other.waitForResponse(HINTS);
  await backend.start();
  await back;
  const { title } = await saveTitle(page, href);
  await expect(other.getByRole('link', { name: title })).toBeVisible();
});

test('the tabs of a browser share one stream; when the first is closed another has it', async ({
  page,
  context,
}) => {
  const streams: Page[] = [];
  context.on('request', (request) => {
    if (HINTS.test(request.url())) streams.push(request.frame().page());
  });
  await live(page, () => signIn(page));
  const second = await context.newPage();
  await second.goto('/home/diagnostics');
  await expect(second.getByRole('heading', { name: 'Диагностика' })).toBeVisible();
  await expect(async () => {
    await second.getByRole('button', { name: 'Обновить' }).click();
    await expect(second.getByText('сразу, через другую вкладку')).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(streams).toEqual([page]);
  const next = context.waitForEvent('request', (request) => HINTS.test(request.url()));
  await page.close();
  await next;
  await expect(async () => {
    await second.getByRole('button', { name: 'Обновить' }).click();
    await expect(second.getByText('сразу, через эту вкладку')).toBeVisible({ timeout: 500 });
  }).toPass();
});

test('LV-07: a stream that is opened after its token has run out begins with a new one, and no call is refused', async ({
  page,
  context,
}) => {
  await live(page, () => signIn(page));
  const second = await context.newPage();
  await second.goto('/home/diagnostics');
  const refresh = second.getByRole('button', { name: 'Обновить' });
  await expect(async () => {
    await refresh.click();
    await expect(second.getByText('сразу, через другую вкладку')).toBeVisible({ timeout: 500 });
  }).toPass();
  const answered: string[] = [];
  context.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (/live-hints|refresh/.test(path)) answered.push(`${response.status()} ${path}`);
  });
  // As the token is ten minutes later: over by its own word, and refused. The other tab is told of it by the storage.
  await page.evaluate(() => {
    const [head, payload, signature] = (localStorage.getItem('accessToken') ?? '').split('.');
    const claims: object = JSON.parse(atob((payload ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    const late = btoa(JSON.stringify({ ...claims, exp: Math.floor(Date.now() / 1000) - 61 }))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '');
    localStorage.setItem('accessToken', [head, late, signature].join('.'));
  });
  const opened = context.waitForEvent('response', (response) => HINTS.test(response.url()));
  await page.close();
  await opened;
  expect(answered).toEqual(['200 /api/v1/user/refresh/', '200 /api/v1/live-hints/']);
});
