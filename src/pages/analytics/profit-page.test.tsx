import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { getProfitEndpoint, listProfitCardsEndpoint, type Profit } from '#contract/analytics.ts';
import type { EndpointQuery } from '#contract/endpoint.ts';
import { createOwnCostEndpoint } from '#contract/own-costs.ts';
import { listTaxpayersEndpoint } from '#contract/taxpayers.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { addDays, formatDay, formatPeriod, moscowDay } from '#lib/dates.ts';
import { paths } from '#lib/paths.ts';
import { mockSide, mockTotals } from '#tests/mocks/analytics.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockTaxpayer } from '#tests/mocks/taxpayers.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { saveTable } from '#tests/support/exports/save-table.ts';
import { ProfitPage } from './profit-page.tsx';

/** Thousands are joined by non-breaking spaces on the screen. */
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const address = '/home/analytics/profit';
const yesterday = addDays(moscowDay(Date.now()), -1);
/** What the mocks answer when no days are asked for. */
const reportedDays = { from: '2026-11-02', to: '2026-11-15' };
const NOTHING = mockTotals({ orders: 0, buyouts: 0, returns: 0, payoutKopecks: 0 });

async function openProfit(search = '') {
  const app = renderPage(<ProfitPage />, address + search);
  const tiles = await screen.findByRole('region', { name: 'Итоги периода' });
  return { ...app, tiles };
}

/** Watches what the screen asks of the server. */
function watchProfit(response: Partial<Profit> = {}) {
  const asked: EndpointQuery<typeof getProfitEndpoint>[] = [];
  mockServer.use(
    mock(getProfitEndpoint, ({ query }) => {
      asked.push(query);
      const { from = reportedDays.from, to = reportedDays.to } = query;
      return {
        basis: query.basis,
        SELECTED: mockSide(from, to, mockTotals()),
        PREVIOUS: mockSide(
          addDays(from, -14),
          addDays(to, -14),
          mockTotals({ orders: 0, profitKopecks: 300_000_00 }),
        ),
        cardsWithoutCostPrice: 0,
        reportedUntil: null,
        syncedAt: null,
        ...response,
      };
    }),
  );
  return asked;
}

function watchCards() {
  const asked: EndpointQuery<typeof listProfitCardsEndpoint>[] = [];
  mockServer.use(
    mock(listProfitCardsEndpoint, ({ query }) => {
      asked.push(query);
      return { count: 0, next: null, previous: null, results: [] };
    }),
  );
  return asked;
}

