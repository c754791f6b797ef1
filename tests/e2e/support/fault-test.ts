import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { FaultProxy } from '#tests/faults/fault-proxy.ts';
import { DEMO, expect, test as base } from './test.ts';

export { expect };

/** Of the tests' browser and of the call that signs it in. */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

export interface Tokens {
  access: string;
  refresh: string;
}
interface Account {
  login: string;
  password: string;
}

interface FaultFixtures {
  /** Between the browser and the server; passes everything on until rules are set. */
  network: FaultProxy;
  /** Who is signed in when the test begins; null for a guest. */
  account: Account | null;
  /** The tokens that lie in local storage when the test begins. */
  tokens: Tokens | null;
}
/**
 * Browser tests through the fault proxy. Every test has a proxy, and so an origin, of its own: no storage, no service
 * worker and no counted request is another test's. The session is made by the API, not through the form.
 */
export const test = base.extend<FaultFixtures>({
  backendOptions: [
    // Forty tests sign in within five minutes, from one address.
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    ({}, use) => use({ env: { RATE_LIMIT_SCALE: '100' } }),
    { scope: 'worker' },
  ],
  network: async ({ backend }, use, testInfo) => {
    const proxy = await FaultProxy.start(backend.url);
    await use(proxy);
    if (testInfo.status !== testInfo.expectedStatus) {
      const calls = proxy.seen.filter(({ path }) => API.test(path));
      const lines = calls.map(({ method, path, status }) => `${status ?? 'spoiled'} ${method} ${path}`);
      await testInfo.attach('requests', { body: lines.join('\n'), contentType: 'text/plain' });
    }
    await proxy.close();
  },
  account: [DEMO, { option: true }],
  tokens: async ({ backend, account }, use) => {
    const tokens = account ? await apiSession(backend.url, account) : null;
    // Tokens of one session and one second are the same, and a refused one would be refused again after its refresh.
    await sleep(1_000 - (Date.now() % 1_000));
    await use(tokens);
  },
  // The server takes a refresh from another browser than the one that signed in for a stolen token.
  userAgent: USER_AGENT,
  baseURL: async ({ network }, use) => use(network.url),
  storageState: async ({ network, tokens }, use) => {
    const localStorage = tokens
      ? [
          { name: 'accessToken', value: tokens.access },
          { name: 'refreshToken', value: tokens.refresh },
        ]
      : [];
    await use({ cookies: [], origins: [{ origin: network.url, localStorage }] });
  },
});

export async function apiSession(url: string, account: Account = DEMO): Promise<Tokens> {
  const response = await fetch(`${url}/api/v1/user/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT },
    body: JSON.stringify(account),
  });
  if (!response.ok) throw new Error(`Signing in: ${response.status} ${await response.text()}`);
  // Our own server's answer, checked by its own tests.
  return (await response.json()) as Tokens;
}

/** For benches too, which have no configuration: a slow machine is no fault. */
const LONG = { timeout: 60_000 };

/** What the browser itself says about requests that the test spoils. */
export const NETWORK_NOISE = /Failed to load resource|net::ERR/;

/** «No network at all»: every request is refused. */
export const NO_NETWORK = { fault: { kind: 'refuse' } } as const;
export const BLACK_HOLE = { fault: { kind: 'black-hole' } } as const;
export const API = /^\/api\//;
export const REFRESH = /^\/api\/v1\/user\/refresh\//;
export const CARD_LIST = /^\/api\/v1\/cards\/\?/;

/** The card list with its rows on the screen, under the care of the service worker. */
export async function openCardList(page: Page, origin = ''): Promise<void> {
  await page.goto(`${origin}/home/cards`);
  await expect(firstCard(page)).toBeVisible(LONG);
  await page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.state === 'activated' && navigator.serviceWorker.controller !== null;
  });
}

export function firstCard(page: Page) {
  return page.locator('tbody a[href^="/home/cards/edit"]').first();
}

export function titleField(page: Page) {
  return page.getByRole('textbox', { name: /^Наименование/ });
}

export function saveButton(page: Page) {
  return page.getByRole('button', { name: 'Сохранить', exact: true });
}

export async function storedTokens(page: Page): Promise<{ access: string | null; refresh: string | null }> {
  return page.evaluate(() => ({
    access: localStorage.getItem('accessToken'),
    refresh: localStorage.getItem('refreshToken'),
  }));
}

/** Another device of the same account, that speaks with the server itself. */
export class OtherDevice {
  readonly #url: string;
  readonly #access: string;

  private constructor(url: string, access: string) {
    this.#url = url;
    this.#access = access;
  }

  static async signIn(url: string, account: Account = DEMO): Promise<OtherDevice> {
    return new OtherDevice(url, (await apiSession(url, account)).access);
  }

  async call(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#access}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async card(id: string): Promise<{ title: string; brand: string; version: number }> {
    // The contract's own shape, checked by the server's tests.
    return (await (await this.call('GET', `/cards/${id}/`)).json()) as never;
  }

  async changeCard(id: string, patch: { title?: string; brand?: string }): Promise<void> {
    const { version } = await this.card(id);
    const response = await this.call('PATCH', `/cards/${id}/`, patch, { 'if-match': `"v${version}"` });
    if (!response.ok) throw new Error(`Changing a card: ${response.status} ${await response.text()}`);
  }
}

/** The page believes that so much time has passed: what it has stored is stale, and shown with its age. */
export async function passTime(page: Page, ms: number): Promise<void> {
  await page.addInitScript((shift) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + shift;
  }, ms);
}

export function toasts(page: Page) {
  return page.getByRole('region', { name: 'Уведомления' });
}

export async function openFirstCard(page: Page): Promise<string> {
  await firstCard(page).click();
  await expect(titleField(page)).not.toHaveValue('', LONG);
  return new URL(page.url()).searchParams.get('id') ?? '';
}
