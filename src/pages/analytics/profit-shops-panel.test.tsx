import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listProfitShopsEndpoint } from '#contract/analytics.ts';
import type { EndpointQuery } from '#contract/endpoint.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { formatDay } from '#lib/dates.ts';
import { mockProfitShops } from '#tests/mocks/analytics.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ProfitPage } from './profit-page.tsx';

const address = '/home/analytics/profit';
const period = 'from=2026-11-10&to=2026-11-13';
const NAME = 'Прибыль по магазинам и дням';

/** Thousands are joined by non-breaking spaces on the screen. */
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');
const textsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => plain(cell.textContent)));
const findTable = () => screen.findByRole('table', { name: NAME });

function watchAsked() {
  const asked: EndpointQuery<typeof listProfitShopsEndpoint>[] = [];
  mockServer.use(
    mock(listProfitShopsEndpoint, ({ query }) => {
      asked.push(query);
      return { from: query.from, to: query.to, shops: mockProfitShops(query.from) };
    }),
  );
  return asked;
}

describe('days by shops', () => {
  it('are counted when they are opened, and stay open in the address', async () => {
    const asked = watchAsked();
    const { user, router } = renderPage(<ProfitPage />, `${address}?${period}`);
    await screen.findByRole('heading', { name: NAME });
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Показать' }));
    await findTable();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ from: '2026-11-10', to: '2026-11-13', basis: 'OWN' });
    expect(router.state.location.search).toContain('by=shops');
    await user.click(screen.getByRole('button', { name: 'Свернуть' }));
    expect(screen.queryByRole('table', { name: NAME })).not.toBeInTheDocument();
  });

  it('say each figure with its sums; what is not known is no zero, what the report lacks is «≈»', async () => {
    renderPage(<ProfitPage />, `${address}?${period}&by=shops`);
    const days = ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'].map((day) => plain(formatDay(day)));
    expect(textsOf(await findTable())).toEqual([
      ['Дни', 'Московский', 'Сибирь', 'Все'],
      [days[0], '1 000 ₽', '100 ₽', '1 100 ₽'],
      [days[1], '−400 ₽', '50 ₽', '−350 ₽'],
      [days[2], '≈ 300 ₽', '—', '≈ 300 ₽'],
      [days[3], '—', '—', '—'],
      ['Всего', '≈ 900 ₽', '150 ₽', '≈ 1 050 ₽'],
    ]);
  });

  it('follow the figure of the chart; orders are known by their own feed', async () => {
    renderPage(<ProfitPage />, `${address}?${period}&by=shops&chart=orders`);
    const table = await screen.findByRole('table', { name: 'Заказы по магазинам и дням' });
    expect(textsOf(table).at(-1)).toEqual(['Всего', '33', '21', '54']);
  });

  it('lead to one shop and to one day', async () => {
    const { user, router } = renderPage(<ProfitPage />, `${address}?${period}&by=shops`);
    await user.click(within(await findTable()).getByRole('button', { name: formatDay('2026-11-11') }));
    expect(router.state.location.search).toContain('from=2026-11-11&to=2026-11-11');
    await user.click(within(await findTable()).getByRole('button', { name: 'Сибирь' }));
    expect(router.state.location.search).toContain('shop=2');
    expect(screen.queryByRole('heading', { name: NAME })).not.toBeInTheDocument();
  });

  it('stand under their own days, and not under those that are asked for, until the next answer is there', async () => {
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    mockServer.use(
      mock(listProfitShopsEndpoint, async ({ query: { from, to } }) => {
        if (from === to) await held;
        return { from, to, shops: mockProfitShops(from) };
      }),
    );
    const { user, router } = renderPage(<ProfitPage />, `${address}?${period}&by=shops`);
    const before = textsOf(await findTable());
    await user.click(within(await findTable()).getByRole('button', { name: formatDay('2026-11-11') }));
    expect(router.state.location.search).toContain('from=2026-11-11&to=2026-11-11');
    await waitFor(async () => expect((await findTable()).closest('[aria-busy="true"]')).not.toBeNull());
    expect(textsOf(await findTable())).toEqual(before);
    arrive();
    await waitFor(async () => expect(textsOf(await findTable())).toHaveLength(3));
  });

  it('are not offered where there is one shop', async () => {
    mockServer.use(
      mock(getProfileEndpoint, () => ({ ...mockProfile, shops: mockProfile.shops.slice(0, 1) })),
    );
    renderPage(<ProfitPage />, `${address}?${period}&by=shops`);
    await screen.findByRole('region', { name: 'Итоги периода' });
    expect(screen.queryByRole('heading', { name: NAME })).not.toBeInTheDocument();
  });

  it('that could not be counted are asked for again by hand', async () => {
    mockServer.use(mock(listProfitShopsEndpoint, () => mockError(500)));
    const { user } = renderPage(<ProfitPage />, `${address}?${period}&by=shops`);
    const again = await screen.findByRole('button', { name: /Повторить|Попробовать/ }, { timeout: 10_000 });
    watchAsked();
    await user.click(again);
    await findTable();
  });
});
