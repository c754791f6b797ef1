import { randomUUID } from 'node:crypto';
import { hashOf } from './random.ts';

/**
 * Everything the simulator remembers: plain data, so that a snapshot is its JSON. Work that takes time (creation of
 * cards, price tasks, media) is stored with the instant it is due and is done by the first request after that instant:
 * no timers, and a restart in between loses nothing.
 */
export interface Dimensions {
  length: number;
  width: number;
  height: number;
  weightBrutto: number;
}

export interface Characteristic {
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
export interface PricePoint {
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
  /** Equal for equal requests: the same upload twice is answered 208 while the first is in work. */
  fingerprint: string;
  uploadedMs: number;
  dueMs: number;
  /** 1 in work, 3 done, 4 cancelled, 5 partly, 6 all failed. */
  status: 1 | 3 | 4 | 5 | 6;
  items: PriceItem[];
  errors: Record<string, string>;
}

export interface QuarantineEntry {
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

export type EffectKind =
  | 'card-created'
  | 'card-updated'
  | 'card-failed'
  | 'card-trashed'
  | 'card-recovered'
  | 'media-set'
  | 'price-set'
  | 'stock-set'
  | 'warehouse-created'
  | 'promotion-joined';

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
  errorBatches: ErrorBatch[];
  priceTasks: PriceTask[];
  quarantine: QuarantineEntry[];
  warehouses: Warehouse[];
  tags: { id: number; color: string; name: string }[];
  /** promotionID → nmIDs the seller has put in himself */
  promotions: Record<string, number[]>;
  effects: Effect[];
  /** «kind key» → how many times; a key is an article, an nmID, a chrtID or a warehouse number. */
  effectCounters: Map<string, number>;
  /** Grows with every change of cards: a list sorted for an older one is sorted anew. */
  version: number;
}

export interface State {
  seed: number;
  sellers: Map<string, Seller>;
  revokedTokenIds: Set<string>;
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
    sellers: new Map(),
    revokedTokenIds: new Set(),
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
    errorBatches: [],
    priceTasks: [],
    quarantine: [],
    warehouses: [],
    tags: [],
    promotions: {},
    effects: [],
    effectCounters: new Map(),
    version: 1,
  };
  state.sellers.set(sid, seller);
  return seller;
}

/** nmIDs rise with every card, in uneven steps as on the real site. */
export function allocateNmID(state: State): number {
  state.nextNmID += 1 + (hashOf(state.nextNmID) % 40_000);
  return state.nextNmID;
}

export function allocateChrtID(state: State): number {
  state.nextChrtID += 1 + (hashOf(state.nextChrtID) % 900);
  return state.nextChrtID;
}

/** 13 digits that start with 20 and end with an EAN-13 check digit. */
export function allocateBarcode(state: State): string {
  state.nextBarcode += 1;
  // A prime step walks over all ten-digit numbers before it repeats one.
  const body = `20${String((state.nextBarcode * 7_368_787) % 10_000_000_000).padStart(10, '0')}`;
  let sum = 0;
  for (let index = 0; index < body.length; index += 1) sum += Number(body[index]) * (index % 2 === 0 ? 1 : 3);
  return body + String((10 - (sum % 10)) % 10);
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

/** Cards that are not in the trash, in the order of creation. */
export function liveCards(seller: Seller): Card[] {
  return [...seller.cards.values()].filter((card) => card.trashedAtMs === null);
}

interface CardIndex {
  byVendorCode: Map<string, Card>;
  byChrtID: Map<number, Card>;
  bySku: Map<string, Card>;
}

const indexes = new WeakMap<Seller, CardIndex>();

/**
 * Adds a card or replaces it by a changed copy. The only way to change what a card is found by (article, sizes,
 * barcodes): the indexes follow.
 */
export function putCard(seller: Seller, card: Card): void {
  const index = indexOf(seller);
  const before = seller.cards.get(card.nmID);
  if (before) {
    if (index.byVendorCode.get(before.vendorCode) === before) index.byVendorCode.delete(before.vendorCode);
    for (const size of before.sizes) {
      index.byChrtID.delete(size.chrtID);
      for (const sku of size.skus) index.bySku.delete(sku);
    }
  }
  seller.cards.set(card.nmID, card);
  addToIndex(index, card);
  seller.version += 1;
}

export function findByVendorCode(seller: Seller, vendorCode: string): Card | undefined {
  return indexOf(seller).byVendorCode.get(vendorCode);
}

export function findByChrtID(seller: Seller, chrtID: number): Card | undefined {
  return indexOf(seller).byChrtID.get(chrtID);
}

export function findBySku(seller: Seller, sku: string): Card | undefined {
  return indexOf(seller).bySku.get(sku);
}

function indexOf(seller: Seller): CardIndex {
  const known = indexes.get(seller);
  if (known) return known;
  const index: CardIndex = { byVendorCode: new Map(), byChrtID: new Map(), bySku: new Map() };
  for (const card of seller.cards.values()) addToIndex(index, card);
  indexes.set(seller, index);
  return index;
}

function addToIndex(index: CardIndex, card: Card): void {
  index.byVendorCode.set(card.vendorCode, card);
  for (const size of card.sizes) {
    index.byChrtID.set(size.chrtID, card);
    for (const sku of size.skus) index.bySku.set(sku, card);
  }
}
