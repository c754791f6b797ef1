import { isOfOwnPrices, type BulkChange } from '#contract/bulk-changes.ts';
import type { BulkRule } from '#contract/bulk-rules.ts';
import {
  characteristicChangeOf,
  characteristicDraftOf,
  EMPTY_CHARACTERISTIC_DRAFT,
} from './characteristic-draft.ts';
import {
  brandChangeOf,
  brandDraftOf,
  dimensionChangeOf,
  dimensionDraftOf,
  EMPTY_BRAND_DRAFT,
  EMPTY_DIMENSION_DRAFT,
} from './details-draft.ts';
import { EMPTY_OWN_PRICE_DRAFT, ownPriceChangeOf, ownPriceDraftOf } from './own-price-draft.ts';
import {
  amountDraftOf,
  costPriceChangeOf,
  EMPTY_COST_DRAFT,
  EMPTY_PRICE_DRAFT,
  priceChangeOf,
  priceDraftOf,
  type CostPriceDraft,
} from './price-draft.ts';
import { EMPTY_FLOOR_DRAFT, floorDraftOf, priceFloorChangeOf } from './floor-draft.ts';
import { EMPTY_REPLACEMENT, replacementOf } from './replacement-draft.ts';
import { EMPTY_STOCK_DRAFT, stockChangeOf, stockDraftOf } from './stock-draft.ts';
import { EMPTY_TAG_DRAFT, tagChangeOf, tagDraftOf } from './tag-draft.ts';
import { EMPTY_TEMPLATE_DRAFT, templateChangeOf, templateDraftOf } from './template-draft.ts';
import { EMPTY_WB_TAG_DRAFT, wbTagChangeOf, wbTagDraftOf } from './wb-tag-draft.ts';

/** Of a form: the cost price has one, whether it says a day or not, an amount or none; so have shops' own prices, with a floor or without. */
export type RuleKind = Exclude<BulkRule['kind'], 'DATED_COST' | 'NO_COST' | 'OWN_PRICES_OVER_COST'>;

/** What can be done, in the order in which it is offered. */
export const RULE_KINDS: readonly { value: RuleKind; label: string }[] = [
  { value: 'PRICES', label: 'Цены и скидки' },
  { value: 'OWN_PRICES', label: 'Свои цены магазинов' },
  { value: 'STOCKS', label: 'Остатки на складах' },
  { value: 'COST_PRICE', label: 'Себестоимость' },
  { value: 'PRICE_FLOOR', label: 'Минимальная цена' },
  { value: 'BRAND', label: 'Бренд' },
  { value: 'DIMENSIONS', label: 'Габариты и вес' },
  { value: 'CHARACTERISTIC', label: 'Характеристика' },
  { value: 'TAGS', label: 'Ярлыки' },
  { value: 'WB_TAGS', label: 'Ярлыки WB' },
  { value: 'TEMPLATE', label: 'Наименование или описание по шаблону' },
  { value: 'REPLACE', label: 'Найти и заменить слова' },
];

/** One that is filled in here: not by a table, and not of a newer build. */
export function isRule(change: BulkChange): change is BulkRule {
  return (
    change.kind === 'DATED_COST' ||
    change.kind === 'NO_COST' ||
    change.kind === 'OWN_PRICES_OVER_COST' ||
    RULE_KINDS.some(({ value }) => value === change.kind)
  );
}

/** The form that a change was filled in by. */
export function formOf(change: BulkRule): RuleKind {
  if (isOfOwnPrices(change)) return 'OWN_PRICES';
  return change.kind === 'DATED_COST' || change.kind === 'NO_COST' ? 'COST_PRICE' : change.kind;
}

/** What the form holds of every kind while it is filled in: who changes his mind finds what he has typed. */
export function draftsOf(change: BulkRule | undefined) {
  return {
    PRICES: change?.kind === 'PRICES' ? priceDraftOf(change) : EMPTY_PRICE_DRAFT,
    OWN_PRICES: change && isOfOwnPrices(change) ? ownPriceDraftOf(change) : EMPTY_OWN_PRICE_DRAFT,
    STOCKS: change?.kind === 'STOCKS' ? stockDraftOf(change) : EMPTY_STOCK_DRAFT,
    COST_PRICE: costPriceDraftOf(change),
    PRICE_FLOOR: change?.kind === 'PRICE_FLOOR' ? floorDraftOf(change) : EMPTY_FLOOR_DRAFT,
    BRAND: change?.kind === 'BRAND' ? brandDraftOf(change) : EMPTY_BRAND_DRAFT,
    DIMENSIONS: change?.kind === 'DIMENSIONS' ? dimensionDraftOf(change) : EMPTY_DIMENSION_DRAFT,
    CHARACTERISTIC:
      change?.kind === 'CHARACTERISTIC' ? characteristicDraftOf(change) : EMPTY_CHARACTERISTIC_DRAFT,
    TAGS: change?.kind === 'TAGS' ? tagDraftOf(change) : EMPTY_TAG_DRAFT,
    WB_TAGS: change?.kind === 'WB_TAGS' ? wbTagDraftOf(change) : EMPTY_WB_TAG_DRAFT,
    TEMPLATE: change?.kind === 'TEMPLATE' ? templateDraftOf(change) : EMPTY_TEMPLATE_DRAFT,
    REPLACE: change?.kind === 'REPLACE' ? change : EMPTY_REPLACEMENT,
  };
}

function costPriceDraftOf(change: BulkRule | undefined): CostPriceDraft {
  if (change?.kind === 'DATED_COST') return { ...amountDraftOf(change.costPrice), from: change.from };
  if (change?.kind === 'NO_COST') return { priceAction: 'NONE', priceAmount: null, from: change.from };
  if (change?.kind === 'COST_PRICE') return { ...amountDraftOf(change.costPrice), from: null };
  return EMPTY_COST_DRAFT;
}
export type ChangeDrafts = ReturnType<typeof draftsOf>;

/** The change, or what is missing to it. */
export function changeOf(kind: RuleKind, drafts: ChangeDrafts): BulkRule | { problem: string } {
  switch (kind) {
    case 'PRICES':
      return priceChangeOf(drafts.PRICES);
    case 'OWN_PRICES':
      return ownPriceChangeOf(drafts.OWN_PRICES);
    case 'STOCKS':
      return stockChangeOf(drafts.STOCKS);
    case 'COST_PRICE':
      return costPriceChangeOf(drafts.COST_PRICE);
    case 'PRICE_FLOOR':
      return priceFloorChangeOf(drafts.PRICE_FLOOR);
    case 'BRAND':
      return brandChangeOf(drafts.BRAND);
    case 'DIMENSIONS':
      return dimensionChangeOf(drafts.DIMENSIONS);
    case 'CHARACTERISTIC':
      return characteristicChangeOf(drafts.CHARACTERISTIC);
    case 'TAGS':
      return tagChangeOf(drafts.TAGS);
    case 'WB_TAGS':
      return wbTagChangeOf(drafts.WB_TAGS);
    case 'TEMPLATE':
      return templateChangeOf(drafts.TEMPLATE);
    case 'REPLACE':
      return replacementOf(drafts.REPLACE);
  }
}
