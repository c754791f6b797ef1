import type { CardStatistics } from '#contract/analytics.ts';
import type { Column } from '#contract/table-columns.ts';

type Day = CardStatistics['days'][number];
type ShopLabel = (shopId: number) => string;
type Figures = Omit<Day, 'day' | 'ordersKopecks'> & { ordersKopecks?: number | undefined };

const FIGURES: Column<Figures>[] = [
  { title: 'Заказы, шт.', width: 12, value: (row) => row.orders },
  { title: 'Сумма заказов, ₽', width: 18, value: (row) => ({ kopecks: row.ordersKopecks ?? null }) },
  { title: 'Отмены, шт.', width: 12, value: (row) => row.cancels },
  { title: 'Выкупы, шт.', width: 12, value: (row) => row.buyouts },
  { title: 'Выручка, ₽', width: 16, value: (row) => ({ kopecks: row.revenueKopecks ?? null }) },
  { title: 'Возвраты, шт.', width: 14, value: (row) => row.returns },
];

/** Of a card's sales by shop. */
export function shopColumns(shopLabel: ShopLabel): Column<CardStatistics['shops'][number]>[] {
  return [{ title: 'Магазин', width: 20, value: (shop) => shopLabel(shop.shopId) }, ...FIGURES];
}

/** Of a card's sales by day, all shops together and, where there are several, each of them. */
export function dayColumns({ shops, shopDays = [] }: CardStatistics, shopLabel: ShopLabel): Column<Day>[] {
  const byPlace = new Map(shopDays.map((one) => [placeOf(one.day, one.shopId), one]));
  // One shop's columns would say the whole again.
  const columns = shops.length > 1 ? shops : [];
  return [
    { title: 'День', width: 12, value: ({ day }) => ({ day }) },
    ...FIGURES,
    ...columns.flatMap(({ shopId }): Column<Day>[] => {
      const shop = shopLabel(shopId);
      const of = ({ day }: Day) => byPlace.get(placeOf(day, shopId));
      return [
        { title: `${shop}: заказы, шт.`, width: 20, value: (day) => of(day)?.orders ?? 0 },
        {
          title: `${shop}: сумма заказов, ₽`,
          width: 24,
          value: (day) => ({ kopecks: of(day)?.ordersKopecks ?? 0 }),
        },
        { title: `${shop}: выкупы, шт.`, width: 20, value: (day) => of(day)?.buyouts ?? 0 },
        {
          title: `${shop}: выручка, ₽`,
          width: 22,
          value: (day) => ({ kopecks: of(day)?.revenueKopecks ?? 0 }),
        },
      ];
    }),
  ];
}

const placeOf = (day: string, shopId: number) => `${day}/${shopId}`;
