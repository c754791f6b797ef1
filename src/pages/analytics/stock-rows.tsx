import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { stockPartQueries } from '#api/stock-parts.ts';
import type { StockPart, StockRow } from '#contract/stock-parts.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatInteger, NBSP } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { everyRow } from '#parts/exports/every-row.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { stockRowColumns } from './stock-part-columns.ts';

interface StockRowsProps {
  part: StockPart;
  /** Whose stocks: as those of the part. */
  query: { shop: string[]; nmId?: string };
}

/** Sizes of cards in one warehouse, the most money first, a page at a time; all of them as a file. */
export function StockRows({ part: { warehouseId, warehouseName }, query }: StockRowsProps) {
  const asked = { ...query, warehouseId: String(warehouseId) };
  const found = useInfiniteQuery(stockPartQueries.rows(asked));
  const queryClient = useQueryClient();
  const shopLabel = useShopLabel();
  const rows = found.data?.pages.flatMap((page) => page.results);
  if (!rows) {
    return (
      <ProblemOrSkeleton
        query={found}
        offlineText="Деньги не хранятся на устройстве. Остатки появятся, когда будет связь."
        skeleton={<Skeleton className="h-24 w-full" />}
      />
    );
  }
  return (
    <>
      <ul
        aria-label={`Строки: ${warehouseName}`}
        className="rounded-control border border-line-soft bg-panel"
      >
        {rows.map((row) => (
          <SizeInStock key={row.chrtId} row={row} />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        {found.hasNextPage ? (
          <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Показать ещё
          </Button>
        ) : null}
        <ExportButton
          fileName={`Остатки склада ${warehouseName}`}
          sheet="Остатки склада"
          columns={stockRowColumns(warehouseName, shopLabel)}
          readRows={() =>
            everyRow(
              (offset) => queryClient.fetchQuery(stockPartQueries.rowsPage(asked, offset)),
              ({ chrtId }) => String(chrtId),
            )
          }
        />
      </div>
    </>
  );
}

function SizeInStock({ row }: { row: StockRow }) {
  const { costKopecks, units } = row;
  const pieces = `${formatInteger(units)}${NBSP}шт.`;
  const facts = [
    row.vendorCode,
    row.techSize ? `размер ${row.techSize}` : null,
    costKopecks === null ? pieces : `${pieces} × ${formatKopecks(costKopecks)}`,
  ];
  return (
    <li className="border-b border-line-soft px-3 py-1.5 last:border-b-0">
      <div className="flex items-baseline gap-3">
        <span className="min-w-0 grow truncate">
          <TextLink isAlone to={hrefTo.card({ id: row.cardId, tab: 'STATISTICS' })}>
            {row.title || row.vendorCode}
          </TextLink>
        </span>
        {costKopecks === null ? <Badge tone="orange">нет себестоимости</Badge> : null}
        <span className="shrink-0 whitespace-nowrap tabular-nums">
          {costKopecks === null ? '—' : formatKopecks(row.frozenKopecks)}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {row.barcode ? (
          <span className="flex max-w-full min-w-0 items-center gap-1">
            <span className="truncate">баркод {row.barcode}</span>
            <CopyButton text={row.barcode} what="баркод" />
          </span>
        ) : null}
      </div>
    </li>
  );
}
