import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

test('stocks of found cards are looked at as the marketplace has them, added to, seen in a card, and go back', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/cards?q=Кружка');
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  await rows.first().getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Выбрать все/ }).click();
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Что изменить').selectOption('STOCKS');
  await dialog.getByLabel('Склад или группа складов').selectOption({ index: 1 });
  await dialog.getByLabel('Остаток').selectOption('UP');
  await dialog.getByLabel('Сколько').fill('1234');
  expect(await violations(page, 'dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();

  await expect(page.getByRole('heading', { level: 1, name: /^Остатки: \+1\s234/ })).toBeVisible();
  const apply = page.getByRole('button', { name: /^Применить к \d/ });
  await expect(apply).toBeEnabled();
  const row = page.getByRole('row', { name: /станет 1\s\d\d\d/ }).first();
  await expect(row).toBeVisible();
  expect(await violations(page, 'edit')).toEqual([]);
  const [was = ''] = /(?<=было\s+)\d[\d\s]*/.exec(await row.innerText()) ?? [];
  expect(was).not.toBe('');
  const card = (await row.getByRole('link').first().getAttribute('href')) ?? '';
  const edit = page.url();
  await apply.click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Отправить в магазины' })).toHaveCount(0);

  const amounts = () => page.getByRole('textbox', { name: /^Остаток: / });
  const added = new Intl.NumberFormat('ru').format(Number(was.replaceAll(/\s/g, '')) + 1234);
  const values = () =>
    amounts().evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await page.goto(`${card}&tab=MARKETPLACE`);
  await expect(amounts().first()).toBeVisible();
  await expect.poll(values).toContain(added);

  await page.goto(edit);
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
  await page.goto(`${card}&tab=MARKETPLACE`);
  await expect(amounts().first()).toBeVisible();
  // What was kept of the last look is shown first.
  await expect.poll(values).not.toContain(added);
});
