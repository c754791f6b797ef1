import type { Page } from '@playwright/test';
import { readApi } from './support/read-api.ts';
import { controlOf } from './support/small-shop.ts';
import { DEMO2, expect, signIn, test as base } from './support/test.ts';
import { violations } from './support/violations.ts';

/** A server of its own: it knows the sandbox, and its marketplace answers amiss. */
const test = base.extend({ backendOptions: [{ env: { WB_SANDBOX: '1' } }, { scope: 'worker' }] });
test.use({ reducedMotion: 'reduce', bypassCSP: true });

type Control = ReturnType<typeof controlOf>;

async function newSeller(control: Control, name: string): Promise<string> {
  const { sid } = await control('POST', '/sellers', { name, tin: '770000000778', tradeMark: name });
  return sid;
}

async function tokenOf(control: Control, sid: string, isSandbox = false): Promise<string> {
  const categories = ['content', 'prices', 'marketplace'];
  return (await control('POST', '/tokens', { sid, categories, sandbox: isSandbox })).token;
}

async function addShop(page: Page, name: string, token: string): Promise<void> {
  await page.goto('/home/account/shops');
  await page.getByRole('button', { name: 'Добавить магазин' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новый магазин' });
  await dialog.getByLabel('Токен Wildberries').fill(token);
  await dialog.getByLabel('Название').fill(name);
  await dialog.getByRole('button', { name: 'Добавить магазин' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('a shop of the sandbox is called so in the shops, where one sends, and in what was sent', async ({
  page,
  backend,
}) => {
  const control = controlOf(backend.simulatorUrl);
  const token = await tokenOf(control, await newSeller(control, 'Проба'), true);
  await signIn(page, DEMO2);
  await addShop(page, 'Пробный магазин', token);
  await expect(page.getByText('Магазин песочницы Wildberries')).toBeVisible();
  await expect(page.getByText('Песочница', { exact: true })).toBeVisible();
  expect(await violations(page, 'a shop of the sandbox')).toEqual([]);
  await page.goto('/home/account/shops');
  const row = page.getByRole('table', { name: 'Магазины' }).getByRole('row');
  await expect(row.filter({ hasText: 'Пробный магазин' })).toContainText('Песочница');
  await expect(row.filter({ hasText: 'Сновея' })).not.toContainText('Песочница');

  await page.goto('/home/cards?state=PUBLISHED');
  const card = page.locator('tbody tr[aria-rowindex]').first();
  await card.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Отправить в магазины' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /Пробный магазин\s*Песочница/ }).check();
  await expect(dialog.getByText(/Новых 1, обновится 0/)).toBeVisible();
  expect(await violations(page, 'sending to the sandbox')).toEqual([]);
  await dialog.getByRole('button', { name: 'Отправить 1 карточку в 1 магазин' }).click();
  await page.getByRole('button', { name: 'Открыть' }).click();
  await expect(page).toHaveURL(/\/home\/shipments\?id=\d+/);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const shipment = page.locator('tbody tr', { has: page.locator(`a[href$="id=${id}"]`) });
  await expect(shipment.getByText('Завершена', { exact: true })).toBeVisible();
  await page.goto('/home/shipments');
  await expect(page.getByText('Пробный магазин (песочница)').first()).toBeVisible();
});

test('answers of another shape are told in the shops with what they touch, until they fit again', async ({
  page,
  request,
  backend,
}) => {
  const control = controlOf(backend.simulatorUrl);
  const sid = await newSeller(control, 'Перемены');
  await signIn(page, DEMO2);
  const rule = { operation: 'prices/list/goods/filter', kind: 'renamed' };
  await control('PUT', '/faults', { rules: [rule] });
  await addShop(page, 'Магазин перемен', await tokenOf(control, sid));
  const title = 'Магазин перемен: Wildberries отвечает не так, как описано: чтение цен';
  // By the server, and then by the page: one that has just been opened shows for a moment what was kept of the last time.
  const read = await readApi(request, DEMO2);
  const misfits = async () => {
    const shops: { name: string; misfits?: object[] }[] = await read('/shops/');
    return shops.find((shop) => shop.name === 'Магазин перемен')?.misfits?.length;
  };
  await expect.poll(misfits, { intervals: [1_000] }).toBe(1);
  await page.goto('/home/account/shops');
  await expect(page.getByText(title)).toBeVisible();
  // The innermost that holds both: shops of other tests may be read meanwhile, and have the same said of them.
  const what = page.getByText(/^GET \/api\/v2\/list\/goods\/filter, поле data: с .*, \d+\sраза?$/);
  const notice = page
    .locator('div')
    .filter({ has: page.getByText(title) })
    .filter({ has: what })
    .last();
  await expect(notice.getByText(/^GET \/api\/v2\/list\/goods\/filter/)).toBeVisible();
  expect(await violations(page, 'answers that do not fit')).toEqual([]);

  // A token that comes has the shop read again.
  await control('PUT', '/faults', { rules: [] });
  await page.getByRole('link', { name: 'Магазин перемен' }).first().click();
  await page.getByRole('link', { name: /^Токены/ }).click();
  await page.getByRole('button', { name: 'Добавить токен' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новый токен' });
  await dialog.getByLabel('Токен Wildberries').fill(await tokenOf(control, sid));
  await dialog.getByRole('button', { name: 'Добавить токен' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(misfits, { intervals: [1_000] }).toBe(0);
  await page.goto('/home/account/shops');
  await expect(page.getByRole('table', { name: 'Магазины' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});
