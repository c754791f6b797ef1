import type { Profit, UnreadKind } from '#contract/analytics.ts';
import type { PluralForms } from '#contract/plurals.ts';
import { addDays, formatDay } from '#lib/dates.ts';
import { formatInteger, NBSP } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { hrefTo } from '#lib/paths.ts';
import { ShopProblems } from '#parts/shop-problems.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { preliminaryDays } from './preliminary-days.ts';

/** What makes the figures other than they look: sources that are missing, costs that are not known. */
export function ProfitNotices({ profit }: { profit: Profit }) {
  const { cardsWithoutCostPrice } = profit;
  const problems = profit.problems?.filter(({ unread }) => !unread) ?? [];
  return (
    <>
      {profit.problems?.map(({ shopId, shopName, unread }) =>
        unread ? <UnreadRows key={`${shopId} ${unread.kind}`} shopName={shopName} unread={unread} /> : null,
      )}
      <ShopProblems title="Данные не всех магазинов полны" problems={problems} />
      {cardsWithoutCostPrice > 0 ? (
        <Notice
          tone="warning"
          title={`Без себестоимости: ${countOf(cardsWithoutCostPrice, ['карточка', 'карточки', 'карточек'])}`}
          action={
            <LinkButton to={hrefTo.cards({ quality: 'no_cost_price' })} size="sm">
              Указать
            </LinkButton>
          }
        >
          <p className="text-sm">
            Себестоимость не указана на дни их продаж, и прибыль завышена на стоимость проданного товара.
          </p>
        </Notice>
      ) : null}
    </>
  );
}

type Problem = NonNullable<Profit['problems']>[number];

const UNREAD_FORMS: Record<UnreadKind, PluralForms> = {
  orders: ['строка заказов не прочитана', 'строки заказов не прочитаны', 'строк заказов не прочитано'],
  sales: ['строка продаж не прочитана', 'строки продаж не прочитаны', 'строк продаж не прочитано'],
  report: ['строка отчёта не прочитана', 'строки отчёта не прочитаны', 'строк отчёта не прочитано'],
};

/** Rows that are in no sum, with what could not be read in them. */
function UnreadRows({ shopName, unread }: { shopName: string; unread: NonNullable<Problem['unread']> }) {
  const { kind, count, rows } = unread;
  const left = count - rows.length;
  return (
    <Notice tone="warning" title={`${shopName}: ${countOf(count, UNREAD_FORMS[kind])}`}>
      <p className="text-sm">Wildberries прислал их в виде, который Прилавок не понимает. В суммах их нет.</p>
      <ul className="mt-1 text-sm break-words">
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
        {left > 0 ? <li>и ещё {formatInteger(left)}</li> : null}
      </ul>
    </Notice>
  );
}

/** Which days are final: «По отчёту до 9 ноября», «предварительно» after. */
export function CoverageNote({ profit, side }: { profit: Profit; side: 'SELECTED' | 'PREVIOUS' }) {
  const { days } = profit[side];
  const { count, unreported, completed, firstUnreported } = preliminaryDays(days);
  const lastReported = firstUnreported ? addDays(firstUnreported, -1) : days.at(-1)?.day;
  const daily = dailyNote(profit.dailyFrom, lastReported);
  if (count === 0) return <>По отчётам Wildberries{daily}</>;
  const ending = firstUnreported
    ? `${unreported === days.length ? 'Предварительно' : `По отчёту до ${formatDay(addDays(firstUnreported, -1))}${daily}, дальше предварительно`}: логистика, хранение и удержания ещё не все`
    : `По отчётам Wildberries${daily}`;
  const gaps = completed > 0 ? `; в отчёте нет части продаж за ${countOf(completed, DAYS)}` : '';
  return (
    <span className="text-orange">
      {ending}
      {gaps}
    </span>
  );
}

/** Days up to the last reported one that no weekly report has told of: it has the last word. */
function dailyNote(dailyFrom: string | null | undefined, lastReported: string | undefined): string {
  if (!dailyFrom || lastReported === undefined || dailyFrom > lastReported) return '';
  return `, с${NBSP}${formatDay(dailyFrom)} — по ежедневным`;
}

const DAYS = ['день', 'дня', 'дней'] as const;
