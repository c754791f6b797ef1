import type { Page } from '@playwright/test';
import { chooseAll } from './support/choose-all.ts';
import { readApi } from './support/read-api.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

/** By how many pixels the page is wider than its window. */
const scrollsAside = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('all cards of the account are copied in parts: a typed double is found, a lost part is made once, and a reload goes on', async ({
  page,
  request,
  noise,
}) => {
  noise.allow(/net::ERR_/);
  const read = await readApi(request);
  await signIn(page);
  const count = await chooseAll(page);
  expect(count).toBeGreaterThan(100);
  const before = (await read('/cards/?limit=1')).count;
  await page.getByRole('button', { name: 'Другое' }).click();
  await page.getByRole('menuitem', { name: 'Дублировать' }).click();
  const create = page.getByRole('button', { name: /^Создать \d.*копи/ });
  await expect(page.getByText(new RegExp(`^${count}\\sкопи\\S+, ошибок нет$`))).toBeVisible();

  const first = page.getByRole('textbox', { name: 'Артикул продавца, копия 1', exact: true });
  await first.click();
  const name = `МНОГО-${Date.now().toString(36)}`;
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    Array.from({ length: count }, (_, index) => `${name}-${index === count - 1 ? 0 : index}\n`).join(''),
  );
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'К первой' }).click();
  const last = page.getByRole('textbox', { name: `Артикул продавца, копия ${count}`, exact: true });
  await expect(last).toBeFocused();
  await expect(last).toHaveAccessibleDescription('Уже есть у копии 1');
  expect(await violations(page, 'many copies')).toEqual([]);
  expect(await scrollsAside(page)).toBeLessThanOrEqual(0);
  await last.fill(`${name}-${count}`);

  // The third part is made, and what is answered gets lost.
  let asked = 0;
  await page.route('**/api/v1/cards/copies/', async (route) => {
    asked += 1;
    if (asked !== 3) return await route.continue();
    await route.fetch();
    return await route.abort();
  });
  await create.click();
  await expect(page.getByText(/^Создано: 50\sкопий$/)).toBeVisible();
  expect(asked).toBe(3);
  await expect(page.getByText('Сервер не ответил.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Создано: 75\sкопий$/)).toBeVisible();
  await expect(
    page.getByRole('textbox', { name: 'Артикул продавца, копия 76', exact: true }),
  ).not.toHaveValue('');
  await create.click();
  await expect(page.getByText(new RegExp(`^Создано: ${count}\\sкопи\\S+$`))).toBeVisible();
  expect((await read('/cards/?limit=1')).count).toBe(before + count);
  expect((await read('/cards/copies/')).results[0]).toMatchObject({ count, draft_count: count });
  expect(await violations(page, 'many copies made')).toEqual([]);
});

for (const width of [1440, 1024]) {
  test(`at ${width} the table of copies shows its barcodes, whatever is typed`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    await page.goto('/home/cards/duplicate?id=5');
    await page.getByRole('textbox', { name: 'Сколько копий' }).fill('12');
    const title = page.getByRole('textbox', { name: 'Наименование, копия 1', exact: true });
    await expect(title).not.toHaveValue('');
    await expect(page.getByText(/^12\sкопий, ошибок нет$/)).toBeVisible();
    const table = page.getByRole('table', { name: 'Копии' });
    const widths = () =>
      table.getByRole('columnheader').evaluateAll((heads) => heads.map((head) => head.clientWidth));
    const before = await widths();
    await title.fill('Н'.repeat(70));
    await expect(title).toHaveAccessibleDescription(/60/);
    await page.getByRole('textbox', { name: 'Артикул продавца, копия 2', exact: true }).fill('А'.repeat(72));
    expect(await widths()).toEqual(before);
    const hidden = await table.evaluate(
      (element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0),
    );
    expect(hidden).toBeLessThanOrEqual(0);
  });
}

test('on a phone a copy is a card with labelled fields, and the page does not scroll aside', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto('/home/cards/duplicate?id=5');
  await page.getByRole('textbox', { name: 'Сколько копий' }).fill('30');
  const copies = page.getByRole('list', { name: 'Копии' });
  await expect(copies).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Артикул продавца, копия 1', exact: true });
  await expect(code).not.toHaveValue('');
  await code.fill('');
  await expect(code).toHaveAccessibleDescription('Укажите артикул');
  await expect(page.getByText(/^Исправить: 1\sячейка$/)).toBeVisible();
  expect(await violations(page, 'copies on a phone')).toEqual([]);
  expect(await scrollsAside(page)).toBeLessThanOrEqual(0);
  await page.mouse.move(195, 600);
  await page.mouse.wheel(0, 100_000);
  await expect(page.getByRole('textbox', { name: 'Наименование, копия 30', exact: true })).toBeVisible();
});
