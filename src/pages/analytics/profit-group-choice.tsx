import { useState } from 'react';
import type { ProfitCurvePoint, ProfitGroup, ProfitGroupSums } from '#contract/analytics.ts';
import { formatRoubles } from '#lib/money.ts';
import { about, formatInteger } from '#lib/numbers.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { ProfitCurve } from './profit-curve.tsx';

const LABELS: Record<ProfitGroup, string> = { A: 'A', B: 'B', C: 'C', LOSS: 'Убыточные' };

const MEANINGS: Record<ProfitGroup, string> = {
  A: 'дают первые 80\u00a0% прибыли',
  B: 'дают следующие 15\u00a0% прибыли',
  C: 'остальные',
  LOSS: 'теряют деньги',
};

interface ProfitGroupChoiceProps {
  groups: readonly ProfitGroupSums[];
  /** Undefined from a server that does not draw it. */
  curve: readonly ProfitCurvePoint[] | undefined;
  chosen: ProfitGroup | null;
  /** Part of the days is not in the report: which group a card is in may change yet. */
  isPreliminary: boolean;
  onChange: (group: ProfitGroup | null) => void;
}

/** None and all of one or two cards are no line. */
const CURVE_POINTS_AT_LEAST = 4;

/** Cards by how much of the profit they make; what the chosen ones make together; the curve of all of them. */
export function ProfitGroupChoice({
  groups,
  curve = [],
  chosen,
  isPreliminary,
  onChange,
}: ProfitGroupChoiceProps) {
  const [isCurveShown, setCurveShown] = useState(false);
  const hasCurve = curve.length >= CURVE_POINTS_AT_LEAST;
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  const sums = groups.find(({ group }) => group === chosen);
  const money = (kopecks: number) => (isPreliminary ? about(formatRoubles(kopecks)) : formatRoubles(kopecks));
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Segmented
          label="Группа по прибыли"
          value={chosen ?? 'ALL'}
          onChange={(value) => onChange(value === 'ALL' ? null : value)}
          options={[
            { value: 'ALL', label: counted('Все', all) },
            ...groups.map(({ group, count }) => ({ value: group, label: counted(LABELS[group], count) })),
          ]}
        />
        {hasCurve ? (
          <Button size="sm" aria-expanded={isCurveShown} onClick={() => setCurveShown(!isCurveShown)}>
            Кривая ABC
          </Button>
        ) : null}
        {isPreliminary ? <Badge tone="orange">предварительно</Badge> : null}
        {sums ? (
          <span className="text-sm text-muted">
            {MEANINGS[sums.group]}, вместе {money(sums.profitKopecks)}
          </span>
        ) : null}
      </div>
      {hasCurve && isCurveShown ? (
        <ProfitCurve curve={curve} groupLabels={LABELS} formatValue={money} />
      ) : null}
    </>
  );
}

function counted(label: string, count: number) {
  return (
    <span className="whitespace-nowrap">
      {label} <span className="font-normal tabular-nums">{formatInteger(count)}</span>
    </span>
  );
}
