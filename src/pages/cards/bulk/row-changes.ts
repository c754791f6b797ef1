import {
  tableFields,
  tableFigures,
  type BulkChange,
  type CountChange,
  type FileChange,
  type GridChange,
  type TableField,
  type TableFigure,
} from '#contract/bulk-changes.ts';
import type { BulkEditRow, EditedFacts } from '#contract/bulk-rows.ts';
import {
  dimensionFields,
  replacedFields,
  type DimensionField,
  type OwnPriceChange,
  type PriceChange,
  type Replacement,
  type StockChange,
} from '#contract/bulk-rules.ts';
import { formatDay } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatNumber, NBSP } from '#lib/numbers.ts';
import { finalPriceKopecks } from '#pages/cards/form/final-price.ts';
import {
  AS_CARD,
  DIMENSION_LABELS,
  FILE_FIELD_LABELS,
  REPLACED_FIELD_LABELS,
  TABLE_FIELD_LABELS,
  type ShopNameOf,
} from './change-text.ts';
import { floorText, NO_FLOOR_TEXT } from '#pages/cards/form/floor-text.ts';

/** One value that a change may touch: a column of the table. */
export interface ValueColumn {
  label: string;
  /** Words, of any length; else a figure. */
  isText: boolean;
  read: (facts: EditedFacts) => string;
  /** What was looked for in the words, to be marked in them. */
  replacement?: Replacement;
  /** In place of one value: several figures, each with its name. */
  readLines?: (before: EditedFacts, after: EditedFacts) => FigureLine[];
}

/** A value of a card, as it was and as it is to be; equal where the change leaves it. */
export interface ValueChange extends ValueColumn {
  before: string;
  after: string;
  lines?: FigureLine[];
}

export interface FigureLine {
  key: string;
  label: string;
  before: string;
  after: string;
}

export function valueChanges({ before, after }: BulkEditRow, columns: readonly ValueColumn[]): ValueChange[] {
  const next = { ...before, ...after, ownPrices: nextOwnPrices(before, after) };
  return columns.map((column) => ({
    ...column,
    before: column.read(before),
    after: column.read(next),
    ...(column.readLines ? { lines: column.readLines(before, after) } : {}),
  }));
}

/** None for a change that this build does not know. */
export function columnsOf(change: BulkChange, shopNameOf: ShopNameOf): ValueColumn[] {
  switch (change.kind) {
    case 'PRICES':
      return priceColumns(change);
    case 'COST_PRICE':
      return [FIGURES.costPriceKopecks];
    case 'DATED_COST':
      return [DATED_COST];
    case 'NO_COST':
      return [change.from === null ? FIGURES.costPriceKopecks : DATED_COST];
    case 'COST_TABLE':
      return [{ ...text(TABLE_FIELD_LABELS.costPriceKopecks, () => ''), readLines: costLines(shopNameOf) }];
    case 'PRICE_FLOOR':
      return [
        text('Минимальная цена', ({ priceFloor }) => (priceFloor ? floorText(priceFloor) : NO_FLOOR_TEXT)),
      ];
    case 'REPLACE':
      return change.fields.map((field) => ({ ...textField(field), replacement: change }));
    case 'BRAND':
      return [text('Бренд', ({ brand }) => brand || NOT_SAID)];
    case 'DIMENSIONS':
      return dimensionFields.filter((field) => change[field] !== undefined).map(dimensionColumn);
    case 'CHARACTERISTIC':
      return [text(change.name, ({ characteristics }) => valuesText(characteristics, change.id))];
    case 'TAGS':
      return [text('Ярлыки', ({ tags }) => tags?.join(', ') || NO_TAGS)];
    case 'WB_TAGS':
      return [text('Ярлыки WB', ({ wbTags }) => wbTags?.map(({ name }) => name).join(', ') || NO_TAGS)];
    case 'TEMPLATE':
      return [textField(change.field)];
    case 'OWN_PRICES':
    case 'OWN_PRICES_OVER_COST':
      return ownPriceColumns(change, shopNameOf);
    case 'STOCKS':
    case 'COUNT':
      return [{ ...text('Остатки', () => ''), readLines: stockLines(change) }];
    case 'TABLE':
      return tableColumns(change.fields);
    case 'FILE':
    case 'CARD_FILE':
    case 'CARD_FILE_WITH_WB_SIZES':
      return fileColumns(change);
    case 'GRID':
    case 'GRID_WITH_DISCOUNTS':
      return gridColumns(change, shopNameOf);
    default:
      return [];
  }
}

