import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { listShipmentsEndpoint, listShipmentStocksEndpoint, shipmentStatuses } from '#contract/shipments.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { mockShipment, mockShipmentError, shipmentHandlers } from '#tests/mocks/shipments.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { turnable } from '#tests/support/turnable.ts';
import { ShipmentsPage } from './shipments-page.tsx';

const LABELS = {
  NEW: 'Создана',
  SENT: 'В процессе',
  HAS_ERRORS: 'Есть ошибки',
  PENDING_UPDATE: 'Обновление',
  PENDING_SEND_DISCOUNTS: 'Отправка скидок',
  PENDING_SEND_IMAGES: 'Отправка изображений',
  FINISHED: 'Завершена',
};
const COLOURS = {
  NEW: 'text-black',
  SENT: 'text-orange',
  HAS_ERRORS: 'text-red',
  PENDING_UPDATE: 'text-orange',
  PENDING_SEND_DISCOUNTS: 'text-orange',
  PENDING_SEND_IMAGES: 'text-orange',
  FINISHED: 'text-green',
};

function serve(...args: Parameters<typeof shipmentHandlers>) {
  mockServer.use(...shipmentHandlers(...args));
}

describe('shipments', () => {
  beforeEach(() => serve([mockShipment(7)]));

  it.each(shipmentStatuses)('shows %s in the words and the colour of the specification', async (status) => {
    serve([mockShipment(7, { status })]);
    renderPage(<ShipmentsPage />, '/home/shipments');
    const row = (await screen.findByRole('link', { name: '№7' })).closest('tr')!;
    const label = within(row).getByText(LABELS[status]);
    expect(label).toBeVisible();
    expect(label).toHaveClass(COLOURS[status]);
  });

  it('names a shop of the sandbox as one, in the list and in the shipment', async () => {
    const shops = [
      { id: 1, name: 'Московский' },
      { id: 2, name: 'Проба', isSandbox: true },
    ];
    serve([mockShipment(7, { shops })]);
    renderPage(<ShipmentsPage />, '/home/shipments?id=7');
    const row = (await screen.findByRole('link', { name: '№7' })).closest('tr')!;
    expect(within(row).getByText('Московский, Проба (песочница)')).toBeVisible();
    expect(await screen.findByText(/· Московский, Проба \(песочница\) ·/)).toBeVisible();
  });

  it('shows a status that it does not know as it came', async () => {
    serve([mockShipment(7, { status: 'PAUSED_BY_MOON' })]);
    renderPage(<ShipmentsPage />, '/home/shipments');
    const row = (await screen.findByRole('link', { name: '№7' })).closest('tr')!;
    expect(within(row).getByText('PAUSED_BY_MOON')).toBeVisible();
  });

  it('groups errors by cause and leads to the field', async () => {
    serve(
      [mockShipment(7, { status: 'HAS_ERRORS', failedItems: 3 })],
      [
        mockShipmentError,
        { ...mockShipmentError, id: 2, itemId: 2, cardId: 3, title: 'Рюкзак детский' },
        {
          ...mockShipmentError,
          id: 3,
          itemId: 3,
          cardId: 4,
          message: 'Бренд не найден в справочнике',
          field: 'brand',
        },
        {
          ...mockShipmentError,
          id: 4,
          itemId: 4,
          shopId: 3,
          message: 'Токен отозван. Добавьте токен в разделе «Магазины» и повторите',
          code: 'token',
          requestId: '5f0e9f1a2b',
          field: null,
        },
      ],
    );
    renderPage(<ShipmentsPage />, '/home/shipments?id=7');
    expect(await screen.findByText('Ошибки · 3 причины')).toBeVisible();
    expect(screen.getByText('5f0e9f1a2b')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Скопировать номер запроса' })).toHaveLength(1);
    const links = screen.getAllByRole('link', { name: 'Исправить' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/home/cards/edit?id=2&field=title&shipment=7&error=1',
      '/home/cards/edit?id=3&field=title&shipment=7&error=2',
      '/home/cards/edit?id=4&field=brand&shipment=7&error=3',
      '/home/account/shops?shop=3&tab=tokens',
    ]);
  });

  it('retries what failed after a question with numbers', async () => {
    serve([mockShipment(7, { status: 'HAS_ERRORS', failedItems: 2 })], [mockShipmentError]);
    const { user } = renderPage(<ShipmentsPage />, '/home/shipments?id=7');
    await user.click(await screen.findByRole('button', { name: 'Повторить с ошибками (2)' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Повторить 2' }));
    expect(await screen.findByText('Отправка продолжена')).toBeVisible();
    expect((await screen.findAllByText('Обновление')).length).toBeGreaterThan(0);
  });

  it('does not repeat what still runs', async () => {
    serve([mockShipment(7, { status: 'SENT' })]);
    renderPage(<ShipmentsPage />, '/home/shipments?id=7');
    expect(await screen.findByRole('button', { name: 'Повторить всё' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it('asks again while something runs and stops by itself', async () => {
    serve([mockShipment(7, { status: 'SENT' })]);
    renderPage(<ShipmentsPage />, '/home/shipments');
    expect((await screen.findAllByText('В процессе')).length).toBeGreaterThan(0);
    serve([mockShipment(7)]);
    expect((await screen.findAllByText('Завершена', {}, { timeout: 30_000 })).length).toBeGreaterThan(0);
  });

  it('says what to do first when there is nothing yet', async () => {
    serve([]);
    renderPage(<ShipmentsPage />, '/home/shipments');
    expect(await screen.findByText('Отправок пока нет')).toBeVisible();
  });

  it('keeps the status that is looked for in the address', async () => {
    const asked: string[] = [];
    mockServer.use(
      mock(listShipmentsEndpoint, ({ request }) => {
        asked.push(new URL(request.url).search);
        return {
          count: 0,
          next: null,
          previous: null,
          results: [],
          counters: { all: 0, running: 0, errors: 0, finished: 0 },
        };
      }),
    );
    const { user, router } = renderPage(<ShipmentsPage />, '/home/shipments?status=confirmed&tab=errors');
    expect(await screen.findByText('Ничего не найдено')).toBeVisible();
    expect(asked.at(-1)).toContain(
      'status=PENDING_SEND_DISCOUNTS&status=PENDING_SEND_IMAGES&status=FINISHED',
    );
    expect(asked.at(-1)).toContain('group=errors');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Статус' }), 'Обновление');
    expect(router.state.location.search).toBe('?tab=errors&status=PENDING_UPDATE');
    await user.click(await screen.findByRole('button', { name: 'Сбросить фильтры' }));
    expect(router.state.location.search).toBe('');
  });

  it('keeps what is typed when a tablet is turned, and the shipment that it was typed for', async () => {
    const turn = turnable();
    serve([mockShipment(9), mockShipment(8)]);
    mockServer.use(mock(listShipmentStocksEndpoint, () => ({ stocks: [], unread: [] })));
    const { user, router } = renderPage(<ShipmentsPage />, '/home/shipments');
    await user.click(await screen.findByRole('button', { name: 'Остатки' }));
    await user.type(screen.getByRole('textbox', { name: /^Остаток для каждого размера/ }), '12');
    turn('narrow');
    expect(await screen.findByRole('link', { name: 'Все отправки', hidden: true })).toBeInTheDocument();
    expect(screen.queryByRole('table', { name: 'Отправки', hidden: true })).toBeNull();
    expect(screen.getByRole('textbox', { name: /^Остаток для каждого размера/ })).toHaveValue('12');
    expect(router.state.location.search).toBe('?id=9');
    turn('wide');
    expect(await screen.findByRole('table', { name: 'Отправки', hidden: true })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /^Остаток для каждого размера/ })).toHaveValue('12');
  });

  it('has the name of the page above a shipment that stands alone, too', async () => {
    const turn = turnable();
    renderPage(<ShipmentsPage />, '/home/shipments?id=7');
    turn('narrow');
    expect(await screen.findByRole('heading', { level: 2, name: 'Отправка №7' })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 1, name: 'Отправки' })).toBeInTheDocument();
  });

  it('lists the shipment in sight as a place of its own for screen readers', async () => {
    serve([mockShipment(9)]);
    renderPage(<ShipmentsPage />, '/home/shipments');
    const place = await screen.findByRole('region', { name: 'Отправка №9' });
    expect(within(place).getByRole('heading', { name: 'Отправка №9' })).toBeVisible();
  });

  it('says the number of cards under its head, where numbers stand under each other', async () => {
    serve([mockShipment(9, { cards: 12_480 }), mockShipment(8, { cards: 1 })]);
    renderPage(<ShipmentsPage />, '/home/shipments');
    expect(await screen.findByRole('cell', { name: /^12.480$/ })).toHaveClass('text-right');
    expect(screen.getByRole('cell', { name: '1' })).toHaveClass('text-right');
  });

  it('walks through the list by keys', async () => {
    serve([mockShipment(9), mockShipment(8)]);
    const { user, router } = renderPage(<ShipmentsPage />, '/home/shipments');
    await screen.findByRole('heading', { name: 'Отправка №9' });
    await user.keyboard('j');
    expect(await screen.findByRole('heading', { name: 'Отправка №8' })).toBeVisible();
    expect(router.state.location.search).toBe('?id=8');
  });

  it('shows the first errors of a cause that has many', async () => {
    const errors = Array.from({ length: 60 }, (_, index) => ({ ...mockShipmentError, id: index + 1 }));
    serve([mockShipment(7, { status: 'HAS_ERRORS', failedItems: 60 })], errors);
    const { user } = renderPage(<ShipmentsPage />, '/home/shipments?id=7');
    expect(await screen.findAllByRole('link', { name: 'Исправить' })).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Показать ещё 50 из 55' }));
    expect(screen.getAllByRole('link', { name: 'Исправить' })).toHaveLength(55);
    await user.click(screen.getByRole('button', { name: 'Показать ещё 5' }));
    expect(screen.getAllByRole('link', { name: 'Исправить' })).toHaveLength(60);
  });
});
