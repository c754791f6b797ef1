import type { APIRequestContext, Page } from '@playwright/test';
import { readApi } from './support/read-api.ts';
import { DEMO, expect, signIn, test } from './support/test.ts';

/** How many presses the frequent jobs take, from the list on; typing is none. */

const rows = (page: Page) => page.locator('tbody tr[aria-rowindex]');

async function openList(page: Page, search: string): Promise<() => Promise<number>> {
  // In the page itself: a press that a script makes is none, and a press on the words beside a checkbox is two clicks.
  // On the document: a press on what moved away meanwhile is stopped by Playwright at the window and made again.
  await page.addInitScript(() => {
    let presses = 0;
    document.addEventListener('pointerdown', (event) => event.isTrusted && (presses += 1), true);
    Object.assign(window, { pressesSoFar: () => presses });
  });
  await signIn(page);
  await page.goto(`/home/cards${search}`);
  await expect(rows(page).first().getByRole('link')).toBeVisible();
  return () => page.evaluate<number>('pressesSoFar()');
}

/** Of the demo all is sent, and what the tests before have changed is, sooner or later. */
async function changeOneCard(request: APIRequestContext): Promise<void> {
  const read = await readApi(request);
  const [card] = (await read('/cards/?state=PUBLISHED&limit=1')).results;
  const { access } = await (await request.post('/api/v1/user/auth/', { data: DEMO })).json();
  const changed = await request.patch(`/api/v1/cards/${card.id}/`, {
    data: { description: `Изменено: ${Date.now()}` },
    headers: {
      authorization: `Bearer ${access}`,
      'if-match': `"v${(await read(`/cards/${card.id}/`)).version}"`,
      'idempotency-key': crypto.randomUUID(),
    },
  });
  expect(changed.status()).toBe(200);
}

test('a changed price is on its way to the shops after three', async ({ page, request }) => {
  const read = await readApi(request);
  // Of a shop whose tokens may write: which card is the first changes with the hour.
  const { shops } = await read('/users/me/');
  const [shop] = shops.filter(({ name }: { name: string }) => name.includes('Северика'));
  const pressed = await openList(page, `?state=PUBLISHED&shop=${shop.id}`);
  const before = (await read('/shipments/?limit=1')).count;
  await rows(page).first().getByText(/₽$/).first().click();
  const price = page.getByRole('textbox', { name: 'Цена до скидки' });
  await expect(price).toBeFocused();
  const card = Number(new URL(page.url()).searchParams.get('id'));
  await page.keyboard.type('4321');
  await page.getByRole('button', { name: 'Сохранить и отправить' }).click();
  const send = page.getByRole('dialog').getByRole('button', { name: /^Отправить 1.карточку в/ });
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await send.click();
  await expect(page.getByText(/^Отправка №\d+ создана$/)).toBeVisible();
  expect(await pressed()).toBe(3);
  expect((await read(`/cards/${card}/`)).price_kopecks).toBe(432_100);
  expect((await read('/shipments/?limit=1')).count).toBe(before + 1);
});

test('twenty cards are on their way to two shops after six', async ({ page, request }) => {
  const pressed = await openList(page, '?state=PUBLISHED');
  await rows(page).nth(0).getByRole('checkbox').click();
  // The header is the first row; as many as a list draws are there.
  const twentieth = page.locator('tbody tr[aria-rowindex="21"]').getByRole('checkbox');
  await rows(page).nth(0).hover();
  await page.mouse.wheel(0, 800);
  await twentieth.click({ modifiers: ['Shift'] });
  await expect(page.getByText('Выбрано 20')).toBeVisible();
  await page.getByRole('button', { name: 'Отправить в магазины' }).click();
  const shops = page.getByRole('dialog').getByRole('checkbox', { name: /^(?!Все|Цены|Скидки|Фото|Остатки)/ });
  for (const index of [0, 1]) await shops.nth(index).click();
  const send = page.getByRole('dialog').getByRole('button', { name: /^Отправить 20.карточек в 2.магазина$/ });
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await send.click();
  await expect(page.getByText(/^Отправка №\d+ создана$/)).toBeVisible();
  expect(await pressed()).toBe(6);
  const read = await readApi(request);
  expect((await read('/shipments/?limit=1')).results[0]).toMatchObject({ cards: 20 });
});

test('what is not sent yet is seen after one', async ({ page, request }) => {
  await changeOneCard(request);
  const pressed = await openList(page, '');
  await page.getByRole('link', { name: /^Не отправлены/ }).click();
  await expect(page).toHaveURL(/changes=unsent/);
  await expect(rows(page).first().getByRole('link')).toBeVisible();
  expect(await pressed()).toBe(1);
});
