import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { analyticsQueries } from '#api/analytics.ts';
import type { CardContent } from '#contract/cards.ts';
import type { ShopEconomics, UnitEconomics } from '#contract/unit-economics.ts';
import { formatKopecks } from '#lib/money.ts';
import { NBSP } from '#lib/numbers.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { useSettled } from '#parts/use-settled.ts';
import { TariffBreakdown, UnitBreakdown } from '#parts/cards/unit-breakdown.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { finalPriceKopecks } from './final-price.ts';
import { priceBeforeDiscount } from './what-if-price.ts';
import { WhatIfSlider } from './what-if-slider.tsx';

/** Typing a price is several keys; each would ask the server. */
const PAUSE_MS = 300;

interface ProfitPanelProps {
  cardId: number;
  values: CardContent;
  /** Of the price before the discount. */
  onPriceChange: (priceKopecks: number) => void;
  /** Why prices cannot be changed now. */
  disabledReason: string | null;
}

/** What is likely left of one piece at the price that is being typed or thought of, in each shop that has the card. */
export function ProfitPanel({ cardId, values, onPriceChange, disabledReason }: ProfitPanelProps) {
  const { discount, costPriceKopecks } = values;
  const [whatIf, setWhatIf] = useWhatIf(values);
  const priceKopecks = whatIf ?? values.priceKopecks;
  // The same object while nothing of it changes: the form is drawn anew by every key in any of its fields.
  const asked = useMemo(
    () => ({ priceKopecks, discount, costPriceKopecks }),
    [priceKopecks, discount, costPriceKopecks],
  );
  const terms = useSettled(asked, PAUSE_MS);
  const query = useQuery({
    ...analyticsQueries.economics(cardId, terms),
    enabled: terms.priceKopecks > 0,
  });
  const { data } = query;
  const askedKopecks = finalPriceKopecks(terms.priceKopecks, terms.discount);
  const hasEstimate = data?.some(({ economics, byTariff }) => economics !== null || byTariff) ?? false;
  if (terms.priceKopecks === 0 || data?.length === 0) return null;
  return (
    <Panel title={`Прибыль с одной штуки${NBSP}≈`}>
      {hasEstimate ? (
        <WhatIfSlider
          ownKopecks={finalPriceKopecks(values.priceKopecks, discount)}
          shownKopecks={finalPriceKopecks(priceKopecks, discount)}
          isMoved={whatIf !== null}
          onMove={(finalRoubles) => setWhatIf(priceBeforeDiscount(finalRoubles, discount))}
          onReset={() => setWhatIf(null)}
          onPut={() => onPriceChange(priceKopecks)}
          disabledReason={disabledReason}
        />
      ) : null}
      {data === undefined && isStuck(query) ? (
        <LoadProblem
          error={query.error}
          onRetry={() => void query.refetch()}
          offlineText="Оценку считает сервер. Она появится, когда будет связь."
        />
      ) : null}
      {data === undefined && !isStuck(query) ? <Skeleton className="h-40 w-full" /> : null}
      <ul
        aria-label="Прибыль по магазинам"
        aria-busy={query.isFetching}
        className="grid grid-cols-1 gap-x-10 gap-y-5 md:grid-cols-2"
      >
        {data?.map(({ shopId, shopName, economics, byTariff }) => (
          <li key={shopId} className="min-w-0">
            <h3 className="mb-1 text-base break-words">
              {shopName}
              {economics ? <Profit economics={economics} /> : null}
            </h3>
            {economics && !query.isPlaceholderData && economics.priceKopecks !== askedKopecks ? (
              <p className="mb-1 text-sm text-muted">По своей цене магазина.</p>
            ) : null}
            <Breakdown economics={economics} byTariff={byTariff} />
          </li>
        ))}
      </ul>
      {hasEstimate ? (
        <p className="mt-4 text-sm text-muted">«Прочие расходы» магазина сюда не входят.</p>
      ) : null}
    </Panel>
  );
}

function Breakdown({ economics, byTariff }: Pick<ShopEconomics, 'economics' | 'byTariff'>) {
  if (economics) return <UnitBreakdown economics={economics} />;
  if (byTariff) return <TariffBreakdown estimate={byTariff} />;
  return (
    <p className="text-sm text-muted">
      Отчёты магазина ещё не прочитаны или продаж в них мало: сколько возьмёт маркетплейс, пока неизвестно.
    </p>
  );
}

function Profit({ economics: { profitKopecks } }: { economics: UnitEconomics }) {
  if (profitKopecks === null) return null;
  return (
    <span className={`ml-2 tabular-nums ${profitKopecks < 0 ? 'text-red' : 'text-green'}`}>
      {formatKopecks(profitKopecks)}
    </span>
  );
}

/** A price before the discount that is thought of; another price in the card puts an end to it. */
function useWhatIf({ priceKopecks, discount }: CardContent) {
  const own = `${priceKopecks} ${discount}`;
  const [thought, setThought] = useState<{ of: string; priceKopecks: number } | null>(null);
  return [
    thought?.of === own ? thought.priceKopecks : null,
    (price: number | null) => setThought(price === null ? null : { of: own, priceKopecks: price }),
  ] as const;
}
