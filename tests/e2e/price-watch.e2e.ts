import type { APIRequestContext, Page } from '@playwright/test';
import { readApi } from './support/read-api.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';
import { setPriceThere } from './support/marketplace.ts';

test.use({ reducedMotion: 'reduce', bypassCSP: true });

interface SoldCard {
  id: number;
  vendorCode: string;
  nmId: number;
  /** Whole roubles before the discount. */
  price: number;
  discount: number;
  shop: { id: number; sid: string };
}

/** A card that is only in a shop whose tokens may write; `nth` keeps the tests apart. */
async function cardOfOneShop(request: APIRequestContext, nth: number): Promise<SoldCard> {
  const read = await readApi(request);
  const shops: (SoldCard['shop'] & { name: string })[] = await read('/shops/');
  const shop = shops.find(({ name }) => name.includes('Северика')) ?? { id: 0, sid: '' };
  const { results } = await read(`/cards/?limit=100&state=PUBLISHED&shop=${shop.id}&ordering=title`);
  const alone = results.filter((card: { shop_ids: number[] }) => card.shop_ids.length === 1);
  const { id, vendor_code: vendorCode } = alone[nth];
  const [inShop] = await read(`/cards/${id}/shop-cards/`);
  return {
    id,
    vendorCode,
    nmId: inShop.nm_id,
    price: inShop.price_kopecks / 100,
    discount: inShop.discount,
    shop,
  };
}

const openPrices = (page: Page, { id }: SoldCard) =>
  page.goto(`/home/cards/edit?id=${id}&tab=PRICE_AND_DISCOUNT`);
const openWatch = (page: Page, tab: string) => page.goto(`/home/cards/price-quarantine?tab=${tab}`);

async function saveFloor(page: Page, roubles: string): Promise<void> {
  await page.getByLabel('Не ниже', { exact: true }).fill(roubles);
  await page.getByRole('button', { name: 'Сохранить минимальную цену' }).click();
  await expect(page.getByText('Минимальная цена сохранена')).toBeVisible();
}

/** Sends the card with this price, and waits until the shipment is over. */
async function sendPrice(page: Page, request: APIRequestContext, price: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Цена до скидки' }).fill(String(price));
  await page.getByRole('button', { name: 'Сохранить и отправить' }).click();
  const send = page.getByRole('dialog').getByRole('button', { name: /^Отправить 1.карточку в 1/ });
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await send.click();
  const created = page.getByText(/^Отправка №\d+ создана$/);
  const id = (await created.innerText()).replace(/\D/g, '');
  const read = await readApi(request);
  await expect.poll(async () => (await read(`/shipments/${id}/`)).status).toMatch(/^(FINISHED|HAS_ERRORS)$/);
}

test('a card that is sold below its lowest price is listed until that is taken back', async ({
  page,
  request,
}) => {
  const card = await cardOfOneShop(request, 0);
  await signIn(page);
  await openPrices(page, card);
  await saveFloor(page, String(card.price));
  await expect(page.getByText('Цена ниже минимальной')).toBeVisible();
  expect(await violations(page, 'a price below the lowest')).toEqual([]);

  await openWatch(page, 'below');
  const row = page
    .getByRole('list', { name: 'Ниже минимальной цены' })
    .getByRole('listitem')
    .filter({ hasText: card.vendorCode });
  await expect(row).toContainText(/минимальная [\d\s]+₽/);
  expect(await violations(page, 'below the lowest')).toEqual([]);

  await row.getByRole('link').click();
  // What the device has kept of it is shown first.
  await expect(page.getByText(/^Сейчас это/)).toBeVisible();
  await saveFloor(page, '');
  await openWatch(page, 'below');
  await expect(page.getByText('Ниже минимальной не продаётся ничего')).toBeVisible();
});

test('a price that Wildberries holds is told at the next reading, and no more once another one is taken', async ({
  page,
  request,
}) => {
  const card = await cardOfOneShop(request, 1);
  await signIn(page);
  await openPrices(page, card);
  await page.getByRole('textbox', { name: 'Цена до скидки' }).fill(String(Math.floor(card.price / 4)));
  await expect(page.getByText('Цена попадёт в карантин')).toBeVisible();
  await sendPrice(page, request, Math.floor(card.price / 4));

  await openWatch(page, 'held');
  const row = page
    .getByRole('table', { name: 'Цены в карантине' })
    .getByRole('row')
    .filter({ hasText: card.vendorCode });
  await page.getByRole('button', { name: 'Обновить' }).click();
  await expect(row).toContainText(/−75\s%/);
  expect(await violations(page, 'held prices')).toEqual([]);
  await row.getByRole('link').click();
  await expect(page.getByText('Цена в карантине', { exact: true })).toBeVisible();
  expect(await violations(page, 'a held price')).toEqual([]);

  // The price from before is set there already: sent again it would change nothing.
  await sendPrice(page, request, card.price + 10);
  await openWatch(page, 'held');
  await page.getByRole('button', { name: 'Обновить' }).click();
  await expect(row).toHaveCount(0);
});

test('a price that others have changed is told with what it was, until somebody has looked', async ({
  page,
  request,
  backend,
}) => {
  const card = await cardOfOneShop(request, 2);
  const price = card.price - 100;
  await setPriceThere(backend, request, card, { price, discount: card.discount });
  const read = await readApi(request);
  // A promotion of the calendar may change prices of others meanwhile.
  await expect
    .poll(async () =>
      (await read('/price-watch/changes/?limit=100')).results.find(
        (change: { nm_id: number }) => change.nm_id === card.nmId,
      ),
    )
    .toMatchObject({ price_kopecks: price * 100 });
  await signIn(page);
  await page.goto('/home/promotions');
  await page.getByRole('link', { name: 'Посмотреть' }).click();
  const row = page
    .getByRole('list', { name: 'Изменения цен' })
    .getByRole('listitem')
    .filter({ hasText: card.vendorCode })
    .first();
  await expect(row).toContainText('новое');
  expect(await violations(page, 'changed prices')).toEqual([]);
  await page.getByRole('button', { name: 'Отметить просмотренными' }).click();
  await expect(row).not.toContainText('новое');
  await page.goto('/home/promotions');
  await expect(page.getByRole('heading', { name: 'Акции' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Посмотреть' })).toHaveCount(0);
  await setPriceThere(backend, request, card, card);
});
