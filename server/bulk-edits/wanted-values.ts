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
  type TableRow,
  type WantedValues,
} from '#contract/bulk-edits.ts';
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
    kind: identityFields.some(isSaid) ? 'CARD_FILE' : 'FILE',
    fields: fileFields.filter(isSaid),
    characteristics,
  };
}

/** What an edit is about whose parts are about these. */
export function joinedChange(changes: readonly FileChange[]): FileChange {
  const named = new Map(
    changes.flatMap((one) => one.characteristics.map(({ id, name }) => [id, name] as const)),
  );
  return {
    kind: changes.some(({ kind }) => kind === 'CARD_FILE') ? 'CARD_FILE' : 'FILE',
    fields: fileFields.filter((field) => changes.some(({ fields }) => fields.includes(field))),
    characteristics: [...named].map(([id, name]) => ({ id, name })),
  };
}

/** A table that says no more than a pasted one may stays of that kind, which every build reads. */
export function tableChangeOf(values: readonly WantedValues[]): TableChange | GridChange {
  const fields = gridFields.filter((field) => values.some((one) => one[field] !== undefined));
  const usual = fieldsOf(values);
  if (usual.length === fields.length) return { kind: 'TABLE', fields: usual };
  return { kind: 'GRID', fields, characteristics: namedIn(values), shopIds: shopIdsIn(values) };
}

/** Shops whose own prices these say. */
export function shopIdsIn(values: readonly WantedValues[]): number[] {
  const ids = values.flatMap(({ ownPrices = [] }) => ownPrices.map(({ shopId }) => shopId));
  return [...new Set(ids)].sort((a, b) => a - b);
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
  if (costPriceKopecks !== undefined) {
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
  for (const { shopId, priceKopecks: own } of ownPrices) {
    const price = own === null ? ({ kind: 'CLEAR' } as const) : ({ kind: 'SET', kopecks: own } as const);
    rules.push({ kind: 'OWN_PRICES', shopIds: [shopId], price });
  }
  return rules;
}
