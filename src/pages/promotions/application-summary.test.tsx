import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { mockApplication } from '#tests/mocks/promotions.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ApplicationSummary } from './application-summary.tsx';

afterEach(() => vi.useRealTimers());

const sending = (waitingUntil?: string | null) =>
  mockApplication({ state: 'SENDING', ...(waitingUntil === undefined ? {} : { waitingUntil }) });

it.each([undefined, null])('an application on its way says that it is sent', (waitingUntil) => {
  renderPage(<ApplicationSummary application={sending(waitingUntil)} />);
  expect(screen.getByText(/Отправляем в Wildberries\./)).toBeVisible();
});

it('one that has to wait says until when, and no longer once that is past', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T17:20:00+03:00') });
  renderPage(<ApplicationSummary application={sending('2026-11-20T14:29:00Z')} />);
  expect(screen.queryByText(/Отправляем/)).not.toBeInTheDocument();
  expect(screen.getByText(/исчерпан лимит запросов или нет связи.*20\sноября, 17:29/)).toBeVisible();
  act(() => void vi.advanceTimersByTime(10 * 60_000));
  expect(screen.getByText(/Отправляем в Wildberries\./)).toBeVisible();
  expect(screen.queryByText(/17:29/)).not.toBeInTheDocument();
});

it('a shop that has not taken it is named with its own quotes inside', () => {
  const shop = { shopId: 1, shopName: 'ООО «Кубикоград»', cardCount: 1, problem: 'Токен только для чтения' };
  renderPage(<ApplicationSummary application={mockApplication({ state: 'DONE', shops: [shop] })} />);
  expect(screen.getByText('«ООО „Кубикоград“» не принял заявку')).toBeVisible();
});

it('the shop that it goes to is named with its own quotes inside', () => {
  const shop = { shopId: 1, shopName: 'ООО «Кубикоград»', cardCount: 1, problem: null };
  renderPage(<ApplicationSummary application={mockApplication({ shops: [shop] })} />);
  expect(screen.getByText(/^1\sкарточка в 1\sмагазине «ООО „Кубикоград“»\./)).toBeVisible();
});
