import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });
test.beforeEach(({ noise }) => noise.allow(/Service Worker registration blocked/));

test('paper shows the page and nothing of the menu, not even its dark strip', async ({ page }) => {
  await signIn(page);
  await expect(page.locator('tbody a').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('header')).toBeHidden();
  await expect(page.getByRole('heading', { name: /Список карточек/ })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('background-image', 'none');
});

/** Each with something that can be pressed there. */
const SCREENS = [
  { path: '/home/cards', sign: 'tbody a', pressed: 'Создать' },
  { path: '/home/shipments?tab=errors', sign: 'tbody a', pressed: 'Исправить' },
  { path: '/home/promotions', sign: 'tbody a', pressed: 'Скачать' },
  { path: '/home/analytics/profit', sign: 'tbody a', pressed: 'Прочие расходы' },
];

/** What looks like a button and whatever else is only there to be pressed; a figure that opens is text. */
function pressed(page: Page) {
  return page
    .locator('.rounded-control.select-none, input[type=search]')
    .or(page.getByRole('button', { name: /Скопировать|Показать таблицей/ }))
    .filter({ visible: true });
}

for (const { path, sign, pressed: known } of SCREENS) {
  test(`paper has nothing to press: ${path}`, async ({ page }) => {
    await signIn(page);
    await page.goto(path);
    await expect(page.locator(sign).first()).toBeVisible();
    const button = page
      .getByRole('button', { name: known })
      .or(page.getByRole('link', { name: known }))
      .first();
    await expect(button).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(pressed(page)).toHaveCount(0);
    await expect(button).toBeHidden();
    await expect(page.locator(sign).first()).toBeVisible();
  });
}

test('paper has the rows of a long list and no pages of empty room for the others', async ({ page }) => {
  await signIn(page);
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
  const onScreenPx = await heightOf();
  await page.emulateMedia({ media: 'print' });
  const rows = await page.locator('tbody tr[aria-rowindex]').count();
  expect(rows).toBeGreaterThan(5);
  expect(await heightOf()).toBeLessThan(Math.min(onScreenPx, rows * 100 + 500));
});

test('paper has no boxes to choose rows by', async ({ page }) => {
  await signIn(page);
  for (const path of ['/home/cards', '/home/promotions']) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    const box = page.getByRole('checkbox', { name: /^Выбрать/ }).first();
    await expect(box).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('checkbox').filter({ visible: true })).toHaveCount(0);
  }
});

test('paper has no panel that is closed, and of a choice of one what is chosen', async ({ page }) => {
  await signIn(page);
  await page.goto('/home/analytics/profit');
  const closed = page.getByRole('heading', { name: 'Остатки сейчас' });
  await expect(closed).toBeVisible();
  const metrics = page.getByRole('group', { name: 'Что показать на графике' });
  await expect(metrics.getByText('Заказы')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(closed).toBeHidden();
  await expect(metrics.getByText('Заказы')).toBeHidden();
  await expect(metrics.getByText('Прибыль')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Показать остатки' }).click();
  await expect(page.getByRole('button', { name: 'Свернуть остатки' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(closed).toBeVisible();
});

test('paper has the photos of a card without the place for more, and its values without what takes them away', async ({
  page,
}) => {
  await signIn(page);
  await page.locator('[data-row-link]').first().click();
  const upload = page.getByRole('button', { name: 'Загрузить', exact: true });
  await expect(upload).toBeVisible();
  const remove = page.getByRole('button', { name: /^Убрать «/ }).first();
  await expect(remove).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(upload).toBeHidden();
  await expect(remove).toBeHidden();
  await expect(page.getByText(/Можно перетащить/)).toBeHidden();
  await expect(page.getByRole('button', { name: /^Изменить «/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Фото 1, обложка' })).toBeVisible();
});
