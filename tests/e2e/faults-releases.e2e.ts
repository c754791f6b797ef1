import type { Page, Route } from '@playwright/test';
import { deployFixtures, type Deploy } from './support/deploy.ts';
import { deviceDump, linesWith } from './support/device-dump.ts';
import {
  expect,
  firstCard,
  NETWORK_NOISE,
  NO_NETWORK,
  openCardList,
  openFirstCard,
  OtherDevice,
  saveButton,
  test as base,
  titleField,
} from './support/fault-test.ts';

/** A server whose web app is replaced by other builds, behind the fault proxy. */
const test = base.extend<object, { deploy: Deploy }>(deployFixtures);

const OFFER = 'Доступна новая версия';
const OUTDATED = /Сервер обновился: обновите страницу/;
const WAITING = 'Сохранено на устройстве, ждёт отправки';
const CARD = /^\/api\/v1\/cards\/\d+\/$/;
const NEW_PART = /^\/assets\/.*02\.js$/;
const unique = (text: string) => `${text} ${Date.now() % 1e6}`;

/** The script that tells one build from another. */
const buildOf = (page: Page) =>
  page
    .evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '')
    .catch(() => '');

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update().catch(() => null));

const takeUpdate = (page: Page) => page.getByRole('button', { name: 'Обновить', exact: true }).click();

test.beforeEach(({ noise, deploy }) => {
  noise.allow(NETWORK_NOISE);
  deploy.reset();
});

test('C-05: a new version taken while a save is on its way costs nothing and writes nothing twice', async ({
  page,
  network,
  backend,
  deploy,
}) => {
  await openCardList(page);
  const device = await OtherDevice.signIn(backend.url);
  const id = await openFirstCard(page);
  const { version } = await device.card(id);
  deploy.newBuild();
  await lookForUpdate(page);
  await expect(page.getByText(OFFER)).toBeVisible();
  network.setRules({ method: 'PATCH', fault: { kind: 'latency', ms: 12_000 }, times: 1 });
  const title = unique('Сохранено при обновлении');
  await titleField(page).fill(title);
  await saveButton(page).click();
  await expect.poll(() => network.count('PATCH', CARD)).toBe(1);
  await takeUpdate(page);
  await expect.poll(() => buildOf(page)).toMatch(/02\.js$/);
  await expect(titleField(page)).toHaveValue(title);
  await expect.poll(() => network.count('PATCH', CARD)).toBe(2);
  await expect(page.getByText(WAITING)).toHaveCount(0);
  expect(await device.card(id)).toMatchObject({ title, version: version + 1 });
  const patches = network.seen.filter(({ method }) => method === 'PATCH');
  expect(new Set(patches.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

for (const fault of [{ kind: 'refuse' }, { kind: 'cut', bytes: 100 }] as const) {
  test(`C-06: a new version that comes only in part (${fault.kind}) is no version: the old one works on, offline too, and it is tried again`, async ({
    page,
    network,
    deploy,
    noise,
  }) => {
    noise.allow(/bad-precaching-response|ServiceWorker|precach/i);
    await openCardList(page);
    const old = await buildOf(page);
    deploy.newBuild();
    network.setRules({ path: NEW_PART, fault });
    await lookForUpdate(page);
    await expect.poll(() => network.count('GET', NEW_PART)).toBeGreaterThan(0);
    await page.waitForTimeout(1_500);
    await expect(page.getByText(OFFER)).toHaveCount(0);

    network.setRules(NO_NETWORK);
    await page.reload();
    await expect(firstCard(page)).toBeVisible();
    expect(await buildOf(page)).toBe(old);

    network.setRules();
    await lookForUpdate(page);
    await expect(page.getByText(OFFER)).toBeVisible();
    await takeUpdate(page);
    await expect.poll(() => buildOf(page)).toMatch(/02\.js$/);
    await expect(firstCard(page)).toBeVisible();
  });
}

/** What a build of the future leaves on the device: databases of a newer version, records of another format. */
async function leaveFutureRecords(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const put = (kind: string, key: string, value: unknown) =>
      new Promise<void>((done, fail) => {
        const request = indexedDB.open(`prilavok-${kind}-u1`, 2);
        request.addEventListener('upgradeneeded', () => {
          const { result } = request;
          if (!result.objectStoreNames.contains('entries')) result.createObjectStore('entries');
        });
        request.addEventListener('error', () => fail(request.error ?? new Error(kind)));
        request.addEventListener('success', () => {
          const transaction = request.result.transaction('entries', 'readwrite');
          transaction.objectStore('entries').put(value, key);
          transaction.addEventListener('complete', () => {
            request.result.close();
            done();
          });
        });
      });
    const text = JSON.stringify({ buster: '99:u1', queryHash: '["Cards"]', queryKey: ['Cards'], data: 7 });
    await put('cache', 'prilavok-["Cards"]', { savedAt: Date.now(), text });
    await put('outbox', 'record:future', { formatVersion: 2, id: 'future', canary: 'из будущего' });
    await put('drafts', 'card:new', { savedAt: Date.now(), text: '{"shape":"of the future"}' });
  });
}

test('C-12: after a return to an older build its copies are used no more, what waits is kept and told, and everything works', async ({
  page,
  network,
  backend,
  deploy,
}) => {
  await openCardList(page);
  const old = await buildOf(page);
  deploy.newBuild();
  await lookForUpdate(page);
  await takeUpdate(page);
  await expect.poll(() => buildOf(page)).toMatch(/02\.js$/);
  await expect(firstCard(page)).toBeVisible();
  await leaveFutureRecords(page);

  deploy.reset();
  await lookForUpdate(page);
  await takeUpdate(page);
  await expect.poll(() => buildOf(page)).toBe(old);
  await expect(firstCard(page)).toBeVisible();
  await page.goto('/home/cards/create?step=form');
  await expect(titleField(page)).toHaveValue('');
  await expect(page.getByText(/Черновик от/)).toHaveCount(0);

  await page.goto('/home/cards');
  const device = await OtherDevice.signIn(backend.url);
  const id = await openFirstCard(page);
  const title = unique('После возврата');
  await titleField(page).fill(title);
  await saveButton(page).click();
  await expect.poll(async () => (await device.card(id)).title).toBe(title);
  await page.getByRole('button', { name: /1\sизменение требует решения/ }).click();
  await expect(page.getByText(/Изменение из другой версии приложения/)).toBeVisible();
  expect(linesWith(await deviceDump(page), 'из будущего')).toHaveLength(1);
  expect(network.seen.filter(({ body }) => body.includes('из будущего'))).toEqual([]);
});

test('C-14: two builds in two tabs write into one outbox; each edit arrives once, what one cannot read is not lost', async ({
  page,
  context,
  network,
  backend,
  deploy,
}) => {
  await openCardList(page);
  const device = await OtherDevice.signIn(backend.url);
  const links = page.locator('tbody a[href^="/home/cards/edit"]');
  const addressOf = async (row: number) => (await links.nth(row).getAttribute('href')) ?? '';
  const addresses = [await addressOf(0), await addressOf(1)];
  const idOf = (address = '') => new URL(address, network.url).searchParams.get('id') ?? '';
  const [first, second] = [idOf(addresses[0]), idOf(addresses[1])];
  const before = [await device.card(first), await device.card(second)];

  const other = await context.newPage();
  await other.goto(addresses[1] ?? '');
  await expect(titleField(other)).not.toHaveValue('');
  await page.goto(addresses[0] ?? '');
  const titles = [unique('Из старой сборки'), unique('Из новой сборки')] as const;
  await titleField(page).fill(titles[0]);
  deploy.newBuild();
  await lookForUpdate(other);
  await takeUpdate(other);
  await expect.poll(() => buildOf(other)).toMatch(/02\.js$/);
  await expect(titleField(other)).not.toHaveValue('');
  expect(await buildOf(page)).not.toMatch(/02\.js$/);

  network.setRules({ method: 'PATCH', fault: { kind: 'refuse' } });
  await titleField(other).fill(titles[1]);
  await saveButton(other).click();
  await expect(other.getByText(WAITING)).toBeVisible();
  await saveButton(page).click();
  await expect
    .poll(async () => linesWith(await deviceDump(other), /^database .*outbox.*"patch"/).length)
    .toBe(2);
  await leaveFutureRecords(other);

  network.setRules();
  // A tab may be at a reload of its own just then.
  for (const tab of [other, page]) await expect(() => tab.reload()).toPass();
  for (const tab of [other, page]) await tab.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await device.card(first)).title).toBe(titles[0]);
  await expect.poll(async () => (await device.card(second)).title).toBe(titles[1]);
  expect((await device.card(first)).version).toBe((before[0]?.version ?? 0) + 1);
  expect((await device.card(second)).version).toBe((before[1]?.version ?? 0) + 1);
  await expect(other.getByRole('button', { name: /1\sизменение требует решения/ })).toBeVisible();
});

