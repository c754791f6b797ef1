import type { Locator, Page } from '@playwright/test';
import { deviceDump, linesWith } from './support/device-dump.ts';
import { callsAnswered, connection, expect, serviceWorkerReady, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

test.use({ reducedMotion: 'reduce', bypassCSP: true });

const SETTINGS = '/home/account/settings';
const taken = (page: Page) => page.getByRole('region', { name: 'Взято с собой' });

/** What stands beside its name. */
const figureOf = (dialog: Locator, name: string) =>
  dialog.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');

/** Runs in the page: what the device holds of takings. */
async function heldOfTakings(): Promise<string[]> {
  const databases = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  const names = [...databases, ...(await caches.keys()), ...Object.keys(localStorage)];
  return names.filter((name) => name.includes('taken'));
}

/** Presses «Взять с собой» for some rows of the list and waits until they are here. */
async function takeRows(page: Page, indexes: readonly number[]): Promise<{ title: string; href: string }[]> {
  // A test before this one may have made cards without photos, which stand first, and fill all that is in sight.
  await page.goto('/home/cards?state=PUBLISHED&q=Кружка&ordering=title');
  const rows = page.locator('tbody tr[aria-rowindex]').filter({ has: page.locator('img') });
  await expect(rows.first().getByRole('link')).toBeVisible();
  const cards = [];
  for (const index of indexes) {
    await rows.nth(index).getByRole('checkbox').check();
    const link = rows.nth(index).getByRole('link').first();
    cards.push({
      title: (await link.textContent()) ?? '',
      href: (await link.getAttribute('href')) ?? '',
    });
  }
  await page.getByRole('button', { name: 'Другое' }).click();
  await page.getByRole('menuitem', { name: 'Взять с собой' }).click();
  const dialog = page.getByRole('dialog', { name: 'Взять с собой' });
  await expect(figureOf(dialog, 'Карточки')).toHaveText('2');
  await expect(dialog.getByText(/^≈\s.*[КМ]Б$/).first()).toBeVisible();
  expect(await violations(page, 'take')).toEqual([]);
  await dialog.getByRole('button', { name: 'Взять с собой' }).click();
  const done = page.getByRole('dialog', { name: 'Взято с собой' });
  await expect(done).toBeVisible();
  await expect(done.getByText(/^2.карточки · .*фото · /)).toBeVisible();
  expect(await violations(page, 'taken')).toEqual([]);
  await done.getByRole('button', { name: 'Закрыть', exact: true }).last().click();
  return cards;
}

test('chosen cards open whole with the server dead, with photos, stocks and their age, and are edited', async ({
  page,
  context,
  backend,
  noise,
}) => {
  noise.allow(/Failed to load resource|net::ERR/);
  await signIn(page);
  await serviceWorkerReady(page);
  const cards = await takeRows(page, [3, 7]);
  await page.goto(SETTINGS);
  await expect(taken(page).getByText(/^2.карточки · /)).toBeVisible();
  await expect(taken(page).getByText(/Данные на .*Хранится до /)).toBeVisible();
  expect(await violations(page, SETTINGS)).toEqual([]);

  await backend.kill();
  await context.setOffline(true);
  try {
    for (const { title, href } of cards) {
      await page.goto(href);
      await expect(page.getByRole('textbox', { name: /^Наименование/ })).toHaveValue(title);
      await expect(page.getByText(/Нет связи. Данные на/).first()).toBeVisible();
      await expect(page.getByText(/^Характеристик этого предмета на этом устройстве ещё нет/)).toHaveCount(0);
      await expect(page.locator('[data-photo]')).not.toHaveCount(0);
      const photos = page.locator('[data-photo] img');
      await expect(photos.first()).toBeVisible();
      await expect
        .poll(() =>
          photos.evaluateAll((images) =>
            images.every((image) => (image as HTMLImageElement).naturalWidth > 0),
          ),
        )
        .toBe(true);
      await page.goto(`${href}&tab=MARKETPLACE`);
      await expect(
        page
          .getByRole('textbox', { name: /^Остаток: / })
          .first()
          .or(page.getByText('Остатков пока нет')),
      ).toBeVisible();
    }
    const [first] = cards;
    await page.goto(first?.href ?? '');
    const title = page.getByRole('textbox', { name: /^Наименование/ });
    await title.fill('Взятая с собой и исправленная');
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await expect(page.getByText('Сохранено на устройстве').first()).toBeVisible();
    await page.reload();
    await expect(title).toHaveValue('Взятая с собой и исправленная');
    await page.goto(SETTINGS);
    await expect(taken(page).getByRole('button', { name: 'Обновить: Выбранные карточки' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(await violations(page, 'offline')).toEqual([]);
  } finally {
    await context.setOffline(false);
    await backend.start();
  }
  await expect(connection(page, 'В сети')).toBeVisible();
  await expect(page.getByText(/ждёт отправки/)).toHaveCount(0);
  // The save has dropped the copy; it is fetched again, with the new name.
  const id = Number(new URL(cards[0]?.href ?? '', page.url()).searchParams.get('id'));
  await expect.poll(() => page.evaluate(takenTitle, id)).toBe('Взятая с собой и исправленная');

  await taken(page).getByRole('button', { name: 'Отпустить: Выбранные карточки' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отпустить' }).click();
  await expect(taken(page).getByText(/карточки · /)).toHaveCount(0);
  await expect.poll(() => page.evaluate(heldOfTakings)).toEqual([expect.stringMatching(/^prilavok-taken-u/)]);
});

/** Runs in the page: what the taken copy of a card says. */
async function takenTitle(id: number): Promise<string | null> {
  const { name = '' } =
    (await indexedDB.databases()).find((one) => one.name?.startsWith('prilavok-taken-')) ?? {};
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('open')));
  });
  const stored = await new Promise<{ text: string } | undefined>((resolve) => {
    const request = database
      .transaction('entries')
      .objectStore('entries')
      .get(`copy/prilavok-["Card",${id}]`);
    request.addEventListener('success', () => resolve(request.result as { text: string } | undefined));
  });
  database.close();
  return stored ? (JSON.parse(stored.text) as { data: { title: string } }).data.title : null;
}

test('the last shipments open with their errors with the server dead; a sign-out leaves nothing', async ({
  page,
  context,
  backend,
  noise,
}) => {
  noise.allow(/Failed to load resource|net::ERR/);
  await signIn(page);
  await serviceWorkerReady(page);
  await page.goto(SETTINGS);
  await taken(page).getByRole('button', { name: 'Взять с собой' }).click();
  await page.getByRole('menuitem', { name: 'Последние 200 отправок' }).click();
  const dialog = page.getByRole('dialog', { name: 'Взять с собой' });
  await expect(figureOf(dialog, 'Отправки')).toHaveText(/^\d+$/);
  await dialog.getByRole('button', { name: 'Взять с собой' }).click();
  await expect(page.getByRole('dialog', { name: 'Взято с собой' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(taken(page).getByText(/отправ(?:ка|ки|ок) · /)).toBeVisible();

  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const response = await page.request.get('/api/v1/shipments/?limit=50&offset=0', {
    headers: { authorization: `Bearer ${token}` },
  });
  const { results } = (await response.json()) as { results: { id: number; failed_items: number }[] };
  const failed = results.find(({ failed_items }) => failed_items > 0);

  await backend.kill();
  await context.setOffline(true);
  try {
    await page.goto('/home/shipments');
    await expect(page.getByText(`№${results[0]?.id}`).first()).toBeVisible();
    await page.goto(`/home/shipments?id=${failed?.id}`);
    await expect(page.getByRole('heading', { name: new RegExp(`№${failed?.id}`) })).toBeVisible();
    await expect(page.getByText('Не удалось загрузить ошибки отправки')).toHaveCount(0);
    await expect(page.getByText(/Нет связи. Данные на/).first()).toBeVisible();
  } finally {
    await context.setOffline(false);
    await backend.start();
  }
  await page.goto(SETTINGS);
  await expect(connection(page, 'В сети')).toBeVisible();
  expect((await page.evaluate(heldOfTakings)).length).toBeGreaterThan(0);
  // Only what was taken has each shipment with its errors.
  const ofFailed = new RegExp(`^database prilavok-taken-.*Shipment.*${failed?.id}`);
  expect(linesWith(await deviceDump(page), ofFailed)).not.toEqual([]);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect.poll(() => page.evaluate(heldOfTakings)).toEqual([]);
  expect(linesWith(await deviceDump(page), /^database|^cache (?:api|media|taken)-|Shipment/)).toEqual([]);
});

test('a shop is looked at before it is taken, stopped, gone on with, and on with after a reload', async ({
  page,
}) => {
  await signIn(page);
  await serviceWorkerReady(page);
  await page.goto(SETTINGS);
  // What comes later moves the menu from under the mouse.
  await callsAnswered(page);
  await taken(page).getByRole('button', { name: 'Взять с собой' }).click();
  await page.getByRole('menuitem', { name: 'Магазин' }).click();
  const dialog = page.getByRole('dialog', { name: 'Взять с собой' });
  await expect(dialog.getByText(/За раз — до 2.000 карточек/)).toBeVisible();
  await dialog.getByLabel('Магазин').selectOption({ index: 1 });
  await expect(dialog.getByText('содержание, магазины, остатки, склейки', { exact: true })).toBeVisible();
  expect(await violations(page, 'shop')).toEqual([]);
  // Slow enough to be stopped in the middle.
  await page.route('**/takings/cards/', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    // A part that was on its way when the page was loaded anew has nobody.
    await route.continue().catch(() => undefined);
  });
  await dialog.getByRole('button', { name: 'Взять с собой' }).click();
  const going = page.getByRole('dialog', { name: 'Берём с собой' });
  await expect(going.getByRole('progressbar')).toBeVisible();
  await expect(going.getByText(/^Берём: [1-9]\d* из /)).toBeVisible();
  await going.getByRole('button', { name: /^Остановить: Магазин/ }).click();
  await expect(page.getByText(/^Остановлено: остал/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(taken(page).getByText(/^Остановлено: остал/)).toBeVisible();
  await taken(page)
    .getByRole('button', { name: /^Продолжить: Магазин/ })
    .click();
  await expect(taken(page).getByText(/^Берём: /)).toBeVisible();
  await page.reload();
  await page.unroute('**/takings/cards/');
  await expect(taken(page).getByText(/^Берём: /)).toHaveCount(0);
  await expect(taken(page).getByRole('button', { name: /^Обновить: Магазин/ })).toBeVisible();
});