/** The row of a table was not about it. */
const UNTOUCHED = '—';
const NOT_SAID = 'не указано';
const NO_TAGS = 'нет';

function text(label: string, read: ValueColumn['read']): ValueColumn {
  return { label, isText: true, read };
}

function textField(field: keyof typeof REPLACED_FIELD_LABELS): ValueColumn {
  return text(REPLACED_FIELD_LABELS[field], (facts) => facts[field] ?? UNTOUCHED);
}

/** Emptied by a person, and seen to be. */
function rowTextField(field: keyof typeof REPLACED_FIELD_LABELS): ValueColumn {
  return text(REPLACED_FIELD_LABELS[field], ({ [field]: value = UNTOUCHED }) => value || NOT_SAID);
}

function figure(label: string, read: ValueColumn['read']): ValueColumn {
  return { label, isText: false, read };
}

const FIGURES: Record<TableFigure, ValueColumn> = {
  priceKopecks: figure(TABLE_FIELD_LABELS.priceKopecks, (facts) => sumText(facts.priceKopecks)),
  discount: figure(TABLE_FIELD_LABELS.discount, (facts) => percentText(facts.discount)),
  clubDiscount: figure(TABLE_FIELD_LABELS.clubDiscount, (facts) => percentText(facts.clubDiscount)),
  costPriceKopecks: figure(TABLE_FIELD_LABELS.costPriceKopecks, ({ costPriceKopecks, datedCost }) => {
    const cost = datedCost ? datedCost.costPriceKopecks : costPriceKopecks;
    // What is valid from before is said without its day.
    return datedCost?.isOwn ? `${costText(cost)} с ${formatDay(datedCost.from)}` : costText(cost);
  }),
};
/** The change says the day, for all of them. */
const DATED_COST = figure(TABLE_FIELD_LABELS.costPriceKopecks, ({ datedCost }) =>
  costText(datedCost?.costPriceKopecks),
);
const FINAL_PRICE = figure('Со скидкой', ({ priceKopecks, discount }) => {
  if (priceKopecks === undefined || discount === undefined) return UNTOUCHED;
  return formatKopecks(finalPriceKopecks(priceKopecks, discount));
});

function priceColumns(change: PriceChange): ValueColumn[] {
  return [
    ...(isOfPrice(change) ? [FIGURES.priceKopecks] : []),
    ...(change.discount ? [FIGURES.discount] : []),
    ...(change.clubDiscount ? [FIGURES.clubDiscount] : []),
    FINAL_PRICE,
  ];
}

/** Who sets a floor alone wants to see what it holds. */
function isOfPrice({ price, floorBasisPoints, floorMarginBasisPoints }: PriceChange): boolean {
  return price !== undefined || floorBasisPoints !== undefined || floorMarginBasisPoints !== undefined;
}

function tableColumns(fields: readonly TableField[]): ValueColumn[] {
  const has = (field: TableField) => fields.includes(field);
  const ofPrice = tableFigures.filter((field) => field !== 'costPriceKopecks' && has(field));
  return [
    ...ofPrice.map((field) => FIGURES[field]),
    ...(ofPrice.length > 0 ? [FINAL_PRICE] : []),
    ...(has('costPriceKopecks') ? [FIGURES.costPriceKopecks] : []),
    ...replacedFields.filter(has).map(rowTextField),
    ...(has('brand') ? [text('Бренд', ({ brand = UNTOUCHED }) => brand || NOT_SAID)] : []),
    ...dimensionFields.filter(has).map(rowDimensionColumn),
    ...(has('tags') ? [text('Ярлыки', ({ tags = [UNTOUCHED] }) => tags.join(', ') || NO_TAGS)] : []),
  ];
}

