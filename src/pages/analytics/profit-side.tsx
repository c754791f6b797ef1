import type { Profit } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatPeriod } from '#lib/dates.ts';
import { Segmented } from '#ui/segmented.tsx';
import { comparisonNote } from './comparison-note.ts';
import { DataSources } from './data-sources.tsx';
import { CoverageNote } from './profit-notices.tsx';
import type { ProfitAddress } from './use-profit-address.ts';

interface ProfitSideProps extends Pick<ProfitAddress, 'state' | 'change'> {
  profit: Profit | undefined;
  shops: ReadonlyMap<number, ProfileShop>;
}

/** Which of both periods is shown, and what is known of its days. */
export function ProfitSide({ state: { side, against }, change, profit, shops }: ProfitSideProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segmented
        label="Какой период показать"
        value={side}
        onChange={(chosen) => change({ side: chosen })}
        options={[
          { value: 'SELECTED', label: 'Выбранный период' },
          { value: 'PREVIOUS', label: against === 'YEAR_AGO' ? 'Год назад' : 'Предыдущий' },
        ]}
      />
      <span className="min-h-5 text-sm text-muted">
        {profit ? (
          <>
            {formatPeriod(profit[side].from, profit[side].to)}
            {' · '}
            {side === 'SELECTED' ? `${comparisonNote(profit)} · ` : ''}
            <CoverageNote profit={profit} side={side} />
          </>
        ) : null}
      </span>
      {profit?.sources ? <DataSources sources={profit.sources} shops={shops} /> : null}
    </div>
  );
}
