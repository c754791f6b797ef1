import { deviceDump, linesWith } from './support/device-dump.ts';
import {
  CARD_LIST,
  expect,
  firstCard,
  NETWORK_NOISE,
  NO_NETWORK,
  openCardList,
  openFirstCard,
  OtherDevice,
  saveButton,
  storedTokens,
  test,
  titleField,
} from './support/fault-test.ts';

const LOGIN_PAGE = /\/auth\/login/;

test.beforeEach(({ noise }) => noise.allow(NETWORK_NOISE));

test('F-01 F-04 F-05: signing out in one tab empties them all, keeps no token anywhere, and «back» shows nothing', async ({
  page,
  context,
  tokens,
}) => {
  await openCardList(page);
  const title = (await firstCard(page).textContent()) ?? '';
  const others = await Promise.all([context.newPage(), context.newPage()]);
  for (const tab of others) {
    await tab.goto('/home/cards');
    await expect(firstCard(tab)).toBeVisible();
  }
  // Read through the worker, which has a copy of it now.
  await openFirstCard(page);
  const keptByWorker = linesWith(await deviceDump(page), /^cache api-/);
  expect(keptByWorker.some((line) => line.includes('/api/v1/cards/'))).toBe(true);
  const payload = tokens?.access.split('.')[1] ?? '';
  expect(linesWith(keptByWorker.join('\n'), new RegExp(`authorization|bearer|${payload}`, 'i'))).toEqual([]);

  await page.getByRole('button', { name: 'Выйти' }).click();
  for (const tab of [page, ...others]) {
    await expect(tab).toHaveURL(LOGIN_PAGE);
    expect(linesWith(await deviceDump(tab), title)).toEqual([]);
  }
  await page.goto('/robots.txt');
  await page.goBack();
  await expect(page).toHaveURL(LOGIN_PAGE);
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
});

test('F-03: an answer that comes after the logout is neither shown nor kept', async ({ page, network }) => {
  await openCardList(page);
  network.setRules({ path: CARD_LIST, fault: { kind: 'latency', ms: 2_500 } });
  await page.locator('input[data-search]').fill('круж');
  await expect.poll(() => network.count('GET', /cards\/\?.*search=/)).toBe(1);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(LOGIN_PAGE);
  await page.waitForTimeout(3_000);
  expect(linesWith(await deviceDump(page), /^database|^cache api-|кружк/i)).toEqual([]);
});

test('F-06: junk and forged messages on the tabs’ channels change nothing', async ({ page, context }) => {
  await openCardList(page);
  const forger = await context.newPage();
  await forger.goto('/robots.txt');
  await forger.evaluate(() => {
    for (const name of ['prilavok-session', 'prilavok-tags', 'prilavok-outbox']) {
      const channel = new BroadcastChannel(name);
      const junk = [
        null,
        'ended',
        7,
        {},
        { type: 'ended' },
        { type: 'ended', userId: 999_999 },
        { tag: 'Everything', userId: 1 },
      ];
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is one origin
      for (const message of junk) channel.postMessage(message);
    }
  });
  await page.waitForTimeout(500);
  await expect(firstCard(page)).toBeVisible();
  expect((await storedTokens(page)).access).not.toBeNull();
});

test('F-07: the tab that sends what waits is closed; another one finishes it, though nobody looks at it, and it has one effect', async ({
  page,
  context,
  network,
  backend,
}) => {
  await openCardList(page);
  const other = await context.newPage();
  await other.goto('/home/cards');
  await expect(firstCard(other)).toBeVisible();
  const device = await OtherDevice.signIn(backend.url);
  const id = await openFirstCard(page);
  const { version } = await device.card(id);
  // The first attempt hangs in the dying tab.
  network.setRules({ method: 'PATCH', fault: { kind: 'black-hole' }, times: 1 });
  const title = `Досказала другая вкладка ${Date.now() % 1e6}`;
  await titleField(page).fill(title);
  await saveButton(page).click();
  await expect.poll(() => network.count('PATCH', /\/cards\//)).toBe(1);
  await page.close();
  // Sooner than the minute after which every open tab looks by itself.
  await expect.poll(async () => (await device.card(id)).title, { timeout: 30_000 }).toBe(title);
  expect((await device.card(id)).version).toBe(version + 1);
  const keys = network.seen
    .filter(({ method }) => method === 'PATCH')
    .map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
});

test('F-08: profit is not kept on the device, and says so without a connection', async ({
  page,
  network,
}) => {
  await page.goto('/home/analytics/profit');
  await expect(page.getByText(/₽/).first()).toBeVisible();
  await openCardList(page);
  expect(linesWith(await deviceDump(page), /^(?:database|cache api-).*profit/i)).toEqual([]);
  network.setRules(NO_NETWORK);
  await page.goto('/home/analytics/profit');
  await expect(page.getByText('Нет данных без связи').first()).toBeVisible();
});
