import type { HttpHandler } from 'msw';
import {
  getShipmentEndpoint,
  listShipmentErrorsEndpoint,
  listShipmentsEndpoint,
  repeatShipmentEndpoint,
  retryShipmentEndpoint,
  type Shipment,
  type ShipmentItemError,
} from '#contract/shipments.ts';
import { mock, mockError } from './mock-endpoint.ts';

export function mockShipment(id: number, changes: Partial<Shipment> = {}): Shipment {
  return {
    id,
    status: 'FINISHED',
    shops: [{ id: 1, name: 'Московский' }],
    cards: 48,
    items: 48,
    failedItems: 0,
    stages: [
      { stage: 'CARD', isIncluded: true, total: 48, done: 48, failed: 0 },
      { stage: 'DISCOUNTS', isIncluded: true, total: 48, done: 48, failed: 0 },
      { stage: 'IMAGES', isIncluded: true, total: 48, done: 48, failed: 0 },
    ],
    repeatOf: null,
    createdAt: '2026-11-20T14:02:00+03:00',
    updatedAt: '2026-11-20T14:05:00+03:00',
    createdBy: 'Демо',
    options: { withPrices: true, withDiscounts: true, withImages: true },
    waitingUntil: null,
    isSlow: false,
    events: [{ id: 1, at: '2026-11-20T14:02:00+03:00', text: 'Создана' }],
    ...changes,
  };
}

export const mockShipmentError: ShipmentItemError = {
  id: 1,
  itemId: 1,
  cardId: 2,
  shopId: 1,
  shopName: 'Московский',
  vendorCode: 'BP-22-BLK',
  title: 'Рюкзак городской',
  nmId: null,
  stage: 'CARD',
  code: null,
  message: 'Недопустимая длина наименования: не более 60 символов',
  field: 'title',
  at: '2026-11-20T14:03:00+03:00',
};

export function shipmentHandlers(
  initial: Shipment[] = [mockShipment(1042), mockShipment(1041)],
  errors: ShipmentItemError[] = [],
): HttpHandler[] {
  const shipments = new Map(initial.map((shipment) => [shipment.id, shipment]));
  const all = () => [...shipments.values()];
  const count = (test: (status: string) => boolean) => all().filter(({ status }) => test(status)).length;
  const isDone = (status: string) => status === 'FINISHED' || status === 'HAS_ERRORS';
  return [
    mock(listShipmentsEndpoint, ({ query }) => {
      const found = all().filter(
        ({ status }) =>
          query.group === undefined ||
          (query.group === 'errors' && status === 'HAS_ERRORS') ||
          (query.group === 'finished' && status === 'FINISHED') ||
          (query.group === 'running' && !isDone(status)),
      );
      return {
        count: found.length,
        next: null,
        previous: null,
        results: found,
        counters: {
          all: shipments.size,
          running: count((status) => !isDone(status)),
          errors: count((status) => status === 'HAS_ERRORS'),
          finished: count((status) => status === 'FINISHED'),
        },
      };
    }),
    mock(
      getShipmentEndpoint,
      ({ params }) => shipments.get(params.id) ?? mockError(404, { detail: ['Отправка не найдена'] }),
    ),
    mock(listShipmentErrorsEndpoint, () => errors),
    mock(retryShipmentEndpoint, ({ params }) => {
      const shipment = mockShipment(params.id, { status: 'PENDING_UPDATE' });
      shipments.set(params.id, shipment);
      return { id: params.id, status: shipment.status };
    }),
    mock(repeatShipmentEndpoint, () => ({ id: 1043, status: 'NEW' })),
  ];
}
