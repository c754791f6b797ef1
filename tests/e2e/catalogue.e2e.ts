import type { Page } from '@playwright/test';
import { deviceDump, linesWith } from './support/device-dump.ts';
import { replicaCode } from './support/replica-code.ts';
import { connection, expect, serviceWorkerReady, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const SETTINGS = '/home/account/settings';
/** A little above what is reached: the library of schemas alone is 7 KiB. */
const MOST_CODE_KIB = 15.6;

/** The whole list is on the device; how many cards it has, archived ones too. */
async function wholeList(page: Page): Promise<number> {
  await page.goto(SETTINGS);
  const count = page.getByRole('region', { name: 'Весь список карточек' }).getByText(/^[\d\s]+карточ/);
  await expect(count).toBeVisible({ timeout: 60_000 });
  return Number((await count.textContent())?.replace(/\D/g, ''));
}

const firstCard = (page: Page) => page.locator('tbody a').first();
const search = (page: Page) => page.getByRole('searchbox', { name: 'Поиск карточек' });

/** Databases of the card list. */
const kept = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name?.includes('catalogue') ? [name] : [])),
  );

/** Titles of the first five rows, as the list shows them. */
async function titles(page: Page): Promise<string[]> {
  return (await page.locator('tbody a').allTextContents()).slice(0, 5);
}

test('the code of the replica weighs no more than it did', () => {
  const { files, kib } = replicaCode();
  expect(files).toHaveLength(2);
  expect(kib).toBeLessThanOrEqual(MOST_CODE_KIB);
});

