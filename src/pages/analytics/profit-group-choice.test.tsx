import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ProfitCurvePoint } from '#contract/analytics.ts';
import { mockProfitCurve, mockProfitGroups } from '#tests/mocks/analytics.ts';
import { ProfitGroupChoice } from './profit-group-choice.tsx';

const plain = (text: string | null | undefined) => text?.replaceAll(/[\u00a0\u202f]/g, ' ');
const show = (points: ProfitCurvePoint[] | undefined, isPreliminary = false) =>
  render(
    <ProfitGroupChoice
      groups={mockProfitGroups}
      curve={points}
      chosen="A"
      isPreliminary={isPreliminary}
      onChange={vi.fn()}
    />,
  );

describe('groups by profit', () => {
  it('open to the curve of the best cards, that says of each point how many they are, in which group, and what they make', async () => {
    show(mockProfitCurve);
    const button = screen.getByRole('button', { name: 'Кривая ABC' });
    expect(screen.queryByRole('slider')).toBeNull();
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(plain(screen.getByRole('slider').getAttribute('aria-valuetext'))).toBe(
      '3 карточки · Убыточные: Лучшие карточки вместе 375 000 ₽',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Показать таблицей' }));
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => plain(row.textContent))).toEqual([
      '0 карточек0 ₽',
      '1 карточка · A250 000 ₽',
      '2 карточки · A380 000 ₽',
      '3 карточки · Убыточные375 000 ₽',
    ]);
    await userEvent.click(button);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('say of days without a report that they are preliminary: of their sum and of the curve, too', async () => {
    const { unmount } = show(mockProfitCurve);
    expect(screen.queryByText('предварительно')).toBeNull();
    expect(plain(screen.getByText(/дают первые 80/).textContent)).toMatch(/вместе 380 000 ₽$/);
    unmount();
    show(mockProfitCurve, true);
    expect(screen.getByText('предварительно')).toBeVisible();
    expect(plain(screen.getByText(/дают первые 80/).textContent)).toMatch(/вместе ≈ 380 000 ₽$/);
    await userEvent.click(screen.getByRole('button', { name: 'Кривая ABC' }));
    expect(plain(screen.getByRole('slider').getAttribute('aria-valuetext'))).toMatch(/≈ 375 000 ₽$/);
  });

  it.each([
    ['of one or two cards', mockProfitCurve.slice(0, 3)],
    ['of an older server', undefined],
  ])('offer no curve %s', (_whose, points) => {
    show(points);
    expect(screen.queryByRole('button', { name: 'Кривая ABC' })).toBeNull();
  });
});
