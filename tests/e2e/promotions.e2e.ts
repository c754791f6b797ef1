import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Backend } from './support/backend.ts';
import { readApi } from './support/read-api.ts';
import { linesOf, saveTable } from './support/save-table.ts';
import { expect, signIn, test as base } from './support/test.ts';
import { violations } from './support/violations.ts';

const PROMOTION = 'Скидки первых покупателей';
/** Of those to come, in days from now. */
const SOON = { name: 'Скоро для проверки', from: 3, to: 6 };
const LATER = { name: 'Позже для проверки', from: 7, to: 13 };
const DAY_HOURS = 24;

const test = base.extend<object, { ordered: undefined }>({
  // A server of its own: a calendar that was read minutes ago would not have the promotion that is ordered here.
  backendOptions: [{ env: {} }, { scope: 'worker' }],
  ordered: [
    async ({ backend }, use) => {
      await orderPromotion(backend, PROMOTION, -1, 2 * DAY_HOURS);
      for (const { name, from, to } of [LATER, SOON])
        await orderPromotion(backend, name, from * DAY_HOURS, to * DAY_HOURS);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
});
test.use({ reducedMotion: 'reduce', bypassCSP: true });

/** Of the calendar's own there are days on which none is on that can be joined. */
async function orderPromotion(
  { simulatorUrl }: Backend,
  name: string,
  fromHours: number,
  toHours: number,
): Promise<void> {
  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const response = await fetch(`${simulatorUrl}/_simulator/promotions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      isAuto: false,
      startsAt: hoursFromNow(fromHours),
      endsAt: hoursFromNow(toHours),
    }),
  });
  expect(response.status).toBe(201);
}

interface Offered {
  nm_id: number;
  vendor_code: string;
  is_in_action: boolean;
  plan_price_kopecks: number;
  economics: { profit_kopecks: number | null } | null;
}

/** The promotion in a shop whose token may write, two of its cards that bring something there and one that loses. */
async function offerOf(request: APIRequestContext) {
  const read = await readApi(request);
  let id = 0;
  // The calendar is read after the start.
  await expect
    .poll(
      async () => {
        const { promotions } = await read('/promotions/?period=current');
        const found = promotions.find(
          (one: { name: string; shop_name: string }) =>
            one.name === PROMOTION && one.shop_name.includes('Тёплый Угол'),
        );
        id = found?.id ?? 0;
        return id;
      },
      { intervals: [2_000], timeout: 120_000 },
    )
    .not.toBe(0);
  let suitable: Offered[] = [];
  let losing: Offered | undefined;
  await expect
    .poll(
      async () => {
        const cards: Offered[] = await read(`/promotions/${id}/cards/`);
        const open = cards.filter((card) => !card.is_in_action);
        const profitOf = (card: Offered) => card.economics?.profit_kopecks ?? 0;
        suitable = open.filter((card) => profitOf(card) > 0).slice(0, 2);
        losing = open.find((card) => profitOf(card) < 0);
        return suitable.length === 2 && losing !== undefined;
      },
      // What was sold is read after the start.
      { intervals: [3_000], timeout: 120_000 },
    )
    .toBe(true);
  return { id, suitable: suitable.map(codeOf), losing: losing ? codeOf(losing) : '' };
}

const codeOf = ({ vendor_code: code }: Offered) => code;

const table = (page: Page) => page.getByRole('table', { name: 'Карточки акции' });

async function choose(page: Page, codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    await table(page).getByRole('row').filter({ hasText: code }).getByRole('checkbox').check();
  }
}

const cardsOf = (application: Locator, code: string) =>
  application.getByRole('list', { name: 'Карточки заявки' }).getByRole('listitem').filter({ hasText: code });

/** «Участвуют 15» */
async function countOf(page: Page, name: RegExp): Promise<number> {
  const choice = page.getByRole('group', { name: 'Карточки' }).locator('label').filter({ hasText: name });
  return Number((await choice.innerText()).replace(/\D/g, ''));
}

test('cards that bring something join a promotion, a losing one is left out, and they leave it again', async ({
  page,
  request,
}) => {
  const { suitable, losing } = await offerOf(request);
  await signIn(page);
  await page.getByRole('link', { name: 'Акции', exact: true }).click();
  await page.getByRole('list', { name: 'Акции' }).getByRole('link').filter({ hasText: PROMOTION }).click();
  await page
    .getByRole('navigation', { name: 'Магазины акции' })
    .getByRole('link', { name: /Тёплый Угол/ })
    .click();
  await choose(page, [...suitable, losing]);
  const before = await countOf(page, /^Участву/);
  await table(page).getByRole('row').filter({ hasText: losing }).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: /^Из чего прибыль/ })).toContainText('Прибыль ≈');
  expect(await violations(page, 'the profit of an offered card')).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Добавить в акцию (3)' }).click();
  const looked = page.getByRole('dialog', { name: 'Добавить в акцию?' });
  await expect(cardsOf(looked, losing)).toContainText('Оставлена: маржа меньше заданной');
  expect(await violations(page, 'before they join')).toEqual([]);
  await looked.getByRole('button', { name: /^Добавить 2\sкарточки$/ }).click();
  const joining = page.getByRole('dialog', { name: 'Заявка в акцию' });
  await expect(joining.getByText(/^В акции: 2\sкарточки$/)).toBeVisible();
  for (const code of suitable) await expect(cardsOf(joining, code)).toContainText('взята');
  expect(await violations(page, 'they have joined')).toEqual([]);
  await joining.getByRole('button', { name: 'Готово' }).click();

  await expect.poll(() => countOf(page, /^Участву/)).toBe(before + 2);
  await page.getByRole('radio', { name: /^Участву/ }).check();
  await choose(page, suitable);
  await page.getByRole('button', { name: 'Вывести из акции (2)' }).click();
  const leaving = page.getByRole('dialog', { name: 'Вывести из акции?' });
  await expect(leaving.getByText(/Отдельной команды «выйти из акции» у Wildberries нет/)).toBeVisible();
  expect(await violations(page, 'before they leave')).toEqual([]);
  await leaving.getByRole('button', { name: /^Вывести 2\sкарточки$/ }).click();
  const left = page.getByRole('dialog', { name: 'Выход из акции' });
  await expect(left.getByText(/^Вышли из акции: 2\sкарточки$/)).toBeVisible();
  await left.getByRole('button', { name: 'Готово' }).click();
  await expect.poll(() => countOf(page, /^Участву/)).toBe(before);

  const sent = page.getByRole('region', { name: 'Что отправляли' });
  await expect(sent.getByRole('button').first()).toContainText(
    /Выход: 2\sкарточки · «ООО „Тёплый Угол“».*Все взяты/,
  );
  await sent
    .getByRole('button', { name: /^Добавление: 2/ })
    .first()
    .click();
  await expect(cardsOf(joining, losing)).toContainText('Оставлена: маржа меньше заданной');
  expect(await violations(page, 'what was sent before')).toEqual([]);
  const file = await saveTable(page, 'Карточки заявки', 'Файл CSV');
  expect(file.name).toMatch(new RegExp(`^${PROMOTION}, заявка \\d+\\.csv$`));
  const lines = linesOf(file);
  expect(lines).toHaveLength(3);
  expect(lines.find((line) => line.includes(losing))).toContain('оставлена;маржа меньше заданной');
});

test('promotions to come lie on their days, each said in words, and a bar opens its promotion', async ({
  page,
  request,
}) => {
  const read = await readApi(request);
  const known = async () => {
    const { promotions } = await read('/promotions/?period=upcoming');
    return [SOON, LATER].every(({ name }) => promotions.some((one: { name: string }) => one.name === name));
  };
  // The calendar is read after the start.
  await expect.poll(known, { intervals: [2_000], timeout: 120_000 }).toBe(true);
  await signIn(page);
  await page.getByRole('link', { name: 'Акции', exact: true }).click();
  await page.getByRole('link', { name: /^Скоро/ }).click();
  const bars = page.getByRole('list', { name: 'Календарь по дням' }).getByRole('link');
  const bar = (name: string) => bars.filter({ hasText: name });
  await expect(bar(SOON.name)).toHaveAccessibleName(
    new RegExp(`^${SOON.name}, .*, через (?:2|3|4)\\s(?:дня|дней)\\. .*магазин`, 'i'),
  );
  // A promotion of several shops has their number before its name.
  await expect(bars.filter({ hasText: /^\(\d\) / }).first()).toBeVisible();
  const rows = page.getByRole('list', { name: 'Акции', exact: true }).getByRole('link');
  // Both at once: the calendars of the other shops come later, and with them bars and days.
  await expect
    .poll(async () => (await bars.count()) > 0 && (await bars.count()) - (await rows.count()))
    .toBe(0);

  const boxes = () =>
    bars.evaluateAll((links) =>
      links.map((link) => {
        const { x, width } = link.getBoundingClientRect();
        return { text: link.textContent ?? '', x, width };
      }),
    );
  const found = await boxes();
  const boxOf = (name: string) => found.find(({ text }) => text.includes(name)) ?? { x: 0, width: 0 };
  const [soon, later] = [boxOf(SOON.name), boxOf(LATER.name)];
  expect(later.x).toBeGreaterThan(soon.x + soon.width);
  expect(later.width / soon.width).toBeCloseTo((LATER.to - LATER.from) / (SOON.to - SOON.from), 1);
  // Days from the beginning of the one to that of the other, in days of their length.
  expect((later.x - soon.x) / (soon.width / (SOON.to - SOON.from))).toBeCloseTo(LATER.from - SOON.from, 1);

  await bar(LATER.name).click();
  await expect(bar(LATER.name)).toHaveAttribute('aria-current', 'true');
  await expect(rows.filter({ hasText: LATER.name })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('heading', { name: LATER.name })).toBeVisible();
  expect(await violations(page, 'promotions by days')).toEqual([]);
});
