import type { BrowserContext, Page } from '@playwright/test';
import { timeToCards } from './browser.ts';
import type { Figure } from './figures.ts';
import { keepReplicaLog, untilReplicaIsWhole } from './replica-log.ts';
import { workersMemoryMb } from './worker-memory.ts';

/** So long a tab that nobody sees keeps its worker. */
const LET_GO_MS = 30_000;
const SECOND_TAB_GOAL_MB = 5;

/** What the replica takes of a second tab: behind the first, and as a window beside it. */
export async function benchWindows(context: BrowserContext, url: string): Promise<Figure[]> {
  const first = await openList(context, url);
  const alone = await workersMemoryMb(first);
  const second = await openList(context, url);
  const both = (await workersMemoryMb(first)) + (await workersMemoryMb(second));
  await hide(first);
  // The last of the time is the page's own.
  await first.waitForTimeout(LET_GO_MS + 5_000);
  const behind = (await workersMemoryMb(first)) + (await workersMemoryMb(second));
  await first.close();
  await second.close();
  const figure = (name: string, value: number): Figure => ({
    name,
    value: value - alone,
    unit: 'MB',
    goal: SECOND_TAB_GOAL_MB,
    better: 'smaller',
    note: `${alone.toFixed(0)} MB alone`,
  });
  return [
    figure('memory of workers more for a second tab behind the first', behind),
    figure('memory of workers more for a second window beside the first', both),
  ];
}

async function openList(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await keepReplicaLog(page);
  await timeToCards(page, url);
  await untilReplicaIsWhole(page);
  return page;
}

/** As when another tab is in front of it. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}
