import { expect, signIn, test } from './support/test.ts';

test.describe('the main job', () => {
  test('a guest who opens a page comes back to it after signing in', async ({ page }) => {
    await page.goto('/home/account/warehouses');
    await expect(page).toHaveURL(/\/auth\/login/);
    await page.getByLabel('Логин').fill('demo');
    await page.getByLabel('Пароль', { exact: true }).fill('prilavok-demo');
    await page.getByRole('button', { name: 'Войти' }).click();
    await expect(page).toHaveURL(/\/home\/account\/warehouses/);
    await page.goto('/auth/login');
    await expect(page).toHaveURL(/\/home/);
  });

  test('a wrong password is answered in the words of the specification', async ({ page, noise }) => {
    noise.allow(/401/);
    await page.goto('/auth/login');
    await page.getByLabel('Логин').fill('demo');
    await page.getByLabel('Пароль', { exact: true }).fill('не тот пароль');
    await page.getByRole('button', { name: 'Войти' }).click();
    await expect(page.getByText('Неверный логин и/или пароль')).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  test('a saved title is in the list at once and after a reload', async ({ page }) => {
    await signIn(page);
    await page.locator('tbody a').first().click();
    await expect(page).toHaveURL(/\/home\/cards\/edit\?id=\d+/);
    const title = `Кружка для проверки ${Date.now() % 1e6}`;
    await page.getByRole('textbox', { name: /^Наименование/ }).fill(title);
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
    // At once, as one in a hurry does: what is on its way asks nothing.
    await expect(page.getByText(/Сохранено/).first()).toBeVisible();
    await page.getByRole('link', { name: 'Список карточек' }).first().click();
    await expect(page.locator('tbody').getByRole('link', { name: title })).toBeVisible();
    await page.reload();
    await expect(page.locator('tbody').getByRole('link', { name: title })).toBeVisible();
  });

  test('chosen cards are sent to shops and the shipment finishes by itself', async ({ page }) => {
    await signIn(page);
    await page.goto('/home/cards?state=PUBLISHED&q=Кружка');
    const rows = page.locator('tbody tr[aria-rowindex]');
    await expect(rows.first().getByRole('link')).toBeVisible();
    await rows.nth(0).getByRole('checkbox').check();
    await rows.nth(1).getByRole('checkbox').check();
    await expect(page.getByText('Выбрано 2')).toBeVisible();
    await page.getByRole('button', { name: 'Отправить в магазины' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: /Северика/ }).check();
    await expect(dialog.getByText(/Новых \d+, обновится \d+/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Отправить 2 карточки в 1 магазин' }).click();
    await page.getByRole('button', { name: 'Открыть' }).click();
    await expect(page).toHaveURL(/\/home\/shipments\?id=\d+/);
    // Its own row: the demo has shipments that are over.
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const row = page.locator('tbody tr', { has: page.locator(`a[href$="id=${id}"]`) });
    await expect(row.getByText('Завершена', { exact: true })).toBeVisible();
  });
});
