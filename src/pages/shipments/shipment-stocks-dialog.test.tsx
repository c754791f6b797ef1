import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
  mockServer.use(mock(listShipmentStocksEndpoint, () => [stock(11, '0'), stock(12, '42')]));
  renderPage(<ShipmentStocksDialog shipment={mockShipment(1042)} onClose={() => undefined} />);
  expect(await screen.findByRole('cell', { name: '42' })).toBeVisible();
  expect(screen.getByRole('cell', { name: '—' })).toBeVisible();
  expect(screen.queryByRole('cell', { name: '0' })).toBeNull();
});
