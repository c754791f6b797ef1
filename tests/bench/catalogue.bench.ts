import type { Page } from '@playwright/test';
import type { Backend } from '#tests/e2e/support/backend.ts';
import { BIG } from '#tests/e2e/support/big-account.ts';
import { replicaCode } from '#tests/e2e/support/replica-code.ts';
import { apiSession, Profile, rememberSession, throttle, timeToCards } from './browser.ts';
import { benchWindows } from './catalogue-windows.bench.ts';
import { type Figure, median, percentile } from './figures.ts';
import { keepReplicaLog, replicaLogOf, untilReplicaIsGathered, untilReplicaIsWhole } from './replica-log.ts';
import { timeToRows } from './time-to-rows.ts';
import { workersMemoryMb } from './worker-memory.ts';

const WARM_STARTS = 5;
const CHANGED_CARDS = 1000;
/** After it a list rests: the server has been asked too. */
const REST_MS = 700;
/** What is in the field, and the key that follows. Each changes which cards are found. */
const KEYS = ['п|л', 'к|р', 'н|о', 'с|и', 'б|е', 'ч|е', 'д|ж', 'м|о', 'т|о', 'g|k', '1|2', '12|0'];
const SORTED_COLUMNS = ['Цена', 'Остаток', 'Магазины', 'Обновлена'];
const TABS = ['Черновики', 'Все', 'Есть ошибки', 'Все'];
const QUALITIES = ['Без фото', 'Без габаритов', 'Без себестоимости', 'Без габаритов'];
/** So often each of them: of fewer the 95th percentile would be the worst one, and the first of a page is made by code that has not run yet. */
const ROUNDS = 5;
const GOALS = [
  { cpu: 1, rowsMs: 30 },
  { cpu: 4, rowsMs: 100 },
];

/** The replica of the card list in a browser: how it comes, how it is there again, what it answers in, with and without a server. */
export async function benchCatalogue(backend: Backend, cards: number): Promise<Figure[]> {
  const size = cards.toLocaleString('ru-RU');
  const figures: Figure[] = [codeWeight()];
  const take = (name: string, value: number, unit: string, goal: number, note?: string) =>
    figures.push({
      name: `replica of ${size} cards: ${name}`,
      value,
      unit,
      goal,
      better: 'smaller',
      ...(note && { note }),
    });
  const profile = new Profile();
  const context = await profile.open();
  await rememberSession(context, backend.url, BIG);

  const fill = await timeFill(await context.newPage(), backend.url);
  take(
    'first fill',
    fill.seconds,
    's',
    10,
    `its base with all orders is there ${Math.round(fill.gatheredAfterMs)} ms later`,
  );
  take('first fill, longest task of the page', fill.longestTaskMs, 'ms', 50, fill.note);
  take('first fill, on the wire', fill.megabytes, 'MiB', 8);

  const starts: { fromWorkerMs: number; fromStartMs: number }[] = [];
  for (let start = 0; start < WARM_STARTS; start += 1) {
    const page = await context.newPage();
    await keepReplicaLog(page);
    await timeToCards(page, backend.url);
    const { wholeAtMs, workerStartedAtMs } = await untilReplicaIsWhole(page);
    starts.push({ fromWorkerMs: wholeAtMs - workerStartedAtMs, fromStartMs: wholeAtMs });
    await page.close();
  }
  const sinceStart = Math.round(median(starts.map((one) => one.fromStartMs)));
  take(
    'there again after a warm start from its base, since its worker began',
    median(starts.map((one) => one.fromWorkerMs)),
    'ms',
    300,
    `${sinceStart} ms since the start of the page`,
  );

  const page = await context.newPage();
  await keepReplicaLog(page);
  await timeToCards(page, backend.url);
  await untilReplicaIsWhole(page);
  await page.waitForTimeout(REST_MS);
  take('memory of its worker', await workersMemoryMb(page), 'MB', 60);
  take(`${CHANGED_CARDS} changed cards taken`, await timeDelta(page, backend), 'ms', 300);

  for (const server of ['online', 'server dead'] as const) {
    if (server === 'server dead') await backend.kill();
    for (const { cpu, rowsMs } of GOALS) {
      const cdp = await throttle(page, { cpu });
      const times = await timeQuestions(page);
      for (const [what, found] of Object.entries(times)) {
        take(
          `${what} to other rows, p95, CPU ×${cpu}, ${server}`,
          percentile(found, 0.95),
          'ms',
          rowsMs,
          `median ${median(found).toFixed(0)}, n=${found.length}`,
        );
      }
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
  }
  await backend.start();
  await page.close();
  figures.push(...(await benchWindows(context, backend.url)));
  await context.close();
  profile.remove();
  return figures;
}

function codeWeight(): Figure {
  const { files, kib } = replicaCode();
  return {
    name: 'code of the replica, brotli',
    value: kib,
    unit: 'KiB',
    goal: 20,
    better: 'smaller',
    note: files.join(', '),
  };
}

async function timeFill(page: Page, url: string) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const portions = new Set<string>();
  let bytes = 0;
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/cards/changes/')) portions.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (portions.has(requestId)) bytes += encodedDataLength;
  });
  await keepReplicaLog(page);
  await page.addInitScript(() => {
    const tasks: { startTime: number; duration: number }[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration });
    }).observe({ type: 'longtask', buffered: true });
  });
  await timeToCards(page, url);
  const { steps, wholeAtMs } = await untilReplicaIsWhole(page);
  const startedAtMs = steps[0]?.fromMs ?? Number.NaN;
  // Put there by the script above.
  const tasks = await page.evaluate(
    () => (window as unknown as { longTasks: { startTime: number; duration: number }[] }).longTasks,
  );
  // Starts are measured after it: a page lives longer than its fill.
  const { gatheredAtMs } = await untilReplicaIsGathered(page);
  const during = tasks.filter(({ startTime }) => startTime > startedAtMs && startTime < wholeAtMs);
  await page.close();
  return {
    seconds: (wholeAtMs - startedAtMs) / 1000,
    gatheredAfterMs: gatheredAtMs - wholeAtMs,
    // Only tasks from 50 ms on are told of.
    longestTaskMs: Math.max(0, ...during.map(({ duration }) => duration)),
    note: `${during.length} of 50 ms and more`,
    megabytes: bytes / 1024 ** 2,
  };
}

