import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import * as fc from 'fast-check';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { getCardEconomicsEndpoint } from '#contract/unit-economics.ts';
import type { EndpointQuery } from '#contract/endpoint.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { mockEconomics } from '#tests/mocks/promotions.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { contentOf } from './card-values.ts';
import { finalPriceKopecks } from './final-price.ts';
import { ProfitPanel } from './profit-panel.tsx';
import { priceBeforeDiscount, whatIfRange } from './what-if-price.ts';

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const values = contentOf(mockCard(1));

function renderPanel(
  shown = values,
  { onPriceChange = vi.fn(), disabledReason = null as string | null } = {},
) {
  renderPage(
    <ProfitPanel cardId={1} values={shown} onPriceChange={onPriceChange} disabledReason={disabledReason} />,
    '/home/cards/edit?id=1',
  );
  return onPriceChange;
}

/** A card that takes the price that is put into it. */
function EditedCard() {
  const [priceKopecks, setPriceKopecks] = useState(values.priceKopecks);
  return (
    <ProfitPanel
      cardId={1}
      values={{ ...values, priceKopecks }}
      onPriceChange={setPriceKopecks}
      disabledReason={null}
    />
  );
}

function answerWith(economics: ReturnType<typeof mockEconomics> | null) {
  const asked: EndpointQuery<typeof getCardEconomicsEndpoint>[] = [];
  mockServer.use(
    mock(getCardEconomicsEndpoint, ({ query }) => {
      asked.push(query);
      return [{ shopId: 1, shopName: 'Московский', nmId: 150_000_001, economics }];
    }),
  );
  return asked;
}

