import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getCardStatisticsEndpoint } from '#contract/analytics.ts';
import { getCardFunnelEndpoint, type FunnelSteps } from '#contract/card-funnel.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { saveTable } from '#tests/support/exports/save-table.ts';
import { CardFigures } from './card-figures.tsx';

afterEach(() => vi.useRealTimers());

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

describe('«Статистика» of a card', () => {
  const day = { returns: 0, cancels: 0, buyouts: 0, revenueKopecks: 0 };

  function answerTwoDays() {
    mockServer.use(
      mock(getCardStatisticsEndpoint, () => ({
        days: [
          { ...day, day: '2026-11-18', orders: 3, ordersKopecks: 2_700_00 },
          { ...day, day: '2026-11-19', orders: 0, ordersKopecks: 0 },
          {
            ...day,
            day: '2026-11-20',
            orders: 1,
            ordersKopecks: 900_00,
            buyouts: 2,
            revenueKopecks: 1_800_00,
          },
        ],
        shops: [
          { ...day, shopId: 1, shopName: 'Московский', orders: 3, ordersKopecks: 2_700_00 },
          { ...day, shopId: 2, shopName: 'Сибирь', orders: 1, ordersKopecks: 900_00 },
        ],
        shopDays: [
          { ...day, day: '2026-11-18', shopId: 1, orders: 2, ordersKopecks: 1_800_00 },
          { ...day, day: '2026-11-18', shopId: 2, orders: 1, ordersKopecks: 900_00 },
          {
            ...day,
            day: '2026-11-20',
            shopId: 1,
            orders: 1,
            ordersKopecks: 900_00,
            buyouts: 2,
            revenueKopecks: 1_800_00,
          },
        ],
      })),
    );
  }

  it('shows days × shops with money, and only counts the days on which nothing happened', async () => {
    answerTwoDays();
    const { user } = renderPage(<CardFigures cardId={5} kind="STATISTICS" />, '/');
    const days = await screen.findByRole('table', { name: 'Заказы по дням' });
    const rows = within(days)
      .getAllByRole('row')
      .map((row) => plain(row.textContent));
    expect(rows).toEqual([
      'ДеньМосковскийСибирьВсего',
      '20 ноября1900 ₽—1900 ₽',
      '18 ноября21 800 ₽1900 ₽32 700 ₽',
    ]);
    expect(screen.getByText(/Ещё 1.день периода — без заказов/)).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Выкупы' }));
    const buyouts = within(await screen.findByRole('table', { name: 'Выкупы по дням' }));
    expect(buyouts.getAllByRole('row')).toHaveLength(2);
    const shops = within(screen.getByRole('table', { name: 'По магазинам' }));
    expect(plain(shops.getByRole('row', { name: /Всего/ }).textContent)).toBe('Всего43 600 ₽021 800 ₽0');
  });

  it('saves its shops, and every day with each shop beside the whole', async () => {
    answerTwoDays();
    const { user } = renderPage(<CardFigures cardId={5} kind="STATISTICS" />, '/');
    const byShop = await saveTable(user, 'По магазинам');
    expect(byShop.csv.slice(1)).toEqual([
      ['Московский', '3', '2700,00', '0', '0', '0,00', '0'],
      ['Сибирь', '1', '900,00', '0', '0', '0,00', '0'],
    ]);
    expect(byShop.xlsx).toHaveLength(3);
    const { csv, xlsx, names } = await saveTable(user, 'По дням');
    expect(csv).toHaveLength(4);
    expect(xlsx).toHaveLength(4);
    expect(csv[0]?.slice(7, 9)).toEqual(['Московский: заказы, шт.', 'Московский: сумма заказов, ₽']);
    expect(csv[1]).toEqual([
      '18.11.2026',
      '3',
      '2700,00',
      '0',
      '0',
      '0,00',
      '0',
      '2',
      '1800,00',
      '0',
      '0,00',
      '1',
      '900,00',
      '0',
      '0,00',
    ]);
    expect(csv[2]?.slice(0, 3)).toEqual(['19.11.2026', '0', '0,00']);
    expect(names[0]).toBe('Продажи карточки по дням 2026-11-18 — 2026-11-20.xlsx');
  });

  it('asks for the period that is chosen', async () => {
    const asked: string[] = [];
    mockServer.use(
      mock(getCardStatisticsEndpoint, ({ query }) => {
        asked.push(String((Date.parse(query.to) - Date.parse(query.from)) / 86_400_000 + 1));
        return { days: [], shops: [] };
      }),
    );
    const { user } = renderPage(<CardFigures cardId={5} kind="STATISTICS" />, '/');
    expect(await screen.findByText(/За последние 30.дней/)).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: /7.дней/ }));
    expect(await screen.findByText(/За последние 7.дней/)).toBeInTheDocument();
    expect(asked).toEqual(['30', '7']);
  });

  it('asks for days of one’s own, says which they are, and takes none that are no period', async () => {
    const asked: string[] = [];
    mockServer.use(
      mock(getCardStatisticsEndpoint, ({ query }) => {
        asked.push(`${query.from} ${query.to}`);
        return { days: [], shops: [] };
      }),
    );
    const { user } = renderPage(<CardFigures cardId={5} kind="STATISTICS" />, '/');
    expect(await screen.findByText(/За последние 30.дней/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Свои даты' }));
    const form = within(await screen.findByRole('dialog', { name: 'Свои даты' }));
    const typeDay = async (label: string, value: string) => {
      const field = await form.findByLabelText(label);
      await user.clear(field);
      await user.type(field, value);
    };
    await typeDay('С', '2026-03-08');
    await typeDay('По', '2026-03-01');
    await user.click(form.getByRole('button', { name: 'Показать свои даты' }));
    expect(form.getByRole('alert')).toHaveTextContent('Начало периода позже конца');
    await typeDay('По', '2026-03-14');
    await user.click(form.getByRole('button', { name: 'Показать свои даты' }));
    expect(await screen.findByText(/^За 8 – 14 марта/)).toBeInTheDocument();
    expect(asked.slice(1)).toEqual(['2026-03-08 2026-03-14']);
    expect(screen.getByRole('button', { name: /^8.–.14.марта/ })).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    await user.click(screen.getByRole('radio', { name: /7.дней/ }));
    expect(await screen.findByText(/За последние 7.дней/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Свои даты' })).toBeVisible();
  });
});

describe('«Аналитика» of a card', () => {
  const steps: FunnelSteps = {
    opens: 200,
    carts: 30,
    orders: 12,
    ordersKopecks: 12_000_00,
    buyouts: 10,
    buyoutsKopecks: 10_000_00,
    cancels: 2,
    cancelsKopecks: 2_000_00,
  };

  it('shows the marketplace’s funnel step by step, and why a shop is missing from it', async () => {
    renderPage(<CardFigures cardId={5} kind="ANALYTICS" />, '/');
    const bars = await screen.findByRole('list', { name: 'Шаги воронки' });
    const lines = within(bars)
      .getAllByRole('listitem')
      .map((line) => plain(line.textContent));
    expect(lines).toEqual([
      'Открыли карточку2 000',
      'Положили в корзину300 · 15 %',
      'Заказали120 · 40 %',
      'Выкупили100 · 83,3 %',
    ]);
    expect(
      within(screen.getByRole('table', { name: 'Воронка по магазинам' })).queryByText('Сибирь'),
    ).toBeNull();
    const siberia = within(screen.getByRole('list', { name: 'Магазины без воронки' })).getByRole('listitem');
    expect(siberia.textContent).toContain('Сибирь: Нет активного токена категории «Аналитика»');
    // Asking again does not make a token.
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
    expect(within(siberia).getByRole('link', { name: 'К токенам магазина' })).toHaveAttribute(
      'href',
      '/home/account/shops?shop=2&tab=tokens',
    );
  });

  it('is saved with every shop, also one that was not answered for', async () => {
    const shop = { shopId: 1, shopName: 'Московский', nmId: 150_000_001 };
    const sums = { ordersKopecks: 1_234_05, buyoutsKopecks: 900_00, cancelsKopecks: 0 };
    mockServer.use(
      mock(getCardFunnelEndpoint, () => ({
        shops: [
          { ...shop, steps: { ...steps, ...sums }, problem: null },
          { ...shop, shopId: 2, shopName: 'Сибирь', steps: null, problem: 'Нет токена' },
        ],
      })),
    );
    const { user } = renderPage(<CardFigures cardId={5} kind="ANALYTICS" />, '/');
    const { csv, xlsx, names } = await saveTable(user, 'Воронка по магазинам');
    expect(csv).toHaveLength(3);
    expect(csv[0]?.slice(4, 6)).toEqual(['Заказы, шт.', 'Сумма заказов, ₽']);
    expect(csv[1]?.slice(0, 3)).toEqual(['Московский', '150000001', String(steps.opens)]);
    expect([csv[1]?.[5], csv[1]?.[7], csv[1]?.[9]]).toEqual(['1234,05', '900,00', '0,00']);
    expect(xlsx[1]?.[5]).toEqual({ kopecks: 1_234_05 });
    expect(csv[2]).toEqual(['Сибирь', '150000001', '', '', '', '', '', '', '', '', 'Нет токена']);
    expect(names[0]).toMatch(/^Воронка карточки \d{4}-\d\d-\d\d — \d{4}-\d\d-\d\d\.xlsx$/);
  });

  it('says when a spent limit lets the marketplace be asked again, and asks it then', async () => {
    const shop = { shopId: 1, shopName: 'Московский', nmId: 150_000_001 };
    let askedCount = 0;
    mockServer.use(
      mock(getCardFunnelEndpoint, () => {
        askedCount += 1;
        const limited = { steps: null, problem: 'Исчерпан лимит запросов Wildberries', askAgainInSeconds: 1 };
        return { shops: [{ ...shop, ...(askedCount === 1 ? limited : { steps, problem: null }) }] };
      }),
    );
    const { user } = renderPage(<CardFigures cardId={5} kind="ANALYTICS" />, '/');
    const line = await screen.findByText(/Спросить снова можно после .*\d\d:\d\d\.$/);
    expect(line).toHaveTextContent('Московский: Исчерпан лимит запросов Wildberries.');
    expect(screen.queryByRole('link', { name: 'К токенам магазина' })).toBeNull();
    const again = screen.getByRole('button', { name: 'Повторить' });
    expect(again).toHaveAccessibleDescription(/^Wildberries ответит после .*\d\d:\d\d$/);
    await waitFor(() => expect(again).not.toHaveAttribute('aria-disabled'), { timeout: 10_000 });
    expect(line).toHaveTextContent('Можно спросить снова.');
    await user.click(again);
    expect(await screen.findByRole('list', { name: 'Шаги воронки' })).toBeVisible();
    expect(again).not.toBeInTheDocument();
    expect(askedCount).toBe(2);
  });

  it('asks only the shops that were not answered for, and not before their time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00+03:00') });
    const shop = { nmId: 150_000_001, steps: null, problem: 'Исчерпан лимит запросов Wildberries' };
    const asked: (number[] | undefined)[] = [];
    const answers = [
      { ...shop, shopId: 1, shopName: 'Московский', steps, problem: null },
      { ...shop, shopId: 2, shopName: 'Сибирь', askAgainInSeconds: 0 },
      { ...shop, shopId: 3, shopName: 'Урал', askAgainInSeconds: 3600 },
      { ...shop, shopId: 4, shopName: 'Волга', problem: 'Нет токена', askAgainInSeconds: null },
    ];
    mockServer.use(
      mock(getCardFunnelEndpoint, ({ query: { shopId } }) => {
        asked.push(shopId);
        if (!shopId) return { shops: answers };
        const again = answers.filter((one) => shopId.includes(one.shopId));
        return { shops: again.map((one) => ({ ...one, steps, problem: null, askAgainInSeconds: null })) };
      }),
    );
    const { user } = renderPage(<CardFigures cardId={5} kind="ANALYTICS" />, '/');
    const again = await screen.findByRole('button', { name: 'Повторить' });
    expect(screen.getByText(/Спросить снова можно после 13:00/)).toHaveTextContent('Урал');
    vi.setSystemTime(new Date('2026-11-20T12:30:00+03:00'));
    await user.click(again);
    const table = await screen.findByRole('table', { name: 'Воронка по магазинам' });
    expect(await within(table).findByText('Сибирь')).toBeVisible();
    expect(within(table).getByText('Московский')).toBeVisible();
    expect(asked).toEqual([undefined, [2]]);
    const left = within(screen.getByRole('list', { name: 'Магазины без воронки' })).getAllByRole('listitem');
    expect(left.map(({ textContent }) => textContent?.split(':')[0])).toEqual(['Урал', 'Волга']);
    // An hour from when it was said, not from now.
    expect(again).toHaveAccessibleDescription('Wildberries ответит после 13:00');
  });

  it('says without a connection that the marketplace shows it', async () => {
    mockServer.use(mock(getCardFunnelEndpoint, () => HttpResponse.error()));
    renderPage(<CardFigures cardId={5} kind="ANALYTICS" />, '/');
    expect(await screen.findByText(/Воронку показывает Wildberries/)).toBeInTheDocument();
  });
});
