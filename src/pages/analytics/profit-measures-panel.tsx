import type { PeriodChoice, Profit } from '#contract/analytics.ts';
import { formatRoubles } from '#lib/money.ts';
import { about, formatPercent } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Change } from '#ui/stat-tile.tsx';
import { unnamedDeduction } from './figure-names.ts';
import { formatPoints } from './format-points.ts';
import { measureColumns, type MeasureRow } from './measure-columns.ts';
import { preliminaryDays } from './preliminary-days.ts';
import { isUnknown } from './profit-marks.ts';
import { changeOfMeasure, hasOrdersOf, measureNames, measures, type MeasureName } from './profit-measures.ts';

const TEXTS: Record<MeasureName, { label: string; formula: string }> = {
  AVERAGE_CHECK: { label: 'Средний чек', formula: 'сумма заказов ÷ заказы' },
  BUYOUT_SHARE: { label: 'Процент выкупа', formula: 'выкупы ÷ (выкупы + отмены + возвраты)' },
  RETURN_SHARE: { label: 'Возвраты', formula: 'возвраты ÷ выкупы' },
  COMMISSION_SHARE: { label: 'Комиссия', formula: 'комиссия ÷ выручка' },
  LOGISTICS_SHARE: { label: 'Логистика', formula: 'логистика ÷ выручка' },
  STORAGE_SHARE: { label: 'Хранение', formula: 'хранение ÷ выручка' },
  DEDUCTION_SHARE: { label: 'Удержания', formula: 'удержания вместе с рекламой ÷ выручка' },
  ADVERTISING_SHARE: { label: 'Реклама (ДРР)', formula: 'реклама в удержаниях ÷ выручка' },
  LOGISTICS_PER_UNIT: { label: 'Логистика на единицу', formula: 'логистика ÷ (выкупы − возвраты)' },
  PROFIT_PER_UNIT: { label: 'Прибыль с единицы', formula: 'прибыль ÷ (выкупы − возвраты)' },
  MARGIN: { label: 'Маржа', formula: 'прибыль ÷ выручка' },
  ROI: { label: 'Рентабельность (ROI)', formula: 'прибыль ÷ себестоимость' },
};

const GRID = 'grid gap-x-6 md:grid-cols-2';
const CELL = 'flex min-h-14 min-w-0 flex-wrap items-baseline gap-x-3 border-b border-line py-2';

interface ProfitMeasuresPanelProps {
  profit: Profit;
  side: PeriodChoice;
}

/** What the sums mean for one order, one piece, one rouble; each with its formula. */
export function ProfitMeasuresPanel({ profit, side }: ProfitMeasuresPanelProps) {
  const { count, unreported } = preliminaryDays(profit[side].days);
  const { from, to, totals } = profit[side];
  const unnamedKopecks = unnamedDeduction(totals);
  return (
    <Panel
      title="Показатели"
      actions={
        <ExportButton
          size="sm"
          fileName={`Показатели ${from} — ${to}`}
          sheet="Показатели"
          columns={measureColumns}
          readRows={() => measureNames.map((name) => rowOf({ name, profit, side, count, unreported }))}
        />
      }
    >
      <dl className={GRID}>
        {measureNames.map((name) => (
          <div key={name} className={CELL}>
            <dt className="min-w-0 flex-1 basis-48">
              {TEXTS[name].label}
              <span className="block text-sm text-muted">{TEXTS[name].formula}</span>
            </dt>
            <dd className="ml-auto text-right whitespace-nowrap tabular-nums">
              <MeasureValue name={name} {...{ profit, side, count, unreported }} />
            </dd>
          </div>
        ))}
      </dl>
      {hasOrdersOf(profit, profit[side]) ? null : (
        <p className="mt-3 text-sm text-muted">
          «—» у процента выкупа: заказы и отмены известны не за все эти дни, Wildberries отдаёт их за 90 дней.
        </p>
      )}
      {unnamedKopecks === 0 ? null : (
        <p className="mt-3 text-sm text-muted">
          «—» у рекламы: за что удержано {formatRoubles(unnamedKopecks)}, неизвестно — Wildberries не сказал
          или эти строки отчёта прочитаны, когда названия ещё не сохранялись. Названо рекламой{' '}
          {formatRoubles(totals.advertisingKopecks ?? 0)}.
        </p>
      )}
      {unreported > 0 ? (
        <p className="mt-3 text-sm text-muted">
          «—» у логистики, хранения, удержаний, рекламы и прибыли:{' '}
          {countOf(unreported, ['день', 'дня', 'дней'])} ещё нет в отчёте Wildberries, а выручка за них уже
          есть.
        </p>
      ) : null}
    </Panel>
  );
}

export function LoadingMeasures() {
  return (
    <Panel title="Показатели">
      <div className={GRID} aria-hidden>
        {measureNames.map((name) => (
          <div key={name} className={CELL}>
            <Skeleton className="h-5 w-full" />
          </div>
        ))}
      </div>
    </Panel>
  );
}

interface MeasureValueProps extends ProfitMeasuresPanelProps {
  name: MeasureName;
  count: number;
  unreported: number;
}

function rowOf({ name, profit, side, count, unreported }: MeasureValueProps): MeasureRow {
  const { kind, source, valueOf } = measures[name];
  const hasOrders = hasOrdersOf(profit, profit[side]);
  return {
    ...TEXTS[name],
    kind,
    value: isUnknown(source, { isUnreported: unreported > 0, hasOrders })
      ? null
      : valueOf(profit[side].totals),
    isPreliminary: source !== 'ORDERS' && count > 0,
    change: side === 'SELECTED' ? changeOfMeasure(name, profit) : null,
  };
}

function MeasureValue(props: MeasureValueProps) {
  const { name, side } = props;
  const { isGrowthBad = false } = measures[name];
  const { kind, value, isPreliminary, change } = rowOf(props);
  if (value === null) {
    return (
      <>
        <span aria-hidden>—</span>
        <span className="sr-only">не посчитать</span>
      </>
    );
  }
  const isMoney = kind === 'MONEY';
  const amount = isMoney ? formatRoubles(value) : formatPercent(value);
  return (
    <>
      <span className="block font-heading">{isPreliminary ? about(amount) : amount}</span>
      {side === 'SELECTED' ? (
        <Change share={change} isGrowthBad={isGrowthBad} {...(!isMoney && { format: formatPoints })} />
      ) : null}
    </>
  );
}
