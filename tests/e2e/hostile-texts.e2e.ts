import type { Locator } from '@playwright/test';
import { HOSTILE_TEXTS } from '#tests/fixtures/hostile-texts.ts';
import { DEMO, expect, signIn, test } from './support/test.ts';
import { readApi } from './support/read-api.ts';

const { html, script, image, attribute, longWord, halfCharacter, ...others } = HOSTILE_TEXTS;
const TITLE = `${script}${image}`;
const OWN_TITLE = `${attribute} ${image}`;
const TAG = html.slice(0, 3) + others.formula.slice(0, 12);
/** Of the list as it is, whatever the texts in it. */
const ROW_HEIGHT_PX = 64;

test('H-01 H-02: texts that would be a page, a script or a mess are texts in the list, the editor, a bulk edit and the history', async ({
  page,
  request,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const read = await readApi(request);
  const { access } = await (await request.post('/api/v1/user/auth/', { data: DEMO })).json();
  const [sample] = (await read('/cards/?limit=1')).results;
  const { subject_id } = await read(`/cards/${sample.id}/`);
  const [shop] = await read('/shops/');
  const add = (data: object) =>
    request.post('/api/v1/cards/', { headers: { authorization: `Bearer ${access}` }, data });
  const card = {
    vendor_code: 'ВРАГ-1',
    title: TITLE,
    description: Object.values({ html, script, attribute, longWord, ...others }).join('\n'),
    brand: longWord,
    tags: [TAG],
    subject_id,
    price_kopecks: 100_000,
    discount: 0,
    shop_texts: [{ shop_id: shop.id, title: OWN_TITLE, description: script }],
  };
  expect([201, 400]).toContain(
    (await add({ ...card, vendor_code: 'ВРАГ-2', title: halfCharacter })).status(),
  );
  const added = await add(card);
  expect([added.status(), await added.text()]).toEqual([201, expect.any(String)]);
  const { id } = await added.json();

  /** Nothing of them has become a part of the page, nor made it wider. */
  async function standsAsText(): Promise<void> {
    await expect(page.locator('img[src="x"], [onmouseover], [onerror], body script:not([src])')).toHaveCount(
      0,
    );
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflowPx).toBeLessThanOrEqual(0);
  }

  await signIn(page);
  await page.goto('/home/cards?q=ВРАГ-1');
  const row = page.locator('tbody tr[aria-rowindex]').filter({ hasText: TITLE });
  await expect(row.getByText(TITLE, { exact: true })).toBeVisible();
  expect((await row.boundingBox())?.height).toBe(ROW_HEIGHT_PX);
  await standsAsText();

  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Что изменить').selectOption('BRAND');
  await dialog.getByLabel('Какой').fill(image);
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(image);
  await expect(page.getByRole('row').filter({ hasText: TITLE })).toContainText(image);
  await standsAsText();
  await page.getByRole('button', { name: /^Применить к 1\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();

  await page.goto(`/home/cards/edit?id=${id}`);
  await expect(page.getByRole('textbox', { name: /^Наименование/ })).toHaveValue(TITLE);
  await expect(page.getByRole('combobox', { name: 'Бренд' })).toHaveValue(image);
  await expect(page.getByText(TAG, { exact: true }).first()).toBeVisible();
  await expect(page.locator('[data-field^="shopTexts."]').filter({ hasText: OWN_TITLE })).toBeVisible();
  await standsAsText();
  await page.getByRole('button', { name: 'История', exact: true }).click();
  const history = page.getByRole('dialog', { name: 'История карточки' });
  await expect(history.getByText(image).first()).toBeVisible();
  await standsAsText();
  expect(dialogs).toEqual([]);
});

test('H-02: a shop whose name is one long word makes nothing that it is chosen in wider', async ({
  page,
  request,
}) => {
  const { access } = await (await request.post('/api/v1/user/auth/', { data: DEMO })).json();
  const headers = { authorization: `Bearer ${access}` };
  const [shop] = await (await request.get('/api/v1/shops/', { headers })).json();
  const rename = (name: string) => request.patch(`/api/v1/shops/${shop.id}/`, { headers, data: { name } });
  expect((await rename(longWord)).status()).toBe(200);

  /** Nothing that scrolls or cuts around the name has more than it shows. */
  async function fits(window: Locator): Promise<void> {
    const name = window.getByText(longWord).first();
    await name.scrollIntoViewIfNeeded();
    const overflowPx = await name.evaluate((element) => {
      let most = 0;
      for (let box: Element | null = element; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== 'visible')
          most = Math.max(most, box.scrollWidth - box.clientWidth);
      }
      return most;
    });
    expect(overflowPx).toBe(0);
  }

  await signIn(page);
  await page.goto('/home/cards');
  await page.locator('tbody tr[aria-rowindex]').first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Отправить в магазины' }).click();
  await fits(page.getByRole('dialog'));
  await page.goto('/home/account/warehouses');
  await page.getByRole('button', { name: 'Создать группу' }).click();
  await fits(page.getByRole('dialog'));
  // Files that follow on the same server choose it by its name.
  expect((await rename(shop.name)).status()).toBe(200);
});
