import type { APIRequestContext } from '@playwright/test';
import { addBigAccount, BIG } from './support/big-account.ts';
import { chooseAll } from './support/choose-all.ts';
import { callsAnswered, expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

/** Somebody else of the same account, who works beside. */
class Colleague {
  readonly #request: APIRequestContext;
  readonly #headers: { authorization: string };

  private constructor(request: APIRequestContext, access: string) {
    this.#request = request;
    this.#headers = { authorization: `Bearer ${access}` };
  }

  static async signIn(request: APIRequestContext): Promise<Colleague> {
    const response = await request.post('/api/v1/user/auth/', { data: BIG });
    return new Colleague(request, (await response.json()).access);
  }

  async get(path: string) {
    return await (await this.#request.get(`/api/v1${path}`, { headers: this.#headers })).json();
  }

  async post(path: string, data: object, key = crypto.randomUUID()) {
    const headers = { ...this.#headers, 'idempotency-key': key };
    const response = await this.#request.post(`/api/v1${path}`, { headers, data });
    expect(response.ok(), await response.text()).toBe(true);
    return await response.json();
  }

  async addCard(vendorCode: string) {
    const { results } = await this.get('/cards/?limit=1');
    const { subject_id } = await this.get(`/cards/${results[0].id}/`);
    return await this.post('/cards/', {
      vendor_code: vendorCode,
      title: 'Новая карточка коллеги',
      subject_id,
      price_kopecks: 100_000,
      discount: 10,
    });
  }

  archive(ids: number[]) {
    return this.post('/cards/archive/', { selection: { ids }, is_archived: true });
  }
}

test('ten thousand chosen cards are the same ones from the preview to the archive, whatever a colleague does', async ({
  page,
  backend,
  playwright,
  noise,
}) => {
  noise.allow(/status of 409/);
  test.setTimeout(900_000);
  await addBigAccount(backend, 10_000);
  await signIn(page, BIG);
  const request = await playwright.request.newContext({ baseURL: backend.url });
  const colleague = await Colleague.signIn(request);
  const { results } = await colleague.get('/cards/?limit=10&state=PUBLISHED');
  const ids: number[] = results.map((card: { id: number }) => card.id);

  // The dialog is open: from now on the number is what will happen.
  const chosen = await chooseAll(page);
  expect(chosen).toBeGreaterThan(9000);
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: /^Изменить/ })).toContainText(String(chosen).slice(-3));
  const added = await colleague.addCard('КОЛЛЕГА-1');
  await colleague.archive(ids.slice(0, 2));
  await dialog.getByLabel('Цена до скидки').selectOption('SET');
  await dialog.getByLabel('Сколько').fill('7777');
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Цена 7\s777/ })).toBeVisible();
  const editId = Number(new URL(page.url()).searchParams.get('id') ?? page.url().match(/\d+$/)?.[0]);
  expect((await colleague.get(`/cards/bulk-edits/${editId}/`)).card_total).toBe(chosen);
  const seen = await colleague.get(`/cards/bulk-edits/${editId}/rows/?after_id=${added.id - 1}`);
  expect(seen.results.map((row: { card_id: number }) => row.card_id)).not.toContain(added.id);

  // Another number than is on the bar: nothing is begun.
  await page.goto('/home/cards');
  await chooseAll(page);
  for (const code of ['КОЛЛЕГА-2', 'КОЛЛЕГА-3']) await colleague.addCard(code);
  await page.getByRole('button', { name: 'В архив' }).click();
  await expect(page.getByText(/^Выбрано [\d\s]+, стало [\d\s]+\. Проверьте список/).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Действия с выбранным' })).toBeHidden();

  // Some are in the archive by now: said with their number, and gone on with the others.
  await page.goto('/home/cards?state=PUBLISHED');
  // What the colleague has added by then is in the number: with one of before nothing would be begun.
  await callsAnswered(page);
  const published = await chooseAll(page);
  await page.getByRole('button', { name: 'Отправить в магазины' }).click();
  await expect(dialog.getByRole('heading', { name: 'Отправить в магазины' })).toBeVisible();
  await colleague.archive(ids.slice(2, 4));
  await dialog
    .getByRole('checkbox', { name: /^(?!Все)/ })
    .first()
    .check();
  const send = dialog.getByRole('button', { name: /^Отправить / });
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await send.click();
  await expect(dialog.locator('form').getByText(/^Из выбранных уже в архиве: 2\s/)).toBeVisible();
  expect(await violations(page, 'gone')).toEqual([]);
  await dialog.getByRole('button', { name: 'Продолжить без них' }).click();
  await expect(send).toHaveText(new RegExp(`${String(published - 2).slice(-3)}\\s`));
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await send.click();
  await expect(page.getByText(/^Отправка №\d+ создана$/).first()).toBeVisible();
  const { results: shipments } = await colleague.get('/shipments/?limit=1');
  expect(shipments[0].cards).toBe(published - 2);
  await request.dispose();
});
