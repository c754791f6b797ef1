import { useQueries } from '@tanstack/react-query';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import type { RowProfit } from '#contract/bulk-edit-profits.ts';
import type { BulkEditRow } from '#contract/bulk-rows.ts';
import type { UnitEconomics } from '#contract/unit-economics.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatInteger, formatPercent, NBSP } from '#lib/numbers.ts';
import { UnitBreakdown } from '#parts/cards/unit-breakdown.tsx';
import { Popover } from '#ui/popover.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ShopNameOf } from './change-text.ts';

export const PROFIT_LABEL = `Прибыль со штуки${NBSP}≈`;
/** Nobody reads more of them in a row. */
const MAX_SHOPS = 8;

type Page = readonly Pick<BulkEditRow, 'cardId'>[];

/** By card, for the rows that are shown; undefined: it is on its way. Rows never wait for it. */
export function useRowProfits(editId: number, pages: readonly Page[]) {
  const queries = useQueries({
    queries: pages.map((rows) =>
      bulkEditQueries.profits(
        editId,
        rows.map(({ cardId }) => cardId),
      ),
    ),
  });
  const known = new Map(queries.flatMap(({ data = [] }) => data.map((profit) => [profit.cardId, profit])));
  const hasFailed = queries.some(({ isError, fetchStatus }) => isError || fetchStatus === 'paused');
  const isOnItsWay = queries.some(({ isPending }) => isPending);
  return (cardId: number): RowProfit | 'failed' | undefined => {
    const profit = known.get(cardId);
    if (profit) return profit;
    if (hasFailed) return 'failed';
    // Of a card that is gone nothing is told.
    return isOnItsWay ? undefined : { cardId, isWithoutCost: false, shops: [] };
  };
}

/** What a piece brings in each shop before the change and after it. What is not known is said, and why. */
export function RowProfits({
  profit,
  shopNameOf,
}: {
  profit: RowProfit | 'failed' | undefined;
  shopNameOf: ShopNameOf;
}) {
  if (profit === undefined) return <Skeleton className="my-px ml-auto h-4 w-24" />;
  if (profit === 'failed') return <span className="text-muted">не удалось посчитать</span>;
  const { isWithoutCost, shops } = profit;
  if (shops.length === 0) return <span className="text-muted">нет в магазинах</span>;
  if (isWithoutCost) return <span className="text-muted">нет себестоимости</span>;
  if (shops.every(({ before, after }) => before === null && after === null)) {
    return <span className="text-muted">мало продаж</span>;
  }
  const rest = shops.length - MAX_SHOPS;
  return (
    <ul className="flex flex-col text-sm tabular-nums">
      {shops.slice(0, MAX_SHOPS).map(({ shopId, before, after, economics }) => (
        <li key={shopId} className="flex flex-wrap justify-end gap-x-3">
          {shops.length > 1 ? (
            <span className="min-w-0 grow truncate text-left text-muted">{shopNameOf(shopId)}</span>
          ) : null}
          <span>
            {before === after ? null : (
              <>
                <del className="text-muted no-underline">
                  <span className="sr-only">было </span>
                  {sumText(before)}
                </del>
                <span aria-hidden> → </span>
              </>
            )}
            <ins className={`font-medium no-underline ${after !== null && after < 0 ? 'text-red' : ''}`}>
              <span className="sr-only">станет </span>
              {economics ? (
                <OpenedProfit economics={economics} shopName={shopNameOf(shopId)} />
              ) : (
                sumText(after)
              )}
            </ins>
          </span>
        </li>
      ))}
      {rest > 0 ? <li className="text-muted">и ещё {formatInteger(rest)}</li> : null}
    </ul>
  );
}

/** Opens to how it comes about, and from whose sales. */
function OpenedProfit({ economics, shopName }: { economics: UnitEconomics; shopName: string }) {
  const { profitKopecks, priceKopecks } = economics;
  const share =
    profitKopecks === null || priceKopecks <= 0 ? '' : ` (${formatPercent(profitKopecks / priceKopecks, 0)})`;
  return (
    <Popover
      label={`Из чего прибыль: ${shopName}`}
      align="end"
      className="w-80 p-4"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className="rounded-control text-right underline decoration-line decoration-dotted underline-offset-4 hover:decoration-ink"
        >
          {sumText(profitKopecks)}
          {share}
        </button>
      )}
    >
      <UnitBreakdown economics={economics} />
    </Popover>
  );
}

function sumText(kopecks: number | null): string {
  return kopecks === null ? 'неизвестно' : formatKopecks(kopecks);
}
