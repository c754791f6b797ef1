import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listPromotionsEndpoint } from '#contract/promotions.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockPromotion } from '#tests/mocks/promotions.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { PromotionsPage } from './promotions-page.tsx';

const coming = { period: 'upcoming', startsAt: '2026-12-01T00:00:00+03:00' } as const;
const nightly = ['Московский', 'Сибирь', 'Урал'].map((shopName, index) =>
  mockPromotion({
    ...coming,
    id: 10 + index,
    wbPromotionId: 1503,
    shopId: 1 + index,
    shopName,
    name: 'Ночная распродажа',
    startsAt: '2026-12-05T00:00:00+03:00',
    endsAt: '2026-12-06T23:59:59+03:00',
  }),
);
const promotions = [
  mockPromotion({ ...coming, endsAt: '2026-12-04T23:59:59+03:00' }),
  mockPromotion({ ...coming, id: 2, shopId: 2, shopName: 'Сибирь', endsAt: '2026-12-04T23:59:59+03:00' }),
  mockPromotion({
    ...coming,
    id: 3,
    wbPromotionId: 1502,
    name: 'Цены ниже',
    type: 'auto',
    startsAt: '2026-12-03T00:00:00+03:00',
    endsAt: '2026-12-10T23:59:59+03:00',
  }),
  ...nightly,
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T12:00:00+03:00') });
  mockServer.use(mock(listPromotionsEndpoint, () => ({ promotions, problems: [], syncedAt: null })));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open() {
  const app = renderPage(<PromotionsPage />, '/home/promotions?period=upcoming');
  await screen.findByRole('list', { name: 'Акции' });
  return app;
}
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

it('promotions to come are links in the order of their days, each with its days, shops and deadline in words', async () => {
  const { user, address } = await open();
  const list = screen.getByRole('list', { name: 'Календарь по дням' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => plain(link.getAttribute('aria-label')))).toEqual([
    'Хиты недели, 1 – 4 декабря, через 3 дня. Магазины: Московский, Сибирь. Участвовать с первого дня — добавить до 1 декабря, 00:00.',
    'Автоакция «Цены ниже», 3 – 10 декабря, через 5 дней. Магазин: Московский. Исключить товары — в кабинете до 3 декабря, 00:00.',
    'Ночная распродажа, 5 – 6 декабря, через 7 дней. 3 магазина. Участвовать с первого дня — добавить до 5 декабря, 00:00.',
  ]);
  expect(links[0]).toHaveTextContent('(2) Хиты недели');
  // Whoever speaks to the screen says what is seen: but for brackets it has to stand in the name that is read out.
  for (const link of links) {
    const seen = plain(link.textContent).replace(/^\(\d+\) /, '');
    expect(link).toHaveAccessibleName(expect.stringContaining(seen));
  }
  expect(links[0]).toHaveAttribute('aria-current', 'true');
  links[1]?.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/home/promotions?period=upcoming&id=3'));
  expect(links[1]).toHaveAttribute('aria-current', 'true');
});

it('a narrow screen has the list alone, with the same days and deadlines', async () => {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(real(query), query === '(min-width: 1024px)' ? { matches: false } : {}),
  );
  await open();
  expect(screen.queryByRole('list', { name: 'Календарь по дням' })).not.toBeInTheDocument();
  const [first] = within(screen.getByRole('list', { name: 'Акции' })).getAllByRole('link');
  expect(plain(first?.textContent)).toContain('1 – 4 декабря, через 3 дня');
  expect(plain(first?.textContent)).toContain('Участвовать с первого дня — добавить до 1 декабря, 00:00');
});

it('what is on now has no timeline of what is to come', async () => {
  mockServer.use(
    mock(listPromotionsEndpoint, () => ({ promotions: [mockPromotion()], problems: [], syncedAt: null })),
  );
  renderPage(<PromotionsPage />, '/home/promotions');
  await screen.findByRole('list', { name: 'Акции' });
  expect(screen.queryByRole('list', { name: 'Календарь по дням' })).not.toBeInTheDocument();
});
