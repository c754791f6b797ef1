import type { BulkChange, BulkEditRow, BulkWarning, EditedFacts } from '#contract/bulk-edits.ts';
import { formatKopecks } from '#lib/money.ts';
import { NBSP } from '#lib/numbers.ts';
import { finalPriceKopecks } from '#pages/cards/form/final-price.ts';
import { REPLACED_FIELD_LABELS, TABLE_FIELD_LABELS } from './change-text.ts';

/** One value of a card, as it was and as it is to be; equal where the change leaves it. */
export interface ValueChange {
  label: string;
  before: string;
  after: string;
}

export const WARNING_TEXTS: Record<BulkWarning, string> = {
  QUARANTINE: 'Карантин цен',
  LOSS: 'Ниже себестоимости',
  OWN_PRICE: 'Есть своя цена в магазине',
};

/** The names of the values that a change may touch, in the order of {@link valueChanges}. */
export function changedLabels(change: BulkChange): string[] {
  if (change.kind === 'REPLACE') return change.fields.map((field) => REPLACED_FIELD_LABELS[field]);
  if (change.kind === 'COST_PRICE') return ['Себестоимость'];
  if (change.kind === 'TABLE') {
    const ofPrice = change.fields.filter((field) => field !== 'costPriceKopecks');
    return [
      ...ofPrice.map((field) => TABLE_FIELD_LABELS[field]),
      ...(ofPrice.length > 0 ? ['Со скидкой'] : []),
      ...(change.fields.includes('costPriceKopecks') ? [TABLE_FIELD_LABELS.costPriceKopecks] : []),
    ];
  }
  return [
    ...(change.price || change.floorBasisPoints !== undefined ? ['Цена'] : []),
    ...(change.discount ? ['Скидка'] : []),
    ...(change.clubDiscount ? ['Скидка WB Клуба'] : []),
    'Со скидкой',
  ];
}

export function valueChanges(row: BulkEditRow, change: BulkChange): ValueChange[] {
  const { before, after } = row;
  const next = { ...before, ...after };
  const values: Record<string, [before: string, after: string]> = {
    Цена: [sumText(before.priceKopecks), sumText(next.priceKopecks)],
    Скидка: [percentText(before.discount), percentText(next.discount)],
    'Скидка WB Клуба': [percentText(before.clubDiscount), percentText(next.clubDiscount)],
    'Со скидкой': [finalText(before), finalText(next)],
    Себестоимость: [costText(before.costPriceKopecks), costText(next.costPriceKopecks)],
    Название: [before.title ?? '', next.title ?? ''],
    Описание: [before.description ?? '', next.description ?? ''],
  };
  return changedLabels(change).map((label) => {
    const [was = '', is = ''] = values[label] ?? [];
    return { label, before: was, after: is };
  });
}

/** The row of a table was not about it. */
const UNTOUCHED = '—';

function sumText(kopecks: number | undefined): string {
  return kopecks === undefined ? UNTOUCHED : formatKopecks(kopecks);
}

function percentText(percent: number | undefined): string {
  return percent === undefined ? UNTOUCHED : `${percent}${NBSP}%`;
}

function finalText({ priceKopecks, discount }: EditedFacts): string {
  if (priceKopecks === undefined || discount === undefined) return UNTOUCHED;
  return formatKopecks(finalPriceKopecks(priceKopecks, discount));
}

function costText(kopecks: number | null | undefined): string {
  return kopecks === null ? 'не указано' : sumText(kopecks);
}
