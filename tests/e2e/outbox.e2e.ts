import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { findBrowser } from './support/find-browser.ts';
import { expect, serviceWorkerReady, signIn, test } from './support/test.ts';

const NEW_TITLE = 'Изменено без связи';

/** A browser whose profile outlives it. */
async function openBrowser(profile: string, baseURL: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
  });
}

/** No goodbye to any page: as when the battery is empty. */
async function killBrowser(context: BrowserContext): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage());
  const devtools = await context.newCDPSession(page);
  const closed = new Promise((resolve) => context.once('close', resolve));
  devtools.send('Browser.crash').catch(() => undefined);
  await closed;
}

/**
 * Chromium writes localStorage to the disk some seconds after the page did: a browser that dies before has never signed
 * in. What is under test here is the life after.
 */
async function sessionOnDisk(page: Page, profile: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('refreshToken') ?? '');
  const folder = join(profile, 'Default', 'Local Storage', 'leveldb');
  await expect
    .poll(
      () =>
        existsSync(folder) &&
        readdirSync(folder).some((name) => readFileSync(join(folder, name), 'latin1').includes(token)),
      { timeout: 60_000 },
    )
    .toBe(true);
}

const titleField = (page: Page) => page.getByLabel('Наименование');

/** What the server has, asked by a second device. */
async function cardOnServer(page: Page, id: string): Promise<{ title: string; version: number }> {
  return page.evaluate(async (cardId) => {
    const token = localStorage.getItem('accessToken') ?? '';
    const response = await fetch(`/api/v1/cards/${cardId}/`, {
      headers: { authorization: `Bearer ${token}`, 'x-no-store-device': '1' },
    });
    const { title, version } = (await response.json()) as { title: string; version: number };
    return { title, version };
  }, id);
}

test('edited offline, the browser killed, started offline three times, back online: one write, and no lie', async ({
  backend,
}) => {
  test.setTimeout(240_000);
  const profile = mkdtempSync(join(tmpdir(), 'prilavok-profile-'));
  try {
    let context = await openBrowser(profile, backend.url);
    let page = context.pages()[0] ?? (await context.newPage());
    await signIn(page);
    await serviceWorkerReady(page);
    await page.locator('tbody a').first().click();
    await expect(titleField(page)).not.toHaveValue('');
    const address = page.url();
    const id = new URL(address).searchParams.get('id') ?? '';
    const before = await cardOnServer(page, id);

    await sessionOnDisk(page, profile);

    await backend.kill();
    await titleField(page).fill(NEW_TITLE);
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await expect(page.getByText('Сохранено на устройстве, ждёт отправки')).toBeVisible();
    await expect(page.getByText('Сохранено', { exact: true })).toHaveCount(0);
    await killBrowser(context);

    for (let start = 0; start < 3; start += 1) {
      context = await openBrowser(profile, backend.url);
      page = context.pages()[0] ?? (await context.newPage());
      await page.goto(address);
      await expect(titleField(page)).toHaveValue(NEW_TITLE);
      await expect(page.getByText('Сохранено на устройстве, ждёт отправки')).toBeVisible();
      await expect(page.getByText(/1\sизменение ждёт отправки/).first()).toBeVisible();
      if (start < 2) await killBrowser(context);
    }

    await backend.start();
    await expect(page.getByText(/Сохранено на устройстве/)).toHaveCount(0, { timeout: 90_000 });
    await expect(titleField(page)).toHaveValue(NEW_TITLE);
    expect(await cardOnServer(page, id)).toEqual({ title: NEW_TITLE, version: before.version + 1 });
    await context.close();
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});

test('the same field changed on two devices is asked about, and neither is lost', async ({
  page,
  backend,
  browser,
  noise,
}) => {
  test.setTimeout(180_000);
  noise.allow(/Failed to load resource|net::ERR|412/);
  await signIn(page);
  await serviceWorkerReady(page);
  await page.locator('tbody a').nth(3).click();
  await expect(titleField(page)).not.toHaveValue('');
  const address = page.url();
  const id = new URL(address).searchParams.get('id') ?? '';

  await page.route('**/api/v1/cards/*/', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await titleField(page).fill('Моё название');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByText('Сохранено на устройстве, ждёт отправки')).toBeVisible();

  const other = await browser.newContext({ baseURL: backend.url });
  const theirs = await other.newPage();
  await signIn(theirs);
  await theirs.goto(address);
  await titleField(theirs).fill('Их название');
  await theirs.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(theirs.getByText('Сохранено', { exact: true })).toBeVisible();

  await page.unroute('**/api/v1/cards/*/');
  await page.getByRole('button', { name: 'Выбрать, что оставить' }).click({ timeout: 90_000 });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Их название', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Моё название', { exact: true })).toBeVisible();
  // Texts that differ only in their paragraphs must not look the same.
  await expect(dialog.getByText('Моё название', { exact: true })).toHaveCSS('white-space', 'pre-line');
  await expect(dialog.getByRole('radio', { name: /Их правка/ })).toBeChecked();
  expect((await cardOnServer(theirs, id)).title).toBe('Их название');
  await dialog.getByRole('radio', { name: /Моя правка/ }).check();
  await dialog.getByRole('button', { name: 'Сохранить выбранное' }).click();
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
  expect((await cardOnServer(theirs, id)).title).toBe('Моё название');
  await other.close();
});
