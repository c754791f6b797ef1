import { expect, serviceWorkerReady, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

const CARD = '/home/cards/edit?id=5';

for (const theme of ['light', 'dark'] as const) {
  test(`titles are offered for every shop, looked at, taken and taken back, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await signIn(page);
    await page.goto(CARD);
    const shops = page.locator('[data-field^="shopTexts."]');
    await expect(shops).toHaveCount(5);
    const before = await shops.allTextContents();
    await page.getByRole('button', { name: 'Разные наименования' }).click();
    const dialog = page.getByRole('dialog', { name: 'Разные наименования' });
    await dialog.getByRole('button', { name: 'Предложить' }).click();
    const offered = dialog.locator('ins');
    await expect(offered).toHaveCount(5);
    const titles = await offered.allTextContents();
    expect(new Set(titles).size).toBe(5);
    for (const title of titles) expect(title.length).toBeLessThanOrEqual(60);
    expect(await violations(page, 'titles for shops')).toEqual([]);
    await dialog.getByRole('button', { name: 'Взять 5' }).click();
    await expect(page.getByText('Не сохранено', { exact: true })).toBeVisible();
    for (const [index, title] of titles.entries()) await expect(shops.nth(index)).toContainText(title);
    expect(await violations(page, 'titles taken')).toEqual([]);
    await page.getByRole('button', { name: 'Вернуть прежние' }).click();
    await expect(page.getByText('Не сохранено', { exact: true })).toBeHidden();
    expect(await shops.allTextContents()).toEqual(before);

    await page.getByRole('button', { name: 'Написать' }).click();
    await expect(page.getByRole('region', { name: 'Предложенное описание', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Предложить варианты' }).click();
    await expect(page.getByRole('list', { name: 'Варианты наименования' })).toBeVisible();
    expect(await violations(page, 'offers')).toEqual([]);
  });
}

test('a title of one shop is written without a connection, arrives, and goes back by way of the history', async ({
  page,
  backend,
  noise,
}) => {
  noise.allow(/Failed to load resource|ERR_CONNECTION_REFUSED|net::ERR/);
  await signIn(page);
  await page.goto(CARD);
  const shop = page.locator('[data-field^="shopTexts."]').first();
  await expect(shop).toBeVisible();
  // The dialog's code comes when it is asked for: without a connection the device has to have it.
  await serviceWorkerReady(page);
  await backend.kill();
  await shop.getByRole('button', { name: /^Свои тексты/ }).click();
  await page.getByLabel('Своё наименование').fill('Своё имя в этом магазине');
  await page.getByRole('button', { name: 'Готово' }).click();
  await expect(shop).toContainText('Своё имя в этом магазине');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByText('Не сохранено', { exact: true })).toBeHidden();
  await backend.start();
  await page.reload();
  await expect(shop).toContainText('Своё имя в этом магазине');

  const history = page.getByRole('button', { name: 'История', exact: true });
  const dialog = page.getByRole('dialog', { name: 'История карточки' });
  await expect(async () => {
    // It is read when it opens, and what waited on the device may have arrived since.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden({ timeout: 10_000 });
    await history.click({ timeout: 10_000 });
    await expect(dialog.getByText('Своё имя в этом магазине')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await dialog.getByRole('button', { name: /^Вернуть: Наименование для/ }).click();
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await expect(shop).not.toContainText('Своё имя в этом магазине');
});

test('the panel of shops follows the price on the screen and leads to the card at the marketplace', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(CARD);
  const shop = page
    .locator('[data-field^="shopTexts."]')
    .filter({ has: page.getByRole('link') })
    .first();
  await expect(shop.getByRole('link')).toHaveAttribute(
    'href',
    /^https:\/\/www\.wildberries\.ru\/catalog\/\d+\//,
  );
  await page
    .getByRole('tab', { name: 'Цены и скидки' })
    .or(page.getByRole('link', { name: 'Цены и скидки' }))
    .click();
  const price = page.getByRole('textbox', { name: 'Цена до скидки' });
  await price.fill('9900');
  await page
    .getByRole('tab', { name: 'Контент' })
    .or(page.getByRole('link', { name: 'Контент' }))
    .click();
  await expect(shop.getByText(/Цена до скидки:.*→.*9\s900\s₽/)).toBeVisible();
  await expect(shop.getByText('Не отправлены правки')).toBeVisible();
});
