import type { Profit } from '#contract/analytics.ts';
import { addDays, formatDay } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { preliminaryDays } from './preliminary-days.ts';

/** What makes the figures other than they look: sources that are missing, costs that are not known. */
export function ProfitNotices({ profit }: { profit: Profit }) {
  const { problems = [], cardsWithoutCostPrice } = profit;
  return (
    <>
      {problems.length > 0 ? (
        <Notice
          tone="warning"
          title="Данные не всех магазинов полны"
          action={
            <LinkButton to="/home/account/shops" size="sm">
              К магазинам
            </LinkButton>
          }
        >
          <ul className="mt-1 text-sm">
            {problems.map(({ shopId, shopName, detail }) => (
              <li key={`${shopId} ${detail}`}>
                {shopName}: {detail}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {cardsWithoutCostPrice > 0 ? (
        <Notice
          tone="warning"
          title={`Без себестоимости: ${countOf(cardsWithoutCostPrice, ['карточка', 'карточки', 'карточек'])}`}
          action={
            <LinkButton to="/home/cards?quality=no_cost_price" size="sm">
              Указать
            </LinkButton>
          }
        >
          <p className="text-sm">Их прибыль завышена на стоимость проданного товара.</p>
        </Notice>
      ) : null}
    </>
  );
}

/** Which days are final: «По отчёту до 9 ноября», «предварительно» after. */
export function CoverageNote({ profit, side }: { profit: Profit; side: 'SELECTED' | 'PREVIOUS' }) {
  const { days } = profit[side];
  const { count, unreported, completed, firstUnreported } = preliminaryDays(days);
  if (count === 0) return <>По отчётам Wildberries</>;
  const ending = firstUnreported
    ? `${unreported === days.length ? 'Предварительно' : `По отчёту до ${formatDay(addDays(firstUnreported, -1))}, дальше предварительно`}: без логистики, хранения и удержаний`
    : 'По отчётам Wildberries';
  const gaps = completed > 0 ? `; в отчёте нет части продаж за ${countOf(completed, DAYS)}` : '';
  return (
    <span className="text-orange">
      {ending}
      {gaps}
    </span>
  );
}

const DAYS = ['день', 'дня', 'дней'] as const;
