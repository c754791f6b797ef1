import { DEMO2, expect, serviceWorkerReady, signIn, test } from './support/test.ts';

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

  test('after logout nothing of the user is left on the device', async ({ page }) => {
    await signIn(page, DEMO2);
    await serviceWorkerReady(page);
    await page.locator('tbody a').first().click();
    await expect(page.getByRole('textbox', { name: /^Наименование/ })).toBeVisible();
    const title = await page.getByRole('textbox', { name: /^Наименование/ }).inputValue();
    await page.getByRole('button', { name: 'Выйти' }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    // The login page is there at once; databases are closed and deleted right after.
    await expect.poll(() => page.evaluate(whatIsLeft)).toEqual([]);
    expect(await page.content()).not.toContain(title);
  });
});

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
