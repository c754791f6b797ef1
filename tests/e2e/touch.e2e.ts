import type { Locator } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

test.use({
  serviceWorkers: 'block',
  // What slides in is measured where it will stand.
  reducedMotion: 'reduce',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});
test.beforeEach(({ noise }) => noise.allow(/Service Worker registration blocked/));

/** As large as a finger needs it. */
const LEAST_PX = 40;

/** What is pressed to tick a box: its label, or what stands around a box without one. */
async function boxSizes(boxes: Locator): Promise<{ width: number; height: number }[]> {
  return boxes.evaluateAll((inputs) =>
    inputs.map((input) => {
      const { width, height } = (input.closest('label') ?? input).getBoundingClientRect();
      return { width, height };
    }),
  );
}

test('a finger finds the boxes of the list, of a filter and of the sending, and rows keep their height', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/cards?state=PUBLISHED');
  const rows = page.getByRole('checkbox', { name: /^Выбрать «/ });
  await expect(rows.first()).toBeVisible();
  const heights = await rows.evaluateAll((inputs) =>
    inputs.map((input) => input.closest('li')?.offsetHeight),
  );
  expect(new Set(heights)).toEqual(new Set([104]));

  await page.getByRole('button', { name: 'Предмет', exact: true }).click();
  const subjects = page.getByRole('dialog', { name: 'Предмет' }).getByRole('checkbox');
  await expect(subjects.first()).toBeVisible();
  const found = [...(await boxSizes(rows)), ...(await boxSizes(subjects))];
  await page.keyboard.press('Escape');

  await rows.first().check();
  await page.getByRole('button', { name: 'Отправить в магазины' }).click();
  const offered = page.getByRole('dialog', { name: 'Отправить в магазины' }).getByRole('checkbox');
  await expect(offered.first()).toBeVisible();
  found.push(...(await boxSizes(offered)));
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter(({ width, height }) => width < LEAST_PX || height < LEAST_PX)).toEqual([]);
});

/** How wide and how high the place is in which a finger finds it, however small its mark is. */
function fingerRoom(control: Locator): Promise<{ width: number; height: number }> {
  return control.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const x = left + width / 2;
    const y = top + height / 2;
    const isFound = (byX: number, byY: number) =>
      element.contains(document.elementFromPoint(x + byX, y + byY));
    const reach = (byX: number, byY: number) => {
      let far = 0;
      while (far < 100 && isFound(byX * (far + 1), byY * (far + 1))) far += 1;
      return far;
    };
    return { width: reach(1, 0) + reach(-1, 0) + 1, height: reach(0, 1) + reach(0, -1) + 1 };
  });
}

test('a finger finds what stands small: crumbs, copy marks, the bar of chosen cards, its menu, the foot of a dialog', async ({
  page,
}) => {
  await signIn(page);
  const small: string[] = [];
  const look = async (controls: Locator, leastHeightPx = LEAST_PX - 1) => {
    // What has just come is where it will stand, and nothing lies over it: a notice lifts the bar a frame later.
    await controls.first().click({ trial: true });
    for (const control of await controls.all()) {
      const { width, height } = await fingerRoom(control);
      if (width < LEAST_PX || height < leastHeightPx) {
        small.push(`${await control.textContent()}: ${width} × ${height}`);
      }
    }
  };
  await page.goto('/home/cards?state=PUBLISHED');
  const cards = page.getByRole('checkbox', { name: /^Выбрать «/ });
  await expect(cards.first()).toBeVisible();
  await cards.nth(0).check();
  await cards.nth(1).check();
  const bar = page.getByRole('region', { name: 'Действия с выбранным' });
  await look(bar.getByRole('button'));
  await bar.getByRole('button', { name: 'Другое' }).click();
  await look(page.getByRole('menuitem'));
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Изменить' }).click();
  await look(page.getByRole('dialog').locator('footer').getByRole('button'));
  await page.keyboard.press('Escape');

  await page.locator('main a[href*="/cards/edit"]').first().click();
  // In a line of text: what stands in the lines above and below keeps its own room.
  await look(page.getByRole('button', { name: 'Скопировать артикул WB' }).first(), 24);
  await look(page.getByRole('navigation', { name: 'Хлебные крошки' }).getByRole('link'));
  expect(small).toEqual([]);
});
