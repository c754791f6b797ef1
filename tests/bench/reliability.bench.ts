import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { Backend } from '#tests/e2e/support/backend.ts';
import { Deploy } from '#tests/e2e/support/deploy.ts';
import { deviceDump, linesWith } from '#tests/e2e/support/device-dump.ts';
import {
  API,
  apiSession,
  BLACK_HOLE,
  firstCard,
  NO_NETWORK,
  openCardList,
  openFirstCard,
  OtherDevice,
  passTime,
  REFRESH,
  saveButton,
  titleField,
  USER_AGENT,
} from '#tests/e2e/support/fault-test.ts';
import { DEMO2 } from '#tests/e2e/support/test.ts';
import { findBrowser } from '#tests/e2e/support/find-browser.ts';
import { FaultProxy } from '#tests/faults/fault-proxy.ts';
import { Profile, rememberSession, throttle, timeToCards } from './browser.ts';
import { type Figure, percentile } from './figures.ts';

const TABS = 5;
const REPEATS = 5;
const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 60_000;
/** Screens that show data of the server. */
const SCREENS = [
  '/home/cards',
  '/home/shipments',
  '/home/promotions',
  '/home/account/shops',
  '/home/account/warehouses',
] as const;

interface Session {
  network: FaultProxy;
  context: BrowserContext;
  page: Page;
  access: string;
}

/**
 * R4–R11: the built app in Chromium, the fault proxy between it and the server. Figures are handed over one by one, so
 * that one that fails takes none of the others with it.
 */
export async function benchReliability(
  options: { offlineStarts: number },
  report: (...figures: Figure[]) => void,
): Promise<void> {
  const backend = await Backend.create({ env: { RATE_LIMIT_SCALE: '1000' } });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const within = <T>(work: (session: Session) => Promise<T>) => withSession(browser, backend, work);
  try {
    report(await benchLogout(within));
    report(...(await benchOfflineStart(backend, options.offlineStarts)));
    report(...(await benchLieFi(within)));
    report(await benchAgeLabels(within));
    report(await benchRecovery(within, backend));
    report(await benchStorageFaults(within));
    report(...(await benchDeploys(browser)));
    report(await benchLeftovers(within, backend));
  } finally {
    await browser.close();
    await backend.remove();
  }
}

async function withSession<T>(
  browser: Browser,
  backend: Backend,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const network = await FaultProxy.start(backend.url);
  const { access, refresh } = await apiSession(backend.url);
  const localStorage = [
    { name: 'accessToken', value: access },
    { name: 'refreshToken', value: refresh },
  ];
  const context = await browser.newContext({
    baseURL: network.url,
    userAgent: USER_AGENT,
    viewport: { width: 1440, height: 900 },
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    storageState: { cookies: [], origins: [{ origin: network.url, localStorage }] },
  });
  // The runner's compiler wraps named functions in this helper, which the page does not have.
  await context.addInitScript({ content: 'globalThis.__name ??= (target) => target;' });
  try {
    return await work({ network, context, page: await context.newPage(), access });
  } finally {
    await context.close();
    await network.close();
  }
}

type Within = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

async function benchLogout(within: Within): Promise<Figure> {
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    times.push(
      await within(async ({ network, context, page, access }) => {
        await openCardList(page);
        const others = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()));
        for (const tab of others) {
          await tab.goto('/home/cards');
          await firstCard(tab).waitFor();
        }
        const refused = { kind: 'status', status: 401, body: '{"detail":["Сеанс завершён"]}' } as const;
        network.setRules(
          { path: API, authorization: `Bearer ${access}`, fault: refused },
          { path: REFRESH, fault: refused },
        );
        await page
          .getByRole('link', { name: /Отправки/ })
          .first()
          .click();
        while (network.count('POST', REFRESH) === 0) await page.waitForTimeout(5);
        const startedAt = performance.now();
        await Promise.all([page, ...others].map((tab) => tab.waitForURL(/\/auth\/login/)));
        return performance.now() - startedAt;
      }),
    );
  }
  return seconds(
    'R4 a refused refresh to all five tabs at login, worst',
    Math.max(...times),
    1,
    times.length,
  );
}

