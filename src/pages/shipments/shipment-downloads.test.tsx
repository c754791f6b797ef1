import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exportShipmentEndpoint } from '#contract/shipments.ts';
import { DownloadTray } from '#parts/downloads/download-tray.tsx';
import { downloads } from '#parts/downloads/downloads.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockShipment, mockShipmentError, shipmentHandlers } from '#tests/mocks/shipments.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ShipmentsPage } from './shipments-page.tsx';

const FILE = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition':
    'attachment; filename="x.csv"; filename*=UTF-8\'\'%D0%9E%D1%88%D0%B8%D0%B1%D0%BA%D0%B8.csv',
};

let saved: string[] = [];

beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  mockServer.use(
    ...shipmentHandlers([mockShipment(7, { status: 'HAS_ERRORS', failedItems: 1 })], [mockShipmentError]),
  );
});
afterEach(() => {
  for (const { id } of downloads.getSnapshot()) downloads.cancel(id);
});

async function press(item: string) {
  const { user } = renderPage(
    <>
      <ShipmentsPage />
      <DownloadTray />
    </>,
    '/home/shipments?id=7',
  );
  await user.click(await screen.findByRole('button', { name: 'Скачать' }));
  await user.click(screen.getByRole('menuitem', { name: item }));
  return user;
}

const tray = () => within(screen.getByRole('region', { name: 'Загрузки' }));

/** A body that has sent half and then waits for the test. */
function halfSent() {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      body = controller;
      controller.enqueue(new TextEncoder().encode('half'));
    },
  });
  return { stream, cut: () => body?.error(new TypeError('terminated')) };
}

describe('files of a shipment', () => {
  it('are saved under the name that the server gives', async () => {
    mockServer.use(
      mock(exportShipmentEndpoint, ({ query }) => {
        expect(query).toEqual({ rows: 'errors', format: 'csv' });
        return new HttpResponse('a;b', { headers: FILE });
      }),
    );
    await press('Ошибки, CSV');
    expect(await screen.findByText('Файл «Ошибки.csv» скачан')).toBeVisible();
    expect(saved).toEqual(['Ошибки.csv']);
  });

  it('are «Скачанный файл» until the name is known, and «Отменить» stops them', async () => {
    mockServer.use(mock(exportShipmentEndpoint, () => new Promise<Response>(() => undefined)));
    const user = await press('Ошибки, XLSX');
    expect(await tray().findByText('Скачанный файл')).toBeVisible();
    await user.click(tray().getByRole('button', { name: 'Отменить' }));
    expect(tray().queryByText('Скачанный файл')).toBeNull();
    expect(saved).toEqual([]);
  });

  it('that are cut in the middle are not saved, and come whole at the next try', async () => {
    const half = halfSent();
    mockServer.use(
      mock(
        exportShipmentEndpoint,
        () => new HttpResponse(half.stream, { headers: { ...FILE, 'content-length': '8' } }),
      ),
    );
    const user = await press('Все карточки, CSV');
    expect(await tray().findByText(/^4 Б из 8 Б$/)).toBeVisible();
    half.cut();
    expect(await tray().findByText('Связь прервалась: файл пришёл не целиком и не сохранён')).toBeVisible();
    expect(saved).toEqual([]);
    mockServer.use(mock(exportShipmentEndpoint, () => new HttpResponse('a;b', { headers: FILE })));
    await user.click(tray().getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText('Файл «Ошибки.csv» скачан')).toBeVisible();
  });

  it('that the server refuses say why in its words', async () => {
    mockServer.use(
      mock(exportShipmentEndpoint, () => mockError(429, { detail: ['Не больше 5 файлов в минуту'] })),
    );
    await press('Ошибки, XLSX');
    expect(await tray().findByText('Не больше 5 файлов в минуту')).toBeVisible();
  });

  it('of another type are not saved', async () => {
    mockServer.use(
      mock(
        exportShipmentEndpoint,
        () => new HttpResponse('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }),
      ),
    );
    await press('Ошибки, XLSX');
    expect(await tray().findByText('Файлы такого типа не скачиваются')).toBeVisible();
    expect(saved).toEqual([]);
  });
});
