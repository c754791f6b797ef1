import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stockMoneyQueries } from '#api/stock-money.ts';
import type { StockMoney } from '#contract/stock-money.ts';
import type { ProfileShop } from '#contract/users.ts';
import { daysBetween, formatPeriod } from '#lib/dates.ts';
import { formatNumber, NBSP } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import type { Days } from '#parts/period/period-problem.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { ExpandableLine } from './expandable-line.tsx';
import { SoldCards, type HrefOfSold } from './stock-sold-cards.tsx';
import { daysText, piecesText } from './stock-texts.ts';

interface StockDaysDialogProps {
  /** Ids of the chosen ones; empty: all. */
  shop: string[];
  shops: ReadonlyMap<number, ProfileShop>;
  /** Where the rows of what is there open. */
  hrefOfMoney: string;
  hrefOfSold: HrefOfSold;
  onClose: () => void;
}

/** «Запас»: what is there, divided by what the same cards were sold a day, shop by shop, down to their sales. */
export function StockDaysDialog({ shop, shops, hrefOfMoney, hrefOfSold, onClose }: StockDaysDialogProps) {
  const found = useInfiniteQuery(stockMoneyQueries.list({ shop }));
  const [stock] = found.data?.pages ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={stock ? `Запас: ${daysText(stock.totals.daysOfStock)}` : 'Запас'}
      description={
        <>
          <p className="text-sm text-muted">Как посчитано</p>
          <p>Остаток ÷ средние продажи в день, возвраты вычтены.{stock ? whyUnknown(stock) : ''}</p>
          <p className="text-sm text-muted">На ваших складах сейчас, при любом выбранном периоде</p>
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
        <div className="flex flex-col gap-4">
          <section aria-label="Что делится">
            <h3 className="text-sm text-muted">Что делится</h3>
            <p className="flex items-center gap-3 py-1.5">
              <span className="grow">
                <TextLink to={hrefOfMoney}>Остаток</TextLink>
              </span>
              <span className="whitespace-nowrap tabular-nums">{piecesText(stock.totals.units)}</span>
            </p>
          </section>
          <section aria-label="На что делится">
            <h3 className="text-sm text-muted">На что делится</h3>
            <SoldInShops stock={stock} shops={shops} hrefOfSold={hrefOfSold} />
          </section>
        </div>
      ) : null}
    </Dialog>
  );
}

function whyUnknown({ totals, shops }: StockMoney): string {
  if (totals.daysOfStock !== null) return '';
  return shops.some(({ soldDays }) => soldDays === null)
    ? ' Продажи известны не во всех магазинах.'
    : ' За эти дни продано не больше, чем вернули.';
}

type SoldInShopsProps = Pick<StockDaysDialogProps, 'shops' | 'hrefOfSold'> & { stock: StockMoney };

function SoldInShops({ stock, shops, hrefOfSold }: SoldInShopsProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const perDay = stock.shops.reduce((sum, one) => sum + (perDayOf(one) ?? 0), 0);
  return (
    <>
      <ul>
        {stock.shops.map((one) => {
          const name = shops.get(one.shopId)?.name ?? `Магазин № ${one.shopId}`;
          const isOpen = openId === one.shopId;
          return (
            <li key={one.shopId} className="border-b border-line-soft last:border-b-0">
              <ExpandableLine
                amount={perDayText(perDayOf(one))}
                isOpen={isOpen}
                onToggle={() => setOpenId(isOpen ? null : one.shopId)}
              >
                {name} <span className="text-sm text-muted">· {soldText(one)}</span>
              </ExpandableLine>
              {isOpen ? (
                <div className="pb-3">
                  <SoldCards shopId={one.shopId} name={name} days={one.soldDays} hrefOfSold={hrefOfSold} />
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
      {stock.shops.length > 1 ? (
        <p className="flex items-center gap-3 py-1.5 font-medium">
          <span className="grow">Вместе</span>
          <span className="whitespace-nowrap tabular-nums">{perDayText(perDay)}</span>
        </p>
      ) : null}
    </>
  );
}

type ShopOfStock = StockMoney['shops'][number];

const lengthOf = ({ from, to }: Days) => daysBetween(from, to) + 1;

function perDayOf({ soldDays, soldUnits }: ShopOfStock): number | null {
  return soldDays && soldUnits !== undefined ? soldUnits / lengthOf(soldDays) : null;
}

function perDayText(perDay: number | null): string {
  return perDay === null ? '—' : `${formatNumber(perDay)}${NBSP}шт. в${NBSP}день`;
}

function soldText({ soldDays, soldUnits }: ShopOfStock): string {
  if (!soldDays || soldUnits === undefined) return 'продажи неизвестны';
  const days = countOf(lengthOf(soldDays), ['день', 'дня', 'дней']);
  return `продано ${piecesText(soldUnits)} за ${days}, ${formatPeriod(soldDays.from, soldDays.to)}`;
}
