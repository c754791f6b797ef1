import { exportColumnTitles, type ExportColumn } from '#contract/card-export.ts';
import { cardStateNames } from '#contract/card-states.ts';
import { moscowTime } from '#contract/moscow-time.ts';
import type { Column } from '#contract/table-columns.ts';
import type { ExportedCard } from './exported-cards.ts';
import { barcodesCell, sizesCell, wbSizesCell } from './size-cells.ts';

type PlainColumn = Exclude<ExportColumn, 'characteristics'>;

/** The columns of a file in the order that they were asked for; those of characteristics stand where their group does. */
export function columnsOf(
  asked: readonly ExportColumn[],
  shopNames: ReadonlyMap<number, string>,
  characteristics: readonly Column<ExportedCard>[],
): Column<ExportedCard>[] {
  const known = plainColumns(shopNames);
  return asked.flatMap((column) =>
    column === 'characteristics'
      ? characteristics
      : [{ title: exportColumnTitles[column], width: known[column][0], value: known[column][1] }],
  );
}

/** Of each: its width, and what it shows of a card. */
function plainColumns(
  shopNames: ReadonlyMap<number, string>,
): Record<PlainColumn, [width: number, value: Column<ExportedCard>['value']]> {
  return {
    vendorCode: [22, (card) => card.vendor_code],
    nmId: [14, (card) => card.nm_id],
    cardId: [14, (card) => card.id],
    title: [44, (card) => card.title],
    subject: [20, (card) => card.subject_name],
    brand: [18, (card) => card.brand],
    state: [16, (card) => cardStateNames[card.state]],
    sizes: [14, ({ sizes }) => sizesCell(sizes)],
    wbSizes: [14, ({ sizes }) => wbSizesCell(sizes)],
    barcodes: [30, ({ sizes }) => barcodesCell(sizes)],
    priceKopecks: [12, (card) => card.price_kopecks / 100],
    discount: [10, (card) => card.discount],
    finalPriceKopecks: [18, (card) => card.final_price_kopecks / 100],
    clubDiscount: [18, (card) => card.club_discount],
    costPriceKopecks: [16, ({ cost_price_kopecks: cost }) => cost && cost / 100],
    margin: [20, (card) => card.margin_percent],
    stock: [12, (card) => card.stock],
    orders: [14, ({ recent_orders: orders = null }) => orders],
    shops: [30, ({ shop_ids }) => joined(shop_ids.map((id) => shopNames.get(id) ?? ''))],
    lengthCm: [10, ({ dimensions }) => dimensions.lengthCm || null],
    widthCm: [10, ({ dimensions }) => dimensions.widthCm || null],
    heightCm: [10, ({ dimensions }) => dimensions.heightCm || null],
    weightKg: [10, ({ dimensions }) => dimensions.weightKg || null],
    tags: [20, (card) => joined(card.tags)],
    description: [60, ({ description = null }) => description],
    updatedAt: [18, (card) => moscowTime(card.updated_at)],
  };
}

function joined(values: readonly string[]): string {
  return values.filter((value) => value !== '').join(', ');
}
