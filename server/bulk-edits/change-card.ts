import type { EditedFacts, WantedValues } from '#contract/bulk-edits.ts';
import {
  replacedFields,
  type CostPriceChange,
  type PriceChange,
  type Replacement,
} from '#contract/bulk-rules.ts';
import { discountSchema, pricedKopecksSchema } from '#contract/fields.ts';
import { replacedParts } from '#contract/find-and-replace.ts';
import { roubles } from '#server/text/roubles.ts';
import { differing, type CardChange, type CardFacts, type OwnChange } from './card-change.ts';
import { changeCharacteristic } from './change-characteristic.ts';
import { changeByTemplate } from './change-by-template.ts';
import { changeBrand, changeDimensions } from './change-details.ts';
import { changeOwnPrices } from './change-own-prices.ts';
import { changeCosts } from './change-costs.ts';
import { changeDatedCost, changedCost } from './change-dated-cost.ts';
import { changePriceFloor } from './change-price-floor.ts';
import { changeTags } from './change-tags.ts';
import {
  changedAmount,
  changedDiscount,
  discounted,
  floorByMargin,
  floorByMarkup,
  nearestEnding,
  nextEnding,
  priceForFinal,
} from './priced.ts';
import { LARGER, OTHER_DISCOUNT, refused, SAY_PRICE, SMALLER, type Refused } from './refused.ts';
import { normalisedText, textRefusal, writeText } from './written-text.ts';
import { changedSince } from './changed-since.ts';
import { clearCost } from './clear-cost.ts';
import { rulesFor } from './wanted-values.ts';

const ROUBLE_KOPECKS = 100;

/**
 * What a bulk change makes of one card. Pure: the same card and change always come to the same. `wanted`: of this card, when
 * the change is a table or a file.
 */
export function changeCard(card: CardFacts, change: OwnChange, wanted: WantedValues = {}): CardChange {
  switch (change.kind) {
    case 'PRICES':
      return changePrices(card, change);
    case 'COST_PRICE':
      return changeCostPrice(card, change);
    case 'DATED_COST':
      return changeDatedCost(card, change);
    case 'NO_COST':
      return clearCost(card, change);
    case 'COST_TABLE':
      return changeCosts(card, wanted);
    case 'PRICE_FLOOR':
      return changePriceFloor(card, change);
    case 'REPLACE':
      return replaceTexts(card, change);
    case 'BRAND':
      return changeBrand(card, change);
    case 'DIMENSIONS':
      return changeDimensions(card, change);
    case 'CHARACTERISTIC':
      return changeCharacteristic(card, change);
    case 'TAGS':
      return changeTags(card, change);
    case 'TEMPLATE':
      return changeByTemplate(card, change);
    case 'OWN_PRICES':
      return changeOwnPrices(card, change);
    case 'TABLE':
    case 'FILE':
    case 'GRID':
      return changeToWanted(card, wanted);
  }
}

/**
 * Each part as if it alone were asked for; a part that is refused refuses the card. So does another value than the person has
 * seen, unless it is what he wants.
 */
function changeToWanted(card: CardFacts, wanted: WantedValues): CardChange {
  const whole: CardChange = { before: {}, after: {}, refusal: null };
  const figures = rulesFor(wanted).map((rule) => changeCard(card, rule));
  const texts = replacedFields.flatMap((field) => {
    const text = wanted[field];
    return text === undefined ? [] : writeText(card, field, text);
  });
  for (const part of [...figures, ...texts]) {
    take(whole, part);
    if (whole.refusal === null) refuse(whole, part);
  }
  if (whole.refusal === null && Object.keys(whole.after).length > 0) {
    refuse(whole, changedSince(card, wanted.seen));
  }
  return whole.refusal === null ? whole : { ...whole, after: {} };
}

function refuse(whole: CardChange, { refusal, mend }: Pick<CardChange, 'refusal' | 'mend'>): void {
  whole.refusal = refusal;
  if (mend) whole.mend = mend;
}

