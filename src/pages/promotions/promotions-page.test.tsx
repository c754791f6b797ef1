import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { listPromotionCardsEndpoint, listPromotionsEndpoint } from '#contract/promotions.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { formatDay } from '#lib/dates.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import {
  mockPromotion,
  mockPromotionCard,
  mockPromotionCards,
  mockPromotions,
} from '#tests/mocks/promotions.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { saveTable } from '#tests/support/exports/save-table.ts';
import { PromotionsPage } from './promotions-page.tsx';
import { turnable } from '#tests/support/turnable.ts';
import { address, plain, openPromotions } from '#tests/support/promotions/promotions-screen.tsx';

describe('the promotions screen', () => {
  it('lists what is on now, with the count of each period', async () => {
    await openPromotions();
    const names = within(screen.getByRole('list', { name: 'Акции' })).getAllByRole('link');
    expect(names.map((link) => plain(link.textContent))).toEqual([
      expect.stringContaining('Хиты недели'),
      expect.stringContaining('Цены ниже: автоакция'),
    ]);
    const tabs = within(screen.getByRole('navigation', { name: 'Период акций' })).getAllByRole('link');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Идут2', 'Скоро1', 'Прошли1']);
  });

  it('opens the first one beside the list: terms, cards, prices, what is left of them', async () => {
    await openPromotions();
    expect(await screen.findByRole('table', { name: 'Карточки акции' })).toBeInTheDocument();
    const mug = screen.getByRole('row', { name: /Кружка керамическая/ });
    expect(plain(mug.textContent)).toContain('800 ₽700 ₽с 800 ₽: −13 %88 ₽13 %');
    expect(plain(screen.getByRole('row', { name: /Плед/ }).textContent)).toContain(
      '−362 ₽ниже себестоимости',
    );
    expect(screen.getByRole('row', { name: /Ночник/ }).textContent).toContain('нет себестоимости');
    expect(screen.queryByRole('row', { name: /Косметичка/ })).not.toBeInTheDocument();
  });

  it('has the name of the page above a promotion that stands alone, too', async () => {
    const turn = turnable();
    await openPromotions('?id=1');
    turn('narrow');
    expect(await screen.findByRole('heading', { level: 2, name: 'Хиты недели' })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 1, name: 'Акции' })).toBeInTheDocument();
  });

  it('shows a promotion of several shops once, with their cards together and a tab for each', async () => {
    const inSiberia = mockPromotion({
      id: 11,
      shopId: 2,
      shopName: 'Сибирь',
      inActionCount: 5,
      availableCount: 40,
    });
    const unknown = mockPromotion({
      id: 12,
      shopId: 3,
      shopName: 'Урал',
      inActionCount: null,
      availableCount: null,
    });
    mockServer.use(
      mock(listPromotionsEndpoint, () => ({
        promotions: [...mockPromotions, unknown, inSiberia],
        problems: [],
        syncedAt: null,
      })),
    );
    const { user, address: shown } = await openPromotions();
    const hits = screen.getAllByRole('link', { name: /Хиты недели/ });
    expect(hits).toHaveLength(1);
    expect(plain(hits[0]?.textContent)).toContain('3 магазина');
    expect(plain(hits[0]?.textContent)).toContain(
      'Участвует 17, можно добавить 43 — известно о 2 из 3 магазинов',
    );
    const tabs = within(await screen.findByRole('navigation', { name: 'Магазины акции' }));
    expect(tabs.getAllByRole('link').map((tab) => tab.textContent)).toEqual([
      'Московский3',
      'Сибирь40',
      'Урал',
    ]);
    expect(tabs.getByRole('link', { name: /Московский/ })).toHaveAttribute('aria-current', 'page');
    await user.click(tabs.getByRole('link', { name: /Сибирь/ }));
    await waitFor(() => expect(shown()).toBe(`${address}?id=11`));
    expect(screen.getByRole('link', { name: /Хиты недели/ })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('navigation', { name: 'Период акций' }).textContent).toContain('Идут2');
  });

  it('counts in the list the cards that were read beside it', async () => {
    let counts: { inActionCount: number | null; availableCount: number | null } = {
      inActionCount: null,
      availableCount: null,
    };
    mockServer.use(
      mock(listPromotionsEndpoint, () => ({
        promotions: [mockPromotion(counts)],
        problems: [],
        syncedAt: null,
      })),
      mock(listPromotionCardsEndpoint, () => {
        counts = { inActionCount: 1, availableCount: 3 };
        return mockPromotionCards;
      }),
    );
    await openPromotions();
    expect(await screen.findByText(/Участвует 1, можно добавить 3/)).toBeVisible();
  });

  it('explains an automatic promotion in place of cards', async () => {
    const { user, address: shown } = await openPromotions();
    await user.click(screen.getByRole('link', { name: /Цены ниже/ }));
    expect(await screen.findByText(/Wildberries сам добавляет товары/)).toBeInTheDocument();
    expect(shown()).toBe(`${address}?id=2`);
  });

  it('tells of a promotion that is over what was, and offers nothing to add to it', async () => {
    const past = { wbPromotionId: 1504, period: 'past' } as const;
    mockServer.use(
      mock(listPromotionsEndpoint, () => ({
        promotions: [
          mockPromotion({ ...past, id: 4, name: 'День шопинга', inActionCount: 12, availableCount: 30 }),
          mockPromotion({
            ...past,
            id: 5,
            shopId: 2,
            shopName: 'Сибирь',
            inActionCount: 5,
            availableCount: 13,
          }),
          mockPromotion({ ...past, id: 6, wbPromotionId: 1505, name: 'Цены ниже', type: 'auto' }),
        ],
        problems: [],
        syncedAt: null,
      })),
    );
    const { user } = await openPromotions('?period=past');
    const row = screen.getByRole('link', { name: /^День шопинга/ });
    expect(plain(row.textContent)).toContain('Участвовало 17');
    expect(plain(row.textContent)).not.toContain('можно добавить');
    const tabs = within(await screen.findByRole('navigation', { name: 'Магазины акции' }));
    expect(tabs.getAllByRole('link').map((tab) => tab.textContent)).toEqual(['Московский', 'Сибирь']);
    expect(screen.getByText('Участвовало товаров с остатком, %')).toBeVisible();
    const automatic = screen.getByRole('link', { name: /^Цены ниже/ });
    expect(automatic).toHaveTextContent('Товары добавлял Wildberries');
    await user.click(automatic);
    expect(await screen.findByText(/^Автоакция закончилась\./)).toBeVisible();
  });

  it('keeps tab, shop and promotion in the address', async () => {
    const { user, address: shown } = await openPromotions();
    await user.click(screen.getByRole('link', { name: /Скоро/ }));
    await waitFor(() => expect(shown()).toBe(`${address}?period=upcoming`));
    await user.click(screen.getByRole('button', { name: 'Все магазины' }));
    await user.click(screen.getByRole('checkbox', { name: 'Московский' }));
    await waitFor(() => expect(shown()).toBe(`${address}?period=upcoming&shop=1`));
  });

  it('opens a profit to how it comes about', async () => {
    const { user } = await openPromotions();
    const mug = await screen.findByRole('row', { name: /Кружка керамическая/ });
    await user.click(within(mug).getByRole('button', { name: /88/ }));
    const breakdown = screen.getByRole('dialog', { name: /^Из чего прибыль: Кружка/ });
    expect(plain(breakdown.textContent)).toContain('Комиссия с эквайрингом−200 ₽');
    expect(plain(breakdown.textContent)).toContain('Прибыль ≈ 13 % цены88 ₽');
    expect(plain(breakdown.textContent)).toContain('По 34 проданным штукам карточки в этом магазине');
  });

  it.each([
    [
      { count: 21, dayCount: 4, lastDay: '2026-11-03' },
      `По такой цене (±5 %) за 90 дней: 21 заказ за 4 дня, последний ${formatDay('2026-11-03')}.`,
    ],
    [{ count: 0, dayCount: 0, lastDay: null }, 'По такой цене (±5 %) за 90 дней не заказывали.'],
  ])(
    'tells what was ordered at such a price before, also where no profit is known',
    async (pastOrders, text) => {
      mockServer.use(
        mock(listPromotionCardsEndpoint, () => [mockPromotionCard({ economics: null, pastOrders })]),
      );
      const { user } = await openPromotions();
      const mug = await screen.findByRole('row', { name: /Кружка керамическая/ });
      await user.click(within(mug).getByRole('button', { name: 'нет данных о продажах' }));
      const breakdown = screen.getByRole('dialog', { name: /^Из чего прибыль: Кружка/ });
      expect(plain(breakdown.textContent)).toBe(plain(text));
    },
  );

  it('tells of shops whose calendar could not be read and shows the others', async () => {
    mockServer.use(
      mock(listPromotionsEndpoint, () => ({
        promotions: mockPromotions,
        problems: [
          { shopId: 2, shopName: 'Сибирь', detail: 'Нет активного токена категории «Цены и скидки»' },
        ],
        syncedAt: null,
      })),
    );
    await openPromotions();
    const problem = screen.getByText(/: Нет активного токена категории «Цены и скидки»/);
    expect(within(problem).getByRole('link', { name: 'Сибирь' })).toHaveAttribute(
      'href',
      '/home/account/shops?shop=2&tab=tokens',
    );
  });

  it('says that a period is empty', async () => {
    mockServer.use(mock(listPromotionsEndpoint, () => ({ promotions: [], problems: [], syncedAt: null })));
    renderPage(<PromotionsPage />, `${address}?period=past`);
    expect(await screen.findByText('Прошедших акций нет')).toBeInTheDocument();
  });

  it('shows no prices of a promotion without a connection, and says why', async () => {
    mockServer.use(mock(listPromotionCardsEndpoint, () => HttpResponse.error()));
    await openPromotions();
    expect(await screen.findByText('Нет данных без связи')).toBeInTheDocument();
    expect(screen.getByText(/Цены акции не хранятся на устройстве/)).toBeInTheDocument();
  });

  it('leads to the tokens of the shop where the token is dead, instead of offering to ask again', async () => {
    mockServer.use(
      mock(listPromotionCardsEndpoint, () =>
        mockError(400, {
          code: 'token_inactive',
          detail: ['Wildberries не принял токен: он отозван или истёк'],
        }),
      ),
    );
    await openPromotions();
    expect(await screen.findByText('Wildberries не принял токен: он отозван или истёк')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'К токенам магазина' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/home\/account\/shops\?shop=\d+&tab=tokens$/),
    );
    expect(screen.queryByRole('button', { name: 'Повторить' })).not.toBeInTheDocument();
  });

  it('saves the promotions of every period, each shop in a row of its own', async () => {
    const shops = mockProfile.shops.map((shop) => ({ ...shop, name: 'Северика' }));
    const inSiberia = mockPromotion({ id: 11, shopId: 2, inActionCount: null, availableCount: null });
    mockServer.use(
      mock(getProfileEndpoint, () => ({ ...mockProfile, shops })),
      mock(listPromotionsEndpoint, () => ({
        promotions: [...mockPromotions, inSiberia],
        problems: [],
        syncedAt: null,
      })),
    );
    const { user } = await openPromotions();
    const { csv, xlsx, names } = await saveTable(user, 'Акции');
    expect(names).toEqual(['Акции.xlsx', 'Акции.csv']);
    expect(csv).toHaveLength(1 + 5);
    expect(csv.slice(1).map((row) => [row[0], row[2], row[3], row[6], row[7]])).toEqual([
      ['Хиты недели', 'нет', 'идёт', 'Северика (1)', '12'],
      ['Цены ниже: автоакция', 'да', 'идёт', 'Северика (2)', ''],
      ['Чёрная пятница. Главная распродажа', 'нет', 'скоро', 'Северика (1)', '12'],
      ['День шопинга', 'нет', 'прошла', 'Северика (1)', '12'],
      ['Хиты недели', 'нет', 'идёт', 'Северика (2)', ''],
    ]);
    expect(csv[1]?.slice(4, 6)).toEqual(['17.11.2026 00:00', '23.11.2026 23:59']);
    expect(csv[1]?.[10]).toBe("'+7% в поиске товарам акции при участии от 20%; Плашка");
    expect(xlsx[1]?.slice(7, 10)).toEqual([12, 3, 40]);
  });

  it('saves its cards, those that take part and those that may', async () => {
    const { user } = await openPromotions();
    const { csv, xlsx, names } = await saveTable(user, 'Карточки акции');
    expect(csv).toHaveLength(1 + mockPromotionCards.length);
    expect(xlsx).toHaveLength(1 + mockPromotionCards.length);
    expect(csv.slice(1).map((row) => row[3])).toEqual(['нет', 'нет', 'нет', 'да']);
    const [first] = mockPromotionCards;
    expect(xlsx[1]?.[6]).toEqual({ kopecks: first?.planPriceKopecks });
    expect(csv[3]?.[9]).toBe('');
    expect(names[0]).toBe('Хиты недели, Московский.xlsx');
  });
});
