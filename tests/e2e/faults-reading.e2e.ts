import type { Page, Route } from '@playwright/test';
import { deviceDump, linesWith } from './support/device-dump.ts';
import {
  API,
  BLACK_HOLE,
  CARD_LIST,
  expect,
  firstCard,
  NETWORK_NOISE,
  NO_NETWORK,
  openCardList,
  OtherDevice,
  passTime,
  REFRESH,
  storedTokens,
  test,
  titleField,
  toasts,
} from './support/fault-test.ts';
import { connection } from './support/test.ts';

const MINUTE_MS = 60_000;
const PING = /^\/api\/v1\/ping\//;
const NEEDS_DATA = [
  '/home/shipments',
  '/home/promotions',
  '/home/account/shops',
  '/home/account/warehouses',
  '/home/analytics/profit',
  '/home/cards/edit?id=999999',
];
const WORKS_WITHOUT = [
  '/home/cards/create',
  '/home/cards/create?step=form',
  '/home/account/settings',
  '/auth/password/change',
  '/home',
];

const ONLINE = /В сети|Медленная связь/;

test.beforeEach(({ noise }) => noise.allow(NETWORK_NOISE));

async function deleteDatabases(page: Page) {
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
}

/** The first visit is read before the worker has taken over; this one passes through it and leaves copies there. */
async function readThroughWorker(page: Page) {
  await deleteDatabases(page);
  await page.reload();
  await expect(firstCard(page)).toBeVisible();
  await expect.poll(async () => linesWith(await deviceDump(page), /^cache api-/).length).toBeGreaterThan(2);
}

test('B-02: without a connection an address that was never opened says so or works; none spins or breaks', async ({
  page,
  network,
}) => {
  await openCardList(page);
  network.setRules(NO_NETWORK);
  for (const address of NEEDS_DATA) {
    await page.goto(address);
    await expect(page.getByText('Нет данных без связи').first(), address).toBeVisible();
  }
  for (const address of WORKS_WITHOUT) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible();
    await expect(page.getByText('Что-то пошло не так'), address).toHaveCount(0);
  }
});

test('B-03 B-15: a network that swallows everything is noticed, told once and not stormed', async ({
  page,
  network,
}) => {
  await openCardList(page);
  await passTime(page, 10 * MINUTE_MS);
  network.setRules({ path: API, ...BLACK_HOLE });
  const before = network.seen.length;
  await page.reload();
  await expect(firstCard(page)).toBeVisible();
  await expect(connection(page, 'Сервер не отвечает')).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await page.waitForTimeout(6_000);
  await expect(firstCard(page)).toBeVisible();
  const asked = network.seen.slice(before);
  expect(asked.filter(({ path }) => PING.test(path)).length).toBeLessThanOrEqual(6);
  expect(asked.filter(({ path }) => CARD_LIST.test(path)).length).toBeLessThanOrEqual(3);
  expect(await toasts(page).getByRole('alert').locator('> *').count()).toBeLessThanOrEqual(1);

  network.setRules();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(connection(page, ONLINE)).toBeVisible();
});

test('B-04: a browser that says «offline» by mistake is not believed for long', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }));
  await page.goto('/home/cards');
  await expect(firstCard(page)).toBeVisible();
  await expect(connection(page, ONLINE)).toBeVisible();
});

test('B-05: on a network of twelve seconds the kept list is there at once, and the late answer takes its place without a jump', async ({
  page,
  network,
  backend,
}) => {
  await openCardList(page);
  const id =
    new URL((await firstCard(page).getAttribute('href')) ?? '', page.url()).searchParams.get('id') ?? '';
  const device = await OtherDevice.signIn(backend.url);
  const title = `Пришло поздно ${Date.now() % 1e6}`;
  await device.changeCard(id, { title });
  await passTime(page, 10 * MINUTE_MS);
  network.setRules({ path: API, fault: { kind: 'latency', ms: 12_000 } });
  await page.reload();
  await expect(firstCard(page)).toBeVisible();
  await expect(page.getByText('Обновление…').first()).toBeVisible();
  await page.mouse.wheel(0, 500);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  const scrolled = await page.evaluate(() => window.scrollY);
  await expect(page.getByRole('link', { name: title })).toBeAttached();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
});

