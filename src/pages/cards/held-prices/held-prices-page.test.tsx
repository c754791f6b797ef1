import { act, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  listHeldPricesEndpoint,
  readHeldPricesEndpoint,
  type ListedHeldPrice,
} from '#contract/held-prices.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { paths } from '#lib/paths.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { saveTable } from '#tests/support/exports/save-table.ts';
import { HeldPricesPage } from './held-prices-page.tsx';

const heldPrice = (changes: Partial<ListedHeldPrice> = {}): ListedHeldPrice => ({
  shopId: 1,
  nmId: 218_734_501,
  priceKopecks: 300_00,
  discount: 0,
  presentPriceKopecks: 1500_00,
  presentDiscount: 20,
  heldSince: '2026-11-20T14:05:00+03:00',
  card: { id: 7, title: 'Кружка керамическая', vendorCode: 'MUG-7', photo: null },
  ...changes,
});

function show(results: ListedHeldPrice[], rest: { readAt?: string | null; problem?: string } = {}) {
  mockServer.use(
    mock(listHeldPricesEndpoint, () => ({
      count: results.length,
      next: null,
      previous: null,
      results,
      readAt: rest.readAt === undefined ? '2026-11-20T15:00:00+03:00' : rest.readAt,
      problems: rest.problem === undefined ? [] : [{ shopId: 2, shopName: 'Сибирь', detail: rest.problem }],
    })),
  );
  return renderPage(<HeldPricesPage />, '/home/cards/price-quarantine');
}

it('leads an account without shops to adding one', async () => {
  mockServer.use(mock(getProfileEndpoint, () => ({ ...mockProfile, shops: [] })));
  show([], { readAt: null });
  expect(
    await screen.findByText(
      'За ценами станет видно, когда вы добавите магазин с токеном категории «Цены и скидки».',
    ),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Добавить магазин' })).toHaveAttribute('href', paths.shops);
});

it('says what is sold at, what was not applied and since when, and leads to the price of the card', async () => {
  show([heldPrice(), heldPrice({ nmId: 5, card: null })]);
  const table = await screen.findByRole('region', { name: 'Цены в карантине' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(first).toHaveTextContent(/1\s200\s₽1\s500\s₽ − 20\s%300\s₽−75\s%/);
  expect(within(table).getByRole('link', { name: 'Кружка керамическая' })).toHaveAttribute(
    'href',
    '/home/cards/edit?id=7&tab=PRICE_AND_DISCOUNT',
  );
  expect(second).toHaveTextContent('Артикул WB 5: карточки здесь нет');
  expect(screen.getByText('2 цены не применены')).toBeVisible();
});

it('a narrow screen has the same facts in a list, with no table to push aside', async () => {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(real(query), query === '(min-width: 1024px)' ? { matches: false } : {}),
  );
  show([heldPrice(), heldPrice({ nmId: 5, card: null })]);
  const [first, second] = within(await screen.findByRole('list', { name: 'Цены в карантине' })).getAllByRole(
    'listitem',
  );
  expect(first).toHaveTextContent(/Кружка керамическая.*MUG-7 · .*в карантине с\s20\sноября.*, 14:05/);
  expect(first).toHaveTextContent(/продаётся по 1\s200\s₽не применена 300\s₽$/);
  expect(second).toHaveTextContent('Артикул WB 5');
  expect(screen.queryByRole('table')).toBeNull();
});

it('that there is nothing is said only when all shops were read', async () => {
  show([]);
  expect(await screen.findByText('В карантине ничего нет')).toBeVisible();
});

it('without a connection it is said of the time when it was heard', async () => {
  show([]);
  expect(await screen.findByText('В карантине ничего нет')).toBeVisible();
  act(() => connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 }));
  expect(screen.getByText(/^На \d\d:\d\d в карантине ничего нет$/)).toBeVisible();
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
});

it('a shop that was not read says why, and is not said to have nothing', async () => {
  show([], { readAt: null, problem: 'У магазина нет токена «Цены и скидки»' });
  expect(await screen.findByText('Карантин прочитан не весь')).toBeVisible();
  expect(screen.queryByText('В карантине ничего нет')).not.toBeInTheDocument();
  expect(screen.getByText('Прочитаны ещё не все магазины')).toBeVisible();
  expect(screen.getByText('«Сибирь» не прочитан')).toBeVisible();
  expect(screen.getByText('У магазина нет токена «Цены и скидки»')).toBeVisible();
});

it('without a connection nobody is sent to a button that cannot ask', async () => {
  show([], { readAt: null });
  expect(await screen.findByText(/«Обновить» спросит Wildberries сейчас/)).toBeVisible();
  act(() => connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 }));
  expect(screen.queryByText(/«Обновить»/)).toBeNull();
  expect(screen.getByText(/остальные прочитаются, когда появится связь/)).toBeVisible();
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
});

it('is read again at the marketplace on a press', async () => {
  let isRead = false;
  const { user } = show([heldPrice()]);
  mockServer.use(
    mock(readHeldPricesEndpoint, () => {
      isRead = true;
      return undefined;
    }),
    mock(listHeldPricesEndpoint, () => ({
      count: isRead ? 0 : 1,
      next: null,
      previous: null,
      results: isRead ? [] : [heldPrice()],
      readAt: '2026-11-20T15:00:00+03:00',
      problems: [],
    })),
  );
  await screen.findByRole('region', { name: 'Цены в карантине' });
  expect(screen.getByText(/^1\sцена не применена$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Обновить' }));
  expect(await screen.findByText('В карантине ничего нет')).toBeVisible();
});

it('a refusal of the server is shown in place, with a way to try again', async () => {
  mockServer.use(mock(listHeldPricesEndpoint, () => mockError(500, { detail: ['Сервер перегружен'] })));
  renderPage(<HeldPricesPage />, '/home/cards/price-quarantine');
  expect(await screen.findByRole('button', { name: 'Повторить' })).toBeVisible();
});

it('is saved whole in both formats, also without a card here', async () => {
  const { user } = show([heldPrice(), heldPrice({ nmId: 5, card: null })]);
  const { csv, xlsx } = await saveTable(user, 'Карантин цен');
  expect(csv.slice(1)).toEqual([
    [
      '218734501',
      'MUG-7',
      'Кружка керамическая',
      'Московский',
      '1500,00',
      '20',
      '1200,00',
      '300,00',
      '0',
      '300,00',
      '20.11.2026 14:05',
    ],
    ['5', '', '', 'Московский', '1500,00', '20', '1200,00', '300,00', '0', '300,00', '20.11.2026 14:05'],
  ]);
  expect(xlsx).toHaveLength(3);
});
