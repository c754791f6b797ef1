import { type BrowserContext, type CDPSession, type Page, chromium } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '#tests/e2e/support/find-browser.ts';
import { DEMO } from '#tests/e2e/support/test.ts';

const MOST_WAITING_MS = 60_000;
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Lighthouse's «slow 4G», applied. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_480 };

/** A profile on disk: closed and opened again it is the same installed app. */
export class Profile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'prilavok-bench-'));

  async open(viewport = { width: 1350, height: 940 }, args: readonly string[] = []): Promise<BrowserContext> {
    const context = await chromium.launchPersistentContext(this.#folder, {
      executablePath: findBrowser(),
      args: [...ARGS, ...args],
      viewport,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
    });
    // The runner's compiler wraps named functions in this helper, which the page does not have.
    await context.addInitScript({ content: 'globalThis.__name ??= (target) => target;' });
    return context;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export async function throttle(
  page: Page,
  options: { cpu: number; isSlow4g?: boolean },
): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  if (options.cpu > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: options.cpu });
  if (options.isSlow4g) {
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  }
  return cdp;
}

/** Tokens of a fresh session, put into the page's storage so that a start can be timed without the login screen. */
export async function apiSession(
  url: string,
  who: { login: string; password: string } = DEMO,
): Promise<{ access: string; refresh: string }> {
  const response = await fetch(`${url}/api/v1/user/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  });
  if (!response.ok) throw new Error(`Login failed: ${response.status}`);
  // Our own server's answer, checked by its own tests.
  return (await response.json()) as { access: string; refresh: string };
}

export async function rememberSession(
  context: BrowserContext,
  url: string,
  who?: { login: string; password: string },
): Promise<void> {
  const { access, refresh } = await apiSession(url, who);
  const page = await context.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    ([accessToken, refreshToken]) => {
      localStorage.setItem('accessToken', accessToken);
      localStorage.setItem('refreshToken', refreshToken);
    },
    [access, refresh] as const,
  );
  await page.close();
}

/**
 * Milliseconds from the start of the navigation until the first card's title is painted. The page says so itself: a driver that
 * waits inside it puts 300 KB of its own scripts there while it starts, a fifth of a warm start.
 */
export async function timeToCards(page: Page, url: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: 'sayCardsAreShown' });
  await page.addInitScript(() => {
    const hasPicture = () => document.querySelector('#first-frame .picture') !== null;
    const seen = () => {
      if (hasPicture() && performance.getEntriesByName('picture').length === 0) {
        performance.mark('picture');
        requestAnimationFrame(() => performance.mark('picture painted'));
      }
      if (!document.querySelector('a[href^="/home/cards/edit"]')) return false;
      requestAnimationFrame(() => {
        // Put there by the driver.
        const { sayCardsAreShown } = window as unknown as { sayCardsAreShown: (ms: string) => void };
        sayCardsAreShown(String(performance.now()));
      });
      return true;
    };
    const observer = new MutationObserver(() => {
      if (seen()) observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  const shown = new Promise<number>((resolve, reject) => {
    cdp.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)));
    setTimeout(() => reject(new Error('No card was shown in a minute.')), MOST_WAITING_MS).unref();
  });
  // Whoever waits for it sees the failure; nobody does when the page cannot be opened.
  shown.catch(() => undefined);
  await page.goto(`${url}/home/cards`, { waitUntil: 'commit' });
  return shown;
}

/** When the picture of the last list was painted at the start that {@link timeToCards} has timed; NaN: it was not there. */
export function timeToPicture(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName('picture painted')[0]?.startTime ?? Number.NaN);
}
