import { chromium } from '@playwright/test';
import { Backend } from '#tests/e2e/support/backend.ts';
import {
  API,
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
} from '#tests/e2e/support/fault-test.ts';
import { findBrowser } from '#tests/e2e/support/find-browser.ts';
import { FaultProxy } from '#tests/faults/fault-proxy.ts';
import { Profile, rememberSession, throttle, timeToCards } from './browser.ts';
import { failedFigure, type Figure, percentile } from './figures.ts';
import { benchDeploys, benchLeftovers, benchStorageFaults } from './reliability-device.bench.ts';
import { MINUTE_MS, seconds, share, withSession, type Within } from './reliability-session.ts';

const TABS = 5;
const LONGEST_WAIT_MS = 60_000;
/** Screens that show data of the server. */
const SCREENS = [
  '/home/cards',
  '/home/shipments',
  '/home/promotions',
  '/home/account/shops',
  '/home/account/warehouses',
] as const;

/**
 * R4–R11, and how soon another tab takes over: the built app in Chromium, the fault proxy between it and the server. Figures
 * are handed over one by one; one that cannot be measured says so in its place and takes none of the others with it.
 */
export async function benchReliability(
  { offlineStarts, repeats }: { offlineStarts: number; repeats: number },
  report: (...figures: Figure[]) => void,
): Promise<void> {
  const backend = await Backend.create({ env: { RATE_LIMIT_SCALE: '1000' } });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const within: Within = (work) => withSession(browser, backend, work);
  const benches: Record<string, () => Promise<Figure[]>> = {
    R4: () => benchLogout(within, repeats),
    R5: () => benchOfflineStart(backend, offlineStarts),
    R6: () => benchLieFi(within, repeats),
    R7: () => benchAgeLabels(within),
    R8: () => benchRecovery(within, backend, repeats),
    'F-07': () => benchTakeOver(within, backend, repeats),
    R9: () => benchStorageFaults(within),
    R10: () => benchDeploys(browser, repeats),
    R11: () => benchLeftovers(within, backend),
  };
  try {
    for (const [name, bench] of Object.entries(benches)) {
      report(...(await bench().catch((error: unknown) => [failedFigure(name, error)])));
    }
  } finally {
    await browser.close();
    await backend.remove();
  }
}

async function benchLogout(within: Within, repeats: number): Promise<Figure[]> {
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
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
  return [
    seconds('R4 a refused refresh to all five tabs at login, worst', Math.max(...times), 1, times.length),
  ];
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
async function benchLieFi(within: Within, repeats: number): Promise<Figure[]> {
  const views: number[] = [];
  const banners: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    await within(async ({ network, page }) => {
      await openCardList(page);
      await passTime(page, 10 * MINUTE_MS);
      network.setRules({ path: API, ...BLACK_HOLE });
      const startedAt = performance.now();
      await page.reload({ waitUntil: 'commit' });
      await firstCard(page).waitFor();
      views.push(performance.now() - startedAt);
      await page.getByRole('banner').getByText('Сервер не отвечает').waitFor();
      banners.push(performance.now() - startedAt);
    });
  }
  return [
    seconds('R6 silent network, reload to the kept view, worst', Math.max(...views), 3.5, views.length),
    seconds(
      'R6 silent network, reload to «Сервер не отвечает», worst',
      Math.max(...banners),
      6,
      banners.length,
    ),
  ];
}

/** What is shown without a connection says of when it is, to the minute. */
async function benchAgeLabels(within: Within): Promise<Figure[]> {
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
    const right = SCREENS.length - wrong.length;
    return [
      share(
        'R7 screens from copies whose age is told to the minute',
        right,
        SCREENS.length,
        wrong.join('; '),
      ),
    ];
  });
}

/** An edit waits, the list is old; then the network is back. */
async function benchRecovery(within: Within, backend: Backend, repeats: number): Promise<Figure[]> {
  const device = await OtherDevice.signIn(backend.url);
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
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
  return [
    seconds('R8 network back to everything sent and fresh, p95', percentile(times, 0.95), 5, times.length),
  ];
}

/** The tab that sends is closed while the server is silent; nobody looks at the other one. */
async function benchTakeOver(within: Within, backend: Backend, repeats: number): Promise<Figure[]> {
  const device = await OtherDevice.signIn(backend.url);
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    times.push(
      await within(async ({ network, context, page }) => {
        await openCardList(page);
        const other = await context.newPage();
        await other.goto('/home/cards');
        await firstCard(other).waitFor();
        const id = await openFirstCard(page);
        network.setRules({ method: 'PATCH', ...BLACK_HOLE, times: 1 });
        const title = `Другая вкладка ${repeat} ${Date.now() % 1e6}`;
        await titleField(page).fill(title);
        await saveButton(page).click();
        while (network.count('PATCH', /\/cards\//) === 0) await other.waitForTimeout(10);
        await page.close();
        const startedAt = performance.now();
        while ((await device.card(id)).title !== title && performance.now() - startedAt < LONGEST_WAIT_MS) {
          await other.waitForTimeout(20);
        }
        return performance.now() - startedAt;
      }),
    );
  }
  return [
    seconds(
      'F-07 the sending tab is closed: another one has sent it, worst',
      Math.max(...times),
      5,
      times.length,
    ),
  ];
}
