import type { Page } from '@playwright/test';
import { kopecksIn } from './support/read-kopecks.ts';
import { addSmallShop, callAs, dayAgo, untilSold } from './support/small-shop.ts';
import { DEMO2, expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// The shop's reports are waited for.
test.describe.configure({ timeout: 300_000 });
test.use({ reducedMotion: 'reduce', bypassCSP: true });

const SHOP = 'Лавка одной штуки';
/** So many that they sell five pieces in four weeks, whatever the simulator draws: with fewer the profit is not said. */
const CARDS = 24;

/** A line of the breakdown in the shop. */
async function lineOf(page: Page, name: RegExp): Promise<number> {
  const shop = page
    .getByRole('list', { name: 'Прибыль по магазинам' })
    .getByRole('listitem')
    .filter({ hasText: SHOP });
  return kopecksIn(
    await shop
      .locator('dl > div')
      .filter({ has: page.getByText(name) })
      .getByRole('definition')
      .innerText(),
  );
}

const PRICE = /^Цена со скидкой$/;
const PROFIT = /^Прибыль/;

/** The profit of one piece, once it is said of that price. */
async function profitAt(page: Page, priceKopecks: number): Promise<number> {
  await expect.poll(() => lineOf(page, PRICE)).toBe(priceKopecks);
  return await lineOf(page, PROFIT);
}

test('what is left of one piece moves with the slider, is nothing at the price without a loss, and says by what it is counted', async ({
  page,
  request,
  backend,
}) => {
  const vendorCodes = Array.from({ length: CARDS }, (_, index) => `ШТУКА-${index + 1}`);
  const { id: shopId } = await addSmallShop(backend, request, { name: SHOP, vendorCodes });
  await untilSold(request, [shopId], dayAgo(20));
  const call = await callAs(request);
  const { results } = await call('GET', `/cards/?shop=${shopId}&limit=1`);

  await signIn(page, DEMO2);
  await page.goto(`/home/cards/edit?id=${results[0].id}&tab=PRICE_AND_DISCOUNT`);
  await page.getByRole('textbox', { name: 'Себестоимость', exact: true }).fill('2500');
  const price = page.getByRole('textbox', { name: 'Цена до скидки' });
  const own = Number((await price.inputValue()).replace(/\D/g, '')) * 100;
  const profit = await profitAt(page, own);
  const shop = page.getByRole('list', { name: 'Прибыль по магазинам' }).getByRole('listitem');
  await expect(shop).toContainText(/По \d+\sпроданн.* (карточки|предмета|всего магазина)/);
  await expect(shop).toContainText(/Выкупают|пока неизвестно/);

  const slider = page.getByRole('slider', { name: /^Что если цена со скидкой/ });
  await slider.press('Home');
  const lowest = await profitAt(page, Number(await slider.inputValue()) * 100);
  expect(lowest).toBeLessThan(profit);
  await slider.press('End');
  const dearest = Number(await slider.inputValue()) * 100;
  expect(await profitAt(page, dearest)).toBeGreaterThan(profit);
  await expect(price).toHaveValue(new RegExp(`^${String(own / 100).replace(/^(\d+)(\d{3})$/, '$1\\s$2')}$`));
  expect(await violations(page, 'the profit of one piece')).toEqual([]);
  await page.getByRole('button', { name: 'Как в карточке' }).click();
  expect(await profitAt(page, own)).toBe(profit);

  // The lowest price in whole roubles that brings no loss: a rouble less is a loss already.
  const withoutLoss = await lineOf(page, /^Без убытка от$/);
  await price.fill(String(withoutLoss / 100));
  const left = await profitAt(page, withoutLoss);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left).toBeLessThan(100);
  await price.fill(String(withoutLoss / 100 - 1));
  expect(await profitAt(page, withoutLoss - 100)).toBeLessThan(0);
});
