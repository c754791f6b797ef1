import { isAtWork } from '#api/promotion-applications.ts';
import type { PromotionApplication } from '#contract/promotion-applications.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { about, formatChange } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { inQuotes } from '#lib/text.ts';
import { useHasCome } from '#parts/use-has-come.ts';
import { Notice } from '#ui/notice.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';

const CARDS = ['карточка', 'карточки', 'карточек'] as const;
const OF_CARDS = ['карточки', 'карточек', 'карточек'] as const;
const IN_SHOPS = ['магазине', 'магазинах', 'магазинах'] as const;

/** What will be sent, how it goes, or what has come of it: in numbers. */
export function ApplicationSummary({ application }: { application: PromotionApplication }) {
  const { state } = application;
  return (
    <>
      {state === 'READY' ? <Wanted application={application} /> : <Outcome application={application} />}
      {application.shops
        .filter(({ problem }) => problem !== null)
        .map(({ shopId, shopName, problem }) => (
          <Notice key={shopId} tone="error" className="mt-3" title={`${inQuotes(shopName)} не принял заявку`}>
            {problem}
          </Notice>
        ))}
    </>
  );
}

function Wanted({ application }: { application: PromotionApplication }) {
  const { counts, shops, kind, losingCount, unknownCount, meanChange, profitKopecks } = application;
  const known = counts.waiting - unknownCount;
  if (counts.waiting === 0) {
    return (
      <Notice tone="warning" title="Отправлять нечего: все карточки оставлены">
        {counts.leftOut > 0 ? 'Почему — у каждой карточки ниже.' : null}
      </Notice>
    );
  }
  return (
    <>
      <p>
        {countOf(counts.waiting, CARDS)} в {countOf(shops.length, IN_SHOPS)}
        {shops.length > 1
          ? ` (${shops.map(({ shopName, cardCount }) => `${inQuotes(shopName)} — ${cardCount}`).join(', ')})`
          : ` ${inQuotes(shops[0]?.shopName ?? '')}`}
        . {whenText(application)}
        {meanChange === null ? '' : `, в среднем ${formatChange(meanChange, 0)}`}
        {known > 0
          ? `; прибыль ${about(formatKopecks(Math.round(profitKopecks / known)))} со штуки в среднем`
          : ''}
        .
      </p>
      {kind === 'LEAVE' ? (
        <p className="mt-2 text-sm text-muted">
          Отдельной команды «выйти из акции» у Wildberries нет. Мы вернём прежнюю скидку: карточка дороже цены
          акции выходит из неё. Вышла ли она, прочитаем на Wildberries; исключить её можно и в кабинете.
        </p>
      ) : null}
      {losingCount > 0 ? (
        <Notice tone="error" className="mt-3" title={`В убыток: ${countOf(losingCount, CARDS)}`}>
          <p className="text-sm">По этой цене каждая продажа такой карточки, по оценке, принесёт убыток.</p>
        </Notice>
      ) : null}
      {unknownCount > 0 ? (
        <p className="mt-3 text-sm text-orange">
          У {countOf(unknownCount, OF_CARDS)} прибыль неизвестна: нет себестоимости или продаж.
        </p>
      ) : null}
    </>
  );
}

function SendingText({ application: { waitingUntil } }: { application: PromotionApplication }) {
  const hasCome = useHasCome(waitingUntil ? new Date(waitingUntil).getTime() : 0);
  if (!waitingUntil || hasCome) return 'Отправляем в Wildberries.';
  return `Wildberries пока не принимает: исчерпан лимит запросов или нет связи. Продолжим сами, ${formatDateTime(waitingUntil)}.`;
}

function whenText({ kind, uploadNow }: PromotionApplication): string {
  if (kind === 'LEAVE') return 'Скидки вернутся к прежним сразу';
  return uploadNow ? 'Цены изменятся сразу' : 'Цены изменятся, когда акция начнётся';
}

function Outcome({ application }: { application: PromotionApplication }) {
  const { counts, state, kind } = application;
  const { leftOut: _, ...sent } = counts;
  const total = Object.values(sent).reduce((sum, count) => sum + count, 0);
  const taken = `${counts.confirmed} из ${total}`;
  const verb = kind === 'JOIN' ? 'В акции' : 'Вышли из акции';
  if (state === 'SCHEDULED') {
    return (
      <Notice tone="success" title={`Заявка принята: ждёт начала акции ${countOf(counts.scheduled, CARDS)}`}>
        Wildberries изменит цены, когда акция начнётся; тогда мы прочитаем, что он взял.
        {counts.refused > 0 ? ` Отклонено: ${countOf(counts.refused, CARDS)}.` : ''}
      </Notice>
    );
  }
  if (isAtWork(application)) {
    return (
      <>
        <ProgressBar label={verb} done={counts.confirmed} total={total} hasCaption />
        <p className="mt-3 text-muted">
          {state === 'SENDING' ? (
            <SendingText application={application} />
          ) : (
            'Wildberries принял заявку, ждём, что он покажет. Обычно это несколько минут.'
          )}{' '}
          Окно можно закрыть: заявка идёт без него.
        </p>
      </>
    );
  }
  if (state === 'DONE')
    return <Notice tone="success" title={`${verb}: ${countOf(counts.confirmed, CARDS)}`} />;
  return (
    <Notice
      tone={state === 'PARTLY' ? 'warning' : 'error'}
      title={state === 'PARTLY' ? `${verb}: ${taken}` : `${verb}: ни одной`}
    >
      {[
        counts.refused > 0 ? `Отклонено: ${countOf(counts.refused, CARDS)}.` : '',
        counts.unconfirmed > 0 ? `Не подтверждено: ${countOf(counts.unconfirmed, CARDS)}.` : '',
      ]
        .filter(Boolean)
        .join(' ')}{' '}
      Почему — у каждой карточки ниже.
    </Notice>
  );
}
