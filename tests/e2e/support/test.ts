import { type Locator, type Page, test as base, expect } from '@playwright/test';
import { SHORT_LIVED } from '#tests/support/short-lived.ts';
import { Backend, type BackendOptions } from './backend.ts';

export const DEMO = { login: 'demo', password: 'prilavok-demo' };
export const DEMO2 = { login: 'demo2', password: 'prilavok-demo' };

interface TestFixtures {
  /** Fails the test on console errors, page errors and CSP reports that it did not expect. */
  noise: { allow(pattern: RegExp): void };
}
export interface WorkerFixtures {
  backendOptions: BackendOptions;
  backend: Backend;
}

/**
 * Browser tests run on the production build against the real server and the simulator, service worker included.
 * «Offline» means that the server is dead: `backend.kill()`, then `backend.start()`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  backendOptions: [{}, { scope: 'worker', option: true }],
  backend: [
    async ({ backendOptions }, use) => {
      const template = process.env['E2E_TEMPLATE'];
      const backend = await Backend.create({
        flags: SHORT_LIVED,
        ...backendOptions,
        ...(template && { template }),
      });
      await use(backend);
      await backend.remove();
    },
    { scope: 'worker', timeout: 330_000 },
  ],
  baseURL: async ({ backend }, use) => use(backend.url),
  noise: [
    async ({ context }, use) => {
      const heard: string[] = [];
      const allowed: RegExp[] = [];
      const watch = (page: Page) => {
        page.on('pageerror', (error) => heard.push(`page error: ${error.message}`));
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') {
            heard.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
          }
        });
      };
      context.on('page', watch);
      for (const page of context.pages()) watch(page);
      await use({ allow: (pattern) => void allowed.push(pattern) });
      expect(
        heard.filter((line) => !allowed.some((pattern) => pattern.test(line))),
        'unexpected noise in the browser',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export async function signIn(page: Page, who: { login: string; password: string } = DEMO): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Логин').fill(who.login);
  await page.getByLabel('Пароль', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/home\/cards/);
}

/** Resolves when the service worker controls the page and has the shell. */
export async function serviceWorkerReady(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.ready;
    return registration.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
  });
}

/** What the menu says of the connection; not the words that are read out when it changes. */
export function connection(page: Page, text: string | RegExp): Locator {
  return page.getByRole('banner').getByText(text).and(page.locator(':not(output)'));
}

/** Nothing was answered for half a second. The network itself is never idle: the stream of live hints has no end. */
export async function callsAnswered(page: Page): Promise<void> {
  let seen = -1;
  await expect
    .poll(
      async () => {
        const before = seen;
        seen = await page.evaluate(() => performance.getEntriesByType('resource').length);
        return seen === before;
      },
      { intervals: [500] },
    )
    .toBe(true);
}
