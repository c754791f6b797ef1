import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { analyticsQueries } from '#api/analytics.ts';
import type { CardContent } from '#contract/cards.ts';
import type { UnitEconomics } from '#contract/unit-economics.ts';
import { formatKopecks } from '#lib/money.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { UnitBreakdown } from '#parts/cards/unit-breakdown.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** Typing a price is several keys; each would ask the server. */
const PAUSE_MS = 300;

/** What is likely left of one piece at the price that is being typed, in each shop that has the card. */
export function ProfitPanel({ cardId, values }: { cardId: number; values: CardContent }) {
  const { priceKopecks, discount, costPriceKopecks } = values;
  const terms = useSettled({ priceKopecks, discount, costPriceKopecks });
  const query = useQuery({
    ...analyticsQueries.economics(cardId, terms),
    enabled: terms.priceKopecks > 0,
  });
  const { data } = query;
  if (terms.priceKopecks === 0 || data?.length === 0) return null;
  return (
    <Panel title="Прибыль с одной штуки ≈">
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
        className="grid gap-x-10 gap-y-5 md:grid-cols-2"
      >
        {data?.map(({ shopId, shopName, economics }) => (
          <li key={shopId} className="min-w-0">
            <h3 className="mb-1 text-base break-words">
              {shopName}
              {economics ? <Profit economics={economics} /> : null}
            </h3>
            {economics ? (
              <UnitBreakdown economics={economics} />
            ) : (
              <p className="text-sm text-muted">
                Отчёты магазина ещё не прочитаны или продаж в них мало: сколько возьмёт маркетплейс, пока
                неизвестно.
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
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

/** The value once it has stayed the same for a while. */
function useSettled<T extends object>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
    // Equal values are made anew each time the form is drawn.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text]);
  return settled;
}
