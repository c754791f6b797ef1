import { tableFields, type TableField, type TableRow } from '#contract/bulk-edits.ts';
import type { BulkRule } from '#contract/bulk-rules.ts';

/** What a table says that a card is to have, and of what it was said. */
export type WantedValues = Pick<TableRow, TableField | 'seen'>;

/** Without what else is in the row. */
export function wantedValuesOf(row: TableRow): WantedValues {
  const { priceKopecks, discount, clubDiscount, costPriceKopecks, title, description, seen } = row;
  return { priceKopecks, discount, clubDiscount, costPriceKopecks, title, description, seen };
}

/** Fields that any of them is about, in the order of the contract. */
export function fieldsOf(values: readonly WantedValues[]): TableField[] {
  return tableFields.filter((field) => values.some((one) => one[field] !== undefined));
}

/** Rules that come to the wanted figures: none for what a table says nothing about. */
export function rulesFor(wanted: WantedValues): BulkRule[] {
  const { priceKopecks, discount, clubDiscount, costPriceKopecks } = wanted;
  const rules: BulkRule[] = [];
  if (priceKopecks !== undefined || discount !== undefined || clubDiscount !== undefined) {
    rules.push({
      kind: 'PRICES',
      price: priceKopecks === undefined ? undefined : { kind: 'SET', kopecks: priceKopecks },
      discount: discount === undefined ? undefined : { kind: 'SET', percent: discount },
      clubDiscount: clubDiscount === undefined ? undefined : { kind: 'SET', percent: clubDiscount },
    });
  }
  if (costPriceKopecks !== undefined) {
    rules.push({ kind: 'COST_PRICE', costPrice: { kind: 'SET', kopecks: costPriceKopecks } });
  }
  return rules;
}
