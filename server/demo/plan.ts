import type { DemoCard } from './catalogue.ts';
import { createRandom } from './random.ts';
import type { DemoShop } from './shops.ts';
import { demoTitle } from './titles.ts';

/** Where a card of the demo stands. */
export interface PlannedCard {
  card: DemoCard;
  /** draft: in no shop; refused: sent to its first shop and refused there. */
  fate: 'draft' | 'published' | 'archived' | 'refused';
  shops: { shopIndex: number; ownTitle: string | null; stockPerSize: number }[];
  /** What the marketplace said about a refused card. */
  error: string | null;
}

const ERRORS = [
  'Не заполнена обязательная характеристика: Состав',
  'Поле Наименование не должно содержать запрещенные символы: 😈 😊',
  'Запрещено использовать E-Mail в поле Описание',
  'Бренд не найден в справочнике',
  'Превышен лимит создания карточек',
];

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
    const [mainShop, ...otherShops] = selling;
    if (mainShop === undefined || random.chance(0.07)) {
      return { card, fate: 'draft', shops: [], error: null };
    }
    const stock = () =>
      card.hasNoStock ? 0 : random.whole(0, 3) * random.whole(0, 25) + random.whole(1, 12);
    const inShop = (shopIndex: number, ownTitle: string | null) => ({
      shopIndex,
      ownTitle,
      stockPerSize: stock(),
    });
    if (card.isRejected) {
      refusedCount += 1;
      return {
        card,
        fate: 'refused',
        shops: [inShop(mainShop, null)],
        error: ERRORS[refusedCount % ERRORS.length] ?? null,
      };
    }
    const isInSecond = otherShops.length > 0 && random.chance(0.35);
    const second = isInSecond ? [inShop(random.pick(otherShops), demoTitle(card.subject.id, random))] : [];
    return {
      card,
      fate: random.chance(0.04) ? 'archived' : 'published',
      shops: [inShop(mainShop, null), ...second],
      error: null,
    };
  });
}