function fileColumns({ fields, characteristics }: FileChange): ValueColumn[] {
  const { vendorCode, subject, sizes, wbSizes } = FILE_FIELD_LABELS;
  return [
    ...(fields.includes('vendorCode') ? [text(vendorCode, (facts) => facts.vendorCode ?? UNTOUCHED)] : []),
    ...(fields.includes('subject') ? [text(subject, (facts) => facts.subject?.name ?? UNTOUCHED)] : []),
    ...(fields.includes('sizes') ? [text(sizes, sizesText)] : []),
    ...(fields.includes('wbSizes') ? [text(wbSizes, wbSizesText)] : []),
    ...tableColumns(tableFields.filter((field) => fields.includes(field))),
    ...(fields.includes('characteristics') ? [characteristicsColumn(characteristics)] : []),
  ];
}

/** «S: 2039485716203 · M: нет баркода». */
function sizesText({ sizes }: EditedFacts): string {
  if (sizes === undefined) return UNTOUCHED;
  const ofSizes = sizes.map(({ techSize, skus }) => {
    const barcodes = skus.join(', ') || 'нет баркода';
    return isNoSize(techSize) ? barcodes : `${techSize}: ${barcodes}`;
  });
  return ofSizes.join(' · ') || NOT_SAID;
}

/** «S: 42 · M: не указано». */
function wbSizesText({ sizes }: EditedFacts): string {
  if (sizes === undefined) return UNTOUCHED;
  const ofSizes = sizes.map(({ techSize, wbSize }) => `${sizeText(techSize)}: ${wbSize || NOT_SAID}`);
  return ofSizes.join(' · ') || NOT_SAID;
}

/** Few enough for a column each: they had one where they were typed. */
function gridColumns(
  { fields, shopIds, discountShopIds = [], characteristics }: GridChange,
  shopNameOf: ShopNameOf,
): ValueColumn[] {
  return [
    ...tableColumns(tableFields.filter((field) => fields.includes(field))),
    ...shopIds.map((shopId) =>
      figure(`${shopNameOf(shopId)}: цена`, ({ ownPrices }) =>
        sumText(ownPrices?.find((own) => own.shopId === shopId)?.priceKopecks),
      ),
    ),
    ...discountShopIds.map((shopId) =>
      figure(`${shopNameOf(shopId)}: скидка`, ({ ownPrices }) =>
        percentText(ownPrices?.find((own) => own.shopId === shopId)?.discount),
      ),
    ),
    ...(characteristics.length <= MOST_COLUMNS
      ? characteristics.map(({ id, name }) => text(name, (facts) => rowValuesText(facts, id)))
      : [characteristicsColumn(characteristics)]),
  ];
}

/** More would leave none of them any room. */
const MOST_COLUMNS = 3;

function rowValuesText({ characteristics }: EditedFacts, id: number): string {
  const values = characteristics?.find((one) => one.id === id)?.values;
  return values === undefined ? UNTOUCHED : values.join('; ') || NOT_SAID;
}

/** Of a row that says nothing of it, nothing. */
function rowDimensionColumn(field: DimensionField): ValueColumn {
  const column = dimensionColumn(field);
  return { ...column, read: (facts) => (facts[field] === undefined ? UNTOUCHED : column.read(facts)) };
}

/** Of all subjects there are too many for a column each. */
function characteristicsColumn(named: FileChange['characteristics']): ValueColumn {
  const nameOf = (id: number) => named.find((one) => one.id === id)?.name ?? `№ ${id}`;
  return text('Характеристики', ({ characteristics }) =>
    characteristics === undefined
      ? UNTOUCHED
      : characteristics
          .map(({ id, values }) => `${nameOf(id)}: ${values.join('; ') || NOT_SAID}`)
          .join(' · '),
  );
}

