import {
  DEMO2,
  callsAnswered,
  connection,
  expect,
  serviceWorkerReady,
  signIn,
  test,
} from './support/test.ts';

test.describe('without a network', () => {
  test('a reload with the server dead shows the shell, the list, the opened card, the shipments and the profile', async ({
    page,
    backend,
    context,
    noise,
  }) => {
    noise.allow(/Failed to load resource|net::ERR/);
    await signIn(page);
    await serviceWorkerReady(page);
    const firstCard = page.locator('tbody a').first();
    const title = (await firstCard.textContent()) ?? '';
    await firstCard.click();
    await expect(page.getByRole('textbox', { name: /^Наименование/ })).toHaveValue(title);
    const cardAddress = page.url();
    await page
      .getByRole('link', { name: /Отправки/ })
      .first()
      .click();
    await expect(page.getByText(/№\d+/).first()).toBeVisible();
    await page.goto('/home/cards');
    await expect(firstCard).toBeVisible();

    await backend.kill();
    await context.setOffline(true);
    try {
      for (let reload = 0; reload < 3; reload += 1) {
        await page.reload();
        await expect(firstCard).toHaveText(title);
        await expect(page.getByText(/Нет сети/).first()).toBeVisible();
        await expect(page.getByText(/Данные на/).first()).toBeVisible();
      }
      await page.goto(cardAddress);
      await expect(page.getByRole('textbox', { name: /^Наименование/ })).toHaveValue(title);
      await page.goto('/home/shipments');
      await expect(page.getByText(/№\d+/).first()).toBeVisible();
      await page.goto('/home/analytics/profit');
      await expect(page.getByText('Нет данных без связи').first()).toBeVisible();
    } finally {
      await context.setOffline(false);
      await backend.start();
    }
  });

  test('a start from the menu of the device waits for no worker, and an address of its own has one to wait for', async ({
    page,
    backend,
    noise,
  }) => {
    noise.allow(/Failed to load resource|net::ERR/);
    await signIn(page);
    await serviceWorkerReady(page);
    const manifest = await (await page.request.get('/manifest.webmanifest')).json();
    const starts: string[] = [manifest, ...manifest.shortcuts].map(
      ({ start_url: start, url }: { start_url?: string; url?: string }) => start ?? url ?? '',
    );
    const addresses = [...new Set(starts)];
    await backend.kill();
    try {
      for (const address of [...addresses, '/home/cards']) {
        await page.goto(address);
        await expect(connection(page, /Проверяем связь|Нет сети/)).toBeVisible();
        expect(await page.evaluate(sourcesOfStart), address).toEqual({ document: 'cache', files: ['cache'] });
      }
      await page.goto('/home/cards?search=нет-такого');
      await expect(connection(page, /Проверяем связь|Нет сети/)).toBeVisible();
      expect(await page.evaluate(sourcesOfStart)).toEqual({ document: '', files: ['cache'] });

      // As if the device had had no room for them when the worker took charge: its next life stores them.
      expect(await page.evaluate(dropDocuments, addresses)).toBe(true);
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('ServiceWorker.enable');
      await cdp.send('ServiceWorker.stopAllWorkers');
      await page.goto('/home/cards?search=нет-такого');
      await expect.poll(() => page.evaluate(hasDocuments, addresses)).toBe(true);
    } finally {
      await backend.start();
    }
  });

  test('as soon as the worker is there it holds what the first visit read, asked for once', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'GET' && pathname.startsWith('/api/')) asked.push(pathname);
    });
    await signIn(page);
    await serviceWorkerReady(page);
    await expect
      .poll(() => page.evaluate(keptPaths))
      .toEqual(expect.arrayContaining(['/api/v1/cards/', '/api/v1/cards/counters/', '/api/v1/users/me/']));
    // The stream of live hints, once it is open, has what it may have missed asked for again.
    const hintsAt = asked.indexOf('/api/v1/live-hints/');
    const first = hintsAt === -1 ? asked : asked.slice(0, hintsAt);
    expect(first.filter((path) => path === '/api/v1/cards/')).toHaveLength(1);
    expect(asked.filter((path) => path === '/api/v1/users/me/')).toHaveLength(1);
    await page
      .getByRole('link', { name: /Отправки/ })
      .first()
      .click();
    await expect.poll(() => page.evaluate(keptPaths)).toContain('/api/v1/shipments/');
  });

  test('rows beyond what was read are said to be missing, and a dead server is never «В сети»', async ({
    page,
    backend,
    noise,
  }) => {
    noise.allow(/Failed to load resource|net::ERR/);
    // With the whole list on the device nothing is missing.
    await page.addInitScript(() => localStorage.setItem('prilavok-device-catalogue-off', '1'));
    await signIn(page);
    await serviceWorkerReady(page);
    await expect(page.locator('tbody a').first()).toBeVisible();
    await backend.kill();
    try {
      // Everything is younger than a minute: nothing on this page asks for anything.
      await page.reload();
      await expect(page.locator('tbody a').first()).toBeVisible();
      await expect(connection(page, /Проверяем связь|Нет сети/)).toBeVisible();
      await expect(connection(page, 'В сети')).toHaveCount(0);
      await expect(connection(page, 'Нет сети')).toBeVisible();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect(page.getByText(/Этих карточек нет на устройстве/)).toBeVisible({ timeout: 15_000 });
      await expect(page.getByText('Нет данных', { exact: true }).first()).toBeVisible();
    } finally {
      await backend.start();
    }
    await expect(page.getByText(/Этих карточек нет на устройстве/)).toHaveCount(0, { timeout: 75_000 });
  });

  test('a sign-out without the server ends the session there although the browser was closed', async ({
    page,
    context,
    backend,
    noise,
  }) => {
    noise.allow(/Failed to load resource|net::ERR/);
    await signIn(page, DEMO2);
    await serviceWorkerReady(page);
    const refresh = await page.evaluate(() => localStorage.getItem('refreshToken'));
    await backend.kill();
    await page.getByRole('button', { name: 'Выйти' }).click();
    await page.getByRole('button', { name: 'Выйти на этом устройстве' }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    await page.close();
    await backend.start();
    const later = await context.newPage();
    await later.goto('/auth/login');
    await expect
      .poll(() => later.evaluate(() => localStorage.getItem('prilavok-device-sign-outs')))
      .toBe(null);
    const response = await later.request.post('/api/v1/user/refresh/', { data: { refresh } });
    expect(response.status()).toBe(401);
  });

  test('after logout nothing of the user is left on the device', async ({ page }) => {
    await signIn(page, DEMO2);
    await serviceWorkerReady(page);
    await page.locator('tbody a').first().click();
    await expect(page.getByRole('textbox', { name: /^Наименование/ })).toBeVisible();
    const title = await page.getByRole('textbox', { name: /^Наименование/ }).inputValue();
    // What the editor still asks for would be answered with 401 after the sign-out, which a browser writes to its console.
    await callsAnswered(page);
    await page.getByRole('button', { name: 'Выйти' }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    // The login page is there at once; databases are closed and deleted right after.
    await expect.poll(() => page.evaluate(whatIsLeft)).toEqual([]);
    expect(await page.content()).not.toContain(title);
  });
});

