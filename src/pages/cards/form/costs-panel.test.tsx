import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  addCardCostEndpoint,
  deleteCardCostEndpoint,
  listCardCostsEndpoint,
  type CardCost,
} from '#contract/card-costs.ts';
import type { EndpointBody } from '#contract/endpoint.ts';
import type { ShopCard } from '#contract/shop-cards.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CostsPanel } from './costs-panel.tsx';

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

const cost = (id: number, changes: Partial<CardCost> = {}): CardCost => ({
  id,
  from: null,
  shopId: null,
  techSize: null,
  costPriceKopecks: 250_00,
  isCurrent: false,
  userName: 'Анна',
  changedAt: '2026-03-01T09:00:00Z',
  ...changes,
});
const shopCard = (shopId: number, shopName: string): ShopCard => ({
  shopId,
  shopName,
  nmId: 1,
  vendorCode: 'MUG-1',
  title: null,
  priceKopecks: 1_000_00,
  discount: 10,
  ownPriceKopecks: null,
  ownDiscount: null,
  state: 'PUBLISHED',
  errors: [],
  sizes: [],
  syncedAt: null,
});
const sizes = ['42', '44'].map((techSize) => ({ techSize, wbSize: '', skus: [] }));

function show(costs: CardCost[]) {
  const kept = { costs };
  mockServer.use(
    mock(listCardCostsEndpoint, () => kept.costs),
    mock(deleteCardCostEndpoint, ({ params }) => {
      kept.costs = kept.costs.filter((one) => one.id !== params.costId);
      return kept.costs;
    }),
  );
  return renderPage(
    <CostsPanel cardId={5} inShops={[shopCard(1, 'Московский'), shopCard(2, 'Сибирь')]} sizes={sizes} />,
  );
}
const items = async () =>
  within(await screen.findByRole('list', { name: 'Себестоимость по датам' })).findAllByRole('listitem');

describe('the history of the cost price', () => {
  it('says from which day, in which shop and of which size each is, and which is valid now', async () => {
    show([
      cost(2, { from: '2020-03-10', costPriceKopecks: 300_50, isCurrent: true }),
      cost(1),
      cost(3, { from: '2020-04-01', shopId: 2, techSize: '42', costPriceKopecks: 310_00, userName: null }),
      cost(4, { shopId: 99 }),
    ]);
    const texts = (await items()).map((item) => plain(item.textContent));
    expect(texts[0]).toMatch(/^300,50 ₽с 10 марта 2020Действует сейчасАнна, 1 марта/);
    expect(texts[1]).toMatch(/^250 ₽всегдаАнна/);
    expect(texts[2]).toMatch(/^310 ₽с 1 апреля 2020 · Сибирь · размер 421 марта/);
    expect(texts[3]).toMatch(/^250 ₽всегда · другой магазин/);
  });

  it('takes a new one from a day, for a shop and a size', async () => {
    const asked: EndpointBody<typeof addCardCostEndpoint>[] = [];
    mockServer.use(
      mock(addCardCostEndpoint, ({ body }) => {
        asked.push(body);
        return [cost(1)];
      }),
    );
    const { user } = show([]);
    expect(await screen.findByText('Себестоимость ещё не указана.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Новая себестоимость с даты' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Себестоимость' }), '310,55');
    await user.clear(dialog.getByLabelText('Действует с'));
    expect(dialog.getByRole('button', { name: /Сохранить/ })).toHaveAttribute('aria-disabled', 'true');
    await user.type(dialog.getByLabelText('Действует с'), '2026-04-01');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Магазин' }), 'Сибирь');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Размер' }), '44');
    await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Себестоимость сохранена')).toBeVisible();
    expect(asked).toEqual([{ from: '2026-04-01', shopId: 2, techSize: '44', costPriceKopecks: 310_55 }]);
  });

  it('takes one for all time', async () => {
    const asked: EndpointBody<typeof addCardCostEndpoint>[] = [];
    mockServer.use(
      mock(addCardCostEndpoint, ({ body }) => {
        asked.push(body);
        return [cost(1)];
      }),
    );
    const { user } = show([]);
    await user.click(screen.getByRole('button', { name: 'Новая себестоимость с даты' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Себестоимость' }), '200');
    await user.click(dialog.getByRole('radio', { name: /Всегда/ }));
    await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Себестоимость сохранена')).toBeVisible();
    expect(asked).toEqual([{ from: null, shopId: null, techSize: null, costPriceKopecks: 200_00 }]);
  });

  it('loses one only when it is said twice', async () => {
    const { user } = show([cost(2, { from: '2020-03-10', isCurrent: true }), cost(1)]);
    await items();
    await user.click(screen.getByRole('button', { name: /^Удалить: 250.₽ с 10.марта.2020$/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
    await expect.poll(async () => (await items()).length).toBe(1);
  });
});
