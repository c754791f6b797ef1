import type { DemoCard } from './catalogue.ts';
import { createRandom, type Random } from './random.ts';
import { RUNNING_COUNTS, RUNNING_SHIPMENTS, type RunningShipment } from './shipments.ts';
import type { DemoShop } from './shops.ts';
import { demoTitle } from './titles.ts';

/** Where a card of the demo stands. */
export interface PlannedCard {
  card: DemoCard;
  vendorCode: string;
  /** What the seller wrote last; the shops still have the card's own price. */
  writtenPriceRub: number;
  /** The same for the text. */
  writtenDescription: string;
  /** draft: in no shop; refused: sent to its first shop and refused there. */
  fate: 'draft' | 'published' | 'archived' | 'refused';
  shops: { shopIndex: number; ownTitle: string | null; stockPerSize: number }[];
  /** What the marketplace said about a refused card. */
  error: string | null;
  /** The running shipment that takes it. */
  running: RunningShipment['cards'] | null;
}

const ERRORS = [
  'Не заполнена обязательная характеристика: Состав',
  'Поле Наименование не должно содержать запрещенные символы: 😈 😊',
  'Запрещено использовать E-Mail в поле Описание',
  'Бренд не найден в справочнике',
  'Превышен лимит создания карточек',
];
/** Less than a third is left: the marketplace would not take it. */
const TOO_FAR_CUT = 0.3;
const USUAL_RISE = 1.1;
const ADDED_TEXT = '\n\nТаблица размеров — на последнем фото.';
/** The simulator accepts such an article and never says a word about it again. */
const NEVER_ANSWERED = '-NEVER';

/** Divides a catalogue among shops: by what each sells, every third card also in another shop of the same subject. */
export function planCards(
  cards: readonly DemoCard[],
  shops: readonly DemoShop[],
  seed: number,
): PlannedCard[] {
  const random = createRandom(seed);
  let refusedCount = 0;
  return cards.map((card) => {
    const selling = shops.flatMap((shop, index) =>
      shop.subjectIds.includes(card.subject.id) ? [index] : [],
    );
    const plan: PlannedCard = {
      card,
      vendorCode: card.vendorCode,
      writtenPriceRub: card.isPriceCutTooFar ? Math.round(card.priceRub * TOO_FAR_CUT) : card.priceRub,
      writtenDescription: card.description,
      fate: 'draft',
      shops: [],
      error: null,
      running: null,
    };
    const [mainShop, ...otherShops] = selling;
    if (mainShop === undefined || random.chance(0.07)) return plan;
    plan.shops.push(placeIn(mainShop, null, card, random));
    if (card.isRejected) {
      refusedCount += 1;
      return { ...plan, fate: 'refused', error: ERRORS[refusedCount % ERRORS.length] ?? null };
    }
    if (otherShops.length > 0 && random.chance(0.35)) {
      plan.shops.push(placeIn(random.pick(otherShops), demoTitle(card.subject.id, random), card, random));
    }
    return { ...plan, fate: random.chance(0.04) ? 'archived' : 'published' };
  });
}

function placeIn(shopIndex: number, ownTitle: string | null, card: DemoCard, random: Random) {
  const stockPerSize = card.hasNoStock ? 0 : random.whole(0, 3) * random.whole(0, 25) + random.whole(1, 12);
  return { shopIndex, ownTitle, stockPerSize };
}

/** Chooses the cards of the running shipments, and makes them such that each shipment stays where it should. */
export function planRunningShipments(
  planned: readonly PlannedCard[],
  shops: readonly DemoShop[],
): PlannedCard[] {
  const plans = [...planned];
  for (const shipment of RUNNING_SHIPMENTS) {
    const chosen = plans
      .filter((plan) => isFitFor(plan, shipment, shops))
      .slice(0, RUNNING_COUNTS[shipment.cards]);
    for (const [index, plan] of chosen.entries()) {
      const isLost = index === 0 && (shipment.cards === 'update' || shipment.cards === 'draft');
      plans[plans.indexOf(plan)] = {
        ...plan,
        running: shipment.cards,
        vendorCode: isLost ? plan.vendorCode + NEVER_ANSWERED : plan.vendorCode,
        writtenDescription: plan.card.description + (shipment.cards === 'update' ? ADDED_TEXT : ''),
        writtenPriceRub:
          shipment.cards === 'repriced' ? Math.round(plan.card.priceRub * USUAL_RISE) : plan.writtenPriceRub,
      };
    }
  }
  return plans;
}

function isFitFor(plan: PlannedCard, shipment: RunningShipment, shops: readonly DemoShop[]): boolean {
  const { card } = plan;
  if (plan.running !== null || card.isPriceCutTooFar || card.photos.length === 0) return false;
  if (shipment.cards === 'draft' || shipment.cards === 'new') {
    const sold = shops[shipment.shopIndex]?.subjectIds ?? [];
    return plan.fate === 'draft' && !card.isRejected && sold.includes(card.subject.id);
  }
  return plan.fate === 'published' && plan.shops.some((shop) => shop.shopIndex === shipment.shopIndex);
}
