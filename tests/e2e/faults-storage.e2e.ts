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
  test,
  titleField,
} from './support/fault-test.ts';

test.beforeEach(({ noise }) => noise.allow(NETWORK_NOISE));

test('D-01: without any database on the device the app is complete online, saving included', async ({
  page,
  backend,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await page.goto('/home/cards');
  await expect(firstCard(page)).toBeVisible();
  const id = await openFirstCard(page);
  const title = `Без базы ${Date.now() % 1e6}`;
  await titleField(page).fill(title);
  await saveButton(page).click();
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
  const device = await OtherDevice.signIn(backend.url);
  expect((await device.card(id)).title).toBe(title);
});

test('D-02: a database that never opens holds nothing up', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await page.goto('/home/cards');
  await expect(firstCard(page)).toBeVisible();
  await openFirstCard(page);
});

test('D-03: a tab that wants another version of the database, or none, is not kept waiting by this one', async ({
  page,
  context,
}) => {
  await openCardList(page);
  const other = await context.newPage();
  await other.goto('/robots.txt');
  const outcome = await other.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const ends = names.map(
      (name) =>
        new Promise<string>((done) => {
          const request = indexedDB.open(name, 99);
          request.addEventListener('success', () => {
            request.result.close();
            done('opened');
          });
          setTimeout(() => done(`${name} was blocked`), 3_000);
        }),
    );
    return [names.length > 0, ...new Set(await Promise.all(ends))];
  });
  expect(outcome).toEqual([true, 'opened']);
  await page.reload();
  await expect(firstCard(page)).toBeVisible();
});

test('D-05 D-06: on a full device answers are still shown, and a draft that is not kept is said loudly', async ({
  page,
  context,
  network,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: network.url, quotaSize: 1 });
  await page.goto('/home/cards');
  await expect(firstCard(page)).toBeVisible();
  await openFirstCard(page);
  await titleField(page).fill('Этот текст некуда положить');
  await expect(page.getByText('Не удалось сохранить черновик — скопируйте текст')).toBeVisible();
});

test('D-14: signed out with local storage full and the tab closed over it: the next start removes what was left', async ({
  page,
  context,
  network,
}) => {
  await openCardList(page);
  await openFirstCard(page);
  const holder = await context.newPage();
  await holder.goto('/robots.txt');
  network.setRules(NO_NETWORK);
  const title = `Не отправлено ${Date.now() % 1e6}`;
  await titleField(page).fill(title);
  await saveButton(page).click();
  await expect(page.getByText('Сохранено на устройстве').first()).toBeVisible();

  await holder.evaluate(async () => {
    const { name = '' } =
      (await indexedDB.databases()).find((database) => database.name?.includes('outbox')) ?? {};
    // Never lets go: the deletion waits until this page is closed.
    await new Promise((done) => indexedDB.open(name).addEventListener('success', done));
    let room = 8 * 1024 * 1024;
    for (let text = ''; room >= 1;) {
      try {
        localStorage.setItem('prilavok-device-filler', text + 'x'.repeat(room));
        text += 'x'.repeat(room);
      } catch {
        room = Math.floor(room / 2);
      }
    }
  });
  await page.getByRole('button', { name: 'Выйти' }).click();
  await page
    .getByRole('dialog', { name: /Не отправлено 1\sизменение/ })
    .getByRole('button', { name: 'Удалить и выйти' })
    .click();
  await page.getByRole('button', { name: 'Выйти на этом устройстве' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.close();
  expect(await holder.evaluate(() => localStorage.getItem('prilavok-device-wipe'))).toMatch(/\d/);
  await holder.close();

  network.setRules();
  const next = await context.newPage();
  await next.goto('/');
  await expect(next).toHaveURL(/\/auth\/login/);
  await expect.poll(async () => linesWith(await deviceDump(next), title), { timeout: 20_000 }).toEqual([]);
});

test('D-09: records that are damaged or of another shape are thrown away, and the network is asked', async ({
  page,
}) => {
  await openCardList(page);
  const spoilt = await page.evaluate(async () => {
    const asPromise = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error ?? new Error('IndexedDB')));
      });
    let count = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.includes('cache')) continue;
      const database = await asPromise(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
        for (const key of await asPromise(store.getAllKeys())) {
          const value = (await asPromise(store.get(key))) as { text: string; savedAt: number };
          const copy = JSON.parse(value.text) as { data: unknown };
          copy.data = count % 2 === 0 ? { count: 'много', results: [{ __proto__: null, id: {} }] } : null;
          await asPromise(store.put({ ...value, text: JSON.stringify(copy) }, key));
          count += 1;
        }
      }
      database.close();
    }
    return count;
  });
  expect(spoilt).toBeGreaterThan(1);
  await page.reload();
  await expect(firstCard(page)).toBeVisible();
  await expect(page.getByText('Что-то пошло не так')).toHaveCount(0);
});

test('D-10: after the browser has cleared everything it is a first visit: the login page, and no error', async ({
  page,
  context,
  network,
}) => {
  await openCardList(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: network.url, storageTypes: 'all' });
  await page.goto('/home/cards');
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
});

test('C-11 D-10: with only the tokens left everything comes from the network again', async ({
  page,
  network,
}) => {
  await openCardList(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  const before = network.seen.length;
  await page.reload();
  await expect(firstCard(page)).toBeVisible();
  expect(network.seen.slice(before).some(({ path }) => path.startsWith('/api/v1/cards/?'))).toBe(true);
});

test.describe('where service workers are blocked', () => {
  test.use({ serviceWorkers: 'block' });

  test('C-10: the app works online, and the database alone brings the list back without a connection', async ({
    page,
    network,
    noise,
  }) => {
    noise.allow(/Service Worker registration blocked/);
    await page.goto('/home/cards');
    await expect(firstCard(page)).toBeVisible();
    await openFirstCard(page);
    network.setRules({ path: /^\/api\//, ...NO_NETWORK });
    await page.goto('/home/cards');
    await expect(firstCard(page)).toBeVisible();
    expect(linesWith(await deviceDump(page), /^cache /)).toEqual([]);
  });
});
