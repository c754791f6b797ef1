import { randomUUID } from 'node:crypto';
import { findSubject } from '#simulator/reference/directory.ts';
import { chanceOf, between, hashOf } from './random.ts';
import {
  recordEffect,
  type Card,
  type CardDraft,
  type QueuedCard,
  type Seller,
  type State,
} from './state.ts';
import { allocateBarcode, allocateChrtID, allocateNmID } from './numbering.ts';
import { findBySku, findByVendorCode, putCard } from './card-index.ts';
import { isLostForEver, moderationErrors, queueDelayMs } from './triggers.ts';

const CREATION_MS = { from: 1000, to: 8000 };
const UPDATE_MS = { from: 800, to: 4000 };
/** Prices and stocks learn of a new card a little later; the documents say up to half an hour. */
const SYNC_MS = { from: 1000, to: 4000 };

interface Clock {
  state: State;
  speed: number;
}

/** Puts cards in the queue; they appear in the list or in the list of errors later. */
export function enqueueCards(
  clock: Clock,
  seller: Seller,
  nowMs: number,
  entries: Omit<QueuedCard, 'dueMs' | 'batchUUID'>[],
): void {
  const batchUUID = randomUUID();
  for (const entry of entries) {
    const { vendorCode } = entry.draft;
    forgetErrors(seller, vendorCode);
    if (isLostForEver(vendorCode)) continue;
    const range = entry.kind === 'create' ? CREATION_MS : UPDATE_MS;
    const usualMs = between(chanceOf(clock.state.seed, vendorCode, nowMs), range.from, range.to);
    seller.queue.push({
      ...entry,
      batchUUID,
      dueMs: nowMs + queueDelayMs(vendorCode, usualMs) / clock.speed,
    });
  }
}

/** A card that is sent again is judged again: its old errors are gone at once. */
function forgetErrors(seller: Seller, vendorCode: string): void {
  for (const batch of seller.errorBatches) {
    batch.rows = batch.rows.filter((row) => row.vendorCode !== vendorCode);
  }
  seller.errorBatches = seller.errorBatches.filter((batch) => batch.rows.length > 0);
}

export function isVendorCodeTaken(seller: Seller, vendorCode: string, exceptNmID = 0): boolean {
  const known = findByVendorCode(seller, vendorCode);
  if (known && known.nmID !== exceptNmID) return true;
  return seller.queue.some((entry) => entry.kind === 'create' && entry.draft.vendorCode === vendorCode);
}

export function finishQueuedCard(clock: Clock, seller: Seller, entry: QueuedCard): void {
  const { draft } = entry;
  const card = entry.kind === 'update' ? seller.cards.get(entry.nmID) : undefined;
  const errors = [...moderationErrors(draft), ...barcodeErrors(seller, draft, entry.nmID)];
  if (entry.kind === 'update' && !card) errors.push('Карточка не найдена');
  if (entry.kind === 'create' && seller.cards.size >= seller.freeLimits) {
    errors.push('Превышен лимит создания карточек');
  }
  if (errors.length > 0) {
    addErrorRow(seller, entry, errors);
    recordEffect(
      seller,
      effectOf('card-failed', entry.dueMs, draft.vendorCode, entry.nmID, errors.join('; ')),
    );
    return;
  }
  if (card) {
    putCard(seller, updatedCard(clock.state, card, draft, entry.dueMs));
    recordEffect(seller, effectOf('card-updated', entry.dueMs, draft.vendorCode, card.nmID, draft.title));
  } else {
    const created = createCard(clock, seller, draft, { imtID: entry.imtID, atMs: entry.dueMs });
    recordEffect(seller, effectOf('card-created', entry.dueMs, draft.vendorCode, created.nmID, draft.title));
  }
}

function effectOf(
  kind: 'card-created' | 'card-updated' | 'card-failed',
  atMs: number,
  vendorCode: string,
  nmID: number,
  detail: string,
) {
  return { kind, atMs, vendorCode, nmID, detail };
}

function barcodeErrors(seller: Seller, draft: CardDraft, nmID: number): string[] {
  return draft.sizes
    .flatMap((size) => size.skus)
    .filter((sku) => {
      const owner = findBySku(seller, sku);
      return owner !== undefined && owner.nmID !== nmID;
    })
    .map((sku) => `Баркод ${sku} уже используется`);
}

