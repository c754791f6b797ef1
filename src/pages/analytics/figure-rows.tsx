import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { profitPartQueries } from '#api/profit-parts.ts';
import type { ProfitRow, RowLine, RowsPart } from '#contract/profit-parts.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatDay } from '#lib/dates.ts';
import { hrefTo } from '#lib/paths.ts';
import { everyRow } from '#parts/exports/every-row.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { figureColumns } from './figure-columns.ts';
import { figures } from './figure-names.ts';
import type { PartsQuery } from './parts-query.ts';
import { partTitle } from './part-words.ts';

interface FigureRowsProps {
  part: RowsPart;
  sign: 1 | -1;
  query: PartsQuery & { line: RowLine };
  shops: ReadonlyMap<number, ProfileShop>;
  format: (amount: number) => string;
}

/** The rows of one kind, the largest first, a page at a time; all of them as a file. */
export function FigureRows({ part, sign, query, shops, format }: FigureRowsProps) {
  const { source, operation, isReturn } = part;
  const asked = { ...query, source, operation, isReturn: isReturn ? ('true' as const) : ('false' as const) };
  const found = useInfiniteQuery(profitPartQueries.rows(asked));
  const queryClient = useQueryClient();
  const shopLabel = useShopLabel();
  const rows = found.data?.pages.flatMap((page) => page.results);
  if (!rows) {
    return (
      <ProblemOrSkeleton
        query={found}
        offlineText="Деньги не хранятся на устройстве. Строки появятся, когда будет связь."
        skeleton={<Skeleton className="h-24 w-full" />}
      />
    );
  }
  const shopName = (shopId: number) => shops.get(shopId)?.name ?? `Магазин № ${shopId}`;
  return (
    <>
      <ul
        aria-label={`Строки: ${partTitle(part)}`}
        className="rounded-control border border-line-soft bg-panel"
      >
        {rows.map((row) => (
          <RowOfFigure
            key={`${row.shopId}:${row.key}`}
            row={row}
            shop={shops.size > 1 ? shopName(row.shopId) : null}
            format={format}
          />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        {found.hasNextPage ? (
          <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Показать ещё
          </Button>
        ) : null}
        <ExportButton
          fileName={`${figures[query.line].title} ${query.from} — ${query.to}`}
          sheet={figures[query.line].title}
          columns={figureColumns(query.line, { part, sign, shopName: shopLabel })}
          readRows={() =>
            everyRow(
              (offset) => queryClient.fetchQuery(profitPartQueries.rowsPage(asked, offset)),
              ({ shopId, key }) => `${shopId}:${key}`,
            )
          }
        />
      </div>
    </>
  );
}

interface RowOfFigureProps {
  row: ProfitRow;
  shop: string | null;
  format: (amount: number) => string;
}

function RowOfFigure({ row, shop, format }: RowOfFigureProps) {
  const name = row.title || row.vendorCode || (row.nmId === 0 ? 'Без товара' : `Артикул WB ${row.nmId}`);
  const pieces = row.quantity > 1 ? `${row.quantity}\u00a0шт.` : null;
  const facts = [formatDay(row.day), shop, row.note, pieces, reportOf(row)].filter(Boolean).join(' · ');
  return (
    <li className="border-b border-line-soft px-3 py-1.5 last:border-b-0">
      <div className="flex items-baseline gap-3">
        <span className="min-w-0 grow truncate">
          {row.cardId === null ? (
            name
          ) : (
            <TextLink isAlone to={hrefTo.card({ id: row.cardId, tab: 'STATISTICS' })}>
              {name}
            </TextLink>
          )}
        </span>
        <span className="shrink-0 whitespace-nowrap tabular-nums">{format(row.amount)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span>{facts}</span>
        <span className="flex max-w-full min-w-0 items-center gap-1">
          <span className="truncate">{row.srid ? `srid ${row.srid}` : `строка №\u00a0${row.key}`}</span>
          <CopyButton text={row.srid || row.key} what={row.srid ? 'srid' : 'номер строки'} />
        </span>
      </div>
    </li>
  );
}

/** A daily report has no number that is kept. */
function reportOf({ reportId, isDaily }: ProfitRow): string | null {
  if (isDaily) return 'ежедневный отчёт';
  return reportId === null ? null : `отчёт №\u00a0${reportId}`;
}
