import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stockPartQueries } from '#api/stock-parts.ts';
import type { StockPart, StockParts } from '#contract/stock-parts.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatInteger, NBSP } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ExpandableLine } from './expandable-line.tsx';
import type { CardOfFigure } from './profit-address.ts';
import { stockPartColumns } from './stock-part-columns.ts';
import { StockRows } from './stock-rows.tsx';

const ROWS = ['строка', 'строки', 'строк'] as const;

interface StockDialogProps {
  /** Ids of the chosen ones; empty: all. */
  shop: string[];
  /** Whose stocks they are; null: of everything. */
  card: CardOfFigure | null;
  shops: ReadonlyMap<number, ProfileShop>;
  onClose: () => void;
}

/** «Деньги в остатках»: the warehouses that they add up from, and in each the sizes of cards at their cost price. */
export function StockDialog({ shop, card, shops, onClose }: StockDialogProps) {
  const query = card ? { shop: [String(card.shopId)], nmId: String(card.nmId) } : { shop };
  const found = useQuery(stockPartQueries.parts(query));
  const shopLabel = useShopLabel();
  const [openId, setOpenId] = useState<number | null>(null);
  const stock = found.data;
  const nameOf = (shopId: number) => shops.get(shopId)?.name ?? `Магазин № ${shopId}`;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={
        <>
          Деньги в остатках
          {stock ? (
            <>
              : <span className="tabular-nums">{formatKopecks(stock.frozenKopecks)}</span>
            </>
          ) : null}
        </>
      }
      description={
        <>
          <p className="text-sm text-muted">Как посчитано</p>
          <p>Остаток × себестоимость штуки, которая действует сегодня.{stock ? withoutCost(stock) : ''}</p>
          <p className="text-sm text-muted">
            {card ? `Артикул WB ${card.nmId}, ${nameOf(card.shopId)} · ` : ''}
            На ваших складах сейчас, при любом выбранном периоде
          </p>
        </>
      }
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      {stock ? null : (
        <ProblemOrSkeleton
          query={found}
          offlineText="Деньги не хранятся на устройстве. Остатки появятся, когда будет связь."
          skeleton={<Skeleton className="h-24 w-full" />}
        />
      )}
      {stock ? (
        <div className="flex flex-col gap-3">
          {stock.parts.length === 0 ? <p className="text-muted">На ваших складах пусто.</p> : null}
          <ul aria-label="Из чего сложилось">
            {stock.parts.map((part) => (
              <li key={part.warehouseId} className="border-b border-line-soft last:border-b-0">
                <Warehouse
                  part={part}
                  shop={shops.size > 1 ? nameOf(part.shopId) : null}
                  isOpen={openId === part.warehouseId}
                  onToggle={() => setOpenId(openId === part.warehouseId ? null : part.warehouseId)}
                />
                {openId === part.warehouseId ? (
                  <div className="pb-3">
                    <StockRows part={part} query={query} />
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
          {stock.parts.length === 0 ? null : (
            <div>
              <ExportButton
                size="sm"
                fileName="Деньги в остатках, слагаемые"
                sheet="Слагаемые"
                columns={stockPartColumns(shopLabel)}
                readRows={() => stock.parts}
              />
            </div>
          )}
          <dl className="flex flex-col text-sm">
            <dt className="text-muted">Остатки прочитаны</dt>
            {stock.shops.map(({ shopId, readAt }) => (
              <dd key={shopId}>
                {stock.shops.length > 1 ? `${nameOf(shopId)}: ` : ''}
                {readAt === null ? 'ещё не прочитаны' : formatDateTime(readAt)}
              </dd>
            ))}
          </dl>
        </div>
      ) : null}
    </Dialog>
  );
}

/** What is in no sum. */
function withoutCost({ parts, unitsWithoutCost }: StockParts): string {
  if (unitsWithoutCost === 0) return '';
  const rows = parts.reduce((sum, part) => sum + part.rowsWithoutCost, 0);
  return ` Не посчитаны ${formatInteger(unitsWithoutCost)}${NBSP}шт.: себестоимости нет у ${countOf(rows, ['строки', 'строк', 'строк'])}.`;
}

interface WarehouseProps {
  part: StockPart;
  shop: string | null;
  isOpen: boolean;
  onToggle: () => void;
}

function Warehouse({ part, shop, isOpen, onToggle }: WarehouseProps) {
  const facts = [
    shop,
    countOf(part.rowCount, ROWS),
    `${formatInteger(part.units)}${NBSP}шт.`,
    part.unitsWithoutCost > 0 ? `без себестоимости ${formatInteger(part.unitsWithoutCost)}${NBSP}шт.` : null,
  ];
  return (
    <ExpandableLine amount={formatKopecks(part.frozenKopecks)} isOpen={isOpen} onToggle={onToggle}>
      {part.warehouseName} <span className="text-sm text-muted">· {facts.filter(Boolean).join(' · ')}</span>
    </ExpandableLine>
  );
}
