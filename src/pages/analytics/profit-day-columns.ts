import type { Profit, ProfitDay } from '#contract/analytics.ts';
import type { Column } from '#contract/table-columns.ts';
import { knownBefore, knownOrders } from './known-before.ts';

interface ComparedDay {
  day: ProfitDay;
  /** The day that it is compared with; null: there is none. */
  before: ProfitDay | null;
}

/** Each day of the period beside its day of the one before, as the chart has them. */
export function profitDayRows({ SELECTED, PREVIOUS }: Profit): ComparedDay[] {
  return SELECTED.days.map((day, index) => ({ day, before: PREVIOUS.days[index] ?? null }));
}

/** Of the days of a period, all shops together: every figure that the chart can show. */
export function profitDayColumns(profit: Profit): Column<ComparedDay>[] {
  const ordersNow = knownOrders(profit);
  const ordersOf = knownBefore(profit, 'orders', (day) => day.orders);
  const buyoutsOf = knownBefore(profit, 'report', (day) => day.buyouts);
  const profitOf = knownBefore(profit, 'report', (day) => day.profitKopecks);
  return [
    { title: 'День', width: 12, value: ({ day }) => ({ day: day.day }) },
    { title: 'Заказы, шт.', width: 12, value: ({ day }) => ordersNow(day) },
    { title: 'Выкупы, шт.', width: 12, value: ({ day }) => day.buyouts },
    { title: 'Прибыль, ₽', width: 16, value: ({ day }) => ({ kopecks: day.profitKopecks }) },
    { title: 'Предварительно', width: 16, value: ({ day }) => (day.isPreliminary ? 'да' : 'нет') },
    { title: 'День сравнения', width: 16, value: ({ before }) => ({ day: before?.day ?? null }) },
    { title: 'Заказы тогда, шт.', width: 18, value: ({ before }) => ordersOf(before) },
    { title: 'Выкупы тогда, шт.', width: 18, value: ({ before }) => buyoutsOf(before) },
    { title: 'Прибыль тогда, ₽', width: 18, value: ({ before }) => ({ kopecks: profitOf(before) }) },
  ];
}