test('B-06: a network that comes and goes every two seconds for five minutes makes no flicker, no storm and no leak', async ({
  page,
  network,
  context,
}) => {
  // The page's own clock: two seconds of it are two seconds also on a machine that is slow.
  await page.clock.install();
  await openCardList(page);
  const devtools = await context.newCDPSession(page);
  const heapMiB = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024;
  };
  const before = network.seen.length;
  const shown: string[] = [];
  await page.exposeFunction('noteConnection', (text: string) => shown.push(text));
  await page.evaluate(() => {
    const note = (window as unknown as { noteConnection: (text: string) => void }).noteConnection;
    const banner = document.querySelector('header');
    if (banner)
      new MutationObserver(() => note(banner.textContent ?? '')).observe(banner, {
        childList: true,
        subtree: true,
        characterData: true,
      });
  });
  await page.clock.pauseAt(Date.now() + 10_000);
  const answered = () => network.seen.filter(({ path, status }) => PING.test(path) && status === 200).length;
  let heapAtFirst = 0;
  for (let turn = 0; turn < 150; turn += 1) {
    if (turn % 2 === 0) {
      network.setRules(NO_NETWORK);
      await context.setOffline(true);
    } else {
      const known = answered();
      network.setRules();
      await context.setOffline(false);
      await expect.poll(answered).toBeGreaterThan(known);
      // The page's clock stands still until it has read the answer.
      await page.waitForTimeout(100);
    }
    await page.clock.runFor(2_000);
    if (turn === 10) heapAtFirst = await heapMiB();
  }
  expect(shown.filter((text) => text.includes('Нет сети'))).toEqual([]);
  const lists = network.seen.slice(before).filter(({ path }) => CARD_LIST.test(path));
  expect(lists.length).toBeLessThanOrEqual(30);
  expect((await heapMiB()) - heapAtFirst).toBeLessThan(5);
});

test('B-09: a setting changed in one tab is in the other, too', async ({ page, context, network }) => {
  await openCardList(page);
  const other = await context.newPage();
  await other.goto('/home/account/settings');
  const themeOf = (tab: Page) => tab.evaluate(() => document.documentElement.dataset['theme']);
  const wanted = (await themeOf(page)) === 'dark' ? 'Светлая' : 'Тёмная';
  await other.getByText(wanted, { exact: true }).click();
  const theme = wanted === 'Тёмная' ? 'dark' : 'light';
  await expect
    .poll(() => network.seen.some(({ method, status }) => method === 'PATCH' && status === 200))
    .toBe(true);
  await expect.poll(() => themeOf(page)).toBe(theme);
  // What waits to be sent is shared by the tabs, too; this is the profile, asked for again.
  await page.waitForTimeout(1_500);
  expect(await themeOf(page)).toBe(theme);
});

test('B-10: what the worker serves from its copy keeps the time it was fetched, start after start', async ({
  page,
  network,
}) => {
  await openCardList(page);
  await readThroughWorker(page);
  const fetchedAt = Date.now();
  // Only the worker's copy is left; half an hour goes by.
  await deleteDatabases(page);
  await passTime(page, 30 * MINUTE_MS);
  network.setRules({ path: API, ...BLACK_HOLE });
  const time = await page.evaluate(
    (at) => new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' }).format(at),
    fetchedAt - 30_000,
  );
  const hour = time.slice(0, 3);
  for (let start = 0; start < 2; start += 1) {
    await page.reload();
    await expect(firstCard(page)).toBeVisible();
    await expect(connection(page, 'Сервер не отвечает')).toBeVisible();
    const label = (await page.locator('[data-data-age]').first().textContent()) ?? '';
    expect(label).toMatch(/Данные на/);
    const shown = /(\d\d):(\d\d)/.exec(label);
    const minuteOfDay = Number(shown?.[1]) * 60 + Number(shown?.[2]);
    const expected = Number(hour.slice(0, 2)) * 60 + Number(time.slice(3, 5));
    expect(Math.abs(minuteOfDay - expected)).toBeLessThanOrEqual(1);
  }
});

test('B-11: a gateway without a server behind it leaves the kept view, and says whose fault it is', async ({
  page,
  network,
}) => {
  await openCardList(page);
  await readThroughWorker(page);
  await passTime(page, 10 * MINUTE_MS);
  network.setRules({
    path: API,
    fault: { kind: 'status', status: 502, body: '<html>Bad gateway</html>', contentType: 'text/html' },
  });
  await page.reload();
  await expect(firstCard(page)).toBeVisible();
  await expect(connection(page, 'Сервер недоступен')).toBeVisible();
  await expect(page.getByText(/Данные на|10.мин.назад/).first()).toBeVisible();
  network.setRules();
  await expect(connection(page, ONLINE)).toBeVisible();
});

