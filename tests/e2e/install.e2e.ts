import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { callsAnswered, expect, serviceWorkerReady, signIn, test } from './support/test.ts';

const OFFER = /Прилавок можно установить: он откроется отдельным окном/;

/** Chromium makes its offer only to an engaged user: it is made here in its place, and what becomes of it is heard. */
async function offerInstallation(page: Page): Promise<void> {
  await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(event, {
      prompt: async () => {
        document.documentElement.dataset['asked'] = String(event.defaultPrevented);
        window.dispatchEvent(new Event('appinstalled'));
      },
    });
    window.dispatchEvent(event);
  });
}

/** Somebody who has been here before. */
const earlierVisit = (context: BrowserContext) =>
  context.addInitScript(() => {
    const at = Date.now() - 24 * 3600 * 1000;
    if (!localStorage.getItem('prilavok-device-visits')) {
      localStorage.setItem('prilavok-device-visits', JSON.stringify({ count: 1, at }));
    }
  });

/** What offers it has run: it comes when the first screen has stood for a while. */
const offerMayCome = async (page: Page) => {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/install-offer-')),
  );
  await page.waitForTimeout(500);
};

test('a first visit is not asked to install; the settings offer it', async ({ page }) => {
  await signIn(page);
  await offerInstallation(page);
  await expect(page.locator('tbody a').first()).toBeVisible();
  await offerMayCome(page);
  await expect(page.getByText(OFFER)).toBeHidden();
  await page.getByRole('button', { name: 'Аккаунт' }).click();
  await page.getByRole('link', { name: 'Настройки' }).click();
  await page.getByRole('button', { name: 'Установить' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'true');
  await expect(page.getByText('Прилавок установлен на этом устройстве.')).toBeVisible();
});

test('the second visit gets one quiet offer, and no other for 30 days', async ({ page, context }) => {
  await earlierVisit(context);
  await signIn(page);
  await offerInstallation(page);
  await expect(page.getByText(OFFER)).toBeVisible();
  await page.reload();
  await expect(page.locator('tbody a').first()).toBeVisible();
  await offerInstallation(page);
  await offerMayCome(page);
  await expect(page.getByText(OFFER)).toBeHidden();
  await page.evaluate(() => {
    const longAgo = Date.now() - 31 * 24 * 3600 * 1000;
    localStorage.setItem('prilavok-device-install-offered-at', String(longAgo));
  });
  await page.reload();
  await expect(page.locator('tbody a').first()).toBeVisible();
  await offerInstallation(page);
  await expect(page.getByText(OFFER)).toBeVisible();
});

test.describe('on an iPhone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  });

  test('the steps are drawn, and it is said that one has to sign in again', async ({ page, context }) => {
    await earlierVisit(context);
    await signIn(page);
    await page.getByRole('button', { name: 'Как установить' }).click();
    const steps = page.getByRole('dialog', { name: 'Как установить Прилавок' });
    await expect(steps.getByRole('listitem')).toHaveCount(3);
    await expect(steps.getByText(/нужно будет войти ещё раз/)).toBeVisible();
    await expect(page).toHaveURL(/install=steps/);
    await steps.getByRole('button', { name: 'Понятно' }).click();
    await expect(page).not.toHaveURL(/install=steps/);
  });
});

test('an installed app is offered nothing', async ({ page, context }) => {
  await earlierVisit(context);
  await context.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      const list = real(query);
      return query.includes('standalone') ? Object.create(list, { matches: { value: true } }) : list;
    };
  });
  await signIn(page);
  await offerInstallation(page);
  await offerMayCome(page);
  await expect(page.getByText(OFFER)).toBeHidden();
  await page.goto('/home/account/settings');
  await expect(page.getByText('Прилавок установлен на этом устройстве.')).toBeVisible();
  await expect(page.getByText(OFFER)).toBeHidden();
});

test('the icon carries the number of shipments with errors until the user signs out', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const show = (count: number) => {
      document.documentElement.dataset['badge'] = String(count);
      return Promise.resolve();
    };
    Object.assign(Navigator.prototype, { setAppBadge: show, clearAppBadge: () => show(0) });
  });
  const stream = page.waitForResponse(/live-hints/);
  await signIn(page);
  const errors = await page.getByRole('link', { name: /отправ\S+ с ошибками/ }).textContent();
  await expect(page.locator('html')).toHaveAttribute('data-badge', /\d+/.exec(errors ?? '')?.[0] ?? '?');
  // Calls that are under way when the session ends would be refused.
  await expect(page.locator('tbody a').first()).toBeVisible();
  await stream;
  await callsAnswered(page);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/login/);
  await expect(page.locator('html')).toHaveAttribute('data-badge', '0');
});

