import { daysAgo } from './support/demo-reports.ts';
import { expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

test.use({ reducedMotion: 'reduce', bypassCSP: true });

/** Named: without a choice the days shown are others once more reports of the demonstration have been read. */
const PERIOD = `from=${daysAgo(30)}&to=${daysAgo(17)}`;

test('an own cost lowers the profit of its day, opens as what was said, and goes again', async ({ page }) => {
  await signIn(page);
  await page.goto(`/home/analytics/profit?${PERIOD}`);
  await expect(page.getByRole('region', { name: 'Итоги периода' }).getByRole('button').first()).toBeVisible();
  const openCosts = async () => {
    await page.getByRole('button', { name: 'Прочие расходы', exact: true }).click();
    return page.getByRole('dialog', { name: 'Прочие расходы' });
  };
  const costs = await openCosts();
  expect(await violations(page, 'own costs')).toEqual([]);
  await costs.getByRole('button', { name: 'Добавить расход' }).click();
  const form = page.getByRole('dialog', { name: 'Новый расход' });
  await form.getByLabel('Сумма').fill('1234,50');
  await form.getByLabel('Название').fill('Пакеты для проверки');
  await form.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect(costs.getByRole('listitem').filter({ hasText: 'Пакеты для проверки' })).toContainText(
    /1\s234,50\s₽/,
  );
  await costs.getByRole('button', { name: 'Закрыть', exact: true }).last().click();

  await page.goto(`/home/analytics/profit?${PERIOD}&of=OWN_COSTS`);
  const figure = page.getByRole('dialog', { name: /^Прочие расходы: / });
  await expect(figure.getByText('Пакеты для проверки')).toBeVisible();
  await expect(figure.getByRole('heading').first()).toContainText(/1\s234,50\s₽/);
  await page.goto(`/home/analytics/profit?${PERIOD}`);

  await (await openCosts()).getByRole('button', { name: /^Удалить расход .*Пакеты для проверки/ }).click();
  await expect(costs.getByRole('listitem').filter({ hasText: 'Пакеты для проверки' })).toHaveCount(0);
});

test('a share of revenue lowers the profit, opens as what was said, and goes again', async ({ page }) => {
  await signIn(page);
  /** A term of the opened profit: the demonstration's sales are still being read, so the profit itself moves. */
  const termOfProfit = async () => {
    await page.goto(`/home/analytics/profit?${PERIOD}&of=PROFIT`);
    return page
      .getByRole('dialog', { name: /^Прибыль: / })
      .getByRole('listitem')
      .filter({ hasText: 'Прочие расходы' });
  };
  await expect(await termOfProfit()).toContainText(/^Прочие расходы\s*0\s₽$/);
  const openCosts = async () => {
    await page.goto(`/home/analytics/profit?${PERIOD}`);
    await page.getByRole('button', { name: 'Прочие расходы', exact: true }).click();
    return page.getByRole('dialog', { name: 'Прочие расходы' });
  };
  const costs = await openCosts();
  await costs.getByRole('button', { name: 'Добавить расход' }).click();
  const form = page.getByRole('dialog', { name: 'Новый расход' });
  await form.getByRole('radio', { name: '% от выручки' }).check();
  await form.getByLabel('Процент').fill('3');
  await form.getByLabel('Название').fill('Менеджер для проверки');
  await form.getByLabel('С какого дня').fill('2020-01-01');
  expect(await violations(page, 'a share of revenue')).toEqual([]);
  await form.getByRole('button', { name: 'Добавить', exact: true }).click();
  const row = costs.getByRole('listitem').filter({ hasText: 'Менеджер для проверки' });
  await expect(row).toContainText(/без срока/);
  await expect(row).toContainText(/3\s%/);

  await expect(await termOfProfit()).toContainText(/^Прочие расходы\s*−[\d\s,]+₽$/);
  await page.goto(`/home/analytics/profit?${PERIOD}&of=OWN_COSTS`);
  const figure = page.getByRole('dialog', { name: /^Прочие расходы: / });
  await expect(figure.getByText('Менеджер для проверки')).toContainText(/3\s% от выручки/);

  await (await openCosts()).getByRole('button', { name: /^Удалить расход .*Менеджер для проверки/ }).click();
  await expect(row).toHaveCount(0);
  await expect(await termOfProfit()).toContainText(/^Прочие расходы\s*0\s₽$/);
});

test('a weekly report opens to its kinds and rows, and keeps the seller’s mark and note', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/analytics/reports');
  const table = page.getByRole('table', { name: 'Отчёты Wildberries' });
  // The demonstration's reports are read shop by shop after the start.
  await expect(table.getByRole('button', { name: /^№ \d/ }).first()).toBeVisible({ timeout: 120_000 });
  const number = (await table.getByRole('button', { name: /^№ \d/ }).first().innerText()).replace(/\D/g, '');
  await table.getByRole('button', { name: `№ ${number}`, exact: true }).click();
  const kinds = page.getByRole('table', { name: `Отчёт № ${number} по видам` });
  await expect(kinds).toBeVisible();
  const operation = kinds.getByRole('button', { expanded: false }).first();
  await operation.click();
  await expect(
    kinds
      .getByRole('list', { name: /^Строки: / })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  expect(await violations(page, 'an opened report')).toEqual([]);

  await table.getByRole('button', { name: new RegExp(`^Пометка отчёта № ${number}`) }).click();
  const dialog = page.getByRole('dialog', { name: `Отчёт № ${number}` });
  await dialog.getByRole('radio', { name: 'Спорный' }).check();
  await dialog.getByLabel('Заметка').fill('Обращение 42');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(table.getByRole('button', { name: `Пометка отчёта № ${number}: Спорный` })).toBeVisible();
  // Which report is open stands in the address.
  await expect(page.getByText('Заметка: Обращение 42')).toBeVisible();
});
