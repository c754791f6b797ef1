import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { recentOrdersOf } from '#api/recent-orders.ts';
import type { OrdersByCard } from './card-columns.tsx';

interface RecentOrdersProps {
  /** Of the pages in sight, one after another. */
  loadedIds: readonly number[];
  pageSize: number;
  /** The same function from one drawing to the next. */
  onChange: (orders: OrdersByCard) => void;
}

/** Reads the orders of the rows in sight, a question for each page of them. Nothing of it is there while their column is not. */
export function RecentOrders({ loadedIds, pageSize, onChange }: RecentOrdersProps) {
  const pages = Array.from({ length: Math.ceil(loadedIds.length / pageSize) }, (_, page) =>
    loadedIds.slice(page * pageSize, (page + 1) * pageSize),
  );
  const orders = useQueries({ queries: pages.map(recentOrdersOf), combine: byCard });
  useEffect(() => onChange(orders), [orders, onChange]);
  return null;
}

function byCard(answers: { data: { cardId: number; orders: number }[] | undefined }[]): OrdersByCard {
  return new Map(answers.flatMap(({ data = [] }) => data.map((one) => [one.cardId, one.orders])));
}
