import type { CardColumnId } from '#contract/card-list.ts';
import { cardColumns } from './card-columns.tsx';

/** A chosen column, and on which screens it is left out. */
export interface ShownColumn {
  id: CardColumnId;
  className: string;
  /** It is shown from this width of the window on. */
  fromRem: number;
}

/** Which columns go first where a screen has no room for all: the last. */
const BY_IMPORTANCE: readonly CardColumnId[] = [
  'state',
  'price',
  'stock',
  'margin',
  'orders',
  'cost',
  'discount',
  'shops',
  'subject',
  'updated',
];

/** Widths of the window that columns come and go at; the last has room for all. */
const STEPS = [
  { fromRem: 48, className: '' },
  { fromRem: 64, className: 'max-lg:hidden' },
  { fromRem: 80, className: 'max-xl:hidden' },
  { fromRem: 90, className: 'max-[90rem]:hidden' },
  { fromRem: 96, className: 'max-2xl:hidden' },
  { fromRem: 104, className: 'max-[104rem]:hidden' },
];

/** The edges of the page, the checkbox, the photo, and a title of which something can be read. */
const TAKEN_REM = 23.75;

/** The chosen columns in their order. What is more important takes its room first. */
export function shownColumns(chosen: readonly CardColumnId[]): ShownColumn[] {
  let neededRem = TAKEN_REM;
  const stepOf = new Map(
    BY_IMPORTANCE.filter((id) => chosen.includes(id)).map((id) => {
      neededRem += cardColumns[id].widthRem;
      return [id, STEPS.find(({ fromRem }) => fromRem >= neededRem) ?? STEPS.at(-1)] as const;
    }),
  );
  return chosen.map((id) => ({ id, className: '', fromRem: 0, ...stepOf.get(id) }));
}
