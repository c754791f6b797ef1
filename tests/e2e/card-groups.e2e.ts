import { readApi } from './support/read-api.ts';
import { DEMO, expect, signIn, test } from './support/test.ts';
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
  await page.getByRole('button', { name: 'История', exact: true }).click();
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

test('cards that nothing tells apart are warned of, put into one group at the marketplace all the same, and come back', async ({
  page,
  request,
}) => {
  const read = await readApi(request);
  const { shops } = await read('/users/me/');
  const [shop] = shops.filter(({ name }: { name: string }) => name.includes('Северика'));
  const query = new URLSearchParams({ shop: String(shop.id), state: 'PUBLISHED', search: 'Футболка' });
  const { results }: { results: { id: number }[] } = await read(`/cards/?limit=50&${query}`);
  // Each alone at the marketplace, and one with the characteristics of the other.
  const alone: { id: number; vendor_code: string; version: number; characteristics: unknown }[] = [];
  for (const { id } of results) {
    const groups: { shop_id: number; group: { cards: unknown[] } }[] = await read(`/cards/${id}/groups/`);
    const here = groups.find(({ shop_id: shopId }) => shopId === shop.id);
    if (here?.group.cards.length === 1) alone.push(await read(`/cards/${id}/`));
    if (alone.length === 2) break;
  }
  const [one, other] = alone;
  const { access } = await (await request.post('/api/v1/user/auth/', { data: DEMO })).json();
  const changed = await request.patch(`/api/v1/cards/${other?.id}/`, {
    data: { characteristics: one?.characteristics },
    headers: {
      authorization: `Bearer ${access}`,
      'if-match': `"v${other?.version}"`,
      'idempotency-key': crypto.randomUUID(),
    },
  });
  expect(changed.status(), await changed.text()).toBe(200);

  // All rows of the search are drawn.
  await page.setViewportSize({ width: 1440, height: 2400 });
  await signIn(page);
  await page.goto(`/home/cards?shop=${shop.id}&q=Футболка`);
  const codes = alone.map(({ vendor_code: code }) => code);
  for (const code of codes) {
    await page.locator('tbody tr', { hasText: code }).getByRole('checkbox').check();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('region', { name: 'Действия с выбранным' })
    .getByRole('button', { name: 'Другое' })
    .click();
  await page.getByRole('menuitem', { name: 'Объединить' }).click();
  const dialog = page.getByRole('dialog', { name: 'Объединить в склейку' });
  await expect(dialog.getByText('Wildberries может не объединить')).toBeVisible();
  const warning = dialog.getByRole('list', { name: 'Предупреждения' });
  await expect(warning).toContainText(/: не отличаются ни одной характеристикой/);
  for (const code of codes) await expect(warning).toContainText(code);
  await expect(dialog.getByRole('region', { name: 'Станет' }).getByText('переносится')).toHaveCount(1);
  expect(await violations(page, 'warned')).toEqual([]);
  await dialog.getByRole('button', { name: 'Объединить' }).click();
  const merging = page.getByRole('dialog', { name: 'Объединение карточек' });
  await expect(merging.getByText(/Перенесено в «.*: 1\sкарточка/)).toBeVisible();
  expect(await violations(page, 'merged')).toEqual([]);
  const groupOf = async () => {
    const groups: { shop_id: number; group: { cards: unknown[] } }[] = await read(
      `/cards/${one?.id}/groups/`,
    );
    return groups.find(({ shop_id: shopId }) => shopId === shop.id)?.group.cards.length;
  };
  expect(await groupOf()).toBe(2);
  await merging.getByRole('button', { name: 'Вернуть как было' }).click();
  const back = page.getByRole('dialog', { name: 'Возврат прежних склеек' });
  await expect(back.getByText(/Перенесено в «/)).toBeVisible();
  expect(await groupOf()).toBe(1);
});
