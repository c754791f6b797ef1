import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { readCardStocksEndpoint, sendCardStocksEndpoint } from '#contract/card-sending.ts';
import { listWarehousesEndpoint } from '#contract/warehouses.ts';
import { listShopCardsEndpoint, type ShopCard } from '#contract/shop-cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardEditPage } from '#pages/cards/edit/card-edit-page.tsx';

const inShop = (amounts: Record<number, number>): ShopCard => ({
  shopId: 1,
  shopName: 'Московский',
  nmId: 218_734_501,
  vendorCode: 'MUG-1',
  title: null,
  priceKopecks: 89_000,
  discount: 32,
  state: 'PUBLISHED',
  errors: [],
  sizes: [
    {
      chrtId: 11,
      techSize: '0',
      skus: [],
      stocks: Object.entries(amounts).map(([id, amount]) => ({ warehouseId: Number(id), amount })),
    },
  ],
  syncedAt: null,
});

let stocks: Record<number, number>;
const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  stocks = { 1: 7 };
  mockServer.use(
    mock(listShopCardsEndpoint, () => [inShop(stocks)]),
    mock(sendCardStocksEndpoint, ({ body }) => {
      sent.push(body.stocks);
      for (const row of body.stocks) stocks[row.warehouseId] = row.amount;
      return { sent: body.stocks.length, failed: 0, errors: [] };
    }),
  );
});

async function open() {
  const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1&tab=MARKETPLACE');
  const field = await screen.findByRole('textbox', { name: 'Остаток: Склад на Южной, без размера' });
  return { user, field };
}

const press = (name: string | RegExp) => screen.getByRole('button', { name });
const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }));

describe('«Отправить остатки»', () => {
  it('says in numbers what will happen, and sends when that is confirmed', async () => {
    const { user, field } = await open();
    await user.clear(field);
    await user.type(field, '12');
    const other = screen.getByRole('textbox', { name: 'Остаток: Склад в Химках, без размера' });
    await user.clear(other);
    await user.type(other, '30');
    await user.click(press(/Отправить 2.остатка/));
    const question = await dialog(/Отправить 2.остатка на 2.склада\?/);
    expect(question.getByText(/станет 42.шт\. вместо 7.шт\./)).toBeVisible();
    expect(question.getByText('7 → 12')).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(question.getByRole('button', { name: /Отправить 2.остатка/ }));
    expect(await screen.findByText(/Отправлено и подтверждено: 2.остатка/)).toBeVisible();
    expect(sent).toEqual([
      [
        { warehouseId: 1, chrtId: 11, amount: 12 },
        { warehouseId: 2, chrtId: 11, amount: 30 },
      ],
    ]);
  });

  it('never makes 5 of -5', async () => {
    const { user, field } = await open();
    await user.clear(field);
    await user.type(field, '-5');
    expect(screen.getByText('Меньше нуля нельзя')).toBeVisible();
    await user.click(press(/^Отправить остатки/));
    expect(press(/^Отправить остатки/)).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(field).toHaveValue('7');
    expect(sent).toEqual([]);
  });
});

describe('«Обнулить» of a card', () => {
  it('reads the warehouses first, and clears what they hold now', async () => {
    mockServer.use(
      mock(readCardStocksEndpoint, () => {
        stocks = { 1: 50, 2: 50 };
        return { shopCards: [inShop(stocks)], unread: [] };
      }),
    );
    const { user } = await open();
    await user.click(press('Обнулить'));
    const question = await dialog(/Обнулить остатки карточки/);
    expect(await question.findByText(/На 2.складах станет 0.шт\. вместо 100.шт\./)).toBeVisible();
    await user.click(question.getByRole('button', { name: /Обнулить 2.остатка/ }));
    expect(await screen.findByText(/Отправлено и подтверждено: 2.остатка/)).toBeVisible();
    expect(sent).toEqual([
      [
        { warehouseId: 1, chrtId: 11, amount: 0 },
        { warehouseId: 2, chrtId: 11, amount: 0 },
      ],
    ]);
  });

  it('says what is left', async () => {
    mockServer.use(
      mock(readCardStocksEndpoint, () => ({
        shopCards: [inShop(stocks)],
        unread: [{ shopName: 'Сибирь', warehouseName: null, detail: 'Нет токена' }],
      })),
      mock(sendCardStocksEndpoint, () => ({
        sent: 0,
        failed: 1,
        errors: [{ warehouseName: 'Склад на Южной', vendorCode: 'MUG-1', detail: 'Склад занят' }],
      })),
    );
    const { user } = await open();
    await user.click(press('Обнулить'));
    const question = await dialog(/Обнулить остатки карточки/);
    expect(await question.findByText('Сибирь: Нет токена')).toBeVisible();
    await user.click(question.getByRole('button', { name: /Обнулить 1.остаток/ }));
    expect(await screen.findByText(/На складах осталось 7.шт\./)).toBeVisible();
  });

  it('clears nothing that it could not read', async () => {
    mockServer.use(
      mock(readCardStocksEndpoint, () => mockError(503, { detail: ['Маркетплейс не отвечает'] })),
    );
    const { user } = await open();
    await user.click(press('Обнулить'));
    const question = await dialog(/Обнулить остатки карточки/);
    expect(await question.findByText(/Маркетплейс не отвечает/)).toBeVisible();
    expect(question.getByRole('button', { name: /^Обнулить/ })).toHaveAttribute('aria-disabled', 'true');
  });
});

it('warehouses that have not come are not said to have no stocks', async () => {
  let isDown = true;
  mockServer.use(
    mock(listWarehousesEndpoint, () => (isDown ? mockError(503, { detail: ['Склады не отвечают'] }) : [])),
  );
  const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1&tab=MARKETPLACE');
  expect(await screen.findByText('Остатки на складах')).toBeVisible();
  expect((await screen.findAllByText('Склады не отвечают'))[0]).toBeVisible();
  expect(screen.queryByText('Остатков пока нет')).toBeNull();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Остатков пока нет')).toBeVisible();
});
