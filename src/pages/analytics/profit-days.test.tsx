import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addDays, formatDay, formatPeriod } from '#lib/dates.ts';
import {
  plain,
  address,
  yesterday,
  reportedDays,
  openProfit,
  watchProfit,
  watchCards,
  plainName,
} from '#tests/support/analytics/profit-screen.tsx';

describe('the days of the profit screen', () => {
  it('says which days the changes are of, and of orders apart', async () => {
    await openProfit('?from=2026-11-06&to=2026-11-19');
    expect(plain(document.body.textContent)).toContain(
      'изменения: заказов — к 23 октября – 5 ноября, остального — 6 – 17 ноября к 23 октября – 3 ноября (по отчётам)',
    );
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
});