function addErrorRow(seller: Seller, entry: QueuedCard, errors: string[]): void {
  const { vendorCode, subjectID, brand } = entry.draft;
  let batch = seller.errorBatches.find((known) => known.batchUUID === entry.batchUUID);
  if (!batch) {
    batch = { batchUUID: entry.batchUUID, updatedAtMs: entry.dueMs, rows: [] };
    seller.errorBatches.push(batch);
  }
  batch.updatedAtMs = Math.max(batch.updatedAtMs, entry.dueMs);
  batch.rows.push({ vendorCode, subjectID, brand, errors });
}

/** Makes the card with all its numbers. imtID 0 means a group of its own. */
export function createCard(
  clock: Clock,
  seller: Seller,
  draft: CardDraft,
  options: { imtID: number; atMs: number; isSynced?: boolean },
): Card {
  const nmID = allocateNmID(clock.state);
  const syncMs = between(chanceOf(clock.state.seed, 'sync', nmID), SYNC_MS.from, SYNC_MS.to) / clock.speed;
  const card: Card = {
    nmID,
    imtID: options.imtID === 0 ? nmID - 1 - (hashOf(nmID, 'imt') % 9_000_000) : options.imtID,
    nmUUID: randomUUID(),
    subjectID: draft.subjectID,
    vendorCode: draft.vendorCode,
    brand: draft.brand,
    title: draft.title,
    description: draft.description,
    kizMarked: draft.kizMarked,
    wholesale: draft.wholesale,
    dimensions: draft.dimensions,
    characteristics: draft.characteristics,
    sizes: sizesOfNewCard(clock.state, draft),
    photos: [],
    video: '',
    tagIDs: [],
    discount: 0,
    clubDiscount: 0,
    priceHistory: [],
    createdAtMs: options.atMs,
    updatedAtMs: options.atMs,
    trashedAtMs: null,
    syncedAtMs: options.isSynced === true ? options.atMs : options.atMs + syncMs,
  };
  const price = card.sizes[0]?.price ?? 0;
  if (price > 0) card.priceHistory.push({ fromMs: options.atMs, price, discount: 0 });
  putCard(seller, card);
  return card;
}

function sizesOfNewCard(state: State, draft: CardDraft): Card['sizes'] {
  const sizes = draft.sizes.length > 0 ? draft.sizes : [{ techSize: '', wbSize: '', price: 0, skus: [] }];
  const isSized = ['clothes', 'shoes'].includes(findSubject(draft.subjectID)?.kind ?? '');
  return sizes.map((size) => ({
    chrtID: allocateChrtID(state),
    // Goods that have sizes and were sent without one get «A» and «1»; goods without sizes get 0.
    techSize: size.techSize === '' ? (isSized ? 'A' : '0') : size.techSize,
    wbSize: size.wbSize === '' && isSized && size.techSize === '' ? '1' : size.wbSize,
    price: size.price,
    skus: size.skus.length > 0 ? [...size.skus] : [allocateBarcode(state)],
  }));
}

/** The card is overwritten by what was sent; only barcodes, sizes, photos, tags and prices cannot be lost this way. */
function updatedCard(state: State, card: Card, draft: CardDraft, atMs: number): Card {
  const sizes = card.sizes.map((size) => ({ ...size, skus: [...size.skus] }));
  for (const sent of draft.sizes) {
    const known = sizes.find((size) => size.chrtID === sent.chrtID);
    if (known) {
      if (sent.techSize !== '') known.techSize = sent.techSize;
      if (sent.wbSize !== '') known.wbSize = sent.wbSize;
      known.skus = [...new Set([...known.skus, ...sent.skus])];
    } else if (!sizes.some((size) => size.techSize === sent.techSize)) {
      sizes.push({
        chrtID: allocateChrtID(state),
        techSize: sent.techSize,
        wbSize: sent.wbSize,
        price: sent.price,
        skus: sent.skus.length > 0 ? [...sent.skus] : [allocateBarcode(state)],
      });
    }
  }
  return {
    ...card,
    vendorCode: draft.vendorCode,
    brand: draft.brand,
    title: draft.title,
    description: draft.description,
    kizMarked: draft.kizMarked,
    dimensions: draft.dimensions,
    characteristics: draft.characteristics,
    sizes,
    updatedAtMs: atMs,
  };
}
