import { exportColumnTitles } from '#contract/card-export.ts';
import { dimensionFields, replacedFields } from '#contract/bulk-rules.ts';
import { isOfFile, isOfGrid, type BulkChange } from '#contract/bulk-changes.ts';
import type { BulkEditRow, EditedFacts } from '#contract/bulk-rows.ts';
import type { TableCell } from '#contract/table-columns.ts';
import { barcodesCell, sizesCell, wbSizesCell } from '#server/cards/size-cells.ts';

/** What a bulk edit knows of a card, as lines of a table: one for each value. */

interface Fact {
  /** The same value before and after has the same. */
  key: string;
  /** As the column of an exported card is headed. */
  name: string;
  value: TableCell;
  shopId?: number | null;
  warehouseId?: number;
  warehouseName?: string;
  techSize?: string | null;
  /** The day since when it is valid; null: always. */
  from?: string | null;
}

export interface FactLine extends Omit<Fact, 'key' | 'value'> {
  before: TableCell;
  /** null: nothing is to become of it. */
  after: TableCell;
}

/** A line for each value that changes; of a row that changes nothing, those that its change is about, and one at least. */
export function factLines({ before, after }: Pick<BulkEditRow, 'before' | 'after'>, change: BulkChange) {
  const nameOf = characteristicNames(change);
  const were = new Map(factsOf(before, nameOf).map((fact) => [fact.key, fact]));
  const next = factsOf(after, nameOf);
  const changed = next.filter(({ key, value }) => !isSame(were.get(key)?.value, value));
  const lines = (changed.length > 0 ? changed : [...were.values()]).map((fact): FactLine => {
    const { key, value: _value, ...about } = fact;
    return {
      ...about,
      before: were.get(key)?.value ?? null,
      after: next.find((one) => one.key === key)?.value ?? null,
    };
  });
  return lines.length > 0 ? lines : [{ name: '', before: null, after: null }];
}

const isSame = (one: TableCell | undefined, other: TableCell) =>
  JSON.stringify(one) === JSON.stringify(other);

function factsOf(facts: EditedFacts, nameOf: (characteristicId: number) => string): Fact[] {
  return [
    ...moneyFacts(facts),
    ...percentFacts(facts),
    ...costFacts(facts),
    ...floorFacts(facts),
    ...textFacts(facts),
    ...identityFacts(facts),
    ...dimensionFacts(facts),
    ...(facts.characteristics ?? []).map(({ id, values }) => ({
      key: `characteristic ${id}`,
      name: nameOf(id),
      value: values.join('; '),
    })),
    ...ownPriceFacts(facts),
    ...(facts.stocks ?? []).map(({ warehouseId, warehouseName, chrtId, techSize, amount }) => ({
      key: `stock ${warehouseId} ${chrtId}`,
      name: exportColumnTitles.stock,
      value: amount,
      warehouseId,
      warehouseName,
      techSize,
    })),
  ];
}

function moneyFacts(facts: EditedFacts): Fact[] {
  return (['priceKopecks', 'costPriceKopecks'] as const).flatMap((field) => {
    const kopecks = facts[field];
    return kopecks === undefined ? [] : { key: field, name: exportColumnTitles[field], value: { kopecks } };
  });
}

function percentFacts(facts: EditedFacts): Fact[] {
  return (['discount', 'clubDiscount'] as const).flatMap((field) => {
    const value = facts[field];
    return value === undefined ? [] : { key: field, name: exportColumnTitles[field], value };
  });
}

function costFacts({ datedCost, costs = [] }: EditedFacts): Fact[] {
  const name = exportColumnTitles.costPriceKopecks;
  const dated = datedCost
    ? [{ key: 'dated', name, value: { kopecks: datedCost.costPriceKopecks }, from: datedCost.from }]
    : [];
  const placed = costs.map(({ from, shopId, techSize, costPriceKopecks }) => ({
    key: `cost ${JSON.stringify([from, shopId, techSize])}`,
    name,
    value: { kopecks: costPriceKopecks },
    shopId,
    techSize,
    from,
  }));
  return [...dated, ...placed];
}

function floorFacts({ priceFloor }: EditedFacts): Fact[] {
  if (!priceFloor) return [];
  const { floorKopecks, overCostBasisPoints } = priceFloor;
  return [
    { key: 'floor', name: 'Минимальная цена, ₽', value: { kopecks: floorKopecks } },
    {
      key: 'overCost',
      name: 'Минимум над себестоимостью, %',
      value: overCostBasisPoints === null ? null : overCostBasisPoints / 100,
    },
  ];
}

function textFacts(facts: EditedFacts): Fact[] {
  const texts = [...replacedFields, 'brand' as const].flatMap((field) => {
    const value = facts[field];
    return value === undefined ? [] : { key: field, name: exportColumnTitles[field], value };
  });
  const { tags, wbTags } = facts;
  return [
    ...texts,
    ...(tags ? [{ key: 'tags', name: exportColumnTitles.tags, value: tags.join(', ') }] : []),
    ...(wbTags
      ? [{ key: 'wbTags', name: 'Ярлыки WB', value: wbTags.map(({ name }) => name).join(', ') }]
      : []),
  ];
}

/** What a card is: its vendor code, its subject, its sizes as a file of cards has them. */
function identityFacts({ vendorCode, subject, sizes }: EditedFacts): Fact[] {
  return [
    ...(vendorCode === undefined
      ? []
      : [{ key: 'vendorCode', name: exportColumnTitles.vendorCode, value: vendorCode }]),
    ...(subject ? [{ key: 'subject', name: exportColumnTitles.subject, value: subject.name }] : []),
    ...(sizes
      ? [
          { key: 'sizes', name: exportColumnTitles.sizes, value: sizesCell(sizes) },
          { key: 'wbSizes', name: exportColumnTitles.wbSizes, value: wbSizesCell(sizes) },
          { key: 'barcodes', name: exportColumnTitles.barcodes, value: barcodesCell(sizes) },
        ]
      : []),
  ];
}

/** Nought is not said. */
function dimensionFacts(facts: EditedFacts): Fact[] {
  return dimensionFields.flatMap((field) => {
    const value = facts[field];
    return value === undefined
      ? []
      : { key: field, name: exportColumnTitles[field], value: value === 0 ? null : value };
  });
}

const AS_CARD = 'как в карточке';

function ownPriceFacts({ ownPrices = [] }: EditedFacts): Fact[] {
  return ownPrices.flatMap(({ shopId, priceKopecks: kopecks, discount }) => [
    ...(kopecks === undefined
      ? []
      : [
          {
            key: `price ${shopId}`,
            name: exportColumnTitles.priceKopecks,
            value: kopecks === null ? AS_CARD : { kopecks },
            shopId,
          },
        ]),
    ...(discount === undefined
      ? []
      : [
          {
            key: `discount ${shopId}`,
            name: exportColumnTitles.discount,
            value: discount ?? AS_CARD,
            shopId,
          },
        ]),
  ]);
}

/** As the change names them. */
export function characteristicNames(change: BulkChange): (id: number) => string {
  const names = new Map(namedIn(change).map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `Характеристика № ${id}`;
}

function namedIn(change: BulkChange): readonly { id: number; name: string }[] {
  if (isOfFile(change) || isOfGrid(change)) return change.characteristics;
  return change.kind === 'CHARACTERISTIC' ? [change] : [];
}
