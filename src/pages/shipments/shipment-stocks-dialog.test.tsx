import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listShipmentStocksEndpoint } from '#contract/shipments.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockShipment } from '#tests/mocks/shipments.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ShipmentStocksDialog } from './shipment-stocks-dialog.tsx';

const stock = (chrtId: number, techSize: string) => ({
  cardId: 1,
  vendorCode: 'MUG-1',
  title: 'Кружка',
  shopId: 1,
  shopName: 'Московский',
  warehouseId: 1,
  warehouseName: 'Склад на Южной',
  chrtId,
  techSize,
  amount: 7,
});

it('a card without sizes has none in the table, however the marketplace writes it', async () => {
  mockServer.use(
    mock(listShipmentStocksEndpoint, () => ({ stocks: [stock(11, '0'), stock(12, '42')], unread: [] })),
  );
  renderPage(<ShipmentStocksDialog shipment={mockShipment(1042)} onClose={() => undefined} />);
  expect(await screen.findByRole('cell', { name: '42' })).toBeVisible();
  expect(screen.getByRole('cell', { name: '—' })).toBeVisible();
  expect(screen.queryByRole('cell', { name: '0' })).toBeNull();
});

describe('L-39: what could not be read', () => {
  const noToken = {
    shopId: 2,
    shopName: 'Северика',
    warehouseName: null,
    detail: 'Нет активного токена категории «Маркетплейс» в магазине «Северика»',
    isTokenMissing: true,
  };

  it('is told below what could, with what to do', async () => {
    const silent = {
      ...noToken,
      shopId: 1,
      shopName: 'Московский',
      warehouseName: 'Тула',
      detail: 'Wildberries не отвечает',
      isTokenMissing: false,
    };
    mockServer.use(
      mock(listShipmentStocksEndpoint, () => ({ stocks: [stock(11, '0')], unread: [noToken, silent] })),
    );
    const { user } = renderPage(
      <ShipmentStocksDialog shipment={mockShipment(1042)} onClose={() => undefined} />,
    );
    expect(await screen.findByText('Показаны не все остатки')).toBeVisible();
    expect(screen.getByText('Кружка')).toBeVisible();
    expect(screen.getByText('Московский, Тула: Wildberries не отвечает')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Добавить токен' });
    expect(link).toHaveAttribute('href', '/home/account/shops?shop=2&tab=tokens');
    expect(link.closest('li')).toHaveTextContent(/^Нет активного токена категории «Маркетплейс»/);

    mockServer.use(mock(listShipmentStocksEndpoint, () => ({ stocks: [stock(11, '0')], unread: [] })));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(screen.queryByText('Показаны не все остатки')).toBeNull());
  });

  it('is not taken for warehouses that are not there', async () => {
    mockServer.use(mock(listShipmentStocksEndpoint, () => ({ stocks: [], unread: [noToken] })));
    renderPage(<ShipmentStocksDialog shipment={mockShipment(1042)} onClose={() => undefined} />);
    expect(await screen.findByText('Показаны не все остатки')).toBeVisible();
    expect(screen.queryByText(/ещё нет/)).toBeNull();
  });
});