/** In the page: what the document and the shell's files came from past the worker; nothing where it gave them itself. */
function sourcesOfStart(): { document: string; files: string[] } {
  const sourceOf = (entry: PerformanceEntry | undefined) =>
    String(Reflect.get(entry ?? {}, 'workerFinalSourceType') ?? '');
  const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
  return {
    document: sourceOf(performance.getEntriesByType('navigation')[0]),
    files: [...new Set(files.map(sourceOf))],
  };
}

/** Runs in the page: whether the documents at the addresses were all there to be dropped. */
async function dropDocuments(addresses: string[]): Promise<boolean> {
  const names = await caches.keys();
  const shell = await caches.open(names.find((name) => name.includes('precache')) ?? '');
  return (await Promise.all(addresses.map((address) => shell.delete(address)))).every(Boolean);
}

/** Runs in the page. */
async function hasDocuments(addresses: string[]): Promise<boolean> {
  return (await Promise.all(addresses.map((address) => caches.match(address)))).every(Boolean);
}

/** Runs in the page: the addresses whose answers the worker keeps. */
async function keptPaths(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith('api-'));
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
}

/** Runs in the page: everything the device still holds, but for the choices of the device itself. */
async function whatIsLeft(): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await indexedDB.databases()) found.push(`IndexedDB ${name}`);
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (new URL(request.url).pathname.startsWith('/api/')) found.push(`${name} ${request.url}`);
    }
  }
  for (const key of Object.keys(localStorage)) found.push(`localStorage ${key}: ${localStorage[key]}`);
  for (const key of Object.keys(sessionStorage)) found.push(`sessionStorage ${key}`);
  return found.filter((one) => !/localStorage (theme|prilavok-device)/.test(one));
}
