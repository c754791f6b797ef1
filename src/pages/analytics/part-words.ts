import type { RowsPart } from '#contract/profit-parts.ts';

/** What rows of one kind are called. */
export function partTitle({ source, operation, isReturn }: RowsPart): string {
  if (source === 'orders') return 'Заказы';
  if (source === 'sales')
    return isReturn ? 'Возвраты, которых ещё нет в отчёте' : 'Выкупы, которых ещё нет в отчёте';
  return operation || 'Операция без названия';
}

/** Where they come from, and the document when the operation does not say it. */
export function partNote({ source, operation, isReturn }: RowsPart): string {
  if (source === 'orders') return ' · лента заказов';
  if (source === 'sales') return ' · лента продаж, предварительно';
  return isReturn && operation !== 'Возврат' ? ' · отчёт, документ «Возврат»' : ' · отчёт';
}
