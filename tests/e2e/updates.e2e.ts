import type { Page } from '@playwright/test';
import { deployFixtures, type Deploy } from './support/deploy.ts';
import { expect, serviceWorkerReady, signIn, test as base } from './support/test.ts';

/** A server whose web app is replaced by newer builds. */
const test = base.extend<object, { deploy: Deploy }>(deployFixtures);

const OFFER = 'Доступна новая версия';
const TITLE = { name: /^Наименование/ };

/** The script that tells one build from another. */
const buildOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src);

/** What the app does by itself every hour and when its tab is looked at again. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update().catch(() => null));

async function openCardAndType(page: Page, text: string): Promise<void> {
  await page.goto('/home/cards');
  await page.locator('tbody a').first().click();
  await page.getByRole('textbox', TITLE).fill(text);
}

/** How many times the page is loaded anew from here on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

test.beforeEach(async ({ deploy, page }) => {
  deploy.reset();
  await signIn(page);
  await serviceWorkerReady(page);
});

test('a new version is offered over a form, taken only when asked, and what was typed is still there', async ({
  page,
  deploy,
}) => {
  const typed = `Недописанное название ${Date.now() % 1e6}`;
  await openCardAndType(page, typed);
  const old = await buildOf(page);
  const loads = countLoads(page);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });

  deploy.newBuild();
  await lookForUpdate(page);
  await expect(page.getByText(OFFER)).toBeVisible();
  await page.waitForTimeout(2_500);
  expect(loads()).toBe(0);
  await expect(page.getByRole('textbox', TITLE)).toHaveValue(typed);

  await page.getByRole('button', { name: 'Обновить', exact: true }).click();
  await expect.poll(loads).toBe(1);
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await expect(page.getByRole('textbox', TITLE)).toHaveValue(typed);
  expect(await buildOf(page)).not.toBe(old);
  expect(loads()).toBe(1);
  expect(questions).toEqual([]);
});

test('a tab that takes the new version leaves another one with a form alone, whose parts still load', async ({
  page,
  context,
  deploy,
  backend,
  noise,
}) => {
  // The server says that it goes, and is away for a moment: who asks then is refused.
  noise.allow(/net::ERR_CONNECTION_REFUSED|net::ERR_FAILED .*\/media\/|status of 503 .*\/live-hints\//);
  const other = await context.newPage();
  const typed = `Правка в другой вкладке ${Date.now() % 1e6}`;
  await openCardAndType(other, typed);
  const loads = countLoads(other);

  deploy.newBuild();
  await backend.stop();
  await backend.start();
  await lookForUpdate(page);
  await page.getByRole('button', { name: 'Обновить', exact: true }).click();
  await expect.poll(() => buildOf(page).catch(() => '')).toMatch(/02\.js$/);

  await expect(other.getByText(OFFER)).toBeVisible();
  await other.waitForTimeout(2_500);
  await expect(other.getByRole('textbox', TITLE)).toHaveValue(typed);
  const lazyPart = other.waitForResponse(/assets\/palette-results-.*\.js$/);
  await other.keyboard.press('Control+k');
  expect((await lazyPart).status()).toBe(200);
  await expect(other.getByRole('dialog')).toBeVisible();
  await other.keyboard.press('Escape');
  expect(loads()).toBe(0);

  await other.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect.poll(loads, { message: 'saved: now it may reload' }).toBe(1);
  await expect(other.getByRole('textbox', TITLE)).toHaveValue(typed);
});

test('a part that is really gone makes one reload; a second time the screen says so, and so it does offline', async ({
  page,
  context,
  deploy,
  backend,
  noise,
}) => {
  noise.allow(/Failed to load resource|net::ERR|dynamically imported/);
  const loads = countLoads(page);
  deploy.newBuild();
  deploy.forgetHistory();
  await backend.stop();
  await backend.start();
  const forgetShell = () =>
    page.evaluate(async () => {
      for (const name of await caches.keys()) if (name.includes('precache')) await caches.delete(name);
    });
  await forgetShell();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');

  await page.getByRole('link', { name: 'Акции' }).click();
  await expect.poll(loads).toBe(1);
  await expect(page).toHaveURL(/promotions/);
  expect(await buildOf(page)).toMatch(/02\.js$/);
  await expect(page.getByRole('heading', { name: /Акции/ }).first()).toBeVisible();

  deploy.removeAssets('shipments-page');
  await forgetShell();
  await devtools.send('Network.clearBrowserCache');
  await page.evaluate(() => sessionStorage.setItem('prilavok-reloaded-at', String(Date.now())));
  await page.getByRole('link', { name: 'Отправки' }).click();
  await expect(page.getByRole('heading', { name: 'Ошибка. Что-то пошло не так' })).toBeVisible();
  await page.waitForTimeout(1_500);
  expect(loads()).toBe(1);

  await page.getByRole('link', { name: 'Перейти на главную' }).click();
  // The parts of the home page are asked for anew too, and have to be here before the network goes.
  await expect(page.getByRole('heading', { name: /Список карточек/ })).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  await context.setOffline(true);
  await expect(page.getByText(/Нет сети/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Отправки' }).click();
  await expect(page.getByText(/Нет связи, а этой страницы на устройстве ещё нет/)).toBeVisible();
  await page.waitForTimeout(1_500);
  expect(loads()).toBe(1);
  await context.setOffline(false);
});

test('a worker that is not served, or is no script, changes nothing', async ({ page, deploy, noise }) => {
  noise.allow(/Failed to load resource|ServiceWorker|SyntaxError|bad HTTP response/);
  const loads = countLoads(page);
  for (const source of [undefined, '<!doctype html><title>Вход в сеть отеля</title>']) {
    deploy.replaceWorker(source);
    await lookForUpdate(page);
    await page.reload();
    await expect(page.locator('tbody a').first()).toBeVisible();
    await serviceWorkerReady(page);
  }
  expect(loads()).toBe(2);
  await expect(page.getByText(OFFER)).toBeHidden();
  const missing = await page.evaluate(async () => {
    const response = await fetch('/assets/none-00000000.js');
    return [response.status, response.headers.get('content-type')];
  });
  expect(missing[0]).toBe(404);
  expect(missing[1]).not.toContain('html');
});

test('the emergency worker frees a client of a broken one within one navigation', async ({
  page,
  deploy,
  noise,
}) => {
  noise.allow(/Failed to load resource/);
  deploy.replaceWorker(`
    self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('fetch', (event) => {
      if (event.request.mode === 'navigate') {
        event.respondWith(new Response('<h1>сломано</h1>', { headers: { 'content-type': 'text/html; charset=utf-8' } }));
      }
    });`);
  // The app reloads by itself under the new worker. Loading the page again and again would keep the old one busy, and a
  // busy worker may hold its place for minutes.
  await expect(async () => {
    await lookForUpdate(page);
    await expect(page.getByText('сломано')).toBeVisible({ timeout: 10_000 });
  }).toPass();

  deploy.reset();
  await deploy.placeKillSwitch();
  const startedAt = Date.now();
  await page.goto('/home/cards');
  await expect(page.locator('tbody a').first()).toBeVisible();
  const left = () =>
    page
      .evaluate(async () => [
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
        ...(await caches.keys()),
      ])
      .catch(() => ['the page is being loaded']);
  await expect.poll(left).toEqual([]);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  expect(Date.now() - startedAt).toBeLessThan(5 * 60_000);

  // The ordinary worker comes back with the next build.
  deploy.reset();
  await page.reload();
  await serviceWorkerReady(page);
});
