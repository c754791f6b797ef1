import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getVatIncomeEndpoint, type MonthOfShop } from '#contract/vat-income.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { saveTable } from '#tests/support/exports/save-table.ts';
import { ProfitPage } from './profit-page.tsx';

const address = '/home/analytics/profit?days=30&basis=INCOME';
const plain = (element: HTMLElement) => (element.textContent ?? '').replaceAll('\u00a0', ' ');
const findDialog = (name: RegExp) => screen.findByRole('dialog', { name });

const month = (changes: Partial<MonthOfShop>): MonthOfShop => ({
  shopId: 1,
  from: '2026-01-01',
  to: '2026-01-31',
  realizedKopecks: 1_050_00,
  vatKopecks: 0,
  incomeKopecks: 1_050_00,
  ...changes,
});
const MONTHS = [
  month({}),
  month({ shopId: 2, from: '2026-02-01', to: '2026-02-28', vatKopecks: 50_00, incomeKopecks: 1_000_00 }),
];

function serve(months = MONTHS) {
  const asked: number[] = [];
  mockServer.use(
    mock(getVatIncomeEndpoint, ({ params }) => {
      asked.push(params.id);
      return {
        taxpayerId: params.id,
        name: 'ИП Соколова',
        year: 2026,
        from: '2026-01-01',
        to: '2026-11-20',
        incomeKopecks: months.reduce((sum, { incomeKopecks }) => sum + incomeKopecks, 0),
        months,
      };
    }),
  );
  return asked;
}

describe('the income that is held against the VAT threshold', () => {
  it('opens to months and shops, and each of these to what was sold, keeping the basis', async () => {
    const asked = serve();
    const { user, router } = renderPage(<ProfitPage />, address);
    await user.click(
      await screen.findByRole('button', { name: /^Доход с.1.января 2026: .*, из чего сложилось$/ }),
    );
    const dialog = await findDialog(/^Доход с.1.января 2026: 2.050.₽$/);
    expect(asked).toEqual([1]);
    expect(router.state.location.search).toBe('?days=30&basis=INCOME&vat=1');
    expect(within(dialog).getByText('Как посчитано').nextSibling).toHaveTextContent(
      'Реализовано − НДС внутри цены',
    );
    const list = within(dialog).getByRole('list', { name: 'Из чего сложилось' });
    expect(within(list).getAllByRole('listitem').map(plain)).toEqual([
      expect.stringMatching(/^1 – 31 января( 2026)? · Московский · реализовано 1 050 ₽1 050 ₽$/),
      expect.stringMatching(/^1 – 28 февраля( 2026)? · Сибирь · реализовано 1 050 ₽ − НДС 50 ₽1 000 ₽$/),
    ]);
    const [, second] = within(list).getAllByRole('link');
    await user.click(second ?? list);
    await findDialog(/^Реализовано: /);
    expect(router.state.location.search).toBe(
      '?from=2026-02-01&to=2026-02-28&shop=2&basis=INCOME&of=REALIZED',
    );
    await router.navigate(-1);
    await findDialog(/^Доход с.1.января 2026: /);
  });

  it('is saved by month and shop', async () => {
    serve();
    const { user } = renderPage(<ProfitPage />, `${address}&vat=1`);
    await findDialog(/^Доход с.1.января 2026: /);
    const { csv } = await saveTable(user, 'Доход по месяцам');
    expect(csv.slice(1)).toEqual([
      ['01.01.2026', '31.01.2026', 'Московский', '1050,00', '0,00', '1050,00'],
      ['01.02.2026', '28.02.2026', 'Сибирь', '1050,00', '50,00', '1000,00'],
    ]);
  });

  it('says that there is nothing yet, and is asked for again by hand where it could not be read', async () => {
    mockServer.use(mock(getVatIncomeEndpoint, () => mockError(500)));
    const { user } = renderPage(<ProfitPage />, `${address}&vat=1`);
    const dialog = await findDialog(/^Доход с.1.января$/);
    const again = await within(dialog).findByRole(
      'button',
      { name: /Повторить|Попробовать/ },
      { timeout: 10_000 },
    );
    serve([]);
    await user.click(again);
    expect(await within(dialog).findByText('Продаж с 1 января ещё нет.')).toBeVisible();
  });
});
