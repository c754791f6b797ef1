import { randomUUID } from 'node:crypto';
import { hashOf } from './random.ts';
import { newSigningKey } from './tokens.ts';

/**
 * Everything the simulator remembers: plain data, so that a snapshot is its JSON. Work that takes time (creation of
 * cards, price tasks, media) is stored with the instant it is due and is done by the first request after that instant:
 * no timers, and a restart in between loses nothing.
 */
export interface Promotion {
  id: number;
  name: string;
  description: string;
  isAuto: boolean;
  startMs: number;
  endMs: number;
  /** How much higher the goods stand in search, %, and from which share of goods on. */
  ranging: {
    condition: 'productsInPromotion' | 'calculateProducts' | 'allProducts';
    participationRate: number;
    boost: number;
  }[];
}

/** A discount that an automatic promotion has set, and the one that it has taken the place of. */
interface AutomaticDiscount {
  nmID: number;
  discount: number;
  earlierDiscount: number;
}

interface Dimensions {
  length: number;
  width: number;
  height: number;
  weightBrutto: number;
}

interface Characteristic {
  id: number;
  value: unknown;
}

export interface Size {
  chrtID: number;
  techSize: string;
  wbSize: string;
  skus: string[];
  /** Roubles before discount; differs between sizes only where the subject allows it. */
  price: number;
}

/** What a card cost from an instant on: past orders keep the price they were made at. */
interface PricePoint {
  fromMs: number;
  price: number;
  discount: number;
}

export interface Card {
  nmID: number;
  imtID: number;
  nmUUID: string;
  subjectID: number;
  vendorCode: string;
  brand: string;
  title: string;
  description: string;
  kizMarked: boolean;
  wholesale: { enabled: boolean; quantum: number } | null;
  dimensions: Dimensions;
  characteristics: Characteristic[];
  sizes: Size[];
  photos: string[];
  video: string;
  tagIDs: number[];
  discount: number;
  clubDiscount: number;
  priceHistory: PricePoint[];
  createdAtMs: number;
  updatedAtMs: number;
  trashedAtMs: number | null;
  /** Prices and stocks do not know a fresh card until this instant. */
  syncedAtMs: number;
}

/** A card as the seller sends it, after the shape has been checked. */
export interface CardDraft {
  subjectID: number;
  vendorCode: string;
  brand: string;
  title: string;
  description: string;
  kizMarked: boolean;
  wholesale: Card['wholesale'];
  dimensions: Dimensions;
  characteristics: Characteristic[];
  sizes: { chrtID: number; techSize: string; wbSize: string; price: number; skus: string[] }[];
}

export interface QueuedCard {
  dueMs: number;
  batchUUID: string;
  kind: 'create' | 'update';
  /** update: the card; create with joining: the group (imtID). */
  nmID: number;
  imtID: number;
  draft: CardDraft;
}

export interface QueuedMedia {
  dueMs: number;
  nmID: number;
  photos: string[];
  video: string;
}

/** Cards on their way into a group, or, without one, into a new group of theirs. */
export interface QueuedMove {
  dueMs: number;
  nmIDs: number[];
  targetIMT: number | null;
}

/** Tags that a card is to have in place of its own. */
export interface QueuedTagLink {
  dueMs: number;
  nmID: number;
  tagIDs: number[];
}

export interface ErrorBatch {
  batchUUID: string;
  updatedAtMs: number;
  rows: { vendorCode: string; subjectID: number; brand: string; errors: string[] }[];
}

export interface PriceItem {
  nmID: number;
  sizeID: number | null;
  price: number | null;
  discount: number | null;
  clubDiscount: number | null;
}

export interface PriceTask {
  id: number;
  kind: 'prices' | 'sizes' | 'club' | 'promotion';
  /** Of the calendar's uploads alone. */
  promotionID?: number;
  /** Equal for equal requests: the same upload twice is answered 208 while the first is in work. */
  fingerprint: string;
  uploadedMs: number;
  dueMs: number;
  /** 1 in work, 3 done, 4 cancelled, 5 partly, 6 all failed. */
  status: 1 | 3 | 4 | 5 | 6;
  items: PriceItem[];
  errors: Record<string, string>;
}

/** What has become due since the last request. */
export interface DueWork {
  dueMs: number;
  run: () => void;
}

interface QuarantineEntry {
  nmID: number;
  newPrice: number;
  newDiscount: number;
}

export interface Warehouse {
  id: number;
  name: string;
  officeId: number;
  cargoType: 1 | 2 | 3;
  deliveryType: 1 | 2 | 3 | 5 | 6;
  isDeleting: boolean;
  isProcessing: boolean;
  /** Answers 406 to every change of stocks. */
  isBlocked: boolean;
  /** chrtID → amount */
  stocks: Record<string, number>;
}

