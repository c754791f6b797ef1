import { useQuery } from '@tanstack/react-query';
import { vatIncomeQueries } from '#api/vat-income.ts';
import type { Profit } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import type { MonthOfShop } from '#contract/vat-income.ts';
import { formatPeriod } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { NBSP } from '#lib/numbers.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { SourceList } from './data-sources.tsx';
import { sourcesOfFigure } from './figure-sources.ts';
import { vatIncomeColumns } from './vat-income-columns.ts';

interface VatIncomeDialogProps {
  taxpayerId: number;
  shops: ReadonlyMap<number, ProfileShop>;
  /** Of all shops that the page shows. */
  sources: NonNullable<Profit['sources']>;
  /** Where «Реализовано» of those days and that shop opens. */
  hrefOfMonth: (month: MonthOfShop) => string;
  onClose: () => void;
}

/** «Доход с 1 января»: what buyers paid by month and shop, each of which opens to its rows. */
export function VatIncomeDialog({ taxpayerId, shops, sources, hrefOfMonth, onClose }: VatIncomeDialogProps) {
  const found = useQuery(vatIncomeQueries.income(taxpayerId));
  const shopLabel = useShopLabel();
  const income = found.data;
  const nameOf = (shopId: number) => shops.get(shopId)?.name ?? `Магазин № ${shopId}`;
  const asked = sources.filter(({ shopId }) => income?.months.some((month) => month.shopId === shopId));
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={
        <>
          Доход с{NBSP}1{NBSP}января
          {income ? (
            <>
              {' '}
              {income.year}: <span className="tabular-nums">{formatKopecks(income.incomeKopecks)}</span>
            </>
          ) : null}
        </>
      }
      description={
        <>
          <p className="text-sm text-muted">Как посчитано</p>
          <p>
            Реализовано − НДС внутри цены, по всем магазинам налогоплательщика. Только продажи на Wildberries.
          </p>
          {income ? (
            <p className="text-sm text-muted">
              {income.name} · {formatPeriod(income.from, income.to)}
            </p>
          ) : null}
        </>
      }
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      {income ? null : (
        <ProblemOrSkeleton
          query={found}
          offlineText="Деньги не хранятся на устройстве. Месяцы появятся, когда будет связь."
          skeleton={<Skeleton className="h-24 w-full" />}
        />
      )}
      {income ? (
        <div className="flex flex-col gap-3">
          {income.months.length === 0 ? <p className="text-muted">Продаж с 1 января ещё нет.</p> : null}
          <ul aria-label="Из чего сложилось">
            {income.months.map((month) => (
              <li
                key={`${month.from}:${month.shopId}`}
                className="flex min-h-9 items-center gap-3 border-b border-line-soft py-1.5 last:border-b-0"
              >
                <span className="min-w-0 grow break-words">
                  {formatPeriod(month.from, month.to)}{' '}
                  <span className="text-sm text-muted">
                    · {nameOf(month.shopId)} · реализовано{' '}
                    <TextLink to={hrefOfMonth(month)}>{formatKopecks(month.realizedKopecks)}</TextLink>
                    {month.vatKopecks === 0 ? '' : ` −${NBSP}НДС${NBSP}${formatKopecks(month.vatKopecks)}`}
                  </span>
                </span>
                <span className="shrink-0 whitespace-nowrap tabular-nums">
                  {formatKopecks(month.incomeKopecks)}
                </span>
              </li>
            ))}
          </ul>
          {income.months.length === 0 ? null : (
            <div>
              <ExportButton
                size="sm"
                fileName={`Доход с 1 января ${income.year}, ${income.name}`}
                sheet="Доход по месяцам"
                columns={vatIncomeColumns(shopLabel)}
                readRows={() => income.months}
              />
            </div>
          )}
          {asked.length > 0 ? (
            <SourceList sources={asked} names={sourcesOfFigure('REALIZED')} shops={shops} />
          ) : null}
        </div>
      ) : null}
    </Dialog>
  );
}
