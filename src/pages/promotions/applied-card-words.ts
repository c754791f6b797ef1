import type { AppliedCard, LeftOutReason, PromotionApplication } from '#contract/promotion-applications.ts';
import { formatKopecks } from '#lib/money.ts';

type Kind = PromotionApplication['kind'];

const STATE_WORDS: Record<AppliedCard['state'], string> = {
  LEFT_OUT: 'оставлена',
  WAITING: 'ещё не отправлена',
  SENT: 'отправлена',
  SCHEDULED: 'ждёт начала',
  CONFIRMED: 'взята',
  REFUSED: 'отклонена',
  UNCONFIRMED: 'не подтверждена',
};

/** What has become of a card. */
export function stateWord({ state }: AppliedCard, kind: Kind): string {
  return state === 'CONFIRMED' && kind === 'LEAVE' ? 'вышла' : STATE_WORDS[state];
}

/** Which guard does not let it pass, also when it was taken in all the same; nothing when all do. */
export function whyLeftOut(card: AppliedCard, kind: Kind): string {
  const reasons: Record<LeftOutReason, string> = {
    FLOOR: `ниже минимальной цены ${formatKopecks(card.floorKopecks ?? 0)}`,
    PROFIT: 'прибыль меньше заданной',
    MARGIN: 'маржа меньше заданной',
    UNKNOWN_PROFIT: 'прибыль неизвестна: нет себестоимости или продаж',
    ALREADY: kind === 'JOIN' ? 'уже участвует' : 'уже не участвует',
    NOT_OFFERED: 'Wildberries не предлагает её в эту акцию',
    NO_EARLIER_PRICE: 'прежняя скидка неизвестна или не выше цены акции: поднимите цену в карточке',
  };
  return card.leftOut === null ? '' : reasons[card.leftOut];
}
