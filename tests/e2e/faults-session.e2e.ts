import type { Page } from '@playwright/test';
import type { FaultRule } from '#tests/faults/fault-proxy.ts';
import { deviceDump, linesWith } from './support/device-dump.ts';
import {
  API,
  apiSession,
  BLACK_HOLE,
  CARD_LIST,
  expect,
  firstCard,
  NETWORK_NOISE,
  NO_NETWORK,
  openCardList,
  REFRESH,
  storedTokens,
  test,
  titleField,
  type Tokens,
} from './support/fault-test.ts';
import { DEMO, DEMO2 } from './support/test.ts';

const LOGIN_PAGE = /\/auth\/login/;
const PROFIT = /^\/api\/v1\/analytics\/profit\//;
const DAY_MS = 24 * 3600 * 1000;

/** The server's answer to an access token whose time is over. */
function expired(tokens: Tokens | null): FaultRule {
  return {
    path: API,
    authorization: `Bearer ${tokens?.access}`,
    fault: { kind: 'status', status: 401, body: '{"detail":["Сеанс завершён"]}' },
  };
}

async function openTabs(page: Page, count: number): Promise<Page[]> {
  const others = await Promise.all(Array.from({ length: count - 1 }, () => page.context().newPage()));
  return [page, ...others];
}

test.beforeEach(({ noise }) => noise.allow(NETWORK_NOISE));

for (const count of [1, 2, 5]) {
  test(`A-02 A-18: ${count} tab(s) that load with an ended token make one refresh together`, async ({
    page,
    network,
    tokens,
  }) => {
    network.setRules(expired(tokens), { path: REFRESH, fault: { kind: 'latency', ms: 500 } });
    const tabs = await openTabs(page, count);
    await Promise.all(tabs.map((tab) => tab.goto('/home/cards')));
    for (const tab of tabs) await expect(firstCard(tab)).toBeVisible();
    expect(network.count('POST', REFRESH)).toBe(1);
  });
}

test('A-05: a refused refresh takes every tab to the login page, and signing in leads back to the draft', async ({
  page,
  network,
  tokens,
}) => {
  await openCardList(page);
  const [, other] = await openTabs(page, 2);
  await other!.goto('/home/cards');
  await expect(firstCard(other!)).toBeVisible();
  await firstCard(page).click();
  await expect(titleField(page)).not.toHaveValue('');
  const address = page.url();
  await titleField(page).fill('Черновик, который не пропадёт');
  await expect.poll(async () => linesWith(await deviceDump(page), 'который не пропадёт').length).toBe(2);

  network.setRules(expired(tokens), {
    path: REFRESH,
    fault: { kind: 'status', status: 401, body: '{"detail":["Сеанс завершён"]}' },
  });
  await other!
    .getByRole('link', { name: /Отправки/ })
    .first()
    .click();
  await expect(other!).toHaveURL(LOGIN_PAGE);
  await expect(page).toHaveURL(LOGIN_PAGE);
  expect(await storedTokens(page)).toEqual({ access: null, refresh: null });

  network.setRules();
  await page.getByLabel('Логин').fill(DEMO.login);
  await page.getByLabel('Пароль', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByText(/Черновик от/)).toBeVisible();
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await expect(titleField(page)).toHaveValue('Черновик, который не пропадёт');
});

test('A-06: a refresh that fails with 500, 502 and 503 ends no session, and the next try works', async ({
  page,
  network,
  tokens,
}) => {
  const refused = (status: number): FaultRule => ({
    path: REFRESH,
    fault: { kind: 'status', status },
    times: 1,
  });
  network.setRules(expired(tokens), refused(500), refused(502), refused(503));
  await page.goto('/home/cards');
  // The first page reads several things, and each of them tries again: the three refusals are usually used up by that.
  const retry = page.getByRole('button', { name: 'Повторить' });
  await expect(firstCard(page).or(retry).first()).toBeVisible();
  if (await retry.isVisible()) await retry.click();
  await expect(firstCard(page)).toBeVisible();
  expect(page.url()).toContain('/home/cards');
  expect(network.count('POST', REFRESH)).toBe(4);
});