for (const [name, fault] of [
  ['its page', { kind: 'captive-portal' }],
  [
    'a redirection elsewhere',
    { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:9/portal' } },
  ],
] as const) {
  test(`B-12: a hotel that answers with ${name} is told as such; nothing of it is kept, the session stays`, async ({
    page,
    network,
    tokens,
  }) => {
    await openCardList(page);
    await passTime(page, 10 * MINUTE_MS);
    network.setRules({ fault });
    await page.reload();
    await expect(firstCard(page)).toBeVisible();
    await expect(
      connection(page, fault.kind === 'captive-portal' ? 'Сеть просит войти' : 'Нет сети'),
    ).toBeVisible();
    await page
      .getByRole('link', { name: /Отправки/ })
      .first()
      .click();
    await expect(page.getByText('Нет данных без связи').first()).toBeVisible();
    expect(linesWith(await deviceDump(page), 'гостиницы')).toEqual([]);
    expect((await storedTokens(page)).refresh).toBe(tokens?.refresh);
    network.setRules();
    await page.getByRole('button', { name: 'Повторить' }).click();
    await expect(page.getByText(/№\d+/).first()).toBeVisible();
  });
}

test('B-14: copies of more than a week ago are neither shown nor left on the device', async ({
  page,
  network,
}) => {
  await openCardList(page);
  const title = (await firstCard(page).textContent()) ?? '';
  // The worker's own copies go by its own clock, which its unit tests turn.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('api-')) await caches.delete(name);
  });
  await passTime(page, 8 * 24 * 60 * MINUTE_MS);
  network.setRules(NO_NETWORK);
  await page.reload();
  await expect(page.getByText('Нет данных без связи').first()).toBeVisible();
  // The card list on the device is no copy of an answer: it says its age, and stays until the sign-out.
  const copies = async () =>
    linesWith(await deviceDump(page), title).filter(
      (line) => !line.startsWith('database prilavok-catalogue-'),
    );
  await expect.poll(copies).toEqual([]);
});

test('B-16: an answer cut short is no data: it is asked for again and never kept', async ({
  page,
  network,
}) => {
  network.setRules({ path: CARD_LIST, fault: { kind: 'cut', bytes: 700 } });
  await page.goto('/home/cards');
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible();
  expect(linesWith(await deviceDump(page), /^cache api-.*\/cards\/\?|"Cards"/)).toEqual([]);
  network.setRules();
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(firstCard(page)).toBeVisible();
});

test('B-17: of two searches the later is shown, although the earlier answers last', async ({
  page,
  network,
}) => {
  await openCardList(page);
  const search = page.locator('input[data-search]');
  network.setRules({ path: /search=%D0%BA%D1%80%D1%83%D0%B6/i, fault: { kind: 'reorder' }, times: 1 });
  await search.fill('круж');
  await expect.poll(() => network.count('GET', /search=%D0%BA%D1%80%D1%83%D0%B6/i)).toBeGreaterThan(0);
  await search.fill('плать');
  await expect(firstCard(page)).toHaveText(/плать/i);
  await page.waitForTimeout(3_500);
  await expect(firstCard(page)).toHaveText(/плать/i);
});

test('B-19: a shipment that ends while there is no connection is up to date soon after and stands out, and an unknown status is shown as it is', async ({
  page,
  network,
}) => {
  await openCardList(page);
  const link = page.getByRole('link', { name: /Отправки/ }).first();
  const rewritten = (status: string) => async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { results: { status: string }[] };
    if (body.results[0]) body.results[0].status = status;
    await route.fulfill({ response: response, json: body });
  };
  await page.context().route(/\/api\/v1\/shipments\/\?/, rewritten('FROZEN'));
  await link.click();
  await expect(page.getByText('FROZEN')).toBeVisible();
  network.setRules(NO_NETWORK);
  await page.context().unroute(/\/api\/v1\/shipments\/\?/);
  await passTime(page, 2 * MINUTE_MS);
  await page.reload();
  await expect(page.getByText('FROZEN')).toBeVisible();
  await expect(connection(page, 'Нет сети')).toBeVisible();
  network.setRules();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('FROZEN')).toHaveCount(0);
  await expect(page.locator('[data-changed]')).toHaveCount(1);
});

test('B-20: waking up after a night makes one refresh and asks for what is on the screen, nothing more', async ({
  page,
  network,
  tokens,
}) => {
  await page.clock.install();
  await openCardList(page);
  network.setRules({
    path: API,
    authorization: `Bearer ${tokens?.access}`,
    fault: { kind: 'status', status: 401, body: '{"detail":["Сеанс завершён"]}' },
  });
  const before = network.seen.length;
  await page.clock.fastForward('08:00:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect.poll(() => network.count('POST', REFRESH)).toBe(1);
  await expect
    .poll(() => network.seen.slice(before).some(({ path, status }) => CARD_LIST.test(path) && status === 200))
    .toBe(true);
  await page.waitForTimeout(1_000);
  const reads = network.seen
    .slice(before)
    .filter(({ method, status, path }) => method === 'GET' && status === 200 && !PING.test(path))
    .map(({ path }) => path);
  expect(reads.length).toBe(new Set(reads).size);
  expect(network.count('POST', REFRESH)).toBe(1);
  await expect(toasts(page).getByRole('alert').locator('> *')).toHaveCount(0);
});

test('B-21: a profile that cannot be asked for leaves the app usable with the kept one', async ({
  page,
  network,
}) => {
  await openCardList(page);
  await passTime(page, 10 * MINUTE_MS);
  network.setRules({ path: /\/users\/me\//, fault: { kind: 'status', status: 500 } });
  await page.reload();
  await expect(firstCard(page)).toBeVisible();
  await firstCard(page).click();
  await expect(titleField(page)).not.toHaveValue('');
});
