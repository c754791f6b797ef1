import {
  fileFields,
  gridFields,
  identityFields,
  tableFields,
  type FileChange,
  type FileField,
  type GridChange,
  type TableChange,
  type TableField,
} from '#contract/bulk-changes.ts';
import type { TableRow, WantedValues } from '#contract/bulk-table-rows.ts';
import { dimensionFields } from '#contract/bulk-rules.ts';
import type { OwnRule } from './card-change.ts';

/** Without what else is in the row. */
export function wantedValuesOf(row: TableRow): WantedValues {
  const { line: _line, key: _key, ...wanted } = row;
  return wanted;
}

/** Fields that any of them is about, in the order of the contract. */
function fieldsOf(values: readonly WantedValues[]): TableField[] {
  return tableFields.filter((field) => values.some((one) => one[field] !== undefined));
}

/** What an edit of these is about. */
export function fileChangeOf(values: readonly WantedValues[]): FileChange {
  const characteristics = namedIn(values);
  const isSaid = (field: FileField) =>
    values.some((one) => one[field] !== undefined) ||
    (field === 'characteristics' && characteristics.length > 0);
  return {
    ...kindOf(fileFields.filter(isSaid)),
    characteristics,
  };
}

function kindOf(fields: FileField[]): Pick<FileChange, 'kind' | 'fields'> {
  if (fields.includes('wbSizes')) return { kind: 'CARD_FILE_WITH_WB_SIZES', fields };
  return { kind: identityFields.some((field) => fields.includes(field)) ? 'CARD_FILE' : 'FILE', fields };
}

/** What an edit is about whose parts are about these. */
export function joinedChange(changes: readonly FileChange[]): FileChange {
  const named = new Map(
    changes.flatMap((one) => one.characteristics.map(({ id, name }) => [id, name] as const)),
  );
  return {
    ...kindOf(fileFields.filter((field) => changes.some(({ fields }) => fields.includes(field)))),
    characteristics: [...named].map(([id, name]) => ({ id, name })),
  };
}

/** A table that says no more than a pasted one may stays of that kind, which every build reads. */
export function tableChangeOf(values: readonly WantedValues[]): TableChange | GridChange {
  const fields = gridFields.filter((field) => values.some((one) => one[field] !== undefined));
  const usual = fieldsOf(values);
  if (usual.length === fields.length) return { kind: 'TABLE', fields: usual };
  const shopIds = idsIn(values.flatMap(({ ownPrices = [] }) => ownPrices));
  const discountShopIds = idsIn(values.flatMap(({ ownDiscounts = [] }) => ownDiscounts));
  const change = { fields, characteristics: namedIn(values), shopIds };
  return discountShopIds.length === 0
    ? { kind: 'GRID', ...change }
    : { kind: 'GRID_WITH_DISCOUNTS', ...change, discountShopIds };
}

/** Shops whose own prices and discounts these say. */
export function shopIdsIn(values: readonly WantedValues[]): number[] {
  return idsIn(values.flatMap(({ ownPrices = [], ownDiscounts = [] }) => [...ownPrices, ...ownDiscounts]));
}

function idsIn(shops: readonly { shopId: number }[]): number[] {
  return [...new Set(shops.map(({ shopId }) => shopId))].sort((a, b) => a - b);
}

function namedIn(values: readonly WantedValues[]): FileChange['characteristics'] {
  const names = new Map(
    values.flatMap(({ characteristics = [], subject }) =>
      [...characteristics, ...(subject?.lost ?? [])].map(({ id, name }) => [id, name] as const),
    ),
  );
  return [...names].map(([id, name]) => ({ id, name }));
}

/** Rules that come to the wanted values but texts: none for what a table says nothing about. */
export function rulesFor(wanted: WantedValues): OwnRule[] {
  const {
    priceKopecks,
    discount,
    clubDiscount,
    costPriceKopecks,
    costPriceFrom,
    brand,
    tags,
    characteristics = [],
    ownPrices = [],
    ownDiscounts = [],
  } = wanted;
  const rules: OwnRule[] = [];
  if (priceKopecks !== undefined || discount !== undefined || clubDiscount !== undefined) {
    rules.push({
      kind: 'PRICES',
      price: priceKopecks === undefined ? undefined : { kind: 'SET', kopecks: priceKopecks },
      discount: discount === undefined ? undefined : { kind: 'SET', percent: discount },
      clubDiscount: clubDiscount === undefined ? undefined : { kind: 'SET', percent: clubDiscount },
    });
  }
  if (costPriceKopecks === null) rules.push({ kind: 'NO_COST', from: costPriceFrom ?? null });
  else if (costPriceKopecks !== undefined) {
    const costPrice = { kind: 'SET', kopecks: costPriceKopecks } as const;
    rules.push(
      costPriceFrom === undefined
        ? { kind: 'COST_PRICE', costPrice }
        : { kind: 'DATED_COST', costPrice, from: costPriceFrom },
    );
  }
  if (brand !== undefined) rules.push({ kind: 'BRAND', brand });
  if (dimensionFields.some((field) => wanted[field] !== undefined)) {
    const { lengthCm, widthCm, heightCm, weightKg } = wanted;
    rules.push({ kind: 'DIMENSIONS', lengthCm, widthCm, heightCm, weightKg });
  }
  if (tags !== undefined) rules.push({ kind: 'TAGS', action: 'SET', tags });
  for (const one of characteristics) rules.push({ kind: 'CHARACTERISTIC', action: 'SET', ...one });
  // One of both, since a price and a discount are one thing to look at: whether it is held back, whether it loses money.
  for (const shopId of shopIdsIn([wanted])) {
    const kopecks = ownPrices.find((own) => own.shopId === shopId)?.priceKopecks;
    const percent = ownDiscounts.find((own) => own.shopId === shopId)?.discount;
    rules.push({
      kind: 'OWN_PRICES',
      shopIds: [shopId],
      price: setOrClear(kopecks, (value) => ({ kind: 'SET', kopecks: value })),
      discount: setOrClear(percent, (value) => ({ kind: 'SET', percent: value })),
    });
  }
  return rules;
}

/** null: the shop takes the card's again; nought is said too. */
function setOrClear<Rule>(value: number | null | undefined, set: (value: number) => Rule) {
  if (value === undefined) return undefined;
  return value === null ? ({ kind: 'CLEAR' } as const) : set(value);
}
