import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getProfitEndpoint } from '#contract/analytics.ts';
import type { EndpointQuery } from '#contract/endpoint.ts';
import { listProfitPartsEndpoint } from '#contract/profit-parts.ts';
import { mockProfitCards, mockSide, mockTotals } from '#tests/mocks/analytics.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { measureNames } from './profit-measures.ts';
import { ProfitPage } from './profit-page.tsx';

const days = { from: '2026-11-10', to: '2026-11-13' };
const address = `/home/analytics/profit?from=${days.from}&to=${days.to}&shop=1&basis=INCOME`;
const plain = (element: HTMLElement) => (element.textContent ?? '').replaceAll('\u00a0', ' ');
const findDialog = (name: RegExp) => screen.findByRole('dialog', { name });
const side = (dialog: HTMLElement, name: string) => within(dialog).getByRole('region', { name });

/** Every day is in the report unless said otherwise. */
function serveProfit(totals = mockTotals(), unreportedDays = 0, ordersFrom = '2026-08-01') {
  mockServer.use(
    mock(getProfitEndpoint, ({ query }) => ({
      basis: query.basis,
      SELECTED: mockSide(days.from, days.to, totals, unreportedDays),
      PREVIOUS: mockSide('2026-11-06', '2026-11-09', totals, 0),
      cardsWithoutCostPrice: 0,
      reportedUntil: days.to,
      syncedAt: null,
      coverage: { orders: { from: ordersFrom, to: days.to }, report: null },
    })),
  );
}

describe('a measure of the profit page', () => {
  it('opens to what is divided by what, down to rows, with its period, shops and basis, and the way back', async () => {
    const asked: EndpointQuery<typeof listProfitPartsEndpoint>[] = [];
    serveProfit();
    mockServer.use(
      mock(listProfitPartsEndpoint, ({ query }) => {
        asked.push(query);
        return { total: 1021, parts: [] };
      }),
    );
    const { user, router } = renderPage(<ProfitPage />, address);
    await user.click(await screen.findByRole('button', { name: /^Прибыль с единицы: .*из чего сложилось$/ }));
    let dialog = await findDialog(/^Прибыль с единицы: 412.₽$/);
    expect(within(dialog).getByText('Как посчитано').nextSibling).toHaveTextContent(
      'Прибыль ÷ (выкупы − возвраты).',
    );
    expect(plain(side(dialog, 'Что делится'))).toBe('Что делитсяПрибыль412 640 ₽');
    expect(plain(side(dialog, 'На что делится'))).toBe('На что делитсяВыкупы1 021− Возвраты20Вместе1 001');
    await user.click(within(dialog).getByRole('button', { name: /^Выкупы/ }));
    dialog = await findDialog(/^Выкупы: 1.021$/);
    expect(asked).toEqual([{ ...days, shop: [1], basis: 'INCOME', line: 'BUYOUTS' }]);
    expect(router.state.location.search).toContain('of=BUYOUTS&measure=PROFIT_PER_UNIT');
    await user.click(within(dialog).getByRole('button', { name: 'Прибыль с единицы' }));
    dialog = await findDialog(/^Прибыль с единицы: /);
    // What is a term of a term leads up to that term, and that one to the measure.
    await user.click(within(dialog).getByRole('button', { name: /^Прибыль/ }));
    await user.click(within(await findDialog(/^Прибыль: /)).getByRole('button', { name: /^Налог/ }));
    await user.click(within(await findDialog(/^Налог: /)).getByRole('button', { name: 'Прибыль' }));
    dialog = await findDialog(/^Прибыль: /);
    expect(within(dialog).getByRole('button', { name: 'Прибыль с единицы' })).toBeVisible();
    await user.click(within(dialog).getByText('Закрыть'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.search).not.toMatch(/of=|measure=/);
  });

  it('says in its window what was pressed', async () => {
    serveProfit(mockTotals({ deductionKopecks: 31_000_00 }), 1, '2026-11-11');
    const { user } = renderPage(<ProfitPage />, address);
    const panel = (await screen.findByRole('button', { name: /^Средний чек: / })).closest('section');
    const pressed = within(panel ?? document.body).getAllByRole('button', { name: /, из чего сложилось$/ });
    expect(pressed).toHaveLength(measureNames.length);
    for (const button of pressed) {
      const name = (button.getAttribute('aria-label') ?? '').replace(', из чего сложилось', '');
      await user.click(button);
      const dialog = await screen.findByRole('dialog', { name });
      await user.click(within(dialog).getByText('Закрыть'));
    }
  }, 120_000);

  it.each([
    ['MARGIN', 2, '2026-08-01', mockTotals(), /ещё не все в отчёте Wildberries/],
    ['BUYOUT_SHARE', 0, '2026-11-11', mockTotals(), /за 90 дней/],
    ['ADVERTISING_SHARE', 0, '2026-08-01', mockTotals({ deductionKopecks: 31_000_00 }), /удержано 1.000.₽/],
    ['ROI', 0, '2026-08-01', mockTotals({ cogsKopecks: 0 }), /делить не на что/i],
  ] as const)(
    '%s that cannot be told says why, and still opens',
    async (name, unreported, since, totals, why) => {
      serveProfit(totals, unreported, since);
      renderPage(<ProfitPage />, `${address}&measure=${name}`);
      const dialog = await findDialog(/: не посчитать$/);
      expect(within(dialog).getByText('Как посчитано').nextSibling).toHaveTextContent(why);
      expect(within(side(dialog, 'На что делится')).getAllByRole('button')).not.toHaveLength(0);
    },
  );

  it('of one card opens from its cell, of that card alone', async () => {
    serveProfit();
    const { user, router } = renderPage(<ProfitPage />, address);
    const row = (await screen.findByText('MUG-450-GR')).closest('tr');
    if (!row) throw new Error('No row of the card');
    await user.click(within(row).getByRole('button', { name: /^Маржа: / }));
    const dialog = await findDialog(/^Маржа: 2,5.%$/);
    expect(router.state.location.search).toContain(`measure=MARGIN&card=1-${mockProfitCards[0]?.nmId}`);
    expect(plain(dialog)).toContain('Кружка');
    expect(plain(side(dialog, 'Что делится'))).toContain('Прибыль49 385 ₽');
    await user.click(within(dialog).getByRole('button', { name: /^Прибыль/ }));
    await findDialog(/^Прибыль: 49.385.₽$/);
    expect(router.state.location.search).toContain(
      `of=PROFIT&measure=MARGIN&card=1-${mockProfitCards[0]?.nmId}`,
    );
  });
});
