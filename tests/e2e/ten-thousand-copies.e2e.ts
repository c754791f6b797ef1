import { BIG } from './support/big-account.ts';
import { chooseAll } from './support/choose-all.ts';
import { readApi } from './support/read-api.ts';
import { digits, expectSoon as expect, onTenThousandCards } from './support/ten-thousand.ts';
import { signIn, test } from './support/test.ts';

/** «Дублировать» for as many cards as it takes. */

onTenThousandCards();

test('each of them is copied: stopped in the middle, gone on with to the last; twice as many are more than it takes, which it says', async ({
  page,
}) => {
  await signIn(page, BIG);
  const read = await readApi(page.request, BIG);
  const before = (await read('/cards/?limit=1')).count;
  const chosen = await chooseAll(page);
  await page.getByRole('button', { name: 'Другое' }).click();
  await page.getByRole('menuitem', { name: 'Дублировать' }).click();
  const create = page.getByRole('button', { name: /^Создать \d.*копи/ });
  await expect(create).toBeEnabled();
  await expect.poll(async () => digits(await create.textContent())).toBe(String(chosen));
  await expect(page.getByText(/ошибок нет$/)).toBeVisible();

  // The table draws what is in sight, of ten thousand rows too.
  const name = page.getByRole('textbox', { name: 'Артикул продавца, копия 1', exact: true });
  await name.fill('МНОГО-ПЕРВАЯ');
  await expect(name).toHaveValue('МНОГО-ПЕРВАЯ');
  expect(await page.getByRole('table', { name: 'Копии' }).locator('tbody tr').count()).toBeLessThan(60);

  await create.click();
  const progress = page.getByRole('progressbar', { name: 'Создаём копии' });
  await expect
    .poll(async () => Number(await progress.getAttribute('aria-valuenow')))
    .toBeGreaterThan(chosen / 20);
  await page.getByRole('button', { name: 'Остановить' }).click();
  const told = page.getByText(/^Создано: [\d\s]+копи\S+$/);
  await expect(told).toBeVisible();
  const made = Number(digits(await told.textContent()));
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(chosen);
  expect((await read('/cards/?limit=1')).count).toBe(before + made);
  await expect.poll(async () => digits(await create.textContent())).toBe(String(chosen - made));
  await create.click();
  await expect(
    page.getByText(`Создано: ${String(chosen)}`.replace(/(\d)(\d{3})$/, '$1\u00a0$2')),
  ).toBeVisible();
  expect((await read('/cards/?limit=1')).count).toBe(before + chosen);
  expect((await read('/cards/?limit=1&search=МНОГО-ПЕРВАЯ')).count).toBe(1);
  expect((await read('/cards/copies/')).results[0]).toMatchObject({ count: chosen, draft_count: chosen });

  await page.goto('/home/cards');
  expect(await chooseAll(page)).toBe(before + chosen);
  await page.getByRole('button', { name: 'Другое' }).click();
  await expect(
    page.getByRole('menuitem', { name: /^Дублировать За раз — до 10\s000 карточек: сузьте выбор$/ }),
  ).toHaveAttribute('aria-disabled', 'true');
});
