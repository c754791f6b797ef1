import { expect, signIn, test } from './support/test.ts';

/** Every address of the specification, with its crumb and what its screen is called. */
const screens = [
  { path: '/home/cards', crumb: 'Список карточек', title: 'Список карточек' },
  { path: '/home/cards/create', crumb: 'Создание', title: 'Новая карточка' },
  { path: '/home/cards/create?step=form', crumb: '', title: 'Новая карточка' },
  { path: '/home/cards/duplicate?id=5', crumb: '', title: 'Дублировать карточку' },
  { path: '/home/cards/table', crumb: '', title: 'Таблица' },
  { path: '/home/cards/bulk-edit', crumb: '', title: 'Изменение карточек' },
  { path: '/home/cards/import', crumb: '', title: 'Карточки из файла' },
  { path: '/home/cards/costs', crumb: '', title: 'Себестоимость из файла' },
  { path: '/home/cards/history', crumb: '', title: 'История изменений' },
  { path: '/home/cards/price-quarantine', crumb: '', title: 'Карантин цен' },
  { path: '/home/cards/count', crumb: '', title: 'Пересчёт' },
  { path: '/home/shipments', crumb: 'Отправки', title: 'Отправки' },
  { path: '/home/promotions', crumb: 'Акции', title: 'Акции' },
  { path: '/home/account/shops', crumb: 'Магазины', title: 'Магазины' },
  { path: '/home/account/warehouses', crumb: 'Группы складов', title: 'Группы складов' },
  { path: '/home/account/settings', crumb: 'Настройки', title: 'Настройки' },
  { path: '/home/analytics/profit', crumb: 'Заказы и продажи', title: 'Заказы и продажи' },
  { path: '/home/analytics/reports', crumb: 'Сверка отчётов', title: 'Сверка отчётов' },
  { path: '/auth/password/change', crumb: '', title: 'Смена пароля' },
];

test.describe('routes', () => {
  test('every screen opens by its address and is named', async ({ page }) => {
    await signIn(page);
    for (const { path, title } of screens) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
  });

  test('areas lead to their first screen', async ({ page }) => {
    await signIn(page);
    for (const [from, to] of [
      ['/', '/home/cards'],
      ['/home', '/home/cards'],
      ['/home/account', '/home/account/shops'],
      ['/home/analytics', '/home/analytics/profit'],
      ['/auth', '/home/cards'],
      ['/auth/login', '/home/cards'],
    ] as const) {
      await page.goto(from);
      await expect(page).toHaveURL(new RegExp(`${to}$`));
    }
  });

  test('a guest is sent to the login page from every screen', async ({ page }) => {
    for (const { path } of screens) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/auth\/login/);
    }
  });

  test('an unknown address is said to be so, and leads home', async ({ page }) => {
    await signIn(page);
    await page.goto('/home/nothing-here');
    await expect(page.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible();
    await page.getByRole('link', { name: 'Перейти на главную' }).click();
    await expect(page).toHaveURL(/\/home\/cards/);
  });

  test('the gallery of components is no part of a build', async ({ page }) => {
    await page.goto('/ui');
    await expect(page.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible();
  });

  test('the menu has the words of the specification and works by keyboard', async ({ page }) => {
    await signIn(page);
    const menu = page.getByRole('navigation').first();
    for (const name of ['Список карточек', 'Отправки', 'Акции']) {
      await expect(menu.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
    }
    const account = menu.getByRole('button', { name: 'Аккаунт' });
    await account.focus();
    await page.keyboard.press('Enter');
    await expect(account).toHaveAttribute('aria-expanded', 'true');
    for (const name of ['Магазины', 'Группы складов', 'Настройки']) {
      await expect(menu.getByRole('link', { name })).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(account).toHaveAttribute('aria-expanded', 'false');
    await menu.getByRole('button', { name: 'Аналитика' }).click();
    await menu.getByRole('link', { name: 'Заказы и продажи' }).click();
    await expect(page).toHaveURL(/\/home\/analytics\/profit/);
    const crumbs = page.getByRole('navigation', { name: /крош|путь/i });
    await expect(crumbs.getByRole('link', { name: 'Аналитика' })).toBeVisible();
    await expect(crumbs.getByRole('link', { name: 'Заказы и продажи' })).toHaveCount(0);
  });

  test('inactive tokens are told of, with the way to the shops', async ({ page }) => {
    await signIn(page);
    await expect(page.getByText('У вас есть неактивные токены, пожалуйста, обновите их')).toBeVisible();
    await page.getByRole('button', { name: 'Перейти' }).click();
    await expect(page).toHaveURL(/\/home\/account\/shops/);
  });
});
