import type { APIRequestContext, Page } from '@playwright/test';
import { HOSTILE_CORPUS, HOSTILE_PAYLOADS } from '#tests/fixtures/hostile-corpus.ts';
import { chooseAll } from './support/choose-all.ts';
import { DEMO, expect, signIn, test } from './support/test.ts';

/** Each text is the title of a card: one look at a view is a look at all of them there. */

const ROW_HEIGHT_PX = 64;
const MOST_CHARACTERS = 60;
const AT_ONCE = 10;
const CODE = 'КОРПУС';
const [IMAGE, CLOSING] = ['<img src="x" onerror="alert(1)">', '</td></tr></table><p>Кружка'];
/** One of each kind, for what takes one text at a time. */
const OF_EACH_KIND = Object.values(HOSTILE_CORPUS).map(([first]) => first);

test.use({ backendOptions: {} });

test('H-01: whatever a title, a characteristic, a shop, a file, a view, a template or an address says is a text on every screen', async ({
  page,
  request,
  noise,
}) => {
  // Half a character and a refused value are not accepted, and that is said.
  noise.allow(/status of 4\d\d/);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const api = await apiOf(request);
  const titles = await addCards(api);
  await signIn(page);

  await test.step('the list', async () => {
    await page.goto(`/home/cards?q=${CODE}`);
    const seen = new Set<string>();
    for (let row = 1; row <= titles.length; row += 8) {
      await page.evaluate((topPx) => window.scrollTo(0, topPx), (row - 1) * ROW_HEIGHT_PX);
      await expect(page.locator(`tr[aria-rowindex="${row + 1}"] [data-row-link]`)).toBeVisible();
      for (const text of await page.locator('[data-row-link]').allTextContents()) seen.add(text);
      // At once: rows come and go while the list is scrolled.
      const heights = await page.evaluate(() =>
        Array.from(
          document.querySelectorAll('tbody tr[aria-rowindex]'),
          (one) => one.getBoundingClientRect().height,
        ).filter((height, at, all) => all.indexOf(height) === at),
      );
      expect(heights).toEqual([ROW_HEIGHT_PX]);
    }
    expect(titles.filter((title) => !seen.has(title || 'Без названия'))).toEqual([]);
    await standsAsText(page);
  });

  await test.step('the search, its address and the palette', async () => {
    const field = page.getByRole('searchbox', { name: 'Поиск карточек' });
    for (const text of OF_EACH_KIND) {
      await field.fill(text);
      const typed = await field.inputValue();
      await expect.poll(() => new URL(page.url()).searchParams.get('q') ?? '').toBe(typed.trim());
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Найти экран или карточку' });
      await palette.getByRole('combobox').fill(text);
      await expect(palette.getByText('Ищем карточки…')).toHaveCount(0);
      await standsAsText(page);
      await palette.getByRole('combobox').fill('');
      await page.keyboard.press('Escape');
      await expect(palette).toBeHidden();
    }
    for (const address of [
      `/home/cards?q=${encodeURIComponent(IMAGE)}&ordering=${encodeURIComponent(IMAGE)}&shop=${encodeURIComponent(CLOSING)}`,
      `/home/cards/edit?id=${encodeURIComponent(IMAGE)}`,
      `/home/${encodeURIComponent(IMAGE)}`,
    ]) {
      await page.goto(address);
      await expect(page.locator('main')).toBeVisible();
      await standsAsText(page);
    }
  });

  await test.step('saved views, templates, the shop and characteristics', async () => {
    await page.goto('/home/cards');
    await page.getByRole('button', { name: 'Вид', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Сохранённые виды' }).getByText(IMAGE)).toBeVisible();
    await standsAsText(page);
    await page.goto('/home/cards/create');
    await expect(page.getByText(CLOSING).first()).toBeVisible();
    await standsAsText(page);
    await page.goto('/home/account/shops');
    await expect(page.getByText(IMAGE).first()).toBeVisible();
    await standsAsText(page);
    await page.goto(`/home/cards/edit?id=${api.wholeCardId()}`);
    await expect(page.getByRole('textbox', { name: /^Наименование/ })).toHaveValue(IMAGE);
    await expect(page.getByRole('navigation', { name: 'Хлебные крошки' })).toBeVisible();
    await standsAsText(page);
  });

  await test.step('«Таблица», copies and a file', async () => {
    await page.goto(`/home/cards?q=${CODE}`);
    expect(await chooseAll(page)).toBe(titles.length);
    await page.getByRole('button', { name: 'Таблица', exact: true }).click();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(titles.length + 1));
    await standsAsText(page);
    await page.goto(`/home/cards?q=${CODE}`);
    await chooseAll(page);
    await page.getByRole('button', { name: 'Другое' }).click();
    await page.getByRole('menuitem', { name: 'Дублировать' }).click();
    await expect(page.getByRole('textbox', { name: 'Артикул продавца, копия 1', exact: true })).toBeVisible();
    await standsAsText(page);

    await page.goto('/home/cards/import');
    const rows = HOSTILE_PAYLOADS.map(
      (text, n) => `ФАЙЛ-${n};${quoted(text)};${quoted(text)};${quoted(text)}`,
    );
    await page.getByLabel('Файл с карточками').setInputFiles({
      name: `${IMAGE}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from([`Артикул;Название;Предмет;${quoted(IMAGE)}`, ...rows].join('\n')),
    });
    await page.getByRole('button', { name: 'Проверить строки' }).click();
    await expect(page.getByText('Нет такого предмета').first()).toBeVisible();
    await standsAsText(page);
  });

  await test.step('a shipment and what is wrong with it', async () => {
    const id = await api.send();
    await page.goto(`/home/shipments?id=${id}`);
    await expect(page.getByRole('cell', { name: IMAGE }).first()).toBeVisible();
    await standsAsText(page);
  });

  expect(dialogs).toEqual([]);
});

/** Nothing of the texts has become a part of the page, nor made it wider. */
async function standsAsText(page: Page): Promise<void> {
  const foreign =
    'img[src="x"], [onmouseover], [onerror], [onload], [ontoggle], [onfocus], iframe, object, embed, base, [href^="javascript:" i], [href*="x.example"], [src*="x.example"], body script:not([src])';
  await expect(page.locator(foreign)).toHaveCount(0);
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflowPx, page.url()).toBeLessThanOrEqual(0);
  await expect(page.locator('body')).not.toContainText('[object Object]');
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

async function apiOf(request: APIRequestContext) {
  const { access } = await (await request.post('/api/v1/user/auth/', { data: DEMO })).json();
  const headers = { authorization: `Bearer ${access}` };
  const read = async (path: string) => (await request.get(`/api/v1${path}`, { headers })).json();
  let wholeCard = 0;
  const [shop] = await read('/shops/');
  return {
    read,
    post: (path: string, data: object) => request.post(`/api/v1${path}`, { headers, data }),
    rename: (name: string) => request.patch(`/api/v1/shops/${shop.id}/`, { headers, data: { name } }),
    keepWholeCard: (id: number) => (wholeCard = id),
    wholeCardId: () => wholeCard,
    send: async () => {
      const options = { with_prices: false, with_discounts: false, with_images: false };
      const sent = await request.post('/api/v1/cards/send/', {
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        data: { selection: { ids: [wholeCard] }, shop_ids: [shop.id], options },
      });
      expect(sent.status(), await sent.text()).toBe(201);
      return (await sent.json()).id;
    },
  };
}

/** The titles as they are stored: some are refused, some lose what is no text. */
async function addCards(api: Awaited<ReturnType<typeof apiOf>>): Promise<string[]> {
  const [sample] = (await api.read('/cards/?limit=1')).results;
  const { subject_id: subjectId, characteristics } = await api.read(`/cards/${sample.id}/`);
  const card = { description: '', brand: '', tags: [], price_kopecks: 100_000, discount: 0 };
  const add = async (n: number, title: string, more: object = {}) => {
    const data = { ...card, subject_id: subjectId, vendor_code: `${CODE}-${n}`, title, ...more };
    const added = await api.post('/cards/', data);
    expect([201, 400], `${JSON.stringify(title)}: ${await added.text()}`).toContain(added.status());
    return added.status() === 201 ? [await added.json()] : [];
  };
  const texts = HOSTILE_PAYLOADS.filter((text) => Array.from(text).length <= MOST_CHARACTERS);
  const titles: string[] = [];
  for (let n = 0; n < texts.length; n += AT_ONCE) {
    const part = texts.slice(n, n + AT_ONCE).map((text, at) => add(n + at, text, { brand: text }));
    for (const { title } of (await Promise.all(part)).flat()) titles.push(title);
  }
  // Nearly all of them are texts that a title may have.
  expect(titles.length).toBeGreaterThan(140);
  const values = texts.slice(0, 40);
  const [whole] = await add(texts.length, IMAGE, {
    description: HOSTILE_PAYLOADS.join(' '),
    characteristics: characteristics.slice(0, 3).map(({ id }: { id: number }) => ({ id, values })),
  });
  expect(whole, 'the card with all of them').toBeDefined();
  titles.push(whole.title);
  api.keepWholeCard(whole.id);
  const view = { filter: {}, ordering: '-updated_at', density: 'usual', columns: [] };
  for (const name of OF_EACH_KIND) {
    await api.post('/card-views/', { ...view, name });
    await api.post('/card-templates/', { name, card_id: whole.id });
  }
  for (const name of [IMAGE, CLOSING]) {
    expect((await api.post('/card-views/', { ...view, name })).status()).toBe(201);
    expect((await api.post('/card-templates/', { name, card_id: whole.id })).status()).toBe(201);
  }
  expect((await api.rename(IMAGE)).status()).toBe(200);
  return titles;
}
