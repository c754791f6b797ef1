import { expect, serviceWorkerReady, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

test.use({ reducedMotion: 'reduce', bypassCSP: true });

const SETTINGS = '/home/account/settings';

test('a warehouse is counted with the server dead, kept over a reload, compared, sent and read back', async ({
  page,
  backend,
  noise,
}) => {
  noise.allow(/Failed to load resource|net::ERR/);
  await signIn(page);
  await serviceWorkerReady(page);
  await page.goto(SETTINGS);
  const whole = page.getByRole('region', { name: 'Весь список карточек' }).getByText(/^[\d\s]+карточ/);
  await expect(whole).toBeVisible({ timeout: 60_000 });

  // A size that is in a shop, with its barcode, and a warehouse of that shop.
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const read = async <T>(path: string): Promise<T> => {
    const response = await page.request.get(`/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await response.json()) as T;
  };
  const warehouses = await read<{ id: number; shop_id: number; shop_name: string }[]>('/warehouses/');
  // The tokens of the other shops of the demo do not write stocks.
  const warehouse = warehouses.find(({ shop_name }) => shop_name.includes('Тёплый Угол'));
  const { results } = await read<{ results: { id: number }[] }>(
    `/cards/?state=PUBLISHED&stock=some&shop=${warehouse?.shop_id}&limit=1&offset=0`,
  );
  const [found] = results;
  if (!found) throw new Error('The demo has cards in shops');
  const { sizes, title } = await read<{ sizes: { skus: string[] }[]; title: string }>(`/cards/${found.id}/`);
  const barcode = sizes[0]?.skus[0] ?? '';
  expect(barcode).toMatch(/^\d{8,}$/);

  await page.goto('/home/account/warehouses');
  await page.getByRole('link', { name: 'Пересчёт' }).click();
  await page.getByRole('button', { name: 'Новый пересчёт' }).first().click();
  await page.getByLabel('Склад или группа складов').selectOption(`warehouse-${warehouse?.id}`);

  await backend.kill();
  const scan = async () => {
    await page.keyboard.type(barcode);
    await page.keyboard.press('Enter');
  };
  const amount = page.getByRole('textbox', { name: `Посчитано: ${title}` });
  try {
    await scan();
    await expect(amount).toHaveValue('1');
    await scan();
    await expect(amount).toHaveValue('2');
    await amount.fill('43');
    await amount.press('Enter');
    await scan();
    await expect(amount).toHaveValue('44');
    await scan();
    await page.getByRole('button', { name: 'Отменить последнее' }).click();
    await expect(amount).toHaveValue('44');
    await page.reload();
    await expect(amount).toHaveValue('44');
    await expect(page.getByRole('button', { name: 'Сверить с Wildberries' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(await violations(page, 'count')).toEqual([]);
  } finally {
    await backend.start();
  }

  const compare = page.getByRole('button', { name: 'Сверить с Wildberries' });
  await expect(compare).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
  await compare.click();
  await expect(page.getByText(/расходится 1.строка/)).toBeVisible();
  await expect(page.getByText(/^разница [+−]/)).toBeVisible();
  expect(await violations(page, 'compared')).toEqual([]);

  // Whoever leaves now is asked first.
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page.getByRole('dialog', { name: 'Есть неотправленный пересчёт' })).toBeVisible();
  await page.getByRole('button', { name: 'Отмена' }).click();

  await page.getByRole('button', { name: /^Отправить 1.строку$/ }).click();
  await expect(page.getByText(/^Отправлен .*, 1.строка$/).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Отправлен .*, 1.строка$/).first()).toBeVisible();

  // As the marketplace has it.
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('textbox', { name: /^Остаток: / }).first()).toBeVisible();
  const values = () =>
    page
      .getByRole('textbox', { name: /^Остаток: / })
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await expect.poll(values).toContain('44');
});