test('A-07: a refresh that is never answered is given up; the session stays and another tab is not held up', async ({
  page,
  network,
  tokens,
}) => {
  network.setRules(expired(tokens), { path: REFRESH, ...BLACK_HOLE, times: 1 });
  const [, other] = await openTabs(page, 2);
  await page.goto('/home/cards');
  await expect.poll(() => network.count('POST', REFRESH)).toBe(1);
  await other!.goto('/home/cards');
  await expect(firstCard(page)).toBeVisible();
  await expect(firstCard(other!)).toBeVisible();
  expect(network.count('POST', REFRESH)).toBe(2);
});

test('A-12: a tab that is closed in the middle of its refresh leaves the way to the others free', async ({
  page,
  network,
  tokens,
}) => {
  network.setRules(expired(tokens), { path: REFRESH, ...BLACK_HOLE, times: 1 });
  const [, other] = await openTabs(page, 2);
  await other!.goto('/home/cards');
  await expect.poll(() => network.count('POST', REFRESH)).toBe(1);
  await page.goto('/home/cards');
  await other!.close();
  // For a lock that is never given back it would wait ten seconds, and then show a failure.
  await expect(firstCard(page)).toBeVisible({ timeout: 9_500 });
});

test('A-09: a refresh whose answer was lost is asked again with the old token, and nobody notices', async ({
  page,
  network,
  tokens,
}) => {
  network.setRules(expired(tokens), { path: REFRESH, fault: { kind: 'drop-response' }, times: 1 });
  await page.goto('/home/cards');
  await expect(firstCard(page)).toBeVisible();
  const refreshes = network.seen.filter(({ path }) => REFRESH.test(path));
  expect(refreshes.map(({ status }) => status)).toEqual([200, 200]);
  expect(refreshes[1]?.body).toBe(refreshes[0]?.body);
  expect((await storedTokens(page)).refresh).not.toBe(tokens?.refresh);
});

test('A-13: without Web Locks two tabs that refresh at once both stay signed in', async ({
  page,
  context,
  network,
  tokens,
}) => {
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }),
  );
  network.setRules(expired(tokens), { path: REFRESH, fault: { kind: 'latency', ms: 1_500 } });
  const tabs = await openTabs(page, 2);
  await Promise.all(tabs.map((tab) => tab.goto('/home/cards')));
  for (const tab of tabs) await expect(firstCard(tab)).toBeVisible();
  expect(network.count('POST', REFRESH)).toBe(2);
  expect((await storedTokens(page)).access).not.toBeNull();
});

test('A-17: a device clock that is hours or days wrong costs neither the session nor a refresh', async ({
  page,
  network,
}) => {
  for (const offsetMs of [-3 * DAY_MS, -DAY_MS / 24, DAY_MS / 24, 3 * DAY_MS]) {
    await page.clock.setSystemTime(Date.now() + offsetMs);
    await page.goto('/home/cards');
    await expect(firstCard(page)).toBeVisible();
    // The first rows are asked for ahead of the app, and may stand on the device: money is asked for by the app, each time.
    const asked = network.count('GET', PROFIT);
    await page.goto('/home/analytics/profit');
    await expect.poll(() => network.count('GET', PROFIT)).toBeGreaterThan(asked);
  }
  expect(network.count('POST', REFRESH)).toBe(0);
  expect((await storedTokens(page)).access).not.toBeNull();
});