test('the manifest names what is there, and pictures of it do not weigh on the device', async ({
  page,
  backend,
}) => {
  const response = await page.request.get('/manifest.webmanifest');
  expect(response.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  expect(response.headers()['cache-control']).toBe('no-cache');
  const manifest = await response.json();
  expect(manifest).toMatchObject({ id: '/', scope: '/', lang: 'ru', display: 'standalone' });
  expect(new Set(manifest.icons.map(({ purpose }: { purpose: string }) => purpose))).toEqual(
    new Set(['any', 'maskable', 'monochrome']),
  );
  expect(manifest.shortcuts).toHaveLength(4);
  const factors = manifest.screenshots.map(({ form_factor: factor }: { form_factor: string }) => factor);
  expect(factors.toSorted()).toEqual(['narrow', 'narrow', 'narrow', 'wide', 'wide', 'wide']);
  const worker = await (await page.request.get('/sw.js')).text();
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    const picture = await page.request.get(src);
    expect([src, picture.status(), picture.headers()['content-type']]).toEqual([src, 200, type]);
    if (type !== 'image/png') continue;
    const bytes = await picture.body();
    // Width and height stand in the first chunk of every PNG.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    if (!src.includes('screenshots')) continue;
    expect(bytes.length).toBeLessThan(150_000);
    expect(worker).not.toContain(src.slice(1));
  }
  for (const { url } of [{ url: manifest.start_url }, ...manifest.shortcuts]) {
    await page.goto(`${backend.url}${url}`);
    await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
  }
});

test.describe('without service workers', () => {
  test.use({ serviceWorkers: 'block' });

  test('everything works online, and nothing is promised for offline', async ({ page, noise }) => {
    noise.allow(/Service Worker registration blocked/);
    await signIn(page);
    await page.locator('tbody a').first().click();
    const title = page.getByRole('textbox', { name: /^Наименование/ });
    const changed = `Без воркера ${Date.now() % 1e6}`;
    await title.fill(changed);
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await expect(page.getByText(/Сохранено/).first()).toBeVisible();
    await page.reload();
    await expect(title).toHaveValue(changed);
    await page.goto('/home/account/settings');
    await expect(page.getByText('Открывается без связи').locator('+ dd')).toHaveText('нет');
    await expect(page.getByText(/видны без связи/)).toBeHidden();
    await expect(page.getByText(/можно установить/)).toBeHidden();
  });
});

test('diagnostics show the worker, caches, databases and calls, and the report can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await serviceWorkerReady(page);
  // The first calls were made before the worker was in charge.
  await page.getByRole('link', { name: 'Отправки' }).click();
  await expect(page.getByText(/№\d+/).first()).toBeVisible();
  await page.goto('/home/account/settings');
  await expect(page.getByText('Открывается без связи').locator('+ dd')).toHaveText('да');
  await expect(page.getByText(/^\d+\sкоп\S+ списков и карточек/)).toBeVisible();
  const version = page.getByRole('button', { name: /^Версия/ });
  for (let press = 0; press < 5; press += 1) await version.click();
  await expect(page).toHaveURL(/diagnostics/);
  await expect(page.getByRole('table', { name: 'Кеши' })).toContainText(/precache/);
  await expect(page.getByRole('table', { name: 'Кеши' })).toContainText(/api-u/);
  await expect(page.getByRole('table', { name: 'Базы IndexedDB' })).toContainText('prilavok-cache-u');
  const calls = page.getByRole('table', { name: 'Последние обращения к серверу' });
  await expect(calls.getByRole('cell', { name: 'ответ', exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Скопировать отчёт' }).click();
  await expect(page.getByText('Отчёт скопирован')).toBeVisible();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  const { version: packageVersion } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(JSON.parse(report)).toMatchObject({
    app: { version: packageVersion },
    worker: { isControlling: true, active: 'activated' },
    connection: { state: 'online' },
  });
  expect(report).not.toContain('eyJ');
});
