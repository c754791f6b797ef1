const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Which cards a shipment of the demo took: see {@link PlannedCard}. */
type HistoryCards = 'published' | 'refused' | 'price-cut';

/** A shipment that is over: rows only. */
export interface PastShipment {
  status: 'FINISHED' | 'HAS_ERRORS';
  ageMs: number;
  shopIndexes: readonly number[];
  cards: HistoryCards;
  count: number;
  withDiscounts: boolean;
  withImages: boolean;
  /** Number of an earlier shipment in this list. */
  repeatOf?: number;
  /** Of the last items; refused cards have errors of their own. */
  error?: { stage: 'DISCOUNTS' | 'IMAGES'; message: string; code: string; field: string; count: number };
}

const all = { withDiscounts: true, withImages: true };
const withoutDiscounts = { withDiscounts: false, withImages: true };

/** A month of work, oldest first. */
export const PAST_SHIPMENTS: readonly PastShipment[] = [
  { status: 'FINISHED', ageMs: 26 * DAY_MS, shopIndexes: [0], cards: 'published', count: 48, ...all },
  { status: 'FINISHED', ageMs: 19 * DAY_MS, shopIndexes: [1], cards: 'published', count: 34, ...all },
  {
    status: 'FINISHED',
    ageMs: 12 * DAY_MS,
    shopIndexes: [2],
    cards: 'published',
    count: 22,
    ...withoutDiscounts,
  },
  { status: 'FINISHED', ageMs: 5 * DAY_MS, shopIndexes: [0, 2], cards: 'published', count: 18, ...all },
  {
    status: 'HAS_ERRORS',
    ageMs: 3 * DAY_MS,
    shopIndexes: [0, 1, 2, 3, 4],
    cards: 'refused',
    count: 12,
    ...all,
  },
  {
    status: 'HAS_ERRORS',
    ageMs: 27 * HOUR_MS,
    shopIndexes: [0, 1, 2],
    cards: 'price-cut',
    count: 10,
    ...all,
    error: {
      stage: 'DISCOUNTS',
      message: 'Карантин цен: новая цена в три раза ниже прежней или ещё меньше. Цена не изменена',
      code: 'quarantine',
      field: 'priceKopecks',
      count: 10,
    },
  },
  {
    status: 'HAS_ERRORS',
    ageMs: 5 * HOUR_MS,
    shopIndexes: [1],
    cards: 'published',
    count: 14,
    ...all,
    error: {
      stage: 'IMAGES',
      message: 'Не удалось загрузить часть фото по ссылкам',
      code: 'media_failed',
      field: 'photos',
      count: 3,
    },
  },
  {
    status: 'FINISHED',
    ageMs: 90 * MINUTE_MS,
    shopIndexes: [2],
    cards: 'published',
    count: 22,
    repeatOf: 2,
    ...withoutDiscounts,
  },
];

/**
 * A shipment that is really on its way when the demo begins. Each stays where it is for a reason of its own: a basic token
 * that may set prices four times an hour or load photos twice, a card that the marketplace never answers about.
 */
export interface RunningShipment {
  shopIndex: number;
  cards: 'repriced' | 'photos' | 'update' | 'draft' | 'new';
  options: { withPrices: boolean; withDiscounts: boolean; withImages: boolean };
}

const everything = { withPrices: true, withDiscounts: true, withImages: true };

export const RUNNING_SHIPMENTS: readonly RunningShipment[] = [
  // Waits in PENDING_SEND_IMAGES for the limit of the basic token.
  { shopIndex: 4, cards: 'photos', options: { withPrices: false, withDiscounts: false, withImages: true } },
  // Waits in PENDING_SEND_DISCOUNTS for the limit of the basic token.
  { shopIndex: 4, cards: 'repriced', options: { withPrices: true, withDiscounts: true, withImages: false } },
  // Stays in PENDING_UPDATE: one of the updates is never answered.
  { shopIndex: 0, cards: 'update', options: everything },
  // Stays in SENT: one of the new cards never appears.
  { shopIndex: 1, cards: 'draft', options: everything },
  // Starts as NEW and is through within a minute.
  { shopIndex: 0, cards: 'new', options: everything },
];

/** How many cards each running shipment takes. */
export const RUNNING_COUNTS: Record<RunningShipment['cards'], number> = {
  photos: 12,
  repriced: 10,
  update: 9,
  draft: 6,
  new: 5,
};
