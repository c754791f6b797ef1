import type { Locator } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

test.use({
  serviceWorkers: 'block',
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