test('A-19 A-20: signing out without a connection wipes the device, and the token ends when one is back', async ({
  page,
  network,
  backend,
  tokens,
}) => {
  await openCardList(page);
  const title = (await firstCard(page).textContent()) ?? '';
  network.setRules(NO_NETWORK);
  await page.getByRole('button', { name: 'Выйти' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ошибка выхода из системы' });
  await expect(dialog).toBeVisible();
  expect((await storedTokens(page)).refresh).toBe(tokens?.refresh);
  await dialog.getByRole('button', { name: 'Выйти на этом устройстве' }).click();
  await expect(page).toHaveURL(LOGIN_PAGE);
  const dump = await deviceDump(page);
  expect(linesWith(dump, title)).toEqual([]);
  expect(linesWith(dump, /^database|\/api\/|Token/)).toEqual([]);

  network.setRules();
  const gone = () => network.seen.some(({ path, status }) => /user\/logout/.test(path) && status === 204);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(gone).toBe(true);
  for (const [path, headers, body] of [
    ['/user/refresh/', {}, JSON.stringify({ refresh: tokens?.refresh })],
    ['/users/me/', { authorization: `Bearer ${tokens?.access}` }, undefined],
  ] as const) {
    const response = await fetch(`${backend.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body }),
    });
    expect(response.status).toBe(401);
  }
});

test('A-22 F-02: another user signs in in another tab: this one starts anew, and nothing of the first is left', async ({
  page,
  context,
  network,
  backend,
  tokens,
}) => {
  await openCardList(page);
  const title = (await firstCard(page).textContent()) ?? '';
  await page.evaluate(() => Object.assign(window, { isOfFirstUser: true }));
  const second = await apiSession(backend.url, DEMO2);
  // An answer of the first user is on its way while the second signs in.
  network.setRules({
    path: CARD_LIST,
    authorization: `Bearer ${tokens?.access}`,
    fault: { kind: 'latency', ms: 2_000 },
  });
  await page.locator('input[data-search]').fill(title.slice(0, 8));
  await expect.poll(() => network.count('GET', /cards\/\?.*search=/)).toBe(1);
  const other = await context.newPage();
  await other.goto('/robots.txt');
  await other.evaluate(({ access, refresh }) => {
    localStorage.setItem('refreshToken', refresh);
    localStorage.setItem('accessToken', access);
  }, second);
  // In the middle of the reload there is no page to ask.
  await expect.poll(() => page.evaluate(() => 'isOfFirstUser' in window).catch(() => true)).toBe(false);
  await expect(page).toHaveURL(/\/home\/cards/);
  await expect
    .poll(() => network.seen.some(({ headers }) => headers.authorization?.includes(second.access)))
    .toBe(true);
  await page.waitForTimeout(2_500);
  expect(linesWith(await deviceDump(page), title)).toEqual([]);
});

test.describe('a guest', () => {
  test.use({ account: null });

  async function fillIn(page: Page) {
    await page.goto('/auth/login');
    await page.getByLabel('Логин').fill(DEMO.login);
    await page.getByLabel('Пароль', { exact: true }).fill(DEMO.password);
  }

  test('A-23: where local storage refuses to write, the session lives in memory and says so', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await fillIn(page);
    await page.getByRole('button', { name: 'Войти' }).click();
    await expect(firstCard(page)).toBeVisible();
    await expect(page.getByText(/Сеанс не сохранится/)).toBeVisible();
  });

  test('A-25: a double click on «Войти» is one login', async ({ page, network }) => {
    network.setRules({ path: /\/user\/auth\//, fault: { kind: 'latency', ms: 800 } });
    await fillIn(page);
    await page.getByRole('button', { name: 'Войти' }).dblclick();
    await expect(firstCard(page)).toBeVisible();
    expect(network.count('POST', /\/user\/auth\//)).toBe(1);
  });
});

test.describe('of the second user', () => {
  test.use({ account: DEMO2 });

  test('A-24: a password changed on another device ends the session here', async ({ page, backend }) => {
    await openCardList(page);
    const elsewhere = await apiSession(backend.url, DEMO2);
    const change = async ({ access }: Tokens, from: string, to: string) =>
      fetch(`${backend.url}/api/v1/user/password/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        body: JSON.stringify({ current_password: from, new_password: to }),
      });
    expect((await change(elsewhere, DEMO2.password, 'vitrina-na-uglu-7')).ok).toBe(true);
    await page
      .getByRole('link', { name: /Отправки/ })
      .first()
      .click();
    await expect(page).toHaveURL(LOGIN_PAGE);
    const restoring = await apiSession(backend.url, { login: DEMO2.login, password: 'vitrina-na-uglu-7' });
    expect((await change(restoring, 'vitrina-na-uglu-7', DEMO2.password)).ok).toBe(true);
  });
});
