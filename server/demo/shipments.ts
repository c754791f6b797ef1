import type { ShipmentStatus } from '#contract/shipments.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Which cards a shipment of the demo took. */
export type DemoShipmentCards = 'published' | 'refused' | 'price-cut' | 'drafts';

export interface DemoShipment {
  status: ShipmentStatus;
  ageMs: number;
  shopIndexes: readonly number[];
  cards: DemoShipmentCards;
  count: number;
  withDiscounts: boolean;
  withImages: boolean;
  /** Number of an earlier shipment in this list. */
  repeatOf?: number;
  /** Of the unfinished stage: how many items are through it already. */
  passed?: number;
  error?: {
    stage: 'CARD' | 'DISCOUNTS' | 'IMAGES';
    message: string;
    code: string | null;
    field: string;
    count: number;
  };
  /** Seconds until the marketplace's limit lets the work go on. */
  waitsS?: number;
}

const all = { withDiscounts: true, withImages: true };

/** Every status, oldest first: a month of work and what is on the way now. */
export const DEMO_SHIPMENTS: readonly DemoShipment[] = [
  { status: 'FINISHED', ageMs: 26 * DAY_MS, shopIndexes: [0], cards: 'published', count: 48, ...all },
  { status: 'FINISHED', ageMs: 19 * DAY_MS, shopIndexes: [1], cards: 'published', count: 34, ...all },
  {
    status: 'FINISHED',
    ageMs: 12 * DAY_MS,
    shopIndexes: [2],
    cards: 'published',
    count: 22,
    withDiscounts: false,
    withImages: true,
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
    shopIndexes: [0, 1],
    cards: 'price-cut',
    count: 10,
    ...all,
    error: {
      stage: 'DISCOUNTS',
      message: 'Новая цена в несколько раз ниже нынешней. Товар попал в карантин цен',
      code: 'price_quarantine',
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
      message: 'Не удалось загрузить фото по ссылке',
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
    withDiscounts: false,
    withImages: true,
    repeatOf: 2,
  },
  {
    status: 'PENDING_SEND_IMAGES',
    ageMs: 9 * MINUTE_MS,
    shopIndexes: [4],
    cards: 'published',
    count: 12,
    passed: 4,
    waitsS: 21 * 60,
    ...all,
  },
  {
    status: 'PENDING_SEND_DISCOUNTS',
    ageMs: 6 * MINUTE_MS,
    shopIndexes: [4],
    cards: 'published',
    count: 16,
    passed: 0,
    waitsS: 9 * 60,
    withDiscounts: true,
    withImages: false,
  },
  {
    status: 'PENDING_UPDATE',
    ageMs: 4 * MINUTE_MS,
    shopIndexes: [0],
    cards: 'published',
    count: 9,
    passed: 5,
    ...all,
  },
  { status: 'SENT', ageMs: 2 * MINUTE_MS, shopIndexes: [1], cards: 'drafts', count: 8, passed: 3, ...all },
  { status: 'NEW', ageMs: 20_000, shopIndexes: [0], cards: 'drafts', count: 6, passed: 0, ...all },
];
