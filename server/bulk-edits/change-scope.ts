import {
  isOfFile,
  isOfGrid,
  isOfOwnPrices,
  type FileChange,
  type FileField,
  type GridChange,
  type GridField,
  type TableChange,
} from '#contract/bulk-changes.ts';
import { replacedFields } from '#contract/bulk-rules.ts';
import { priceFields } from '#contract/card-rules.ts';
import { asksFor } from '#contract/text-templates.ts';
import type { OwnChange } from './card-change.ts';

/** Each card has values of its own. */
export function isOfRows(change: OwnChange): change is TableChange | FileChange | GridChange {
  return change.kind === 'TABLE' || isOfGrid(change) || isOfFile(change);
}

/** And some say this. */
export function isInRows(change: OwnChange, field: FileField | GridField): boolean {
  return isOfRows(change) && change.fields.some((named) => named === field);
}

export function isAboutDescription(change: OwnChange): boolean {
  if (change.kind === 'TEMPLATE')
    return change.field === 'description' || asksFor(change.template, 'описание');
  return change.kind === 'REPLACE' || isInRows(change, 'description');
}

export function isAboutTexts(change: OwnChange): boolean {
  const isByRow = replacedFields.some((field) => isInRows(change, field));
  return change.kind === 'REPLACE' || change.kind === 'TEMPLATE' || isByRow;
}

export function isAboutTags(change: OwnChange): boolean {
  return change.kind === 'TAGS' || isInRows(change, 'tags');
}

export function isAboutPrices(change: OwnChange): boolean {
  const isByRow = priceFields.some((field) => isInRows(change, field));
  const isOfShops =
    isOfOwnPrices(change) || isInRows(change, 'ownPrices') || isInRows(change, 'ownDiscounts');
  return isByRow || isOfShops || change.kind === 'PRICES';
}

/** Shops that are to have a price or a discount of their own. */
export function pricedShops(change: OwnChange): number[] {
  const ids = isOfOwnPrices(change) || isOfGrid(change) ? change.shopIds : [];
  return [...new Set([...ids, ...(isOfGrid(change) ? (change.discountShopIds ?? []) : [])])];
}