test('with the server dead the list answers from the device: search, tabs, order and the end of the list', async ({
  page,
  backend,
  noise,
}) => {
  noise.allow(/Failed to load resource|net::ERR/);
  await signIn(page);
  await serviceWorkerReady(page);
  const count = await wholeList(page);
  expect(await violations(page, SETTINGS)).toEqual([]);

  // What the server says to the same questions. The first is «кружка», typed in the other layout.
  const questions = ['search=rhe;rf', 'state=DRAFT', 'ordering=updated_at'] as const;
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const ask = () =>
    Promise.all(
      questions.map(async (query) => {
        const response = await page.request.get(`/api/v1/cards/?${query}&limit=5&offset=0`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const { results } = (await response.json()) as { results: { title: string }[] };
        return results.map(({ title }) => title);
      }),
    );
  // The demo's shipments go on: an order that has stood for as long as a change takes to come is the device's, too.
  let said: string[][] = [];
  const isSettled = async () => {
    const before = said;
    said = await ask();
    return JSON.stringify(said) === JSON.stringify(before);
  };
  await expect.poll(isSettled, { intervals: [3_000] }).toBe(true);
  const [bySearch = [], drafts = [], oldest = []] = said;
  expect([bySearch, drafts, oldest].map(({ length }) => length)).toEqual([5, 5, 5]);

  await backend.kill();
  try {
    await page.goto('/home/cards?ordering=updated_at');
    await expect(page.getByText(/Данные на/).first()).toBeVisible();
    await expect.poll(() => titles(page)).toEqual(oldest);
    // The end of the list: nobody has been there.
    const table = page.getByRole('table', { name: 'Карточки' });
    const rows = Number(await table.getAttribute('aria-rowcount')) - 1;
    expect(rows).toBeGreaterThan(100);
    expect(rows).toBeLessThanOrEqual(count);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(table.locator(`tr[aria-rowindex="${rows + 1}"] a`).first()).toBeVisible();
    await expect(page.getByText(/Этих карточек нет на устройстве/)).toHaveCount(0);

    await page.getByRole('link', { name: 'Список карточек' }).first().click();
    await search(page).fill('rhe;rf');
    await expect.poll(() => titles(page)).toEqual(bySearch);
    await search(page).fill('такого нет нигде');
    await expect(page.getByText('Ничего не найдено')).toBeVisible();
    await search(page).fill('');
    await page.getByRole('link', { name: /^Черновики/ }).click();
    await expect.poll(() => titles(page)).toEqual(drafts);
    await expect(connection(page, 'Нет сети')).toBeVisible();
  } finally {
    await backend.start();
  }
});

test('a change made elsewhere is found by its new name; switched off, or signed out, nothing is left', async ({
  page,
}) => {
  await signIn(page);
  await wholeList(page);
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const list = await page.request.get('/api/v1/cards/?limit=1&offset=60', { headers });
  const { results } = (await list.json()) as { results: { id: number; version: number }[] };
  const [card] = results;
  if (!card) throw new Error('The demo has cards');
  await page.goto('/home/cards');
  await expect(firstCard(page)).toBeVisible();
  const change = await page.request.patch(`/api/v1/cards/${card.id}/`, {
    headers: { ...headers, 'if-match': `"v${card.version}"` },
    data: { title: 'Единственная в своём роде чашечка' },
  });
  expect(change.ok()).toBe(true);
  await search(page).fill('единственная в своем роде');
  await expect(firstCard(page)).toHaveText('Единственная в своём роде чашечка');

  expect(await kept(page)).toHaveLength(1);
  await page.goto(SETTINGS);
  const choice = page.getByRole('switch', { name: /Держать весь список/ });
  await choice.click();
  await expect.poll(() => kept(page)).toEqual([]);
  await choice.click();
  await expect.poll(() => kept(page)).toHaveLength(1);
  await wholeList(page);
  const title = 'Единственная в своём роде чашечка';
  const linesOfList = async () =>
    linesWith(await deviceDump(page), title).filter((line) => /catalogue/.test(line));
  await expect.poll(async () => (await linesOfList()).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect.poll(() => kept(page)).toEqual([]);
  expect(linesWith(await deviceDump(page), title)).toEqual([]);
});

/** As when another tab, or another window, is in front of it. */
async function look(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('of two tabs the one that is not seen has no worker; whoever comes back to it asks it at once', async ({
  page,
  context,
  backend,
  noise,
}) => {
  noise.allow(/Failed to load resource|net::ERR/);
  await signIn(page);
  await serviceWorkerReady(page);
  await wholeList(page);
  const second = await context.newPage();
  for (const one of [page, second]) {
    await one.clock.install();
    await one.goto('/home/cards?ordering=title');
    await expect(firstCard(one)).toBeVisible();
    await expect.poll(() => one.workers().length).toBe(1);
  }
  await backend.kill();
  try {
    for (const [seen, hidden] of [
      [second, page],
      [page, second],
      [second, page],
    ] as const) {
      await look(seen, 'visible');
      // Typed while its engine reads the device: nobody else could answer.
      await search(seen).fill('кружка');
      await expect(firstCard(seen)).toHaveText(/кружка/i);
      const shown = await titles(hidden);
      await look(hidden, 'hidden');
      await hidden.clock.fastForward(30_000);
      await expect.poll(() => hidden.workers().length).toBe(0);
      expect(seen.workers()).toHaveLength(1);
      expect(await titles(hidden)).toEqual(shown);
      await search(seen).fill('');
      await expect(firstCard(seen)).not.toHaveText(/кружка/i);
    }
  } finally {
    await backend.start();
  }
});

/** Runs in the page: as a cleaner does, or the browser when it needs room. */
async function deleteLists(): Promise<boolean> {
  const names = (await indexedDB.databases()).flatMap(({ name }) =>
    name?.includes('catalogue') ? [name] : [],
  );
  await Promise.all(
    names.map(
      (name) =>
        new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.addEventListener('success', resolve);
          request.addEventListener('error', reject);
        }),
    ),
  );
  return names.length > 0;
}

test('deleted under an open tab it is made anew, and answers with the server dead', async ({
  page,
  backend,
  noise,
}) => {
  noise.allow(/Failed to load resource|net::ERR/);
  await signIn(page);
  await serviceWorkerReady(page);
  await wholeList(page);
  expect(await page.evaluate(deleteLists)).toBe(true);
  const panel = page.getByRole('region', { name: 'Весь список карточек' });
  const refresh = panel.getByRole('button', { name: 'Обновить список' });
  await refresh.click();
  const isStored = async () =>
    linesWith(await deviceDump(page), /^database prilavok-catalogue-.*portion/).length;
  await expect.poll(isStored, { timeout: 60_000 }).toBeGreaterThan(0);
  await expect(panel.getByText(/^[\d\s]+карточ/)).toBeVisible({ timeout: 60_000 });
  await expect(panel.getByText('Браузер не даёт хранить список')).toHaveCount(0);
  await backend.kill();
  try {
    await page.goto('/home/cards?ordering=title');
    await search(page).fill('rhe;rf');
    await expect(firstCard(page)).toHaveText(/кружка/i);
  } finally {
    await backend.start();
  }
});

test('on a full device there is none, which is said, and the list goes on with the server', async ({
  page,
  context,
  backend,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: backend.url, quotaSize: 1 });
  await signIn(page);
  await page.goto(SETTINGS);
  await expect(page.getByText('Для списка не хватило места')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => kept(page)).toEqual([]);
  await page.getByRole('link', { name: 'Список карточек' }).first().click();
  await search(page).fill('rhe;rf');
  await expect(firstCard(page)).toHaveText(/кружка/i);
});

test('a tab of another version is not kept waiting by this one, which goes on with the server until it is opened anew', async ({
  page,
  context,
  noise,
}) => {
  // A page that is a text has no icon of its own.
  noise.allow(/favicon/);
  await signIn(page);
  await wholeList(page);
  const other = await context.newPage();
  await other.goto('/robots.txt');
  const [name = ''] = await kept(page);
  await other.evaluate(
    (of) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(of, 99);
        request.addEventListener('success', () => {
          request.result.close();
          resolve();
        });
        request.addEventListener('error', () => reject(request.error ?? new Error('open')));
      }),
    name,
  );
  const panel = page.getByRole('region', { name: 'Весь список карточек' });
  await panel.getByRole('button', { name: 'Обновить список' }).click();
  await expect(panel.getByText('Браузер не даёт хранить список')).toBeVisible();
  await page.getByRole('link', { name: 'Список карточек' }).first().click();
  await search(page).fill('rhe;rf');
  await expect(firstCard(page)).toHaveText(/кружка/i);
  // Without a number it is opened whatever its version.
  await wholeList(page);
});
