import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getCardEconomicsEndpoint } from '#contract/unit-economics.ts';
import type { EndpointQuery } from '#contract/endpoint.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { mockEconomics } from '#tests/mocks/promotions.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { contentOf } from './card-values.ts';
import { ProfitPanel } from './profit-panel.tsx';

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const values = contentOf(mockCard(1));

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
    renderPage(<ProfitPanel cardId={1} values={values} />, '/home/cards/edit?id=1');
    const shops = await screen.findByRole('list', { name: 'Прибыль по магазинам' });
    await waitFor(() => expect(plain(shops.textContent)).toContain('Московский88 ₽'));
    expect(plain(shops.textContent)).toContain('Логистика−50 ₽');
    expect(plain(shops.textContent)).toContain('Без убытка от567 ₽');
    expect(asked).toEqual([{ priceKopecks: 890_00, discount: 32, costPriceKopecks: 250_00 }]);
  });

  it('says that the cost price is missing', async () => {
    answerWith(mockEconomics(null));
    renderPage(
      <ProfitPanel cardId={1} values={{ ...values, costPriceKopecks: null }} />,
      '/home/cards/edit?id=1',
    );
    expect(await screen.findByText('нет себестоимости')).toBeVisible();
  });

  it('says where too little was sold to tell', async () => {
    answerWith(null);
    renderPage(<ProfitPanel cardId={1} values={values} />, '/home/cards/edit?id=1');
    expect(await screen.findByText(/Отчёты магазина ещё не прочитаны или продаж в них мало/)).toBeVisible();
  });

  it('is not asked about without a price', () => {
    const asked = answerWith(null);
    renderPage(<ProfitPanel cardId={1} values={{ ...values, priceKopecks: 0 }} />, '/home/cards/edit?id=1');
    expect(screen.queryByText(/Прибыль с одной штуки/)).toBeNull();
    expect(asked).toEqual([]);
  });
});