export interface Effect {
  atMs: number;
  kind: EffectKind;
  vendorCode: string;
  nmID: number;
  detail: string;
}

type EffectKind =
  | 'card-created'
  | 'card-updated'
  | 'card-failed'
  | 'card-trashed'
  | 'card-recovered'
  | 'card-moved'
  | 'media-set'
  | 'price-set'
  | 'stock-set'
  | 'warehouse-created'
  | 'promotion-joined'
  | 'promotion-left';

export interface Seller {
  sid: string;
  /** 1, 2, 3 … in the order of creation: part of report numbers. */
  ordinal: number;
  name: string;
  tin: string;
  tradeMark: string;
  freeLimits: number;
  cards: Map<number, Card>;
  queue: QueuedCard[];
  media: QueuedMedia[];
  moves: QueuedMove[];
  tagLinks: QueuedTagLink[];
  errorBatches: ErrorBatch[];
  priceTasks: PriceTask[];
  quarantine: QuarantineEntry[];
  warehouses: Warehouse[];
  tags: { id: number; color: string; name: string }[];
  /** promotionID → nmIDs the seller has put in himself */
  promotions: Record<string, number[]>;
  /** promotionID → nmIDs that a higher price has taken out */
  leftPromotions: Record<string, number[]>;
  /** promotionID → what an automatic promotion that is on has done to prices */
  automaticDiscounts: Record<string, AutomaticDiscount[]>;
  /** Until when automatic promotions have begun and ended for this seller; null: not looked yet, what is on is in the prices. */
  promotionsFollowedMs: number | null;
  effects: Effect[];
  /** «kind key» → how many times; a key is an article, an nmID, a chrtID or a warehouse number. */
  effectCounters: Map<string, number>;
  /** Grows with every change of cards: a list sorted for an older one is sorted anew. */
  version: number;
}

export interface State {
  seed: number;
  /** Of this installation alone: a token that it has not signed opens nothing. */
  signingKey: string;
  sellers: Map<string, Seller>;
  revokedTokenIds: Set<string>;
  /** Of the control interface, beside those of the calendar. */
  orderedPromotions: Promotion[];
  nextNmID: number;
  nextChrtID: number;
  nextBarcode: number;
  nextTaskID: number;
  nextWarehouseID: number;
  nextTagID: number;
}

const EFFECTS_KEPT = 20_000;

export function createState(seed: number): State {
  return {
    seed,
    signingKey: newSigningKey(),
    sellers: new Map(),
    revokedTokenIds: new Set(),
    orderedPromotions: [],
    nextNmID: 120_000_000 + (hashOf(seed, 'nm') % 1_000_000),
    nextChrtID: 180_000_000 + (hashOf(seed, 'chrt') % 1_000_000),
    nextBarcode: hashOf(seed, 'barcode') % 1_000_000,
    nextTaskID: 100_000_000 + (hashOf(seed, 'task') % 1_000_000),
    nextWarehouseID: 700_000 + (hashOf(seed, 'warehouse') % 1000),
    nextTagID: 1,
  };
}

export function createSeller(
  state: State,
  about: {
    sid?: string | undefined;
    name: string;
    tin: string;
    tradeMark: string;
    freeLimits?: number | undefined;
  },
): Seller {
  const sid = about.sid ?? randomUUID();
  const known = state.sellers.get(sid);
  if (known) {
    Object.assign(known, { name: about.name, tin: about.tin, tradeMark: about.tradeMark });
    if (about.freeLimits !== undefined) known.freeLimits = about.freeLimits;
    return known;
  }
  const seller: Seller = {
    sid,
    ordinal: state.sellers.size + 1,
    name: about.name,
    tin: about.tin,
    tradeMark: about.tradeMark,
    freeLimits: about.freeLimits ?? 10_000,
    cards: new Map(),
    queue: [],
    media: [],
    moves: [],
    tagLinks: [],
    errorBatches: [],
    priceTasks: [],
    quarantine: [],
    warehouses: [],
    tags: [],
    promotions: {},
    leftPromotions: {},
    automaticDiscounts: {},
    promotionsFollowedMs: null,
    effects: [],
    effectCounters: new Map(),
    version: 1,
  };
  state.sellers.set(sid, seller);
  return seller;
}

/** Counts an effect under each of its keys, so that a test can ask how often one card was touched. */
export function recordEffect(
  seller: Seller,
  effect: Effect,
  counterKeys: (string | number)[] = [effect.vendorCode, effect.nmID],
): void {
  seller.effects.push(effect);
  if (seller.effects.length > EFFECTS_KEPT) seller.effects.splice(0, seller.effects.length - EFFECTS_KEPT);
  for (const key of new Set(counterKeys.map(String))) {
    if (key === '' || key === '0') continue;
    const counter = `${effect.kind} ${key}`;
    seller.effectCounters.set(counter, (seller.effectCounters.get(counter) ?? 0) + 1);
  }
}
