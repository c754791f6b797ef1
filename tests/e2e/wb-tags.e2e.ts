import { readApi } from './support/read-api.ts';
import { addSmallShop, callAs } from './support/small-shop.ts';
import { DEMO2, expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

/** Only ends what hangs: the marketplace takes the tags of one card in a call. */
const CHANGED_WITHIN_MS = 180_000;
const READ_WITHIN_MS = 180_000;

test('a tag of the marketplace is made, put on a card, still there after a reload, found by, and taken off', async ({
  page,
  request,
}) => {
  const read = await readApi(request);
  // Of a shop whose tokens may write.
  const { shops } = await read('/users/me/');
  const [shop] = shops.filter(({ name }: { name: string }) => name.includes('Северика'));
  const [card] = (await read(`/cards/?limit=1&state=PUBLISHED&shop=${shop.id}`)).results;
  await signIn(page);
  await page.goto(`/home/cards/edit?id=${card.id}`);
  const change = page.getByRole('button', { name: /^Изменить ярлыки WB в .*Северика/ });
  await change.click();
  const dialog = page.getByRole('dialog', { name: /^Ярлыки WB в/ });
  await dialog.getByRole('button', { name: 'Новый ярлык' }).click();
  await expect(dialog.getByLabel('Название ярлыка')).toBeFocused();
  await dialog.getByLabel('Название ярлыка').fill('Тёплый сезон');
  await dialog.getByRole('radio', { name: 'Жёлтый' }).check();
  expect(await violations(page, 'new tag')).toEqual([]);
  await dialog.getByRole('button', { name: 'Создать ярлык' }).click();
  const tag = dialog.getByRole('checkbox', { name: 'Тёплый сезон' });
  await expect(tag).toBeChecked();
  expect(await violations(page, 'tags')).toEqual([]);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  const shown = page.getByRole('list', { name: /^Ярлыки WB, .*Северика/ });
  await expect(shown.getByText('Тёплый сезон')).toBeVisible();
  await page.reload();
  await expect(shown.getByText('Тёплый сезон')).toBeVisible();
  expect(await violations(page, 'card')).toEqual([]);

  await page.goto('/home/cards');
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Другие фильтры' });
  await form
    .getByRole('group', { name: 'Ярлыки WB' })
    .getByRole('checkbox', { name: 'Тёплый сезон' })
    .check();
  expect(await violations(page, 'filter')).toEqual([]);
  await form.getByRole('button', { name: 'Показать' }).click();
  await expect(page.getByRole('button', { name: 'Ещё: ярлык WB', exact: true })).toBeVisible();
  await expect(page.getByText('Найдена 1 карточка')).toBeVisible();
  await expect(page.locator('[data-row-link]')).toHaveText([card.title]);

  await page.goto(`/home/cards/edit?id=${card.id}`);
  await change.click();
  await tag.uncheck();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(shown).toHaveCount(0);
  await page.reload();
  await expect(change).toBeVisible();
  await expect(shown).toHaveCount(0);
  await page.goto(`/home/cards?${new URLSearchParams({ wbTag: 'Тёплый сезон' })}`);
  await expect(page.getByText('Ничего не найдено')).toBeVisible();
});

test('a tag of the marketplace is put on chosen cards together, looked at first, and goes back without touching others', async ({
  page,
  backend,
  request,
}) => {
  test.setTimeout(400_000);
  const [first, second, unchosen] = ['КЛЕЙМО-А', 'КЛЕЙМО-Б', 'КЛЕЙМО-В'] as const;
  const shop = { name: 'Лавка с клеймом', vendorCodes: [first, second, unchosen] };
  const { id: shopId } = await addSmallShop(backend, request, shop);
  const call = await callAs(request);
  const ids = new Map<string, number>();
  const findCards = async () => {
    const { results } = await call('GET', '/cards/?limit=10&search=КЛЕЙМО');
    for (const card of results) if (card.nm_id !== null) ids.set(card.vendor_code, card.id);
    return ids.size;
  };
  await expect.poll(findCards, { timeout: READ_WITHIN_MS }).toBe(shop.vendorCodes.length);
  const inShop = (code: string) => `/cards/${ids.get(code)}/shop-cards/${shopId}/wb-tags`;
  /** As the marketplace shows them. */
  const tagsOn = async (code: string): Promise<string[]> => {
    const { card_tags: tags } = await call('POST', `${inShop(code)}/reading/`);
    return tags.map(({ name }: { name: string }) => name);
  };
  /** Seldom asked: the work itself has the same limit of calls. */
  const expectTags = (code: string, wanted: string[]) =>
    expect(async () => expect(await tagsOn(code)).toEqual(wanted)).toPass({ intervals: [3_000] });
  const own = await call('POST', `/shops/${shopId}/wb-tags/`, { name: 'Своё', color: 'DEF1DD' });
  const [{ id: ownId }] = own.shop_tags;
  await call('PUT', `${inShop(first)}/`, { tag_ids: [ownId], seen_ids: [] });
  await expectTags(first, ['Своё']);

  await signIn(page, DEMO2);
  await page.goto('/home/cards?q=КЛЕЙМО');
  for (const code of [first, second]) {
    const title = page.getByRole('link', { name: `Пальто ${code}`, exact: true });
    await page.getByRole('row').filter({ has: title }).getByRole('checkbox').check();
  }
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Что изменить').selectOption('WB_TAGS');
  await dialog.getByLabel('Магазин', { exact: true }).selectOption({ label: shop.name });
  await expect(dialog.getByRole('checkbox', { name: 'Своё', exact: true })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Новый ярлык' }).click();
  await dialog.getByLabel('Название ярлыка').fill('Общее');
  await dialog.getByRole('button', { name: 'Создать ярлык' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Общее', exact: true })).toBeChecked();
  expect(await violations(page, 'form')).toEqual([]);
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();

  const heading = `Добавить ярлыки WB: «Общее» · ${shop.name}`;
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: `Пальто ${first}` })).toContainText('Своё, Общее');
  await expectTags(second, []);
  expect(await violations(page, 'edit')).toEqual([]);
  await page.getByRole('button', { name: /^Применить к 2\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible({ timeout: CHANGED_WITHIN_MS });
  await expectTags(first, ['Своё', 'Общее']);
  await expectTags(second, ['Общее']);
  await expectTags(unchosen, []);

  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible({ timeout: CHANGED_WITHIN_MS });
  await expectTags(first, ['Своё']);
  await expectTags(second, []);
  await expectTags(unchosen, []);
});
