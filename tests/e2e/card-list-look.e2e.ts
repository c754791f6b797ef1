import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

test.use({ serviceWorkers: 'block' });
test.beforeEach(({ noise }) => noise.allow(/Service Worker registration blocked/));

test('a view is made, saved, left and shown again, on every screen and in both themes', async ({ page }) => {
  await signIn(page);
  await page.goto('/home/cards');
  const rows = page.locator('[data-row-link]');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('button', { name: 'Вид', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Вид списка' });
  await menu.getByText('Плотные').click();
  await menu.getByRole('checkbox', { name: /^Маржа/ }).click();
  await expect(menu.getByRole('checkbox', { name: /^Маржа/ })).toBeChecked();
  await menu.getByRole('checkbox', { name: /^Заказы/ }).click();
  await expect(menu.getByRole('checkbox', { name: /^Заказы/ })).toBeChecked();
  await menu.getByRole('textbox', { name: 'Название нового вида' }).fill('Плотно и с маржой');
  await menu.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(menu.getByRole('button', { name: 'Плотно и с маржой', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const saved = page.url();
  await menu.getByRole('button', { name: 'Как было' }).click();
  await expect(page).toHaveURL(/\/home\/cards$/);
  await expect.poll(rowHeights).toEqual([64]);
  await menu.getByRole('button', { name: 'Плотно и с маржой', exact: true }).click();
  await expect(page).toHaveURL(saved);
  expect(await violations(page, 'look')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Маржа' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Маржа' })).toHaveAttribute('aria-sort', 'descending');

  for (const [width, heightPx] of [
    [1440, 40],
    [1024, 40],
    [390, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(rowHeights).toEqual([heightPx]);
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflowPx, String(width)).toBeLessThanOrEqual(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // The rows of the order before are pale until the new ones come.
      await expect.poll(() => violations(page, `${width} ${colorScheme}`)).toEqual([]);
    }
  }

  function rowHeights(): Promise<number[]> {
    return page.evaluate(() => [
      ...new Set(
        [...document.querySelectorAll('[data-row-link]')].map(
          (link) => link.closest('tr, li')?.getBoundingClientRect().height ?? 0,
        ),
      ),
    ]);
  }
});

test('a dense row has the article whole where the title has no room, and the title is cut', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/cards?density=compact&columns=subject.price.discount.stock.state.updated');
  const links = page.locator('tbody [data-row-link]');
  await expect(links.first()).toBeVisible();
  const rows = await links.evaluateAll((titles) =>
    titles.map((title) => {
      const article = title.nextElementSibling?.firstElementChild ?? title.nextElementSibling;
      const cell = title.closest('td');
      if (!article || !cell) throw new Error('no article');
      return {
        isTitleCut: title.scrollWidth > title.clientWidth,
        isArticleCut: article.scrollWidth > article.clientWidth,
        isArticleOut: article.getBoundingClientRect().right > cell.getBoundingClientRect().right,
      };
    }),
  );
  expect(rows.filter((row) => row.isArticleCut || row.isArticleOut)).toEqual([]);
  expect(rows.some((row) => row.isTitleCut)).toBe(true);
});

test('a phone sets the order in «Вид»', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Вид', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Вид списка' });
  await menu.getByLabel('Сортировка').selectOption('Цена');
  await menu.getByText('По возрастанию').click();
  await expect(page).toHaveURL(/ordering=price/);
  expect(await violations(page, 'order')).toEqual([]);
});

test('a range of prices leaves the cards that are in it', async ({ page }) => {
  await signIn(page);
  await page.goto('/home/cards?ordering=price');
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Другие фильтры' });
  await form.getByRole('textbox', { name: 'Цена от' }).fill('1000');
  expect(await violations(page, 'look')).toEqual([]);
  await form.getByRole('textbox', { name: 'Цена до' }).fill('1500');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/priceFromKopecks=100000&priceToKopecks=150000/);
  await expect(page.getByText(/^Найден/)).toBeVisible();
  const first = page.locator('[aria-rowindex="2"] td').nth(4);
  await expect(first).toContainText(/^1\s[0-4]\d\d/);
});

test('tags and a part that is filled leave their cards, in the order of subjects and brands', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/cards?columns=subject.price.state');
  const rows = page.locator('[data-row-link]');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('columnheader', { name: 'Предмет · Бренд' }).getByRole('button').click();
  await expect(page).toHaveURL(/ordering=subject/);
  const head = page.getByRole('columnheader', { name: 'Предмет · Бренд' });
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Другие фильтры' });
  await form.getByRole('checkbox', { name: 'Хит', exact: true }).check();
  await form.getByRole('textbox', { name: 'Заполнено от' }).fill('10');
  expect(await violations(page, 'more')).toEqual([]);
  await form.getByRole('button', { name: 'Показать' }).click();
  await expect(page.getByRole('button', { name: /^Ещё: заполнение, ярлык/ })).toBeVisible();
  await expect(page.getByText(/^Найден/)).toBeVisible();
  const cells = await page.locator('tbody tr[aria-rowindex] td:nth-child(4)').allInnerTexts();
  const subjects = cells.map((text) => text.split('\n')[0] ?? '');
  expect(subjects.length).toBeGreaterThan(1);
  expect(subjects).toEqual(subjects.toSorted((a, b) => a.localeCompare(b, 'ru')));
  await rows.first().click();
  await expect(page.getByText(/^Заполнено \d/)).toBeVisible();
  await expect(page.getByText('Хит', { exact: true }).first()).toBeVisible();
});