/** Of characteristics and of shops' own prices there are several parts: the row is about those of them that change. */
function take(whole: CardChange, { before, after }: CardChange): void {
  const { characteristics, ownPrices, ...others } = before;
  Object.assign(whole.before, others);
  if (characteristics && after.characteristics) {
    whole.before.characteristics = [...(whole.before.characteristics ?? []), ...characteristics];
    whole.after.characteristics = [...(whole.after.characteristics ?? []), ...after.characteristics];
  } else if (ownPrices && after.ownPrices) {
    whole.before.ownPrices = [...(whole.before.ownPrices ?? []), ...ownPrices];
    whole.after.ownPrices = [...(whole.after.ownPrices ?? []), ...after.ownPrices];
  } else {
    Object.assign(whole.after, after);
  }
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
    return {
      before,
      after: {},
      ...refused(`Скидка вышла бы ${wrongDiscount} %: можно от 0 до 99 %`, OTHER_DISCOUNT),
    };
  }
  const price = newPrice(card, discount, change);
  if ('refusal' in price) return { before, after: {}, ...price };
  return { before, after: differing(before, { ...price, discount, clubDiscount }), refusal: null };
}

/** The price before the discount, in whole roubles where it is changed. */
function newPrice(
  { priceKopecks: old, costPriceKopecks: cost }: CardFacts,
  discount: number,
  change: PriceChange,
): { priceKopecks: number } | Refused {
  const { price, ending = 'ROUBLE' } = change;
  if (price && price.kind !== 'SET' && old === 0)
    return refused('Не указана цена: изменять нечего', SAY_PRICE, 'priceKopecks');
  const wanted = price ? nearestEnding(changedAmount(old, price), ending) : old;
  const hasFloor = change.floorBasisPoints !== undefined || change.floorMarginBasisPoints !== undefined;
  const floored = hasFloor ? overFloor() : wanted;
  if (typeof floored !== 'number') return floored;
  if (price && floored < ROUBLE_KOPECKS) return refused('Цена вышла бы меньше 1 ₽', LARGER);
  if (!pricedKopecksSchema.safeParse(floored).success) {
    return refused(`Цена вышла бы ${roubles(floored)}: это слишком много`, SMALLER);
  }
  return { priceKopecks: floored };

  function overFloor(): number | Refused {
    if (cost === null) {
      return refused(
        'Не указана себестоимость: нижнюю границу не посчитать',
        'Укажите себестоимость в карточке или снимите границу',
        'costPriceKopecks',
      );
    }
    const floor = floorOver(cost, change);
    const final = discounted(wanted, discount);
    if (final >= floor) return wanted;
    // Nobody asked for another price: a discount that goes too far is refused, not paid for by it.
    if (!price) {
      return refused(
        `Со скидкой вышло бы ${roubles(final)}, граница ${roubles(floor)}`,
        'Возьмите скидку меньше или поднимите цену в карточке',
        'priceKopecks',
      );
    }
    return nextEnding(priceForFinal(floor, discount), ending);
  }
}

function floorOver(costKopecks: number, { floorBasisPoints, floorMarginBasisPoints }: PriceChange): number {
  return floorMarginBasisPoints === undefined
    ? floorByMarkup(costKopecks, floorBasisPoints ?? 0)
    : floorByMargin(costKopecks, floorMarginBasisPoints);
}

function changeCostPrice({ costPriceKopecks: old }: CardFacts, { costPrice }: CostPriceChange): CardChange {
  const before = { costPriceKopecks: old };
  const changed = changedCost(old, costPrice);
  if ('refusal' in changed) return { before, after: {}, ...changed };
  return { before, after: differing(before, { costPriceKopecks: changed.kopecks }), refusal: null };
}

function replaceTexts(card: CardFacts, change: Replacement): CardChange {
  const before: EditedFacts = {};
  const after: EditedFacts = {};
  let refusal: Refused | null = null;
  for (const field of change.fields) {
    before[field] = card[field];
    const replaced = replacedParts(card[field], change)
      .map((part) => part.after)
      .join('');
    if (replaced === card[field]) continue;
    const text = normalisedText(field, replaced);
    refusal ??= textRefusal(field, text);
    after[field] = text;
  }
  if (refusal !== null) return { before, after: {}, ...refusal };
  return { before, after: differing(before, after), refusal: null };
}
