import type { AppliedCard, PromotionApplication } from '#contract/promotion-applications.ts';
import type { Column } from '#contract/table-columns.ts';
import { stateWord, whyLeftOut } from './applied-card-words.ts';

/** Of an application's cards: what each was to cost, and what has come of it. */
export function appliedCardColumns(
  kind: PromotionApplication['kind'],
  shopLabel: (shopId: number) => string,
): Column<AppliedCard>[] {
  return [
    { title: 'Магазин', width: 20, value: (card) => shopLabel(card.shopId) },
    { title: 'Артикул WB', width: 14, value: (card) => card.nmId },
    { title: 'Артикул продавца', width: 22, value: (card) => card.vendorCode },
    { title: 'Наименование', width: 44, value: (card) => card.title },
    { title: 'Состояние', width: 18, value: (card) => stateWord(card, kind) },
    { title: 'Причина', width: 50, value: (card) => card.reason ?? whyHere(card, kind) },
    {
      title: 'Взята вопреки условию',
      width: 40,
      value: (card) => (card.isByHand ? whyLeftOut(card, kind) : ''),
    },
    { title: 'Цена была, ₽', width: 16, value: (card) => ({ kopecks: known(card.priceKopecks) }) },
    { title: 'Новая цена, ₽', width: 16, value: (card) => ({ kopecks: newPrice(card) }) },
    { title: 'Прибыль ≈, ₽', width: 16, value: (card) => ({ kopecks: card.profitKopecks }) },
    { title: 'Минимальная цена, ₽', width: 20, value: (card) => ({ kopecks: card.floorKopecks }) },
  ];
}

function whyHere(card: AppliedCard, kind: PromotionApplication['kind']): string {
  return card.state === 'LEFT_OUT' ? whyLeftOut(card, kind) : '';
}

/** A card that the marketplace does not offer has no price there. */
function known(kopecks: number): number | null {
  return kopecks > 0 ? kopecks : null;
}

/** The price to go back to may not be known: the one of now stands in for it then. */
function newPrice({ leftOut, newPriceKopecks }: AppliedCard): number | null {
  return leftOut === 'NO_EARLIER_PRICE' ? null : known(newPriceKopecks);
}