function dimensionColumn(field: DimensionField): ValueColumn {
  const { label, unit } = DIMENSION_LABELS[field];
  return figure(label, ({ [field]: value = 0 }) =>
    value === 0 ? NOT_SAID : `${formatNumber(value, { maxDigits: 3 })}${NBSP}${unit}`,
  );
}

/** Who sets a floor wants to see the price that it holds, also where the discount alone changes. */
function ownPriceColumns(change: OwnPriceChange, shopNameOf: ShopNameOf): ValueColumn[] {
  const { shopIds, price, discount } = change;
  return shopIds.flatMap((shopId) => {
    const factsOf = ({ ownPrices }: EditedFacts) => ownPrices?.find((one) => one.shopId === shopId);
    const name = shopNameOf(shopId);
    return [
      ...(price || change.kind === 'OWN_PRICES_OVER_COST'
        ? [figure(`${name}: цена`, (facts) => sumText(factsOf(facts)?.priceKopecks ?? null))]
        : []),
      ...(discount
        ? [figure(`${name}: скидка`, (facts) => percentText(factsOf(facts)?.discount ?? null))]
        : []),
    ];
  });
}

/** Only what changes is in `after`, shop by shop. */
function nextOwnPrices(before: EditedFacts, after: EditedFacts): EditedFacts['ownPrices'] {
  return before.ownPrices?.map((own) => ({
    ...own,
    ...after.ownPrices?.find((one) => one.shopId === own.shopId),
  }));
}

/** What the marketplace did not take stays as it was. Of one warehouse only the sizes are said: its name is above. */
function stockLines({ warehouseIds }: StockChange | CountChange) {
  return (before: EditedFacts, after: EditedFacts): FigureLine[] =>
    (before.stocks ?? []).map(({ warehouseId, warehouseName, chrtId, techSize, amount }) => {
      const next = after.stocks?.find((one) => one.chrtId === chrtId && one.warehouseId === warehouseId);
      const size = isNoSize(techSize) ? '' : techSize;
      const place = warehouseIds.length > 1 ? warehouseName : '';
      return {
        key: `${warehouseId}:${chrtId}`,
        // A long name is cut at its end.
        label: [size, place].filter((part) => part !== '').join(' · ') || NO_SIZE,
        before: formatNumber(amount),
        after: formatNumber(next?.amount ?? amount),
      };
    });
}

/** The marketplace calls it so. */
const isNoSize = (techSize: string) => techSize === '' || techSize === '0';
const NO_SIZE = 'Без размера';
const sizeText = (techSize: string) => (isNoSize(techSize) ? NO_SIZE : techSize);

/** Of each place: «с 01.03.2026 · Северика · 42». What nobody has said yet of it is not made up from before. */
function costLines(shopNameOf: ShopNameOf) {
  return (before: EditedFacts, after: EditedFacts): FigureLine[] =>
    (before.costs ?? []).map(({ from, shopId, techSize, costPriceKopecks }, at) => {
      const place = [
        from === null ? 'всегда' : `с ${formatDay(from)}`,
        ...(shopId === null ? [] : [shopNameOf(shopId)]),
        ...(techSize === null ? [] : [sizeText(techSize)]),
      ].join(' · ');
      const next = after.costs?.[at];
      return {
        key: place,
        label: place,
        before: costText(costPriceKopecks),
        after: costText(next ? next.costPriceKopecks : costPriceKopecks),
      };
    });
}

function valuesText(characteristics: EditedFacts['characteristics'], id: number): string {
  return characteristics?.find((one) => one.id === id)?.values.join('; ') || NOT_SAID;
}

function costText(kopecks: number | null | undefined): string {
  return kopecks === null ? NOT_SAID : sumText(kopecks);
}

function sumText(kopecks: number | null | undefined): string {
  if (kopecks === null) return AS_CARD;
  return kopecks === undefined ? UNTOUCHED : formatKopecks(kopecks);
}

function percentText(percent: number | null | undefined): string {
  if (percent === null) return AS_CARD;
  return percent === undefined ? UNTOUCHED : `${percent}${NBSP}%`;
}
