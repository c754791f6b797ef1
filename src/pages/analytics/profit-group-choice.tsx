import type { ProfitGroup, ProfitGroupSums } from '#contract/analytics.ts';
import { formatRoubles } from '#lib/money.ts';
import { formatInteger } from '#lib/numbers.ts';
import { Segmented } from '#ui/segmented.tsx';

const LABELS: Record<ProfitGroup, string> = { A: 'A', B: 'B', C: 'C', LOSS: 'Убыточные' };

const MEANINGS: Record<ProfitGroup, string> = {
  A: 'дают первые 80 % прибыли',
  B: 'дают следующие 15 % прибыли',
  C: 'остальные',
  LOSS: 'теряют деньги',
};

interface ProfitGroupChoiceProps {
  groups: readonly ProfitGroupSums[];
  chosen: ProfitGroup | null;
  onChange: (group: ProfitGroup | null) => void;
}

/** Cards by how much of the profit they make; what the chosen ones make together. */
export function ProfitGroupChoice({ groups, chosen, onChange }: ProfitGroupChoiceProps) {
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  const sums = groups.find(({ group }) => group === chosen);
  return (
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
      {sums ? (
        <span className="text-sm text-muted">
          {MEANINGS[sums.group]}, вместе {formatRoubles(sums.profitKopecks)}
        </span>
      ) : null}
    </div>
  );
}

function counted(label: string, count: number) {
  return (
    <span className="whitespace-nowrap">
      {label} <span className="font-normal tabular-nums">{formatInteger(count)}</span>
    </span>
  );
}