/** Every start is a new browser process on the same profile, with two reloads after it. */
async function benchOfflineStart(backend: Backend, starts: number): Promise<Figure[]> {
  const network = await FaultProxy.start(backend.url);
  const profile = new Profile();
  const first = await profile.open();
  await rememberSession(first, network.url);
  await openCardList(await first.newPage(), network.url);
  // Copies of what was fetched are written after the answer is shown.
  await first.pages().at(-1)?.waitForTimeout(1_000);
  await first.close();
  network.setRules(NO_NETWORK);
  const times: number[] = [];
  let shown = 0;
  for (let start = 0; start < starts; start += 1) {
    const context = await profile.open();
    for (let load = 0; load < 3; load += 1) {
      const page = await context.newPage();
      await throttle(page, { cpu: 4 });
      const time = await timeToCards(page, network.url).catch(() => Infinity);
      times.push(time);
      if (Number.isFinite(time)) shown += 1;
      await page.close();
    }
    await context.close();
  }
  profile.remove();
  await network.close();
  return [
    seconds('R5 offline start to last-seen cards, CPU ×4, p95', percentile(times, 0.95), 2, times.length),
    share('R5 offline starts that showed them', shown, times.length),
  ];
}

/** Accepted by the network and never answered, while the browser believes itself online. */
async function benchLieFi(within: Within): Promise<Figure[]> {
  const views: number[] = [];
  const banners: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    await within(async ({ network, page }) => {
      await openCardList(page);
      await passTime(page, 10 * MINUTE_MS);
      network.setRules({ path: API, ...BLACK_HOLE });
      const startedAt = performance.now();
      await page.reload({ waitUntil: 'commit' });
      await firstCard(page).waitFor();
      views.push(performance.now() - startedAt);
      await page.getByRole('banner').getByText('Нет сети').waitFor();
      banners.push(performance.now() - startedAt);
    });
  }
  return [
    seconds('R6 silent network, reload to the kept view, worst', Math.max(...views), 3.5, views.length),
    seconds('R6 silent network, reload to «Нет сети», worst', Math.max(...banners), 6, banners.length),
  ];
}

/** What is shown without a connection says of when it is, to the minute. */
async function benchAgeLabels(within: Within): Promise<Figure> {
  return within(async ({ network, page }) => {
    await openCardList(page);
    const age = page.locator('[data-data-age]').first();
    for (const address of SCREENS) {
      await page.goto(address);
      await age.waitFor();
      // Copies are written after the answer is shown.
      await page.waitForTimeout(300);
    }
    const fetchedAt = Date.now();
    await passTime(page, 7 * MINUTE_MS);
    network.setRules(NO_NETWORK);
    const wrong: string[] = [];
    for (const address of SCREENS) {
      await page.goto(address);
      await age.waitFor();
      await page.getByRole('banner').getByText('Нет сети').waitFor();
      const label = await age.textContent();
      const [, hours, minutes] = /(\d\d):(\d\d)/.exec(label ?? '') ?? [];
      const moscow = new Date(fetchedAt + 3 * 3600 * 1000);
      const off = Math.abs(
        Number(hours) * 60 + Number(minutes) - moscow.getUTCHours() * 60 - moscow.getUTCMinutes(),
      );
      if (!(off <= 1)) wrong.push(`${address}: ${label ?? 'nothing'}`);
    }
    return share(
      'R7 screens from copies whose age is told to the minute',
      SCREENS.length - wrong.length,
      SCREENS.length,
      wrong.join('; '),
    );
  });
}

/** An edit waits, the list is old; then the network is back. */
async function benchRecovery(within: Within, backend: Backend): Promise<Figure> {
  const device = await OtherDevice.signIn(backend.url);
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    times.push(
      await within(async ({ network, context, page }) => {
        await openCardList(page);
        const id = await openFirstCard(page);
        await context.setOffline(true);
        network.setRules(NO_NETWORK);
        const title = `После сети ${repeat} ${Date.now() % 1e6}`;
        await titleField(page).fill(title);
        await saveButton(page).click();
        await page.getByText('Сохранено на устройстве, ждёт отправки').waitFor();
        await page.getByRole('banner').getByText('Нет сети').waitFor();
        network.setRules();
        await context.setOffline(false);
        const startedAt = performance.now();
        while ((await device.card(id)).title !== title && performance.now() - startedAt < LONGEST_WAIT_MS) {
          await page.waitForTimeout(20);
        }
        await page.getByText('Сохранено на устройстве').first().waitFor({ state: 'hidden' });
        await page.getByRole('banner').getByText('В сети').waitFor();
        return performance.now() - startedAt;
      }),
    );
  }
  return seconds('R8 network back to everything sent and fresh, worst', Math.max(...times), 5, times.length);
}

const STORAGE_FAULTS: Record<string, () => void> = {
  'open throws': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  },
  'open never ends': () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  },
  'reads throw': () => {
    IDBObjectStore.prototype.get = () => {
      throw new DOMException('closing', 'InvalidStateError');
    };
  },
  'writes throw': () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
  'transactions throw': () => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('closing', 'InvalidStateError');
    };
  },
  'caches are refused': () => {
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    CacheStorage.prototype.keys = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  },
  'local storage cannot be written': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
  'no locks and no channels': () => {
    Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined });
    Object.defineProperty(window, 'BroadcastChannel', { value: undefined });
  },
};

