import type { Page } from '@playwright/test';
import type { Backend } from '#tests/e2e/support/backend.ts';
import { Profile, rememberSession, throttle, timeToCards } from './browser.ts';
import { type Figure, percentile } from './figures.ts';
import { BIG } from '#tests/e2e/support/big-account.ts';

const WHEEL_STEPS = 60;
const WHEEL_STEP_PX = 400;
const WHEEL_PAUSE_MS = 100;
const GOALS = [
  { cpu: 1, firstRowS: 0.3, frameMs: 17, searchMs: 100, peer: { frameMs: 27, searchMs: 578 } },
  { cpu: 4, firstRowS: 1, frameMs: 33, searchMs: 300, peer: { frameMs: 113, searchMs: 2227 } },
];

/** The card list of a big account: first row, nodes, scrolling, search. */
export async function benchList(backend: Backend, cards: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  const size = cards.toLocaleString('ru-RU');
  for (const goal of GOALS) {
    const profile = new Profile();
    const context = await profile.open();
    await rememberSession(context, backend.url, BIG);
    // The first visit installs the service worker; the second is the one that people live with.
    const first = await context.newPage();
    await timeToCards(first, backend.url);
    await first.waitForFunction(
      async () => (await navigator.serviceWorker.ready).active?.state === 'activated',
    );
    await first.close();

    const page = await context.newPage();
    const cdp = await throttle(page, goal);
    const firstRowMs = await timeToCards(page, backend.url);
    await page.evaluate(() => {
      const frames: number[] = [];
      const nodes: number[] = [];
      let last = performance.now();
      const tick = (now: number) => {
        frames.push(now - last);
        last = now;
        if (frames.length % 15 === 0) nodes.push(document.querySelectorAll('*').length);
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
      Object.assign(window, { scrolled: { frames, nodes } });
    });
    await page.mouse.move(600, 500);
    for (let step = 0; step < WHEEL_STEPS; step += 1) {
      await cdp.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        x: 600,
        y: 500,
        deltaX: 0,
        deltaY: WHEEL_STEP_PX,
      });
      await page.waitForTimeout(WHEEL_PAUSE_MS);
    }
    // Put there by the script above.
    const { frames, nodes } = await page.evaluate(
      () => (window as unknown as { scrolled: { frames: number[]; nodes: number[] } }).scrolled,
    );

    const searches: number[] = [];
    for (const word of ['круж', 'плать', 'худи', 'ночник', 'джинс']) {
      searches.push(await timeSearch(page, word));
    }
    await context.close();
    profile.remove();

    const label = `${size} cards, CPU ×${goal.cpu}`;
    figures.push(
      {
        name: `first row of the list, ${label}`,
        value: firstRowMs / 1000,
        unit: 's',
        goal: goal.firstRowS,
        better: 'smaller',
      },
      {
        name: `scrolling, frame p95, ${label}`,
        value: percentile(frames, 0.95),
        unit: 'ms',
        goal: goal.frameMs,
        bestPeer: goal.peer.frameMs,
        better: 'smaller',
        note: `p50 ${percentile(frames, 0.5).toFixed(1)}, max ${Math.max(...frames).toFixed(0)}`,
      },
      {
        name: `search, last key to rows, p95, ${label}`,
        value: percentile(searches, 0.95),
        unit: 'ms',
        goal: goal.searchMs,
        bestPeer: goal.peer.searchMs,
        better: 'smaller',
        note: `n=${searches.length}`,
      },
    );
    if (goal.cpu === 1) {
      figures.push({
        name: `DOM nodes while it scrolls, most, ${size} cards`,
        value: Math.max(...nodes),
        unit: '',
        goal: 900,
        bestPeer: 1491,
        better: 'smaller',
      });
    }
  }
  return figures;
}

/** From the last key to the frame that shows the rows of the new search. */
async function timeSearch(page: Page, word: string): Promise<number> {
  const field = page.locator('input[data-search]');
  await field.fill('');
  await page.waitForTimeout(600);
  await field.pressSequentially(word.slice(0, -1), { delay: 40 });
  await page.evaluate((text) => {
    performance.clearMarks('found');
    const matches = () => {
      const titles = [...document.querySelectorAll('a[href^="/home/cards/edit"]')].slice(0, 5);
      return (
        titles.length > 0 &&
        titles.every((link) => link.closest('tr')?.textContent?.toLowerCase().includes(text))
      );
    };
    const settled = () => matches() && document.querySelector('[aria-busy="true"]') === null;
    document.addEventListener(
      // Cyrillic letters come without key events here.
      'input',
      () => {
        performance.mark('key');
        const check = () => (settled() ? performance.mark('found') : requestAnimationFrame(check));
        requestAnimationFrame(check);
      },
      { once: true, capture: true },
    );
  }, word);
  await field.pressSequentially(word.slice(-1));
  await page.waitForFunction(() => performance.getEntriesByName('found').length > 0);
  return page.evaluate(
    () =>
      (performance.getEntriesByName('found').at(-1)?.startTime ?? Number.NaN) -
      (performance.getEntriesByName('key').at(-1)?.startTime ?? Number.NaN),
  );
}
