import { expect, signIn, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });
test.beforeEach(({ noise }) => noise.allow(/Service Worker registration blocked/));

test('the shops of a card are told apart: no name is cut, no state breaks into two lines', async ({
  page,
}) => {
  await signIn(page);
  await page.locator('tbody a').first().click();
  const panel = page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: 'В магазинах' }) });
  const names = panel
    .locator('li')
    .getByText(/^(ИП|ООО) /)
    .and(page.locator('div:not([role])'));
  await expect(names).toHaveCount(5);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await names.evaluateAll((all) =>
      all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
    );
    expect(cut, `${width} px`).toEqual([]);
    const statesPx = await panel
      .getByText(/^(Не отправлялась|Опубликована|Есть ошибки|Обновление)$/)
      .evaluateAll((all) => all.map((state) => state.getBoundingClientRect().height));
    // One line in its pill; two would be 40.
    expect(Math.max(...statesPx), `${width} px`).toBeLessThan(30);
  }
});
