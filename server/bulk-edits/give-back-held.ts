import { isOfStocks, type BulkChange } from '#contract/bulk-changes.ts';
import type { Mend } from '#contract/bulk-rows.ts';
import { findKeptSubjects, findTakenCodes, type FactsChange } from '#server/cards/change-many.ts';
import { findLowestPrices } from '#server/cards/lowest-prices.ts';
import { findShopLabels } from '#server/cards/shop-labels.ts';
import type { Trx } from '#server/db/database.ts';
import type { CardFacts } from './card-change.ts';
import { findCardsToChange } from './cards-to-change.ts';
import { characteristicNames } from './edit-facts.ts';
import { factNames, type Namings } from './fact-names.ts';
import { joined, piecesOf, type FactsStep } from './fact-pieces.ts';
import { mixProblem, mixRemark, pricedPlace } from './mixed-price.ts';
import { isStillSo } from './still-so.ts';

/** What becomes of a row of which somebody has changed something since. */
export interface GivenBack {
  cardId: number;
  state: 'ROLLED_BACK' | 'KEPT';
  /** What was left and why; null: its card is gone. */
  refusal: string | null;
  mend: Mend | null;
}

interface LookedAt {
  cardId: number;
  card: CardFacts | undefined;
  held: FactsStep[];
  spared: { piece: FactsStep; why: string }[];
  /** Of a price that is half one's and half the other's. */
  remarks: string[];
}

/**
 * Of rows that are not as the edit has left them, gives back what still is, whatever became of the rest. Their cards are locked, and
 * so are the rows of their shops.
 */
export async function giveBackHeld(
  trx: Trx,
  accountId: number,
  change: BulkChange,
  rows: readonly FactsChange[],
  write: (changes: readonly FactsChange[]) => Promise<number[]>,
): Promise<GivenBack[]> {
  // What the marketplace keeps has turns of its own.
  if (rows.length === 0 || isOfStocks(change)) return [];
  const cardIds = rows.map(({ cardId }) => cardId);
  const cards = new Map(
    (await findCardsToChange(trx, accountId, cardIds, change)).map((card) => [card.id, card]),
  );
  const shops = await findShopLabels(trx, accountId);
  const namings = { characteristicName: characteristicNames(change), shopName: shops.labelOf };
  const looked = rows.map((row) => lookAt(row, cards.get(row.cardId), namings));
  await spareIdentities(trx, accountId, looked);
  await spareMixedPrices(trx, accountId, looked, namings);
  const held = looked.filter((one) => one.held.length > 0);
  const written = new Set(await write(held.map((one) => ({ cardId: one.cardId, ...joined(one.held) }))));
  return looked.map((one) => givenBack(one, written.has(one.cardId), namings));
}

function lookAt({ cardId, ...step }: FactsChange, card: CardFacts | undefined, namings: Namings): LookedAt {
  const looked: LookedAt = { cardId, card, held: [], spared: [], remarks: [] };
  if (!card) return looked;
  for (const piece of piecesOf(step)) {
    if (isStillSo(card, piece.before)) looked.held.push(piece);
    else looked.spared.push({ piece, why: isOfGoneShop(piece, namings) ? SHOP_GONE : CHANGED_LATER });
  }
  return looked;
}

const CHANGED_LATER = 'изменено позже';
const SHOP_GONE = 'магазина больше нет';
const CODE_TAKEN = 'прежний уже у другой карточки';
const SUBJECT_KEPT = 'карточка уже на Wildberries под нынешним';

function isOfGoneShop({ before: { ownPrices = [], costs = [] } }: FactsStep, { shopName }: Namings): boolean {
  return [...ownPrices, ...costs].some(({ shopId }) => shopId !== null && shopName(shopId) === '');
}

function spare(one: LookedAt, why: string, isSpared: (piece: FactsStep) => boolean): void {
  one.spared.push(...one.held.filter(isSpared).map((piece) => ({ piece, why })));
  one.held = one.held.filter((piece) => !isSpared(piece));
}

/** A code that another card has by now, a subject that the marketplace would not know the card under. */
async function spareIdentities(trx: Trx, accountId: number, looked: readonly LookedAt[]): Promise<void> {
  const steps = looked.map(({ cardId, held }) => ({ cardId, ...joined(held) }));
  const taken = await findTakenCodes(trx, accountId, steps);
  const kept = await findKeptSubjects(trx, accountId, steps);
  for (const one of looked) {
    if (taken.has(one.cardId)) spare(one, CODE_TAKEN, ({ after }) => after.vendorCode !== undefined);
    if (kept.has(one.cardId)) spare(one, SUBJECT_KEPT, ({ after }) => after.subject !== undefined);
  }
}

/** Where a price would go back to a discount that is somebody else's, or the other way round, it is looked at. */
async function spareMixedPrices(
  trx: Trx,
  accountId: number,
  looked: readonly LookedAt[],
  { shopName }: Namings,
): Promise<void> {
  const mixed = looked.filter((one) => mixedPieces(one).length > 0);
  const lowest = await findLowestPrices(
    trx,
    accountId,
    mixed.map(({ cardId }) => cardId),
  );
  for (const one of mixed) {
    const { card, cardId, held } = one;
    if (!card) continue;
    // A cost that goes back with it is the one to be compared with.
    const { costPriceKopecks = card.costPriceKopecks } = joined(held).after;
    for (const piece of mixedPieces(one)) {
      const problem = mixProblem({ ...card, costPriceKopecks }, piece, lowest.get(cardId));
      if (problem !== null) spare(one, problem, (other) => other === piece);
      else one.remarks.push(mixRemark(card, piece, shopName));
    }
  }
}

/** Of a place, one of two facts: the other is spared. */
function mixedPieces({ held, spared }: LookedAt): FactsStep[] {
  const places = new Set(spared.map(({ piece }) => pricedPlace(piece.before)));
  return held.filter(({ before }) => {
    const place = pricedPlace(before);
    return place !== undefined && places.has(place);
  });
}

function givenBack({ cardId, card, held, spared, remarks }: LookedAt, isWritten: boolean, namings: Namings) {
  if (!card) return { cardId, state: 'KEPT', refusal: null, mend: null } as const;
  if (isWritten && spared.length === 0)
    return { cardId, state: 'ROLLED_BACK', refusal: null, mend: null } as const;
  const back = isWritten ? namesOf(held, namings) : [];
  const left = isWritten ? spared : [...spared, ...held.map((piece) => ({ piece, why: CHANGED_LATER }))];
  const reasons = [...new Set(left.map(({ why }) => why))].map((why) => {
    const names = namesOf(
      left.filter((one) => one.why === why).map(({ piece }) => piece),
      namings,
    );
    return `${sentence(names.join(', '))}: ${why}, оставлено`;
  });
  const mend = back.length === 0 ? null : { advice: adviceOf(back, remarks), field: null };
  return { cardId, state: 'KEPT', refusal: reasons.join('. '), mend } as const;
}

function adviceOf(back: readonly string[], remarks: readonly string[]): string {
  return [
    `Вернулось: ${back.join(', ')}`,
    ...remarks,
    'Прежнее значение остального, если оно нужно, верните в карточке',
  ].join('. ');
}

const namesOf = (pieces: readonly FactsStep[], namings: Namings) => factNames(joined(pieces).before, namings);

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