describe('what is left of one piece', () => {
  it('is shown by shop, from the price down to the profit', async () => {
    const asked = answerWith(mockEconomics(300_00));
    renderPanel();
    const shops = await screen.findByRole('list', { name: 'Прибыль по магазинам' });
    await waitFor(() => expect(plain(shops.textContent)).toContain('Московский88 ₽'));
    expect(plain(shops.textContent)).toContain('Логистика с невыкупами−50 ₽');
    expect(plain(shops.textContent)).toContain('Без убытка от567 ₽');
    expect(asked).toEqual([{ priceKopecks: 890_00, discount: 32, costPriceKopecks: 250_00 }]);
    expect(screen.getByText('«Прочие расходы» магазина сюда не входят.')).toBeVisible();
  });

  it('says what the buyer pays, and where the discount of the marketplace is not known, that', async () => {
    answerWith(mockEconomics(300_00, { buyerPriceKopecks: 560_00 }));
    renderPanel();
    const shops = await screen.findByRole('list', { name: 'Прибыль по магазинам' });
    await waitFor(() =>
      expect(plain(shops.textContent)).toContain('Платит покупатель: скидка WB ≈ 20 %≈ 560 ₽'),
    );
    cleanup();
    answerWith(mockEconomics(300_00));
    renderPanel();
    expect(await screen.findByText('Скидка WB')).toBeVisible();
    expect(screen.getByText('неизвестна')).toBeVisible();
    expect(screen.queryByText(/Платит покупатель/)).not.toBeInTheDocument();
  });

  it('says that the cost price is missing', async () => {
    answerWith(mockEconomics(null));
    renderPanel({ ...values, costPriceKopecks: null });
    expect(await screen.findByText('нет себестоимости')).toBeVisible();
  });

  it('says where too little was sold to tell', async () => {
    answerWith(null);
    renderPanel();
    expect(await screen.findByText(/Отчёты магазина ещё не прочитаны или продаж в них мало/)).toBeVisible();
  });

  it('says whose orders tell how much is kept, and that the commission is of a tariff', async () => {
    const buyout = { share: 0.42, source: 'SUBJECT' as const, outcomes: 50 };
    answerWith(
      mockEconomics(300_00, {
        source: 'SHOP',
        commissionBasisPoints: 24_50,
        acquiringKopecks: 15_00,
        buyout,
      }),
    );
    renderPanel();
    const shops = await screen.findByRole('list', { name: 'Прибыль по магазинам' });
    await waitFor(() => expect(plain(shops.textContent)).toContain('Комиссия: тариф предмета 24,5 %−200 ₽'));
    expect(plain(shops.textContent)).toContain('комиссия — по тарифу предмета');
    expect(plain(shops.textContent)).toContain('Выкупают 42 % — по 50 заказам предмета во всех магазинах');
  });

  it('says that the share that is kept is not known', async () => {
    answerWith(mockEconomics(300_00, { buyout: null }));
    renderPanel();
    expect(await screen.findByText('Какую часть заказов выкупают, пока неизвестно.')).toBeVisible();
  });

  it('is what the tariff leaves where nothing was sold, and does not call it profit', async () => {
    const byTariff = {
      priceKopecks: 700_00,
      commissionBasisPoints: 30_00,
      commissionKopecks: 210_00,
      taxKopecks: 42_00,
      costPriceKopecks: 300_00,
      leftKopecks: 148_00,
    };
    mockServer.use(
      mock(getCardEconomicsEndpoint, () => [
        { shopId: 1, shopName: 'Московский', nmId: 150_000_001, economics: null, byTariff },
      ]),
    );
    renderPanel();
    const shops = await screen.findByRole('list', { name: 'Прибыль по магазинам' });
    await waitFor(() => expect(plain(shops.textContent)).toContain('Остаётся до логистики ≈148 ₽'));
    expect(plain(shops.textContent)).toContain('Эквайринг, логистика, хранениенеизвестно');
    expect(shops).not.toHaveTextContent('Прибыль');
  });

  it('is not asked about without a price', () => {
    const asked = answerWith(null);
    renderPanel({ ...values, priceKopecks: 0 });
    expect(screen.queryByText(/Прибыль с одной штуки/)).toBeNull();
    expect(asked).toEqual([]);
  });

  it('is looked at for a price that is thought of, which is put into the card only when one says so', async () => {
    const asked = answerWith(mockEconomics(300_00));
    const onPriceChange = renderPanel();
    const slider = await screen.findByRole('slider', { name: /Что если цена со скидкой/ });
    expect(plain(slider.getAttribute('aria-valuetext'))).toBe('605,20 ₽');
    expect(screen.queryByRole('button', { name: 'Поставить в карточку' })).toBeNull();
    fireEvent.change(slider, { target: { value: '701' } });
    // 701 ₽ is not to be had by whole roubles: 1 031 ₽ less 32 %.
    expect(plain(slider.getAttribute('aria-valuetext'))).toBe('701,08 ₽');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ priceKopecks: 1_031_00, discount: 32 }));
    expect(onPriceChange).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Поставить в карточку' }));
    expect(onPriceChange).toHaveBeenCalledWith(1_031_00);
    fireEvent.click(screen.getByRole('button', { name: 'Как в карточке' }));
    expect(plain(slider.getAttribute('aria-valuetext'))).toBe('605,20 ₽');
  });

  it('says which shop keeps a price of its own', async () => {
    answerWith({ ...mockEconomics(300_00), priceKopecks: 444_00 });
    renderPanel();
    expect(await screen.findByText('По своей цене магазина.')).toBeVisible();
  });

  it('a price that has been put into the card is thought of no more', async () => {
    answerWith(mockEconomics(300_00));
    renderPage(<EditedCard />, '/home/cards/edit?id=1');
    fireEvent.change(await screen.findByRole('slider'), { target: { value: '701' } });
    fireEvent.click(screen.getByRole('button', { name: 'Поставить в карточку' }));
    expect(plain(screen.getByRole('slider').getAttribute('aria-valuetext'))).toBe('701,08 ₽');
    expect(screen.queryByRole('button', { name: 'Поставить в карточку' })).toBeNull();
  });

  it('is not put into a card whose prices cannot be changed, and says why', async () => {
    answerWith(mockEconomics(300_00));
    const onPriceChange = renderPanel(values, { disabledReason: 'Нет токена' });
    fireEvent.change(await screen.findByRole('slider'), { target: { value: '701' } });
    const put = screen.getByRole('button', { name: 'Поставить в карточку' });
    expect(put).toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(put);
    expect(onPriceChange).not.toHaveBeenCalled();
  });

  it('has nothing to try a price on where no shop can tell', async () => {
    answerWith(null);
    renderPanel();
    await screen.findByText(/Отчёты магазина ещё не прочитаны/);
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('is not there for a card that no shop has', async () => {
    mockServer.use(mock(getCardEconomicsEndpoint, () => []));
    renderPanel();
    await waitFor(() => expect(screen.queryByText(/Прибыль с одной штуки/)).toBeNull());
  });

  it('does not take the price of before for the shop’s own while the answer is on its way', async () => {
    const asked: unknown[] = [];
    mockServer.use(
      mock(getCardEconomicsEndpoint, async ({ query }) => {
        asked.push(query);
        if (asked.length > 1) await new Promise(() => undefined);
        const economics = { ...mockEconomics(300_00), priceKopecks: 605_20 };
        return [{ shopId: 1, shopName: 'Московский', nmId: 150_000_001, economics }];
      }),
    );
    renderPanel();
    fireEvent.change(await screen.findByRole('slider'), { target: { value: '701' } });
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(screen.getByText('Московский', { exact: false })).toBeVisible();
    expect(screen.queryByText('По своей цене магазина.')).toBeNull();
  });

  it('a price that is thought of is the lowest in whole roubles that is not below what was asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 99 }),
        (roubles, discount) => {
          const price = priceBeforeDiscount(roubles, discount);
          expect(finalPriceKopecks(price, discount)).toBeGreaterThanOrEqual(roubles * 100);
          expect(finalPriceKopecks(price - 100, discount)).toBeLessThan(roubles * 100);
        },
      ),
    );
  });

  it('the card’s own price lies on a step of the slider, between its ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (kopecks) => {
        const { min, max, step } = whatIfRange(kopecks);
        const own = Math.max(1, Math.round(kopecks / 100));
        expect((own - min) % step).toBe(0);
        expect(min).toBeGreaterThanOrEqual(1);
        expect(own).toBeLessThanOrEqual(max);
      }),
    );
  });
});
