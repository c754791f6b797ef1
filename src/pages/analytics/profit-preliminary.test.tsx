import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listTaxpayersEndpoint } from '#contract/taxpayers.ts';
import { mockSide, mockTotals } from '#tests/mocks/analytics.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockTaxpayer } from '#tests/mocks/taxpayers.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { saveTable } from '#tests/support/exports/save-table.ts';
import { plain, openProfit, watchProfit } from '#tests/support/analytics/profit-screen.tsx';

describe('what the profit screen claims of days without a report', () => {
  it('marks the figures that are not whole yet and claims nothing for them', async () => {
    const { tiles } = await openProfit();
    expect(plain(tiles.textContent)).toContain('К перечислению≈ 1 500 000 ₽предварительно');
    expect(plain(tiles.textContent)).toContain('Логистика и хранение≈ 214 870 ₽за 12 из 14 дней');
    expect(plain(tiles.textContent)).toContain('Выкупы≈ 1 021');
    expect(plain(tiles.textContent)).not.toContain('после всех удержаний');
    expect(screen.getByText(/^предварительно: 2.дня$/)).toBeInTheDocument();
  });

  it('claims what is by report in full', async () => {
    const { user, tiles } = await openProfit();
    await user.click(screen.getByRole('radio', { name: 'Предыдущий' }));
    await waitFor(() =>
      expect(plain(tiles.textContent)).toContain('К перечислению1 500 000 ₽после всех удержаний'),
    );
    expect(plain(tiles.textContent)).toContain('Логистика и хранение214 870 ₽10,7 % выручки');
    expect(plain(tiles.textContent)).toContain('Прибыль389 280 ₽маржа 19,5 %');
    expect(screen.getByText(/По отчётам Wildberries/)).toBeInTheDocument();
  });

  it.each([
    [2, ['100 %', '≈ −12,5 %', '—', '—', '—', '—', '—', '—', '—', '≈ −49,3 %', '≈ −5,1 %', '—']],
    [
      0,
      [
        '100 %',
        '−12,5 %',
        '−10 %',
        '−0,7 %',
        '−0,3 %',
        '—',
        '−0,3 %',
        '−0,1 %',
        '75 %',
        '−49,3 %',
        '−5,1 %',
        '20,6 %',
      ],
    ],
  ])(
    'FO-11: with %i days without a report, claims no share of revenue where «Показатели» claim none',
    async (days, expected) => {
      // Some of the withholdings do not say what they are for: any part may be advertising.
      const totals = mockTotals({ deductionKopecks: 31_000_00, otherDeductionKopecks: 6_000_00 });
      watchProfit({ SELECTED: mockSide('2026-11-06', '2026-11-19', totals, days) });
      await openProfit();
      const table = screen.getByRole('table', { name: 'От выручки до прибыли' });
      const rows = within(table).getAllByRole('row').slice(1);
      // Whether the tax is one of income is said by the rates.
      await waitFor(() =>
        expect(rows.map((row) => plain(within(row).getAllByRole('cell').at(-1)?.textContent))).toEqual(
          expected,
        ),
      );
    },
  );

  it.each([
    ['of the rates of «Доходы»', '', [], '≈ −5,1 %'],
    ['counted as «Доходы − расходы»', '?basis=INCOME_MINUS_EXPENSES', [], '—'],
    ['of rates that become «Доходы − расходы» on those days', '', ['2026-11-19'], '—'],
    ['of rates that become so later', '', ['2026-11-20'], '≈ −5,1 %'],
    ['of rates that became so before, counted as «Доходы»', '?basis=INCOME', ['2026-01-01'], '≈ −5,1 %'],
  ])('FO-11: the share of a tax %s', async (_, search, from, expected) => {
    mockServer.use(
      mock(listTaxpayersEndpoint, () => [
        {
          ...mockTaxpayer,
          taxRates: [
            ...mockTaxpayer.taxRates,
            ...from.map((day) => ({
              from: day,
              basis: 'INCOME_MINUS_EXPENSES' as const,
              ratePercent: 15,
              vatPercent: 0 as const,
            })),
          ],
        },
      ]),
    );
    watchProfit({ SELECTED: mockSide('2026-11-06', '2026-11-19', mockTotals(), 2) });
    const { queryClient } = await openProfit(search);
    // While the rates are asked for, nothing is claimed.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const table = screen.getByRole('table', { name: 'От выручки до прибыли' });
    const tax = within(table)
      .getAllByRole('row')
      .find((row) => row.textContent.startsWith('Налог'));
    expect(plain(tax?.lastElementChild?.textContent)).toBe(expected);
  });

  it('says what each measure comes from, and claims none of costs that the report does not have yet', async () => {
    await openProfit();
    const panel = screen.getByRole('heading', { name: 'Показатели' }).closest('section');
    const figures = within(panel ?? document.body)
      .getAllByRole('definition')
      .map((figure) => plain(figure.textContent));
    expect(plain(panel?.textContent)).toContain('Прибыль с единицыприбыль ÷ (выкупы − возвраты)');
    // Of twelve, the average check, the buy-out, returns and the commission do not wait for the report.
    expect(figures.filter((text) => text === '—')).toHaveLength(8);
    expect(figures[0]).not.toContain('≈');
    expect(figures[3]).toContain('≈');
    expect(plain(panel?.textContent)).toContain('за последние 2 дня они ещё не все в отчёте Wildberries');
  });

  it('does not claim a share of advertising while withholdings do not say what they are for', async () => {
    const totals = mockTotals({ deductionKopecks: 31_000_00, otherDeductionKopecks: 6_000_00 });
    watchProfit({ SELECTED: mockSide('2026-11-06', '2026-11-19', totals, 0) });
    await openProfit();
    const panel = screen.getByRole('heading', { name: 'Показатели' }).closest('section');
    expect(plain(panel?.textContent)).toContain('реклама в удержаниях ÷ выручка—');
    expect(plain(panel?.textContent)).toContain('за что удержано 1 000 ₽, неизвестно');
    expect(plain(panel?.textContent)).toContain('Названо рекламой 24 000 ₽');
    const table = screen.getByRole('table', { name: 'От выручки до прибыли' });
    expect(plain(table.textContent)).toContain('Удержания без названия');
  });

  it('counts all measures of days that the report has', async () => {
    watchProfit({
      SELECTED: mockSide(
        '2026-11-06',
        '2026-11-19',
        mockTotals({ revenueKopecks: 1_000_00, storageKopecks: 55_00 }),
        0,
      ),
      coverage: { orders: { from: '2026-08-01', to: '2026-11-20' }, report: null },
    });
    await openProfit('?from=2026-11-06&to=2026-11-19');
    const panel = screen.getByRole('heading', { name: 'Показатели' }).closest('section');
    expect(within(panel ?? document.body).queryByRole('button', { name: /не посчитать/ })).toBeNull();
    expect(panel).not.toHaveTextContent('≈');
    expect(plain(panel?.textContent)).toContain('хранение ÷ выручка5,5 %');
  });

  it('claims no share of buy-outs where the cancels of some days are not known', async () => {
    watchProfit({
      SELECTED: mockSide('2026-11-06', '2026-11-19', mockTotals(), 0),
      coverage: { orders: { from: '2026-11-07', to: '2026-11-20' }, report: null },
    });
    const { tiles } = await openProfit('?from=2026-11-06&to=2026-11-19');
    const panel = screen.getByRole('heading', { name: 'Показатели' }).closest('section');
    expect(plain(panel?.textContent)).toContain('возвраты)—');
    expect(panel).toHaveTextContent('Wildberries отдаёт их за 90 дней');
    expect(tiles).not.toHaveTextContent('выкупа');
  });

  it('marks the cards of shops whose days are not in the report, and tells no margin of them, as «Показатели»', async () => {
    const totals = mockTotals();
    watchProfit({
      SELECTED: {
        ...mockSide('2026-11-06', '2026-11-19', totals),
        preliminaryShops: [{ shopId: 1, isUnreported: true }],
      },
      coverage: { orders: { from: '2026-08-01', to: '2026-11-20' }, report: null },
    });
    const { user } = await openProfit('?from=2026-11-06&to=2026-11-19');
    const table = await screen.findByRole('table', { name: 'Прибыль по карточкам' });
    const cellsOf = async (text: string) => {
      const row = (await within(table).findByText(text)).closest('tr');
      return [...(row?.cells ?? [])].slice(1).map((cell) => plain(cell.textContent));
    };
    const of = (mark: string, [orders, buyouts, bought, profit, margin]: string[]) => [
      orders,
      ...[buyouts, bought, '2 000 000 ₽', '1 500 000 ₽', '200 000 ₽', '985 360 ₽'].map(
        (amount) => mark + amount,
      ),
      // Nobody has said any: there is nothing to wait for.
      '0 ₽',
      ...['102 000 ₽', profit].map((amount) => mark + amount),
      margin,
    ];
    expect(await cellsOf('Всего за период')).toEqual(
      of('≈ ', ['1 284', '1 021', '94,2 %', '412 640 ₽', '—']),
    );
    expect(await cellsOf('MUG-450-GR')).toEqual(of('≈ ', ['214', '180', '74,1 %', '49 385 ₽', '—']));
    // The report of its shop reaches all of the days.
    expect(await cellsOf('PLD-130-BE')).toEqual(of('', ['88', '70', '52,6 %', '−1 200 ₽', '−0,1 %']));
    expect(screen.getByText(/«—» у маржи: логистика, хранение и удержания/)).toBeVisible();
    expect(within(table).getAllByRole('button', { name: /^Прибыль: ≈/ })).toHaveLength(3);
    const { csv } = await saveTable(user, 'Прибыль по карточкам');
    expect(csv.map((line) => line.at(-1))).toEqual(['Предварительно', 'да', 'нет', 'да']);
  });

  it('marks own costs of such days: they are a share of what is not whole', async () => {
    watchProfit({ SELECTED: mockSide('2026-11-06', '2026-11-19', mockTotals({ ownCostsKopecks: 500_05 })) });
    await openProfit('?from=2026-11-06&to=2026-11-19&of=PROFIT');
    const dialog = await screen.findByRole('dialog', { name: /^Прибыль/ });
    expect(plain(dialog.textContent)).toContain('Прочие расходы≈ −500,05 ₽');
  });

  it('marks in the window of a measure what its own window marks', async () => {
    await openProfit('?from=2026-11-06&to=2026-11-19&measure=RETURN_SHARE');
    const dialog = await screen.findByRole('dialog', { name: /^Возвраты/ });
    expect(plain(dialog.textContent)).toContain('Что делитсяВозвраты≈ 20');
    expect(plain(dialog.textContent)).toContain('На что делитсяВыкупы≈ 1 021');
  });

  it('of an older server, that does not say whose days are preliminary, marks all cards', async () => {
    watchProfit({ SELECTED: mockSide('2026-11-06', '2026-11-19', mockTotals()) });
    await openProfit('?from=2026-11-06&to=2026-11-19');
    const row = (await screen.findByText('PLD-130-BE')).closest('tr');
    expect(plain(row?.textContent)).toContain('≈ −1 200 ₽—');
  });

  it('marks how far the report goes and what is preliminary', async () => {
    await openProfit('?from=2026-11-06&to=2026-11-19');
    expect(plain(document.body.textContent)).toMatch(
      /По отчёту до 17 ноября( 2026)?, дальше предварительно: логистика, хранение и удержания ещё не все/,
    );
  });

  it('claims no day of costs, and no day without them, where none is whole in the report', async () => {
    // As of five shops with four reports: a part of the costs is known.
    watchProfit({ SELECTED: mockSide('2026-11-19', '2026-11-19', mockTotals(), 1) });
    const { tiles } = await openProfit('?from=2026-11-19&to=2026-11-19');
    expect(plain(tiles.textContent)).toContain('Логистика и хранение≈ 214 870 ₽предварительно');
    expect(document.body).toHaveTextContent(/· Предварительно: логистика, хранение и удержания ещё не все/);
    expect(document.body).toHaveTextContent(/за последний день они ещё не все в отчёте/);
  });

  it.each([
    ['of=ORDERS', 'Заказы', false],
    ['measure=AVERAGE_CHECK', 'Средний чек', false],
    ['of=BUYOUTS', 'Выкупы', true],
    ['measure=BUYOUT_SHARE', 'Процент выкупа', true],
  ])('of %s says how far the reports go only where they have a part in it', async (search, title, isSaid) => {
    await openProfit(`?from=2026-11-06&to=2026-11-19&${search}`);
    const dialog = await screen.findByRole('dialog', { name: new RegExp(`^${title}`) });
    expect(/По отчёту до/.test(dialog.textContent)).toBe(isSaid);
  });

  it('says since which day only daily reports tell', async () => {
    watchProfit({ dailyFrom: '2026-11-16' });
    await openProfit('?from=2026-11-06&to=2026-11-19');
    expect(plain(document.body.textContent)).toMatch(
      /По отчёту до 17 ноября( 2026)?, с 16 ноября( 2026)? — по ежедневным, дальше предварительно/,
    );
  });

  it('says nothing of daily reports where some shop has none: its days are preliminary', async () => {
    watchProfit({ dailyFrom: '2026-11-18' });
    await openProfit('?from=2026-11-06&to=2026-11-19');
    expect(plain(document.body.textContent)).toMatch(/По отчёту до 17 ноября( 2026)?, дальше предварительно/);
  });
});