describe('own costs', () => {
  it('are added, deleted and brought back; those of the shown days are listed', async () => {
    const { user } = await openProfit();
    await user.click(await screen.findByRole('button', { name: 'Прочие расходы' }));
    const list = within(await screen.findByRole('dialog', { name: 'Прочие расходы' }));
    expect(await list.findByText('Расходов за эти дни нет')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Добавить расход' }));
    const form = within(await screen.findByRole('dialog', { name: 'Новый расход' }));
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    expect(form.getByText('Укажите сумму больше нуля')).toBeVisible();
    await user.type(form.getByRole('textbox', { name: /Сумма/ }), '1234,5');
    await user.selectOptions(form.getByRole('combobox', { name: 'Вид' }), 'Упаковка');
    await user.click(form.getByRole('checkbox', { name: /Учитывается в налоге/ }));
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    const again = within(await screen.findByRole('dialog', { name: 'Прочие расходы' }));
    expect(await again.findByText(/^1.234,50.₽$/)).toBeVisible();
    expect(again.getByText(/все магазины · учитывается в налоге/)).toBeVisible();
    await user.click(again.getByRole('button', { name: 'Удалить расход «Упаковка»' }));
    expect(await again.findByText('Расходов за эти дни нет')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
    expect(await again.findByText(/^1.234,50.₽$/)).toBeVisible();
  });

  it('that were pressed again after a lost answer are one', async () => {
    const keys: (string | null)[] = [];
    mockServer.use(
      mock(createOwnCostEndpoint, ({ request, body }) => {
        keys.push(request.headers.get('idempotency-key'));
        if (keys.length === 1) return Response.error();
        return { ...body, id: 1, version: 1, updatedAt: '2026-11-20T14:05:00+03:00' };
      }),
    );
    const { user } = await openProfit();
    await user.click(await screen.findByRole('button', { name: 'Прочие расходы' }));
    await user.click(await screen.findByRole('button', { name: 'Добавить расход' }));
    const form = within(await screen.findByRole('dialog', { name: 'Новый расход' }));
    await user.type(form.getByRole('textbox', { name: /Сумма/ }), '500');
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    await waitFor(() =>
      expect(form.getByRole('button', { name: 'Добавить' })).not.toHaveAttribute('aria-busy', 'true'),
    );
    await waitFor(() => expect(keys).toHaveLength(1));
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).toBe(keys[1]);
    expect(await screen.findByText(/Расход сохранён/)).toBeVisible();
  });
});

describe('the profit screen', () => {
  it('shows the period’s figures with their change', async () => {
    const { tiles } = await openProfit();
    expect(plain(tiles.textContent)).toContain('Заказы1 284на 2,14 млн ₽+12,4 %');
    // Over the days that both periods have by report 310 000 ₽ came after 200 000 ₽.
    expect(plain(tiles.textContent)).toContain('Прибыль≈ 412 640 ₽предварительно+55 %');
  });

  it('says which days the changes are of, and of orders apart', async () => {
    await openProfit('?from=2026-11-06&to=2026-11-19');
    expect(plain(document.body.textContent)).toContain(
      'изменения: заказов — к 23 октября – 5 ноября, остального — 6 – 17 ноября к 23 октября – 3 ноября (по отчётам)',
    );
  });

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

  it('compares nothing with days before the data, and says when the data begins', async () => {
    watchProfit({
      coverage: { orders: null, report: { from: addDays(yesterday, -13), to: yesterday } },
      comparison: { orders: null, report: null },
    });
    const { tiles } = await openProfit();
    expect(within(tiles).getAllByText('не с чем сравнить')).toHaveLength(5);
    expect(plain(document.body.textContent)).toContain(
      `остального — не с чем сравнить, отчёты начинаются ${plain(formatDay(addDays(yesterday, -13)))}`,
    );
  });

  it('goes from revenue to profit step by step, leaving out what is nothing', async () => {
    await openProfit();
    const table = screen.getByRole('table', { name: 'От выручки до прибыли' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').firstChild?.textContent)).toEqual([
      'Выручка',
      'Комиссия',
      'Логистика',
      'Хранение',
      'Штрафы',
      'Реклама',
      'Прочие удержания',
      'К перечислению',
      'Себестоимость',
      'Налог',
      'Прибыль',
    ]);
    expect(plain(rows[1]?.textContent)).toContain('−250 000 ₽≈ −12,5 %');
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
    expect(panel).toHaveTextContent('2 дня ещё нет в отчёте Wildberries');
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

  it('lists cards under the totals of the period', async () => {
    await openProfit();
    expect(await screen.findByText('Кружка керамическая с крышкой 450 мл')).toBeInTheDocument();
    expect(screen.getByText('Артикул WB 150000003')).toBeInTheDocument();
    expect(screen.getByText('Всего за период')).toBeInTheDocument();
    expect(screen.getAllByText('нет себестоимости')).toHaveLength(2);
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
      ...[
        buyouts,
        bought,
        '2 000 000 ₽',
        '1 500 000 ₽',
        '200 000 ₽',
        '985 360 ₽',
        '0 ₽',
        '102 000 ₽',
        profit,
      ].map((amount) => mark + amount),
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

  it('of an older server, that does not say whose days are preliminary, marks all cards', async () => {
    watchProfit({ SELECTED: mockSide('2026-11-06', '2026-11-19', mockTotals()) });
    await openProfit('?from=2026-11-06&to=2026-11-19');
    const row = (await screen.findByText('PLD-130-BE')).closest('tr');
    expect(plain(row?.textContent)).toContain('≈ −1 200 ₽—');
  });

  it('leaves it to the server which days the reports cover, and asks for the cards of just these', async () => {
    const asked = watchProfit();
    const cards = watchCards();
    const { user } = await openProfit();
    expect(asked).toEqual([{ basis: 'OWN' }]);
    await waitFor(() => expect(cards).toHaveLength(1));
    expect(cards[0]).toMatchObject(reportedDays);
    await user.click(
      screen.getByRole('button', { name: plainName(formatPeriod('2026-11-02', '2026-11-15')) }),
    );
    expect(screen.getByRole('button', { name: /^14.дней по отчётам$/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(screen.getByRole('button', { name: /^14.дней$/ })).toHaveAttribute('aria-pressed', 'false');
  });

  it('goes to the days that ended yesterday and back to those of the reports', async () => {
    const asked = watchProfit();
    const { user, address: shown } = await openProfit();
    await user.click(
      screen.getByRole('button', { name: plainName(formatPeriod('2026-11-02', '2026-11-15')) }),
    );
    await user.click(screen.getByRole('button', { name: /^14.дней$/ }));
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ from: addDays(yesterday, -13), to: yesterday, basis: 'OWN' }),
    );
    expect(shown()).toBe(`${address}?days=14`);
    await user.click(screen.getByRole('button', { name: /–/, expanded: false }));
    await user.click(screen.getByRole('button', { name: /^14.дней по отчётам$/ }));
    await waitFor(() => expect(shown()).toBe(address));
    const days = plainName(formatPeriod('2026-11-02', '2026-11-15'));
    expect(await screen.findByRole('button', { name: days })).toBeVisible();
  });

  it('compares the days of the reports with those before them when these are shown', async () => {
    watchProfit();
    const cards = watchCards();
    await openProfit('?show=PREVIOUS');
    await waitFor(() => expect(cards[0]).toMatchObject({ from: '2026-10-19', to: '2026-11-01' }));
  });

  it('keeps the chosen period, shops and basis in the address', async () => {
    const asked = watchProfit();
    const { user, address: shown } = await openProfit('?shop=2');
    await user.click(screen.getByRole('radio', { name: 'Доходы − расходы' }));
    await user.click(
      screen.getByRole('button', { name: plainName(formatPeriod('2026-11-02', '2026-11-15')) }),
    );
    await user.click(screen.getByRole('button', { name: /^30.дней$/ }));
    await waitFor(() => expect(shown()).toBe(`${address}?days=30&shop=2&basis=INCOME_MINUS_EXPENSES`));
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        from: addDays(yesterday, -29),
        to: yesterday,
        basis: 'INCOME_MINUS_EXPENSES',
        shop: [2],
      }),
    );
  });

  it('opens the reported week, a month and a year, and compares with a year ago', async () => {
    const asked = watchProfit({
      coverage: { orders: null, report: { from: '2026-01-01', to: '2026-11-11' } },
    });
    const { user, address: shown } = await openProfit('?from=2026-11-06&to=2026-11-19');
    const choose = async (name: string) => {
      await user.click(screen.getByRole('button', { name: /ноября|октября|–/, expanded: false }));
      await user.click(within(screen.getByRole('dialog', { name: 'Период' })).getByRole('button', { name }));
    };
    await choose('Отчётная неделя');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ from: '2026-11-02', to: '2026-11-08' }));
    expect(shown()).toContain('from=2026-11-02&to=2026-11-08');
    await choose('Прошлый месяц');
    await waitFor(() => expect(asked.at(-1)?.from?.slice(8)).toBe('01'));
    expect(shown()).toContain('month=LAST');
    await choose('Год');
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ from: addDays(yesterday, -364), to: yesterday }),
    );
    expect(asked.at(-1)).not.toHaveProperty('against');
    await user.click(screen.getByRole('button', { name: /–/, expanded: false }));
    await user.click(screen.getByRole('radio', { name: 'Год назад' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ against: 'YEAR_AGO' }));
    expect(shown()).toContain('against=YEAR_AGO');
  });

  it('has no reported week while some shop that sold has no report', async () => {
    watchProfit({ reportedUntil: '2026-11-11', coverage: { orders: null, report: null } });
    const { user } = await openProfit('?from=2026-11-06&to=2026-11-19');
    await user.click(screen.getByRole('button', { name: /–/, expanded: false }));
    expect(screen.getByRole('button', { name: 'Прошлый месяц' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отчётная неделя' })).not.toBeInTheDocument();
  });

  it('asks for the cards of a year ago when that side is shown', async () => {
    const cards = watchCards();
    await openProfit('?from=2026-11-06&to=2026-11-19&against=YEAR_AGO&show=PREVIOUS');
    expect(screen.getByRole('radio', { name: 'Год назад' })).toBeChecked();
    await waitFor(() => expect(cards[0]).toMatchObject({ from: '2025-11-06', to: '2025-11-19' }));
  });

  it('shows the previous period in place of the chosen one, its cards too', async () => {
    const askedCards = watchCards();
    const { user, tiles } = await openProfit('?from=2026-11-06&to=2026-11-19');
    await user.click(screen.getByRole('radio', { name: 'Предыдущий' }));
    await waitFor(() => expect(plain(tiles.textContent)).toContain('Заказы1 142'));
    expect(plain(tiles.textContent)).not.toContain('%+');
    await waitFor(() => expect(askedCards.at(-1)).toMatchObject({ from: '2026-10-23', to: '2026-11-05' }));
  });

  it('marks how far the report goes and what is preliminary', async () => {
    await openProfit('?from=2026-11-06&to=2026-11-19');
    expect(plain(document.body.textContent)).toMatch(
      /По отчёту до 17 ноября( 2026)?, дальше предварительно: без логистики, хранения и удержаний/,
    );
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

  it('warns of cards without a cost and of shops that could not be read', async () => {
    watchProfit({
      cardsWithoutCostPrice: 12,
      problems: [{ shopId: 2, shopName: 'Сибирь', detail: 'Нет активного токена категории «Финансы»' }],
    });
    await openProfit();
    expect(plain(document.body.textContent)).toContain('Без себестоимости: 12 карточек');
    expect(screen.getByRole('link', { name: 'Указать' })).toHaveAttribute(
      'href',
      '/home/cards?quality=no_cost_price',
    );
    expect(screen.getByRole('link', { name: 'Сибирь' }).parentElement).toHaveTextContent(
      'Сибирь: Нет активного токена категории «Финансы»',
    );
  });

  it('tells how many rows of the report could not be read, and which', async () => {
    watchProfit({
      problems: [
        {
          shopId: 2,
          shopName: 'Сибирь',
          detail: '3 строки отчёта не прочитаны',
          unread: { kind: 'report', count: 3, rows: ['№ 77: forPay «1,2,3»', '№ 78: нет rrDate'] },
        },
      ],
    });
    await openProfit();
    expect(plain(screen.getByText(/^Сибирь:/).textContent)).toBe('Сибирь: 3 строки отчёта не прочитаны');
    expect(screen.getByText('№ 77: forPay «1,2,3»')).toBeInTheDocument();
    expect(screen.getByText('и ещё 1')).toBeInTheDocument();
    expect(screen.queryByText('Данные не всех магазинов полны')).toBeNull();
  });

  it('shows what a shop without cards was charged as a row', async () => {
    const asked: EndpointQuery<typeof listProfitCardsEndpoint>[] = [];
    mockServer.use(
      mock(listProfitCardsEndpoint, ({ query }) => {
        asked.push(query);
        const row = { nmId: 0, cardId: null, shopId: 1, vendorCode: '', title: '', hasCostPrice: true };
        return { count: 1, next: null, previous: null, results: [{ ...row, totals: mockTotals() }] };
      }),
    );
    await openProfit();
    expect(await screen.findByText('Без карточки')).toBeInTheDocument();
    expect(asked[0]?.shopRows).toBe(true);
  });

  it('finds cards and sorts them', async () => {
    const { user, address: shown } = await openProfit();
    await user.type(screen.getByRole('searchbox', { name: 'Поиск карточек' }), 'плед');
    await waitFor(() => expect(screen.queryByText('Кружка керамическая с крышкой 450 мл')).toBeNull());
    expect(screen.getByText('Плед вязаный хлопок 130×170')).toBeInTheDocument();
    await waitFor(() => expect(new URLSearchParams(shown().split('?')[1]).get('q')).toBe('плед'));
    // Totals of the whole period would not be those of what was found.
    expect(screen.queryByText('Всего за период')).toBeNull();
  });

  it('shows the cards of a group by profit, keeps it in the address, and what they make together', async () => {
    const { user, address: shown } = await openProfit('?from=2026-11-06&to=2026-11-19');
    const groups = within(await screen.findByRole('group', { name: 'Группа по прибыли' }));
    expect(groups.getAllByRole('radio').map((radio) => plain(radio.closest('label')?.textContent))).toEqual([
      'Все 3',
      'A 2',
      'B 0',
      'C 0',
      'Убыточные 1',
    ]);
    await user.click(groups.getByRole('radio', { name: /^A/ }));
    expect(new URLSearchParams(shown().split('?')[1]).get('group')).toBe('A');
    expect(plain((await screen.findByText(/дают первые 80/)).textContent)).toBe(
      'дают первые 80 % прибыли, вместе ≈ 380 000 ₽',
    );
    await user.click(groups.getByRole('radio', { name: /^B/ }));
    await user.click(await screen.findByRole('button', { name: 'Показать все' }));
    expect(new URLSearchParams(shown().split('?')[1]).get('group')).toBeNull();
  });

  it('says what to do when nothing was sold and nothing was ever read', async () => {
    watchProfit({
      SELECTED: mockSide(reportedDays.from, reportedDays.to, NOTHING),
      PREVIOUS: mockSide(reportedDays.from, reportedDays.to, NOTHING),
    });
    renderPage(<ProfitPage />, address);
    expect(await screen.findByText('За этот период нет ни заказов, ни продаж')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'К магазинам' })).toHaveAttribute('href', '/home/account/shops');
  });

  it('leads an account without shops to adding one', async () => {
    mockServer.use(mock(getProfileEndpoint, () => ({ ...mockProfile, shops: [] })));
    watchProfit({
      SELECTED: mockSide(reportedDays.from, reportedDays.to, NOTHING),
      PREVIOUS: mockSide(reportedDays.from, reportedDays.to, NOTHING),
    });
    renderPage(<ProfitPage />, address);
    expect(await screen.findByText('Магазинов пока нет')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Добавить магазин' })).toHaveAttribute('href', paths.shops);
  });

  it('tells why an answer failed and asks again', async () => {
    mockServer.use(mock(getProfitEndpoint, () => mockError(500, { detail: ['Ошибка сервера'] })));
    const { user } = renderPage(<ProfitPage />, address);
    expect(await screen.findByText('Не удалось загрузить')).toBeInTheDocument();
    watchProfit();
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('region', { name: 'Итоги периода' })).toBeInTheDocument();
  });

  it('has nothing to show without a connection, and says why', async () => {
    mockServer.use(mock(getProfitEndpoint, () => HttpResponse.error()));
    renderPage(<ProfitPage />, address);
    expect(await screen.findByText('Нет данных без связи')).toBeInTheDocument();
    expect(screen.getByText(/Деньги не хранятся на устройстве/)).toBeInTheDocument();
  });
});

/** Accessible names have plain spaces. */
function plainName(text: string): RegExp {
  return new RegExp(text.replaceAll(/\s/g, '.'));
}
