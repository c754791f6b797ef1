import type { PeriodChoice, Profit } from '#contract/analytics.ts';
import { formatRoubles } from '#lib/money.ts';
import { countOf } from '#lib/plurals.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Change } from '#ui/stat-tile.tsx';
import { figureLabel, unnamedDeduction } from './figure-names.ts';
import { formatPoints } from './format-points.ts';
import { measureColumns, type MeasureRow } from './measure-columns.ts';
import { CANNOT_BE_TOLD, isPreliminaryMeasure, knownMeasure, measureText } from './measure-said.ts';
import { preliminaryDays } from './preliminary-days.ts';
import { marksOf, type ProfitMark } from './profit-marks.ts';
import { changeOfMeasure, measureNames, measures, type MeasureName } from './profit-measures.ts';

const GRID = 'grid gap-x-6 md:grid-cols-2';
const CELL = 'flex min-h-14 min-w-0 flex-wrap items-baseline gap-x-3 border-b border-line py-2';

interface ProfitMeasuresPanelProps {
  profit: Profit;
  side: PeriodChoice;
  onOpen: (name: MeasureName) => void;
}

/** What the sums mean for one order, one piece, one rouble; each with its formula, and opens to what it is of. */
export function ProfitMeasuresPanel(props: ProfitMeasuresPanelProps) {
  const { profit, side } = props;
  const { unreported } = preliminaryDays(profit[side].days);
  const mark = marksOf(profit, side).ofAll;
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
          readRows={() => measureNames.map((name) => rowOf({ ...props, name, mark }))}
        />
      }
    >
      <dl className={GRID}>
        {measureNames.map((name) => (
          <div key={name} className={CELL}>
            <dt className="min-w-0 flex-1 basis-48">
              {measures[name].title}
              <span className="block text-sm text-muted">{measures[name].formula}</span>
            </dt>
            <dd className="ml-auto text-right whitespace-nowrap tabular-nums">
              <MeasureValue {...props} name={name} mark={mark} />
            </dd>
          </div>
        ))}
      </dl>
      {mark.hasOrders ? null : (
        <p className="mt-3 text-sm text-muted">
          «—» у процента выкупа: заказы и отмены известны не за все эти дни: Wildberries отдаёт их за 90 дней,
          а сегодняшний ещё не кончился.
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
          «—» у логистики, хранения, удержаний, рекламы и прибыли: за {lastDays(unreported)} они ещё не все в
          отчёте Wildberries, а выручка уже есть.
        </p>
      ) : null}
    </Panel>
  );
}

function lastDays(count: number): string {
  return count === 1 ? 'последний день' : `последние ${countOf(count, ['день', 'дня', 'дней'])}`;
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
  mark: ProfitMark;
}

function rowOf({ name, profit, side, mark }: MeasureValueProps): MeasureRow {
  const { title, formula, kind } = measures[name];
  return {
    label: title,
    formula,
    kind,
    value: knownMeasure(name, profit[side].totals, mark),
    isPreliminary: isPreliminaryMeasure(name, mark),
    change: side === 'SELECTED' ? changeOfMeasure(name, profit) : null,
  };
}

function MeasureValue({ name, profit, side, mark, onOpen }: MeasureValueProps) {
  const { title, kind, isGrowthBad = false } = measures[name];
  const text = measureText(name, profit[side].totals, mark);
  return (
    <>
      <button
        type="button"
        aria-label={figureLabel(title, text ?? CANNOT_BE_TOLD)}
        onClick={() => onOpen(name)}
        className="rounded-md font-heading hover:text-accent-ink"
      >
        {text ?? '—'}
      </button>
      {text !== null && side === 'SELECTED' ? (
        <span className="block">
          <Change
            share={changeOfMeasure(name, profit)}
            isGrowthBad={isGrowthBad}
            {...(kind === 'SHARE' && { format: formatPoints })}
          />
        </span>
      ) : null}
    </>
  );
}
