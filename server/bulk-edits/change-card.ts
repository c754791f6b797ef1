import type {
  BulkChange,
  CostPriceChange,
  EditedFacts,
  PriceChange,
  Replacement,
} from '#contract/bulk-edits.ts';
import { characterCount, DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '#contract/card-rules.ts';
import { discountSchema, pricedKopecksSchema } from '#contract/fields.ts';
import { roubles } from '#server/text/roubles.ts';
import { forbiddenCharacters, normaliseLine, normaliseText } from '#server/text/text-rules.ts';
import {
  changedAmount,
  changedDiscount,
  discounted,
  floorOf,
  nearestEnding,
  nextEnding,
  priceForFinal,
} from './priced.ts';
import { changedSince } from './changed-since.ts';
import { rulesFor, type WantedValues } from './wanted-values.ts';

/** What changes are made of. */
export interface CardFacts {
  priceKopecks: number;
  discount: number;
  clubDiscount: number;
  costPriceKopecks: number | null;
  title: string;
  description: string;
}

export interface CardChange {
  /** All fields that the change is about. */
  before: EditedFacts;
  /** Only what changes; empty: the card has the wanted values already. */
  after: EditedFacts;
  /** Why the card stays as it is; null: it may be changed. */
  refusal: string | null;
}

const ROUBLE_KOPECKS = 100;

/**
 * What a bulk change makes of one card. Pure: the same card and change always come to the same. `wanted`: of this card, when
 * the change is a table.
 */
export function changeCard(card: CardFacts, change: BulkChange, wanted: WantedValues = {}): CardChange {
  switch (change.kind) {
    case 'PRICES':
      return changePrices(card, change);
    case 'COST_PRICE':
      return changeCostPrice(card, change);
    case 'REPLACE':
      return replaceTexts(card, change);
    case 'TABLE':
      return changeToWanted(card, wanted);
  }
}

/**
 * Each part as if it alone were asked for; a part that is refused refuses the card. So does another value than the person has
 * seen, unless it is what he wants.
 */
function changeToWanted(card: CardFacts, wanted: WantedValues): CardChange {
  const whole: CardChange = { before: {}, after: {}, refusal: null };
  for (const part of rulesFor(wanted).map((rule) => changeCard(card, rule))) {
    Object.assign(whole.before, part.before);
    Object.assign(whole.after, part.after);
    whole.refusal ??= part.refusal;
  }
  if (Object.keys(whole.after).length > 0) whole.refusal ??= changedSince(card, wanted.seen);
  return whole.refusal === null ? whole : { ...whole, after: {} };
}

function changePrices(card: CardFacts, change: PriceChange): CardChange {
  const before = {
    priceKopecks: card.priceKopecks,
    discount: card.discount,
    clubDiscount: card.clubDiscount,
  };
  const discount = change.discount ? changedDiscount(card.discount, change.discount) : card.discount;
  const clubDiscount = change.clubDiscount
    ? changedDiscount(card.clubDiscount, change.clubDiscount)
    : card.clubDiscount;
  const wrongDiscount = [discount, clubDiscount].find((one) => !discountSchema.safeParse(one).success);
  if (wrongDiscount !== undefined) {
    return { before, after: {}, refusal: `Скидка вышла бы ${wrongDiscount} %: можно от 0 до 99 %` };
  }
  const price = newPrice(card, discount, change);
  if ('refusal' in price) return { before, after: {}, ...price };
  return { before, after: differing(before, { ...price, discount, clubDiscount }), refusal: null };
}

/** The price before the discount, in whole roubles where it is changed. */
function newPrice(
  { priceKopecks: old, costPriceKopecks: cost }: CardFacts,
  discount: number,
  { price, ending = 'ROUBLE', floorBasisPoints }: PriceChange,
): { priceKopecks: number } | { refusal: string } {
  if (price && price.kind !== 'SET' && old === 0) return { refusal: 'Не указана цена: изменять нечего' };
  const wanted = price ? nearestEnding(changedAmount(old, price), ending) : old;
  const floored = floorBasisPoints === undefined ? wanted : overFloor();
  if (typeof floored === 'string') return { refusal: floored };
  if (price && floored < ROUBLE_KOPECKS) return { refusal: 'Цена вышла бы меньше 1 ₽' };
  if (!pricedKopecksSchema.safeParse(floored).success) {
    return { refusal: `Цена вышла бы ${roubles(floored)}: это слишком много` };
  }
  return { priceKopecks: floored };

  function overFloor(): number | string {
    if (cost === null) return 'Не указана себестоимость: нижнюю границу не посчитать';
    const floor = floorOf(cost, floorBasisPoints ?? 0);
    const final = discounted(wanted, discount);
    if (final >= floor) return wanted;
    // Nobody asked for another price: a discount that goes too far is refused, not paid for by it.
    if (!price) return `Со скидкой вышло бы ${roubles(final)}, граница ${roubles(floor)}`;
    return nextEnding(priceForFinal(floor, discount), ending);
  }
}

/** To the kopeck: nobody sees its ending. */
function changeCostPrice({ costPriceKopecks: old }: CardFacts, { costPrice }: CostPriceChange): CardChange {
  const before = { costPriceKopecks: old };
  const refused = (refusal: string) => ({ before, after: {}, refusal });
  if (old === null && costPrice.kind !== 'SET') return refused('Не указана себестоимость: изменять нечего');
  const costPriceKopecks = Math.round(changedAmount(old ?? 0, costPrice));
  if (costPriceKopecks < 0) return refused('Себестоимость вышла бы меньше нуля');
  if (!pricedKopecksSchema.safeParse(costPriceKopecks).success) {
    return refused(`Себестоимость вышла бы ${roubles(costPriceKopecks)}: это слишком много`);
  }
  return { before, after: differing(before, { costPriceKopecks }), refusal: null };
}

const MAX_LENGTH = { title: TITLE_MAX_LENGTH, description: DESCRIPTION_MAX_LENGTH };
const NAMES = { title: 'Название', description: 'Описание' };

function replaceTexts(card: CardFacts, change: Replacement): CardChange {
  const pattern = patternOf(change);
  const before: EditedFacts = {};
  const after: EditedFacts = {};
  let refusal: string | null = null;
  for (const field of change.fields) {
    before[field] = card[field];
    const replaced = card[field].replace(pattern, (found) => standingFor(found, change));
    if (replaced === card[field]) continue;
    const text = field === 'title' ? normaliseLine(replaced) : normaliseText(replaced);
    refusal ??= textRefusal(field, text);
    after[field] = text;
  }
  return { before, after: refusal === null ? differing(before, after) : {}, refusal };
}

function textRefusal(field: keyof typeof NAMES, text: string): string | null {
  const length = characterCount(text);
  if (length > MAX_LENGTH[field]) {
    return `${NAMES[field]} вышло бы в ${length} символов: можно ${MAX_LENGTH[field]}`;
  }
  if (field !== 'title') return null;
  if (text === '') return 'Название вышло бы пустым';
  const forbidden = forbiddenCharacters(text);
  return forbidden.length > 0 ? `В названии вышли бы запрещённые символы: ${forbidden.join(' ')}` : null;
}

/** What was not looked for by its case keeps the capital that it begins with: «Кружка» becomes «Чашка», «кружка» «чашка». */
function standingFor(found: string, { replacement, isCaseSensitive }: Replacement): string {
  const isCapital = /^\p{Lu}/u.test(found);
  if (isCaseSensitive || !isCapital) return replacement;
  return replacement.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** Finds plain text; a whole word has neither a letter nor a digit beside it. */
export function patternOf({
  find,
  isCaseSensitive,
  isWholeWord,
}: Pick<Replacement, 'find' | 'isCaseSensitive' | 'isWholeWord'>): RegExp {
  const escaped = find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const bounded = isWholeWord ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped;
  return new RegExp(bounded, isCaseSensitive ? 'gu' : 'giu');
}

function differing(before: EditedFacts, wanted: EditedFacts): EditedFacts {
  // Entries know no more of their keys than that they are texts.
  const fields = Object.entries(wanted).filter(
    ([field, value]) => before[field as keyof EditedFacts] !== value,
  );
  return Object.fromEntries(fields);
}
