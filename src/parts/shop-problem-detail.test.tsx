import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ShopProblemDetail } from './shop-problem-detail.tsx';

const LIMIT = 'Исчерпан лимит запросов Wildberries';

afterEach(() => vi.useRealTimers());

it('the time of the next try is named until it has come, also on a screen that is left open', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00+03:00') });
  render(<ShopProblemDetail detail={LIMIT} retryAt="2026-11-20T12:04:30+03:00" />);
  expect(screen.getByText(`${LIMIT}. Следующая попытка — после 12:05`)).toBeVisible();
  act(() => void vi.advanceTimersByTime(4.5 * 60_000));
  expect(screen.getByText(LIMIT)).toBeVisible();
});

it.each([undefined, null, '2026-11-20T12:04:30+03:00'])(
  'no time is named that is past or unknown: %s',
  (retryAt) => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:10:00+03:00') });
    render(<ShopProblemDetail detail={LIMIT} retryAt={retryAt} />);
    expect(screen.getByText(LIMIT)).toBeVisible();
  },
);
