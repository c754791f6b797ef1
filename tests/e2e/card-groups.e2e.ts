import { readApi } from './support/read-api.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

test.use({ serviceWorkers: 'block', reducedMotion: 'reduce', bypassCSP: true });
test.beforeEach(({ noise }) => noise.allow(/Service Worker registration blocked/));

test('a card leaves its group at the marketplace, and comes back', async ({ page, request }) => {
  const read = await readApi(request);
  // One of the demo's shops has a token that only reads.
  const { shops }: { shops: { id: number; tokens: { is_read_only?: boolean }[] }[] } =
    await read('/users/me/');
  const readOnly = new Set(
    shops.flatMap(({ id, tokens }) => (tokens.some((one) => one.is_read_only) ? [id] : [])),
  );
  const { results } = await read('/cards/?limit=100&state=PUBLISHED');
  let cardId = 0;
  for (const { id } of results) {
    const groups: { shop_id: number; group: { cards: unknown[] } }[] = await read(`/cards/${id}/groups/`);
    const isWritable = groups.every(({ shop_id: shopId }) => !readOnly.has(shopId));
    if (isWritable && groups.some(({ group }) => group.cards.length > 1)) cardId = id;
    if (cardId > 0) break;
  }
  await signIn(page);
  await page.goto(`/home/cards/edit?id=${cardId}`);
  const panel = page.locator('main section').filter({ has: page.getByRole('heading', { name: 'Склейка' }) });
  await panel
    .getByRole('button', { name: /^Убрать из склейки/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Разъединить склейку' });
  await expect(dialog.getByRole('region', { name: 'Станет' }).getByText('переносится')).toHaveCount(1);
  expect(await violations(page, 'before')).toEqual([]);
  await dialog.getByRole('button', { name: 'Разъединить' }).click();
  const leaving = page.getByRole('dialog', { name: 'Разъединение карточек' });
  await expect(leaving.getByText(/Перенесено в «/)).toBeVisible({ timeout: 60_000 });
  await leaving.getByRole('button', { name: 'Вернуть как было' }).click();
  const back = page.getByRole('dialog', { name: 'Возврат прежних склеек' });
  await expect(back.getByText(/Перенесено в «/)).toBeVisible({ timeout: 60_000 });
  expect(await violations(page, 'after')).toEqual([]);
  await back.getByRole('button', { name: 'Готово' }).click();
  await page.getByRole('button', { name: 'История' }).click();
  await expect(page.getByText(/^Склейка в «/)).toHaveCount(2);
});

test('chosen cards lead to a look at what would become of their groups', async ({ page }) => {
  await signIn(page);
  const boxes = page.locator('tbody input[type="checkbox"]');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  const bar = page.getByRole('region', { name: 'Действия с выбранным' });
  await bar.getByRole('button', { name: 'Другое' }).click();
  await page.getByRole('menuitem', { name: 'Объединить' }).click();
  const dialog = page.getByRole('dialog', { name: 'Объединить в склейку' });
  await expect(dialog.getByRole('button', { name: 'Объединить' })).not.toHaveAccessibleDescription(
    /^Смотрим/,
  );
  for (const width of [1440, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide, `${width} px`).toBe(false);
  }
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await expect(bar).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 900 });
});
