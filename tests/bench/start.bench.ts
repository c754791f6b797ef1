import type { Backend } from '#tests/e2e/support/backend.ts';
import { Profile, rememberSession, throttle, timeToCards, timeToPicture } from './browser.ts';
import { type Figure, median } from './figures.ts';

interface StartGoal {
  cpu: number;
  isSlow4g: boolean;
  coldS: number;
  warmS: number | null;
}
const PROFILES: StartGoal[] = [
  { cpu: 1, isSlow4g: false, coldS: 0.6, warmS: 0.3 },
  { cpu: 4, isSlow4g: false, coldS: 1.2, warmS: 0.6 },
  { cpu: 4, isSlow4g: true, coldS: 3, warmS: null },
];

/** Bytes and times of a first visit, of a later start, and of a start with the server dead. */
export async function benchStart(backend: Backend, runs = 3): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const goal of PROFILES) {
    const label = `CPU ×${goal.cpu}${goal.isSlow4g ? ', slow 4G' : ''}`;
    const cold: number[] = [];
    const warm: number[] = [];
    const offline: number[] = [];
    const pictures: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const profile = new Profile();
      const first = await profile.open();
      await rememberSession(first, backend.url);
      cold.push((await timeStart(first, backend.url, goal)).cardsMs);
      await waitForShell(first, backend.url);
      await first.close();

      const second = await profile.open();
      const times = await timeStart(second, backend.url, goal);
      warm.push(times.cardsMs);
      pictures.push(times.pictureMs);
      await second.close();

      if (!goal.isSlow4g) {
        await backend.kill();
        const third = await profile.open();
        offline.push((await timeStart(third, backend.url, goal)).cardsMs);
        await third.close();
        await backend.start();
      }
      profile.remove();
    }
    figures.push(seconds(`cold start to data, ${label}`, cold, goal.coldS));
    if (goal.warmS !== null) {
      figures.push(seconds(`warm start to the list as it was last seen, ${label}`, pictures, goal.warmS));
      figures.push(seconds(`warm start to data, ${label}`, warm, goal.warmS));
    }
    if (offline.length > 0)
      figures.push(seconds(`offline start to data, ${label}`, offline, goal.warmS ?? 0.5));
  }
  return figures;
}

/** Brotli bytes that a first visit takes until the card list is shown; `onScripts` gets the scripts' addresses. */
export async function benchPageWeight(
  backend: Backend,
  onScripts?: (urls: string[]) => void,
): Promise<Figure[]> {
  const profile = new Profile();
  const context = await profile.open();
  await rememberSession(context, backend.url);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const typeOf = new Map<string, string>();
  const scripts: string[] = [];
  let scriptBytes = 0;
  let allBytes = 0;
  let isCounting = true;
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    typeOf.set(requestId, type);
    if (isCounting && type === 'Script') scripts.push(response.url);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!isCounting) return;
    allBytes += encodedDataLength;
    if (typeOf.get(requestId) === 'Script') scriptBytes += encodedDataLength;
  });
  await timeToCards(page, backend.url);
  await page.waitForLoadState('load');
  isCounting = false;
  onScripts?.(scripts);
  const precache = await waitForShell(context, backend.url);
  await context.close();
  profile.remove();
  return [
    {
      name: 'first visit, JS to a usable card list',
      value: scriptBytes / 1024,
      unit: 'KiB',
      goal: 120,
      better: 'smaller',
    },
    {
      name: 'first visit, all bytes, fonts and photos included',
      value: allBytes / 1024,
      unit: 'KiB',
      goal: 190,
      better: 'smaller',
    },
    {
      name: 'precache of the service worker, raw',
      value: precache / 1024 / 1024,
      unit: 'MiB',
      goal: 1.5,
      better: 'smaller',
    },
  ];
}

async function timeStart(
  context: Awaited<ReturnType<Profile['open']>>,
  url: string,
  goal: StartGoal,
): Promise<{ cardsMs: number; pictureMs: number }> {
  const page = await context.newPage();
  await throttle(page, goal);
  const cardsMs = await timeToCards(page, url);
  const pictureMs = await timeToPicture(page);
  await page.close();
  return { cardsMs, pictureMs };
}

/** Waits until the service worker has the whole shell and returns how many bytes that is. */
async function waitForShell(context: Awaited<ReturnType<Profile['open']>>, url: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(`${url}/home/cards`);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await page.waitForSelector('a[href^="/home/cards/edit"]');
  // Copies of what was fetched are written after the answer is shown.
  await page.waitForTimeout(1_000);
  const bytes = await page.evaluate(async () => {
    let sum = 0;
    for (const name of await caches.keys()) {
      if (!name.includes('precache')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        sum += (await (await cache.match(request))?.arrayBuffer())?.byteLength ?? 0;
      }
    }
    return sum;
  });
  await page.close();
  return bytes;
}

function seconds(name: string, valuesMs: number[], goal: number): Figure {
  const spread = `${(Math.min(...valuesMs) / 1000).toFixed(2)}–${(Math.max(...valuesMs) / 1000).toFixed(2)}, n=${valuesMs.length}`;
  return { name, value: median(valuesMs) / 1000, unit: 's', goal, better: 'smaller', note: spread };
}
