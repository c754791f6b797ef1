import type { ReactNode } from 'react';
import { marginPercent } from '#contract/card-rules.ts';
import type { CardColumnId, CardOrdering, CardRow } from '#contract/card-list.ts';
import { formatAgo } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatInteger, MINUS, NBSP } from '#lib/numbers.ts';
import { ShopBadges, type ShopsById } from '#parts/cards/shop-badges.tsx';
import { Status } from '#ui/status.tsx';
import { cardLook, stockTone } from './card-state.ts';

/** Of the last days; a card that it does not name is not known of. */
export type OrdersByCard = ReadonlyMap<number, number>;

/** What a cell knows beside its card. */
export interface CellContext {
  shops: ShopsById;
  /** One line, in a row of 2.5rem. */
  isCompact: boolean;
  /** Some of the card is only on this device. */
  isWaiting: boolean;
  /** Of the last days; null while it is not known. */
  orders: number | null;
}

export type SortField = CardOrdering extends infer Ordering ? Exclude<Ordering, `-${string}`> : never;

interface CardColumn {
  title: string;
  widthRem: number;
  align?: 'end';
  sortField?: SortField;
  /** Of the editor: where a press on the cell leads. */
  field?: string;
  /** Of the cell. */
  className?: string;
  toneOf?: (card: CardRow) => string;
  cell: (card: CardRow, context: CellContext) => ReactNode;
}

/** What a first press on the head of the field orders by: texts from their beginning, numbers from the largest. */
export function firstOrdering(field: SortField): CardOrdering {
  return field === 'title' || field === 'state' || field === 'subject' ? field : `-${field}`;
}

function marginOf({ finalPriceKopecks, costPriceKopecks = null }: CardRow): number | null {
  return marginPercent(finalPriceKopecks, costPriceKopecks);
}

/** Every column after the card itself. Plain cells: a list has hundreds of them. */
export const cardColumns: Record<CardColumnId, CardColumn> = {
  subject: {
    title: 'Предмет · Бренд',
    widthRem: 11,
    sortField: 'subject',
    className: 'truncate',
    cell: ({ subjectName, brand }, { isCompact }) =>
      isCompact ? (
        [subjectName, brand].filter(Boolean).join(' · ')
      ) : (
        <>
          {subjectName}
          <div className="truncate text-sm text-muted">{brand || 'Нет бренда'}</div>
        </>
      ),
  },
  price: {
    title: 'Цена',
    widthRem: 7,
    align: 'end',
    sortField: 'price',
    field: 'priceKopecks',
    className: 'font-medium',
    cell: ({ finalPriceKopecks, priceKopecks, discount }, { isCompact }) => (
      <>
        {formatKopecks(finalPriceKopecks)}
        {discount > 0 && !isCompact ? (
          <s className="block text-sm font-normal text-muted">{formatKopecks(priceKopecks)}</s>
        ) : null}
      </>
    ),
  },
  discount: {
    title: 'Скидка',
    widthRem: 5.25,
    align: 'end',
    sortField: 'discount',
    field: 'discount',
    cell: ({ discount }) => (discount > 0 ? `${MINUS}${discount}${NBSP}%` : '—'),
  },
  cost: {
    title: 'Себестоимость',
    widthRem: 8.75,
    align: 'end',
    sortField: 'cost',
    field: 'costPriceKopecks',
    cell: ({ costPriceKopecks }) =>
      costPriceKopecks === null || costPriceKopecks === undefined ? '—' : formatKopecks(costPriceKopecks),
  },
  margin: {
    title: 'Маржа до комиссии',
    widthRem: 9.75,
    align: 'end',
    sortField: 'margin',
    toneOf: (card) => (Number(marginOf(card)) < 0 ? 'font-medium text-red' : ''),
    cell: (card) => {
      const margin = marginOf(card);
      return margin === null ? '—' : `${formatInteger(margin)}${NBSP}%`;
    },
  },
  stock: {
    title: 'Остаток',
    widthRem: 5.75,
    align: 'end',
    sortField: 'stock',
    toneOf: ({ stock }) => stockTone(stock),
    cell: ({ stock }) => formatInteger(stock),
  },
  orders: {
    title: 'Заказы, 7 дней',
    widthRem: 8,
    align: 'end',
    sortField: 'orders',
    cell: (_, { orders }) => (orders === null ? '—' : formatInteger(orders)),
  },
  shops: {
    title: 'Магазины',
    widthRem: 7.25,
    sortField: 'shops',
    className: 'whitespace-nowrap',
    cell: ({ shopIds }, { shops }) => <ShopBadges shopIds={shopIds} shops={shops} />,
  },
  state: {
    title: 'Состояние',
    widthRem: 10.25,
    sortField: 'state',
    cell: (card, { isCompact, isWaiting }) => {
      const { tone, one } = cardLook(card);
      return (
        <Status isOneLine={isCompact} tone={isWaiting ? 'orange' : tone}>
          {isWaiting ? 'На устройстве' : one}
        </Status>
      );
    },
  },
  updated: {
    title: 'Обновлена',
    widthRem: 7.75,
    sortField: 'updated_at',
    className: 'truncate text-muted',
    cell: ({ updatedAt }) => <time dateTime={updatedAt}>{formatAgo(updatedAt)}</time>,
  },
};
