import type { EditedFacts } from '#contract/bulk-rows.ts';
import type { WantedValues } from '#contract/bulk-table-rows.ts';
import {
  replacedFields,
  type CostPriceChange,
  type PriceChange,
  type Replacement,
} from '#contract/bulk-rules.ts';
import { replacedParts } from '#contract/find-and-replace.ts';
import { differing, type CardChange, type CardFacts, type OwnChange } from './card-change.ts';
import { changeCharacteristic } from './change-characteristic.ts';
import { changeByTemplate } from './change-by-template.ts';
import { changeBrand, changeDimensions, changeVendorCode } from './change-details.ts';
import { changeOwnPrices } from './change-own-prices.ts';
import { changeCosts } from './change-costs.ts';
import { changeDatedCost, changedCost } from './change-dated-cost.ts';
import { changePriceFloor } from './change-price-floor.ts';
import { changeSizes } from './change-sizes.ts';
import { changeSubject, withSubject } from './change-subject.ts';
import { changeTags } from './change-tags.ts';
import { changeWbTags } from './change-wb-tags.ts';
import { newDiscount, newPrice } from './new-price.ts';
import type { Refused } from './refused.ts';
import { normalisedText, textRefusal, writeText } from './written-text.ts';
import { changedSince } from './changed-since.ts';
import { clearCost } from './clear-cost.ts';
import { rulesFor } from './wanted-values.ts';

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
    case 'WB_TAGS':
      return changeWbTags(card, change);
    case 'TEMPLATE':
      return changeByTemplate(card, change);
    case 'OWN_PRICES':
    case 'OWN_PRICES_OVER_COST':
      return changeOwnPrices(card, change);
    case 'TABLE':
    case 'FILE':
    case 'CARD_FILE':
    case 'CARD_FILE_WITH_WB_SIZES':
    case 'GRID':
    case 'GRID_WITH_DISCOUNTS':
      return changeToWanted(card, wanted);
  }
}

/**
 * Each part as if it alone were asked for; a part that is refused refuses the card. So does another value than the person has
 * seen, unless it is what he wants.
 */
function changeToWanted(card: CardFacts, wanted: WantedValues): CardChange {
  const whole: CardChange = { before: {}, after: {}, refusal: null };
  const { subject, vendorCode, sizes, wbSizes } = wanted;
  const identity = [
    ...(vendorCode === undefined ? [] : [changeVendorCode(card, vendorCode)]),
    ...(subject === undefined ? [] : [changeSubject(card, subject)]),
    ...(sizes === undefined && wbSizes === undefined ? [] : [changeSizes(card, sizes, wbSizes)]),
  ];
  const onSubject = subject === undefined ? card : withSubject(card, subject);
  const figures = rulesFor(wanted).map((rule) => changeCard(onSubject, rule));
  const texts = replacedFields.flatMap((field) => {
    const text = wanted[field];
    return text === undefined ? [] : writeText(card, field, text);
  });
  for (const part of [...identity, ...figures, ...texts]) {
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
  const { characteristics: oldValues = [], ownPrices: oldPrices = [], ...othersBefore } = before;
  const { characteristics: values, ownPrices: prices, ...othersAfter } = after;
  Object.assign(whole.before, othersBefore);
  Object.assign(whole.after, othersAfter);
  if (values) {
    whole.before.characteristics = [...(whole.before.characteristics ?? []), ...oldValues];
    whole.after.characteristics = [...(whole.after.characteristics ?? []), ...values];
  }
  if (prices) {
    whole.before.ownPrices = [...(whole.before.ownPrices ?? []), ...oldPrices];
    whole.after.ownPrices = [...(whole.after.ownPrices ?? []), ...prices];
  }
}

function changePrices(card: CardFacts, change: PriceChange): CardChange {
  const before = {
    priceKopecks: card.priceKopecks,
    discount: card.discount,
    clubDiscount: card.clubDiscount,
  };
  const discount = newDiscount(card.discount, change.discount);
  if ('refusal' in discount) return { before, after: {}, ...discount };
  const clubDiscount = newDiscount(card.clubDiscount, change.clubDiscount);
  if ('refusal' in clubDiscount) return { before, after: {}, ...clubDiscount };
  const old = {
    kopecks: card.priceKopecks,
    discount: discount.percent,
    costKopecks: card.costPriceKopecks,
  };
  const price = newPrice(old, change);
  if ('refusal' in price) return { before, after: {}, ...price };
  const wanted = {
    priceKopecks: price.kopecks,
    discount: discount.percent,
    clubDiscount: clubDiscount.percent,
  };
  return {
    before,
    after: differing(before, wanted),
    refusal: null,
    ...(price.isRaised && { isRaised: true }),
  };
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
