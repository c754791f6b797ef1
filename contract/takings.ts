import { z } from 'zod/mini';
import { listGroupsOfCardEndpoint } from './card-groups.ts';
import { cardSelectionSchema } from './card-operations.ts';
import { cardSchema } from './cards.ts';
import { endpoint } from './endpoint.ts';
import { idSchema } from './fields.ts';
import { shipmentItemErrorSchema, shipmentSchema } from './shipments.ts';
import { shopCardSchema } from './shop-cards.ts';

/** «Взять с собой»: what is named is read in parts, to be kept on a device. */

/** A part is a moment of the server. */
export const TAKEN_PER_PART = 20;

const partOfIds = z.array(idSchema).check(z.minLength(1), z.maxLength(TAKEN_PER_PART));

/** What there would be to take. 400 for more cards than a taking has; the message says how many there are. */
export const lookAtTakingEndpoint = endpoint({
  method: 'POST',
  path: '/takings/look/',
  summary: 'Сколько карточек и фото взяли бы с собой',
  access: 'user',
  body: z.strictObject({ selection: cardSelectionSchema }),
  response: z.object({
    /** Ascending. */
    cardIds: z.array(idSchema),
    photoCount: z.int(),
  }),
});

/** Everything that a card's editor shows without asking the marketplace. */
export const takenCardSchema = z.object({
  card: cardSchema,
  shopCards: z.array(shopCardSchema),
  groups: listGroupsOfCardEndpoint.response,
});
export type TakenCard = z.infer<typeof takenCardSchema>;

/** A card that is gone, or is not the account's, is not in the answer. */
export const readTakenCardsEndpoint = endpoint({
  method: 'POST',
  path: '/takings/cards/',
  summary: 'Карточки целиком, по 20',
  access: 'user',
  body: z.strictObject({ cardIds: partOfIds }),
  response: z.object({ cards: z.array(takenCardSchema) }),
});

export const takenShipmentSchema = z.object({
  shipment: shipmentSchema,
  errors: z.array(shipmentItemErrorSchema),
});
export type TakenShipment = z.infer<typeof takenShipmentSchema>;

/** As with cards. */
export const readTakenShipmentsEndpoint = endpoint({
  method: 'POST',
  path: '/takings/shipments/',
  summary: 'Отправки с ошибками, по 20',
  access: 'user',
  body: z.strictObject({ shipmentIds: partOfIds }),
  response: z.object({ shipments: z.array(takenShipmentSchema) }),
});