/** Cards are changed while the page does not hear of it; then it asks once. */
async function timeDelta(page: Page, backend: Backend): Promise<number> {
  const before = (await replicaLogOf(page)).steps.length;
  await page.context().setOffline(true);
  await changeCards(backend);
  await page.context().setOffline(false);
  await page.waitForFunction(
    (count) => (window as unknown as { replicaLog: { steps: unknown[] } }).replicaLog.steps.length > count,
    before,
    { timeout: 120_000 },
  );
  const step = (await replicaLogOf(page)).steps[before];
  return step ? step.untilMs - step.fromMs : Number.NaN;
}

async function changeCards(backend: Backend): Promise<void> {
  const { access } = await apiSession(backend.url, BIG);
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  const ids: number[] = [];
  for (let offset = 0; offset < CHANGED_CARDS; offset += 200) {
    const list = await fetch(`${backend.url}/api/v1/cards/?limit=200&offset=${offset}`, { headers });
    const { results } = (await list.json()) as { results: { id: number }[] };
    ids.push(...results.map(({ id }) => id));
  }
  for (const is_archived of [true, false]) {
    const moved = await fetch(`${backend.url}/api/v1/cards/archive/`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ selection: { ids }, is_archived }),
    });
    if (!moved.ok) throw new Error(`The archive answered ${moved.status}: ${await moved.text()}`);
  }
}

async function timeQuestions(page: Page): Promise<Record<'key' | 'tab' | 'filter' | 'order', number[]>> {
  const field = page.locator('input[data-search]');
  const rest = () => page.waitForTimeout(REST_MS);
  const times: Record<'key' | 'tab' | 'filter' | 'order', number[]> = {
    key: [],
    tab: [],
    filter: [],
    order: [],
  };
  for (const word of inRounds(KEYS)) {
    const [typed = '', key = ''] = word.split('|');
    await field.fill(typed);
    await rest();
    times.key.push(await timeToRows(page, word, 'input', () => field.pressSequentially(key)));
  }
  await field.fill('');
  await rest();
  const tabs = page.getByRole('navigation', { name: 'Состояние карточек' });
  for (const tab of inRounds(TABS)) {
    times.tab.push(
      await timeToRows(page, tab, 'click', () =>
        tabs.getByRole('link', { name: new RegExp(`^${tab}`) }).click(),
      ),
    );
    await rest();
  }
  for (const quality of inRounds(QUALITIES)) {
    await page.getByRole('button', { name: /^Качество(:|$)/ }).click();
    const choice = page.getByRole('radio', { name: quality });
    times.filter.push(await timeToRows(page, quality, 'click', () => choice.click()));
    await rest();
  }
  await page.getByRole('button', { name: 'Убрать фильтр «Качество»' }).click();
  await rest();
  for (const column of inRounds(SORTED_COLUMNS)) {
    const head = page.getByRole('columnheader', { name: new RegExp(`^${column}`) }).getByRole('button');
    times.order.push(await timeToRows(page, column, 'click', () => head.click()));
    await rest();
  }
  return times;
}

function inRounds<T>(list: readonly T[]): T[] {
  return Array.from({ length: ROUNDS }, () => list).flat();
}
