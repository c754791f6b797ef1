import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Backend } from '#tests/e2e/support/backend.ts';
import { apiSession, USER_AGENT } from '#tests/e2e/support/fault-test.ts';
import { FaultProxy } from '#tests/faults/fault-proxy.ts';
import type { Figure } from './figures.ts';

export const MINUTE_MS = 60_000;

export interface Session {
  network: FaultProxy;
  context: BrowserContext;
  page: Page;
  access: string;
}

/** Work with a signed-in page of its own: a new origin, a new profile. */
export type Within = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

export async function withSession<T>(
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

export function seconds(name: string, ms: number, goal: number, runs: number): Figure {
  return { name, value: ms / 1000, unit: 's', goal, better: 'smaller', note: `n=${runs}` };
}

export function share(name: string, good: number, total: number, note = ''): Figure {
  return {
    name,
    value: (good / total) * 100,
    unit: '%',
    goal: 100,
    better: 'larger',
    note: note || `n=${total}`,
  };
}
