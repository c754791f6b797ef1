import type { PartedLine, ProfitPart } from '#contract/profit-parts.ts';
import type { Column, TableCell } from '#contract/table-columns.ts';
import { figures } from './figure-names.ts';
import { ownCostPartFacts, partName, partSource } from './part-words.ts';

interface PartsTable {
  line: PartedLine;
  /** As the window says the figure. */
  sign: 1 | -1;
  /** Of a card: the only shop that is asked for, which a share is of. */
  shopId: number | null;
  shopIds: readonly number[];
  shopLabel: (shopId: number) => string;
}

/** Of what a line adds up from: the sum of the last column is the figure. */
export function partColumns({ line, sign, shopId, shopIds, shopLabel }: PartsTable): Column<ProfitPart>[] {
  const { title, isCount } = figures[line];
  const amount = (value: number): TableCell => (isCount ? value : { kopecks: sign * value });
  const unit = isCount ? 'шт.' : '₽';
  const shops = shopIds.map((id) => ({ id, name: shopLabel(id) }));
  const noteOf = (part: ProfitPart): string => {
    if (part.kind === 'ROWS') return partSource(part);
    if (part.kind === 'OWN_COST') return ownCostPartFacts(part, shops);
    return part.kind === 'SHARE' && shopId !== null ? shopLabel(shopId) : '';
  };
  return [
    { title: 'Что', width: 50, value: (part) => partName(part, line, shopLabel) },
    { title: 'Откуда', width: 44, value: noteOf },
    { title: 'Строк', width: 10, value: (part) => (part.kind === 'ROWS' ? part.count : null) },
    {
      title: `Доля от, ${unit}`,
      width: 16,
      value: (part) => (part.kind === 'SHARE' ? amount(part.of) : null),
    },
    { title: `${title}, ${unit}`, width: 18, value: (part) => amount(part.amount) },
  ];
}
