import type { ProfitCurvePoint, ProfitGroup } from '#contract/analytics.ts';
import { formatInteger, formatNumber } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { LineChart } from '#ui/line-chart.tsx';

const HEIGHT_PX = 240;
const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;

interface ProfitCurveProps {
  curve: readonly ProfitCurvePoint[];
  groupLabels: Record<ProfitGroup, string>;
  formatValue: (kopecks: number) => string;
}

/** How the profit grows from the best card on, and what those that lose money take from it again. */
export function ProfitCurve({ curve, groupLabels, formatValue }: ProfitCurveProps) {
  return (
    <LineChart
      className="mb-4"
      label="Прибыль лучших карточек вместе"
      pointName="Лучшие"
      heightPx={HEIGHT_PX}
      currentName="Лучшие карточки вместе"
      hatchName="Убыточные"
      points={curve.map(({ count, profitKopecks, group }) => ({
        label: formatInteger(count),
        title: count === 0 ? countOf(0, CARD_FORMS) : `${countOf(count, CARD_FORMS)} · ${groupLabels[group]}`,
        current: profitKopecks,
        isHatched: group === 'LOSS',
      }))}
      formatValue={formatValue}
      formatTick={(kopecks) =>
        kopecks === 0 ? '0' : `${formatNumber(kopecks / 100_000, { maxDigits: 2 })}\u00a0тыс.`
      }
    />
  );
}
