import type { HttpHandler } from 'msw';
import type { Card } from '#contract/cards.ts';
import type { Shipment } from '#contract/shipments.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import {
  lookAtTakingEndpoint,
  readTakenCardsEndpoint,
  readTakenShipmentsEndpoint,
} from '#contract/takings.ts';
import { mock } from './mock-endpoint.ts';

interface TakingServer {
  cards?: readonly Card[];
  shipments?: readonly Shipment[];
}

/** A server that has these cards and shipments to take along; `looked` holds what was asked how much it would be. */
export function takingHandlers({ cards = [], shipments = [] }: TakingServer): {
  looked: CardSelection[];
  handlers: HttpHandler[];
} {
  const looked: CardSelection[] = [];
  return {
    looked,
    handlers: [
      mock(lookAtTakingEndpoint, ({ body }) => {
        looked.push(body.selection);
        const cardIds = cards.map(({ id }) => id).toSorted((one, other) => one - other);
        return { cardIds, photoCount: cards.reduce((sum, { photos }) => sum + photos.length, 0) };
      }),
      mock(readTakenCardsEndpoint, ({ body }) => ({
        cards: cards
          .filter(({ id }) => body.cardIds.includes(id))
          .map((card) => ({ card, shopCards: [], groups: [] })),
      })),
      mock(readTakenShipmentsEndpoint, ({ body }) => ({
        shipments: shipments
          .filter(({ id }) => body.shipmentIds.includes(id))
          .map((shipment) => ({ shipment, errors: [] })),
      })),
    ],
  };
}
