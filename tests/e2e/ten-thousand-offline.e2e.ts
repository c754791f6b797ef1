import { BIG } from './support/big-account.ts';
import { readApi } from './support/read-api.ts';
import { CHANGED_WITHIN_MS, digits, expectSoon, onTenThousandCards } from './support/ten-thousand.ts';
import { connection, expect, serviceWorkerReady, signIn, test } from './support/test.ts';

/** What the list says of ten thousand cards with the server dead: what the server said to the same questions before. */

onTenThousandCards();

const STEPS = {
  search: 'search=rhe;rf',
  filter: 'search=rhe;rf&stock=some',
  sort: 'search=rhe;rf&stock=some&ordering=price',
  tab: 'search=rhe;rf&stock=some&ordering=price&state=PUBLISHED',
} as const;

test('with the server dead ten thousand cards are searched, filtered, put in order and counted by tab', async ({
  page,
  backend,
  noise,
}) => {
  noise.allow(/Failed to load resource|net::ERR/);
  await signIn(page, BIG);
  await serviceWorkerReady(page);
  await page.goto('/home/account/settings');
  const panel = page.getByRole('region', { name: 'Весь список карточек' });
  await expect(panel.getByText(/^[\d\s]+карточ/)).toBeVisible({ timeout: CHANGED_WITHIN_MS });

  const api = await readApi(page.request, BIG);
  const ask = async (query: string) => {
    const { count, results } = await api(`/cards/?limit=5&${query}`);
    expect(count, query).toBeGreaterThan(5);
    return { count: String(count), titles: results.map(({ title }: { title: string }) => title) };
  };
  const said = {
    search: await ask(STEPS.search),
    filter: await ask(STEPS.filter),
    sort: await ask(STEPS.sort),
    tab: await ask(STEPS.tab),
  };
  const counters = await api('/cards/counters/');

  await backend.kill();
  try {
    await page.goto('/home/cards');
    await expectSoon(connection(page, 'Нет сети')).toBeVisible();
    const tabs = page.getByRole('navigation', { name: 'Состояние карточек' });
    for (const [name, count] of [
      ['Все', counters.all],
      ['Черновики', counters.DRAFT],
      ['Опубликованы', counters.PUBLISHED],
      ['Есть ошибки', counters.HAS_ERRORS],
      ['Архив', counters.ARCHIVED],
    ] as const) {
      const tab = tabs.getByRole('link', { name: new RegExp(`^${name}`) });
      await expect.poll(async () => digits(await tab.textContent()), name).toBe(String(count));
    }

    const found = page.getByText(/^Найдено /).first();
    const titles = async () =>
      (await page.locator('tbody tr[aria-rowindex] a').allTextContents()).slice(0, 5);
    const expectSaid = async (step: keyof typeof said) => {
      await expect.poll(async () => digits(await found.textContent()), step).toBe(said[step].count);
      await expect.poll(titles, step).toEqual(said[step].titles);
    };
    await page.getByRole('searchbox').fill('rhe;rf');
    await expectSaid('search');
    await page.locator('[aria-haspopup=dialog]', { hasText: /^Остаток/ }).click();
    await page.getByRole('radio', { name: 'Есть в наличии' }).click();
    await expectSaid('filter');
    const price = page.getByRole('columnheader', { name: /^Цена/ });
    await price.getByRole('button').click();
    await expect(page).toHaveURL(/ordering=/);
    if (/ordering=-price/.test(page.url())) await price.getByRole('button').click();
    await expect(page).toHaveURL(/ordering=price/);
    await expectSaid('sort');
    await page.getByRole('link', { name: /^Опубликованы/ }).click();
    await expectSaid('tab');
    await expect(page.getByText(/Этих карточек нет на устройстве/)).toHaveCount(0);
  } finally {
    await backend.start();
  }
});