/** The list is shown, a card opens, an edit reaches the server. */
async function benchStorageFaults(within: Within): Promise<Figure> {
  const broken: string[] = [];
  for (const [name, breakIt] of Object.entries(STORAGE_FAULTS)) {
    await within(async ({ network, page }) => {
      await page.addInitScript(breakIt);
      try {
        await page.goto('/home/cards');
        await firstCard(page).waitFor({ timeout: 15_000 });
        await openFirstCard(page);
        await titleField(page).fill(`Без хранилища ${Date.now() % 1e6}`);
        await saveButton(page).click();
        await page.getByText('Сохранено', { exact: true }).first().waitFor({ timeout: 15_000 });
        if (!network.seen.some(({ method, status }) => method === 'PATCH' && status === 200))
          broken.push(name);
      } catch {
        broken.push(name);
      }
    });
  }
  const total = Object.keys(STORAGE_FAULTS).length;
  return share('R9 storage faults that leave a usable app', total - broken.length, total, broken.join(', '));
}

async function benchLeftovers(within: Within, backend: Backend): Promise<Figure> {
  return within(async ({ page, access }) => {
    const device = await OtherDevice.signIn(backend.url);
    await openCardList(page);
    const canary = `Канарейка${Date.now()}`;
    const id = await openFirstCard(page);
    await device.changeCard(id, { title: canary });
    await page.goto('/home/cards');
    await passTime(page, 2 * MINUTE_MS);
    await page.reload();
    await page.getByRole('link', { name: canary }).waitFor();
    if (linesWith(await deviceDump(page), canary).length < 2) throw new Error('The canary was never kept');
    await page.getByRole('button', { name: 'Выйти' }).click();
    await page.waitForURL(/\/auth\/login/);
    const traces = [canary, access, 'prilavok-outbox-u1', '__u=u1'];
    const bytesOf = (dump: string) =>
      traces.flatMap((trace) => linesWith(dump, trace)).reduce((sum, line) => sum + line.length, 0);
    const afterLogout = bytesOf(await deviceDump(page));
    await page.getByLabel('Логин').fill(DEMO2.login);
    await page.getByLabel('Пароль', { exact: true }).fill(DEMO2.password);
    await page.getByRole('button', { name: 'Войти' }).click();
    await firstCard(page).waitFor();
    return {
      name: 'R11 bytes of a user left after the logout and under the next user',
      value: afterLogout + bytesOf(await deviceDump(page)),
      unit: 'bytes',
      goal: 0,
      better: 'smaller',
    };
  });
}

/** A newer build arrives while a form is being filled in, and is taken. */
async function benchDeploys(browser: Browser): Promise<Figure[]> {
  const deploy = new Deploy();
  const backend = await Backend.create({ entry: deploy.entry, env: { RATE_LIMIT_SCALE: '1000' } });
  let white = 0;
  let lost = 0;
  try {
    await withSession(browser, backend, async ({ page }) => {
      page.on('dialog', (dialog) => void dialog.accept());
      await openCardList(page);
      await openFirstCard(page);
      for (let repeat = 0; repeat < REPEATS; repeat += 1) {
        const typed = `Не дописано ${repeat} ${Date.now() % 1e6}`;
        await titleField(page).fill(typed);
        deploy.newBuild();
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
        const reloaded = page.waitForEvent('domcontentloaded');
        await page.getByRole('button', { name: 'Обновить', exact: true }).click();
        await reloaded;
        const restore = page.getByRole('button', { name: 'Восстановить' });
        await restore.waitFor({ timeout: 15_000 }).catch(() => undefined);
        if (
          ((await page
            .locator('main')
            .textContent()
            .catch(() => '')) ?? '') === ''
        )
          white += 1;
        await restore.click({ timeout: 1_000 }).catch(() => undefined);
        if (
          (await titleField(page)
            .inputValue()
            .catch(() => '')) !== typed
        )
          lost += 1;
      }
    });
  } finally {
    await backend.remove();
    deploy.remove();
  }
  const common = { unit: '', goal: 0, better: 'smaller', note: `n=${REPEATS}` } as const;
  return [
    { name: 'R10 deploys under an open form: white screens', value: white, ...common },
    { name: 'R10 deploys under an open form: lost fields', value: lost, ...common },
  ];
}

function seconds(name: string, ms: number, goal: number, runs: number): Figure {
  return { name, value: ms / 1000, unit: 's', goal, better: 'smaller', note: `n=${runs}` };
}

function share(name: string, good: number, total: number, note = ''): Figure {
  return {
    name,
    value: (good / total) * 100,
    unit: '%',
    goal: 100,
    better: 'larger',
    note: note || `n=${total}`,
  };
}
