import type { Profit } from '#contract/analytics.ts';
import { formatDay } from '#lib/dates.ts';
import { paths } from '#lib/paths.ts';
import { NoShops } from '#parts/no-shops.tsx';
import { ShopProblemDetail } from '#parts/shop-problem-detail.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';

/** In place of the figures where both periods have none: why, and what to do about it. */
export function NothingSold({ profit, hasShops }: { profit: Profit; hasShops: boolean }) {
  if (!hasShops) {
    return (
      <NoShops text="Прибыль посчитается, когда вы добавите магазин с токеном категорий «Статистика» и «Финансы»." />
    );
  }
  return (
    <EmptyState
      icon="table"
      title="За этот период нет ни заказов, ни продаж"
      text={<WhyNothing profit={profit} />}
      action={profit.syncedAt === null ? <LinkButton to={paths.shops}>К магазинам</LinkButton> : null}
    />
  );
}

function WhyNothing({ profit }: { profit: Profit }) {
  const { problems, syncedAt } = profit;
  const begins = firstKnownDay(profit);
  if (begins !== null && profit.SELECTED.to < begins) {
    return `Данные начинаются ${formatDay(begins)}. Выберите другой период.`;
  }
  const problem = problems?.[0];
  if (problem) {
    return (
      <>
        {problem.shopName}: <ShopProblemDetail detail={problem.detail} retryAt={problem.retryAt} />
      </>
    );
  }
  return syncedAt === null
    ? 'Данные появятся, когда у магазина будет токен категорий «Статистика» и «Финансы»: прочитать их в первый раз занимает несколько минут.'
    : 'Выберите другой период или другие магазины.';
}

/** Of all sources of all shops; null: there is none. */
function firstKnownDay({ sources = [] }: Profit): string | null {
  const known = sources.flatMap(({ orders, sales, report }) =>
    [orders.from, sales.from, report.from].filter((day) => day !== null),
  );
  return known.toSorted()[0] ?? null;
}