/** An answer of a server that has changed before this page was loaded anew. */
const changed = (change: (row: Record<string, unknown>) => void) => async (route: Route) => {
  const response = await route.fetch();
  const body = (await response.json()) as { results?: Record<string, unknown>[] } & Record<string, unknown>;
  for (const row of body.results ?? [body]) change(row);
  await route.fulfill({ response: response, json: body });
};
const LIST_CALL = /\/api\/v1\/cards\/\?/;
const CARD_CALL = /\/api\/v1\/cards\/\d+\/$/;

test('C-13: a server that tells more than this build knows is understood', async ({ page, context }) => {
  await context.route(
    LIST_CALL,
    changed((row) => Object.assign(row, { state: 'FROZEN', colour: 'red' })),
  );
  await page.goto('/home/cards');
  await expect(firstCard(page)).toBeVisible();
  await expect(page.getByText('FROZEN').first()).toBeVisible();
  await openFirstCard(page);
});

test('C-13: a server that no longer tells what this build needs is told as such; nothing breaks, and what was typed stays', async ({
  page,
  context,
}) => {
  await openCardList(page);
  await openFirstCard(page);
  const typed = unique('Набрано до смены API');
  await titleField(page).fill(typed);
  await expect.poll(async () => linesWith(await deviceDump(page), typed).length).toBeGreaterThan(1);
  await context.route(
    CARD_CALL,
    changed((row) => delete row['dimensions']),
  );
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('api-')) await caches.delete(name);
    for (const { name = '' } of await indexedDB.databases())
      if (name.includes('cache')) indexedDB.deleteDatabase(name);
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(OUTDATED).first()).toBeVisible();
  await expect(page.getByText('Что-то пошло не так')).toHaveCount(0);

  await context.unroute(CARD_CALL);
  await page.getByRole('button', { name: 'Повторить' }).click();
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await expect(titleField(page)).toHaveValue(typed);
});
