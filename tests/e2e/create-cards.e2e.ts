import type { Page } from '@playwright/test';
import { readApi } from './support/read-api.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

const CREATE = '/home/cards/create';
const title = (page: Page) => page.getByRole('textbox', { name: /Наименование/ });
const code = (page: Page) => page.getByRole('textbox', { name: /Артикул продавца/ });
/** A card of its own for each try. */
const unique = (name: string) => `${name}-${Date.now().toString(36)}`;

/** A slow server leaves a new card on the device for a moment: its page is opened from the list then. */
async function create(page: Page, vendorCode: string) {
  await page.getByRole('button', { name: 'Создать карточку' }).click();
  await expect(page).not.toHaveURL(/create/);
  if (!page.url().includes('/edit')) {
    await page.goto(`/home/cards?q=${encodeURIComponent(vendorCode)}`);
    await page.locator('tbody a[href*="/home/cards/edit?id="]').first().click();
  }
  await expect(code(page)).toHaveValue(vendorCode);
}

test('a card is checked before it is created, and a remark leads to its field', async ({ page }) => {
  await signIn(page);
  await page.goto(CREATE);
  await page.getByRole('list', { name: 'Недавние предметы' }).getByRole('button').first().click();
  const name = unique('Проверка');
  await title(page).fill(name);
  await page.getByRole('button', { name: 'Проверить', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Найден/ })).toBeVisible();
  expect(await violations(page, 'remarks on a new card')).toEqual([]);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'ртикул' })
    .getByRole('button', { name: 'Исправить' })
    .first()
    .click();
  await expect(code(page)).toBeFocused();
  await code(page).fill(name);
  await expect(page.getByText('Карточка изменена после проверки: проверьте ещё раз.')).toBeVisible();
});

test('a card is begun from scratch by a recent subject, kept as a template, and the template begins another', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(CREATE);
  const recent = page.getByRole('list', { name: 'Недавние предметы' }).getByRole('button').first();
  await expect(recent).toBeVisible();
  expect(await violations(page, 'first choice')).toEqual([]);
  const subject = (await recent.textContent()) ?? '';
  await recent.click();
  await expect(title(page)).toBeFocused();
  await expect(page.getByRole('button', { name: `Предмет: ${subject}` })).toBeVisible();
  const name = unique('Новинка');
  await title(page).fill(name);
  await code(page).fill(name);
  await page.getByRole('textbox', { name: 'Цена до скидки' }).fill('500');
  await create(page, name);

  await page.getByRole('button', { name: 'Другие действия' }).click();
  await page.getByRole('menuitem', { name: 'Сохранить как шаблон' }).click();
  await expect(page.getByRole('textbox', { name: 'Название шаблона' })).toHaveValue(name);
  expect(await violations(page, 'save as a template')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText(`Шаблон «${name}» сохранён`)).toBeVisible();

  await page.goto(CREATE);
  await page.getByRole('button', { name: `Удалить «${name}»` }).click();
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await page.getByRole('button', { name: `Создать из шаблона «${name}»` }).click();
  await expect(title(page)).toHaveValue(name);
  await expect(code(page)).toHaveValue('');
  await expect(page.getByRole('button', { name: `Предмет: ${subject}` })).toBeVisible();
  await code(page).fill(`${name}-2`);
  await create(page, `${name}-2`);
  await page.goto(CREATE);
  await page.getByRole('button', { name: `Удалить «${name}»` }).click();
  await expect(page.getByText(`Шаблон «${name}» удалён`)).toBeVisible();
});

test('an article of one’s own shop fills the form; another way may be chosen after all', async ({
  page,
  request,
}) => {
  await signIn(page);
  const { results } = await (await readApi(request))('/cards/?state=PUBLISHED&limit=1');
  const nmId = String(results[0].nm_id);
  await page.goto(CREATE);
  await page.getByRole('textbox', { name: /Артикул WB/ }).fill(nmId);
  await page.keyboard.press('Enter');
  await expect(title(page)).not.toHaveValue('', { timeout: 30_000 });
  await page.getByRole('link', { name: 'Другой способ' }).click();
  await expect(page.getByText('Вы уже начали карточку')).toBeVisible();
  expect(await violations(page, 'a card that is begun')).toEqual([]);
});

test('copies are named, coloured and given barcodes in a table, and are all made at once', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/cards/duplicate?id=5');
  await page.getByRole('textbox', { name: 'Сколько копий' }).fill('3');
  const cell = (label: string, copy: number) =>
    page.getByRole('textbox', { name: new RegExp(`^${label}.*, копия ${copy}$`) }).first();
  await expect(cell('Артикул продавца', 3)).not.toHaveValue('');
  const name = unique('КОПИЯ');
  await cell('Артикул продавца', 1).click();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, `${name}-1\n${name}-2\n${name}-2\n`);
  await expect(cell('Артикул продавца', 3)).toHaveAccessibleDescription('Уже есть у копии 2');
  expect(await violations(page, 'copies with an error')).toEqual([]);
  await expect(page.getByRole('button', { name: /Создать 3\sкопии/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await cell('Артикул продавца', 2).press('Enter');
  await page.keyboard.type(`${name}-3`);
  await page.getByRole('button', { name: 'Создать баркоды' }).click();
  await expect(cell('Баркод', 3)).toHaveValue(/^\d{13}$/);
  await page.getByRole('button', { name: /Создать 3\sкопии/ }).click();
  await expect(page.getByText(/Создано: 3\sкопии/)).toBeVisible();
  expect(await violations(page, 'copies made')).toEqual([]);
  await page
    .getByRole('list')
    .filter({ hasText: `${name}-3` })
    .getByRole('link')
    .last()
    .click();
  await expect(code(page)).toHaveValue(`${name}-3`);
});

test('chosen cards are copied once each, in a table, all at once', async ({ page }) => {
  await signIn(page);
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  for (const index of [0, 1, 2]) await rows.nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Другое' }).click();
  await page.getByRole('menuitem', { name: 'Дублировать' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Дублировать карточки' })).toBeVisible();
  const vendorCode = page.getByRole('textbox', { name: 'Артикул продавца, копия 2' });
  await expect(vendorCode).not.toHaveValue('');
  const name = unique('КОПИЯ-ИЗ-СПИСКА');
  await vendorCode.fill(name);
  expect(await violations(page, 'copies of chosen cards')).toEqual([]);
  await page.getByRole('button', { name: /^Создать 3\sкопии$/ }).click();
  await expect(page.getByText(/^Создано: 3\sкопии$/)).toBeVisible();
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('link').click();
  await expect(code(page)).toHaveValue(name);
});

test('what is typed into new cards in two tabs is offered of each after both were killed', async ({
  page,
  context,
}) => {
  await signIn(page);
  const form = `${CREATE}?step=form`;
  const other = await context.newPage();
  for (const [tab, name] of [
    [page, 'Первая из двух'],
    [other, 'Вторая из двух'],
  ] as const) {
    await tab.goto(form);
    await title(tab).fill(name);
  }
  // Each is kept a moment after the last key.
  await other.waitForTimeout(2_000);
  await Promise.all([page.close(), other.close()]);
  const next = await context.newPage();
  await next.goto(form);
  await next.getByRole('button', { name: 'Удалить' }).click();
  await expect(next.getByRole('button', { name: 'Восстановить' })).toHaveCount(0);
  await next.reload();
  await next.getByRole('button', { name: 'Восстановить' }).click();
  await expect(title(next)).toHaveValue('Первая из двух');
});
