import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkChangeSchema, isOfStocks, tableFields } from '#contract/bulk-changes.ts';
import type { EditedFacts } from '#contract/bulk-rows.ts';
import { priceEndings, type AmountChange, type PriceEnding } from '#contract/bulk-rules.ts';
import type { OwnChange } from './card-change.ts';
import { changeCard } from './change-card.ts';
import { discounted, floorByMarkup, nearestEnding, nextEnding } from './priced.ts';
import type { WantedValues } from '#contract/bulk-table-rows.ts';
import { PLAIN_CARD as card } from '#tests/support/cards/plain-card.ts';

/** Stocks are changed elsewhere. */
function changeOf(said: object): OwnChange {
  const change = bulkChangeSchema.parse(said);
  if (isOfStocks(change)) throw new Error('no change of cards');
  return change;
}

const prices = (change: object): OwnChange => changeOf({ kind: 'PRICES', ...change });
const replace = (change: object): OwnChange =>
  changeOf({
    kind: 'REPLACE',
    fields: ['title'],
    find: 'кружка',
    replacement: 'чашка',
    isCaseSensitive: false,
    isWholeWord: false,
    ...change,
  });

describe('a cost price', () => {
  const cost = (costPrice: AmountChange): OwnChange => ({ kind: 'COST_PRICE', costPrice });

  it.each<[AmountChange, number | null, number]>([
    [{ kind: 'SET', kopecks: 12_345 }, null, 12_345],
    [{ kind: 'SET', kopecks: 0 }, 50_000, 0],
    [{ kind: 'ADD', kopecks: -50_000 }, 50_000, 0],
    // 3.33 % of 333.33 ₽ to the kopeck.
    [{ kind: 'PERCENT', basisPoints: 333 }, 33_333, 34_443],
  ])('%o makes of %s %i kopecks', (change, before, costPriceKopecks) => {
    expect(changeCard({ ...card, costPriceKopecks: before }, cost(change))).toEqual({
      before: { costPriceKopecks: before },
      after: { costPriceKopecks },
      refusal: null,
    });
  });

  it('is taken away, now or from a day on, and stays where nobody has said it', () => {
    const none = (from: string | null) => changeOf({ kind: 'NO_COST', from });
    const costs = [{ from: null, kopecks: 50_000 }];
    const known = { ...card, costPriceKopecks: 50_000, costs };
    expect(changeCard(known, none(null))).toEqual({
      before: { costPriceKopecks: 50_000 },
      after: { costPriceKopecks: null },
      refusal: null,
    });
    const from = '2026-03-10';
    expect(changeCard(known, none(from))).toEqual({
      before: { datedCost: { from, costPriceKopecks: 50_000, isOwn: false } },
      after: { datedCost: { from, costPriceKopecks: null, isOwn: true } },
      refusal: null,
    });
    const unknown = { ...card, costPriceKopecks: null, costs: [] };
    expect(changeCard(unknown, none(null)).after).toEqual({});
    expect(changeCard(unknown, none(from)).after).toEqual({});
  });

  it.each<[AmountChange, number | null, string]>([
    [{ kind: 'ADD', kopecks: 100 }, null, 'Не указана себестоимость: изменять нечего'],
    [{ kind: 'PERCENT', basisPoints: 100 }, null, 'Не указана себестоимость: изменять нечего'],
    [{ kind: 'ADD', kopecks: -50_001 }, 50_000, 'Себестоимость вышла бы меньше нуля'],
    [
      { kind: 'ADD', kopecks: 10_000_000_000 },
      50_000,
      'Себестоимость вышла бы 100 000 500 ₽: это слишком много',
    ],
  ])('%o of %s is refused', (change, before, refusal) => {
    const changed = changeCard({ ...card, costPriceKopecks: before }, cost(change));
    expect({ ...changed, refusal: changed.refusal?.replaceAll('\u00a0', ' ') }).toMatchObject({
      after: {},
      refusal,
    });
  });

  it('that is so already is no change', () => {
    expect(changeCard(card, cost({ kind: 'SET', kopecks: 50_000 })).after).toEqual({});
  });
});

describe('a row of a table', () => {
  const table: OwnChange = { kind: 'TABLE', fields: [...tableFields] };
  const prices = { priceKopecks: 100_000, discount: 20, clubDiscount: 3 };
  const cost = { costPriceKopecks: 50_000 };

  it.each<[WantedValues, EditedFacts, EditedFacts]>([
    [{ priceKopecks: 90_000 }, prices, { priceKopecks: 90_000 }],
    [{ discount: 0 }, prices, { discount: 0 }],
    [{ clubDiscount: 9, discount: 20 }, prices, { clubDiscount: 9 }],
    [{ costPriceKopecks: 12_345 }, cost, { costPriceKopecks: 12_345 }],
    [
      { priceKopecks: 90_000, costPriceKopecks: 0 },
      { ...prices, ...cost },
      { priceKopecks: 90_000, costPriceKopecks: 0 },
    ],
    // A price is in whole roubles, a cost price to the kopeck.
    [
      { priceKopecks: 99_949, costPriceKopecks: 49_949 },
      { ...prices, ...cost },
      { priceKopecks: 99_900, costPriceKopecks: 49_949 },
    ],
    [{ priceKopecks: 100_000, costPriceKopecks: 50_000 }, { ...prices, ...cost }, {}],
    [{}, {}, {}],
  ])('that says %o is about %o and changes %o', (wanted, before, after) => {
    expect(changeCard(card, table, wanted)).toEqual({ before, after, refusal: null });
  });

  it.each<[WantedValues, string]>([
    [{ priceKopecks: 0, costPriceKopecks: 1 }, 'Цена вышла бы меньше 1 ₽'],
    [{ priceKopecks: 49, discount: 5 }, 'Цена вышла бы меньше 1 ₽'],
  ])('that says %o is refused whole', (wanted, refusal) => {
    const { before, ...changed } = changeCard(card, table, wanted);
    expect(changed).toEqual({ after: {}, refusal, mend: { advice: 'Возьмите число больше', field: null } });
    expect(before).toMatchObject(prices);
  });

  it('gives a price to a card that has none', () => {
    const without = { ...card, priceKopecks: 0, costPriceKopecks: null };
    expect(changeCard(without, table, { priceKopecks: 90_000, costPriceKopecks: 100 }).after).toEqual({
      priceKopecks: 90_000,
      costPriceKopecks: 100,
    });
  });
});

describe('a price', () => {
  it.each([
    [{ price: { kind: 'SET', kopecks: 99_900 } }, 99_900],
    [{ price: { kind: 'ADD', kopecks: -10_000 } }, 90_000],
    [{ price: { kind: 'PERCENT', basisPoints: 500 } }, 105_000],
    [{ price: { kind: 'TIMES', basisPoints: 500 } }, 105_000],
    [{ price: { kind: 'PERCENT', basisPoints: 333 } }, 103_300],
    [{ price: { kind: 'PERCENT', basisPoints: 500 }, ending: 'NINE' }, 104_900],
    [{ price: { kind: 'PERCENT', basisPoints: 500 }, ending: 'FIFTY' }, 105_000],
    [{ price: { kind: 'PERCENT', basisPoints: 500 }, ending: 'NINETY' }, 109_000],
    [{ price: { kind: 'PERCENT', basisPoints: 390 }, ending: 'NINETY' }, 99_000],
    [{ price: { kind: 'PERCENT', basisPoints: 500 }, ending: 'NINETY_NINE' }, 109_900],
  ])('%o makes of 1 000 ₽ %i kopecks', (change, priceKopecks) => {
    expect(changeCard(card, prices(change))).toEqual({
      before: { priceKopecks: 100_000, discount: 20, clubDiscount: 3 },
      after: { priceKopecks },
      refusal: null,
    });
  });

  it('that does not change is no change', () => {
    expect(changeCard(card, prices({ price: { kind: 'SET', kopecks: 100_000 } })).after).toEqual({});
  });

  it.each([
    [{ price: { kind: 'ADD', kopecks: -100_000 } }, 'Цена вышла бы меньше 1 ₽'],
    [{ discount: { kind: 'ADD', percent: 80 } }, 'Скидка вышла бы 100 %: можно от 0 до 99 %'],
    [{ clubDiscount: { kind: 'ADD', percent: -4 } }, 'Скидка вышла бы -1 %: можно от 0 до 99 %'],
  ])('%o is refused', (change, refusal) => {
    expect(changeCard(card, prices(change))).toMatchObject({ after: {}, refusal });
  });

  it('that is not there cannot be raised, and can be set', () => {
    const without = { ...card, priceKopecks: 0 };
    expect(changeCard(without, prices({ price: { kind: 'PERCENT', basisPoints: 500 } })).refusal).toBe(
      'Не указана цена: изменять нечего',
    );
    expect(changeCard(without, prices({ price: { kind: 'SET', kopecks: 90_000 } })).after).toEqual({
      priceKopecks: 90_000,
    });
  });

  it('stops at the floor, and ends as is wished there too', () => {
    const change = { price: { kind: 'PERCENT', basisPoints: -5_000 }, floorBasisPoints: 2_000 };
    // 500 ₽ and a fifth more are 600 ₽, which are four fifths of 750 ₽.
    expect(changeCard(card, prices(change)).after).toEqual({ priceKopecks: 75_000 });
    expect(changeCard(card, prices({ ...change, ending: 'NINETY' })).after).toEqual({ priceKopecks: 79_000 });
  });

  it('stops where so much of what a buyer pays is over the cost price', () => {
    const change = { price: { kind: 'PERCENT', basisPoints: -5_000 }, floorMarginBasisPoints: 3_000 };
    // 500 ₽ are seven tenths of 714,29 ₽, which are four fifths of 892,87 ₽.
    expect(changeCard(card, prices(change)).after).toEqual({ priceKopecks: 89_300 });
    expect(changeCard(card, prices({ ...change, ending: 'NINETY' })).after).toEqual({ priceKopecks: 99_000 });
  });

  it('cannot have all of a price over the cost price, nor two floors', () => {
    const price = { kind: 'ADD', kopecks: 100 };
    expect(() => prices({ price, floorMarginBasisPoints: 10_000 })).toThrow();
    expect(() => prices({ price, floorMarginBasisPoints: 0, floorBasisPoints: 0 })).toThrow(
      /Нижнюю границу укажите одну/,
    );
    expect(prices({ price, floorMarginBasisPoints: 9_999 })).toMatchObject({ floorMarginBasisPoints: 9_999 });
  });

  it('has no floor without a cost price', () => {
    const change = prices({ price: { kind: 'ADD', kopecks: 100 }, floorBasisPoints: 0 });
    expect(changeCard({ ...card, costPriceKopecks: null }, change).refusal).toMatch(
      /^Не указана себестоимость/,
    );
  });

  it('is not raised to pay for a discount that goes under the floor', () => {
    const change = prices({ discount: { kind: 'SET', percent: 60 }, floorBasisPoints: 0 });
    expect(changeCard(card, change).refusal).toMatch(/^Со скидкой вышло бы 400 ₽, граница 500 ₽$/u);
  });
});

/** How far apart prices with an ending lie, and what is over. */
const TAILS: Record<PriceEnding, [stepKopecks: number, tailKopecks: number]> = {
  ROUBLE: [100, 0],
  NINE: [1_000, 900],
  FIFTY: [10_000, 5_000],
  NINETY: [10_000, 9_000],
  NINETY_NINE: [10_000, 9_900],
};

describe('the law of prices', () => {
  const kopecks = fc.integer({ min: 1, max: 100_000_000 });
  const amount = fc.oneof(
    fc.record({ kind: fc.constant('SET' as const), kopecks }),
    fc.record({
      kind: fc.constant('ADD' as const),
      kopecks: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    }),
    fc.record({
      kind: fc.constant('PERCENT' as const),
      basisPoints: fc.integer({ min: -9_900, max: 100_000 }),
    }),
  ) satisfies fc.Arbitrary<AmountChange>;

  it('an ending is hit, nearest is no further than half a step, next is never lower', () => {
    fc.assert(
      fc.property(kopecks, fc.constantFrom(...priceEndings), (price, ending) => {
        const [step, tail] = TAILS[ending];
        const near = nearestEnding(price, ending);
        const next = nextEnding(price, ending);
        expect(near % step).toBe(tail);
        expect(next % step).toBe(tail);
        expect(next).toBeGreaterThanOrEqual(price);
        expect(next - price).toBeLessThan(price < tail ? 10_000 : step);
        if (price >= tail) expect(Math.abs(near - price)).toBeLessThanOrEqual(step / 2);
      }),
    );
  });

  it('what is written is whole roubles, at least one, and not under the floor', () => {
    fc.assert(
      fc.property(
        kopecks,
        fc.integer({ min: 0, max: 99 }),
        kopecks,
        amount,
        fc.constantFrom(...priceEndings),
        fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: undefined }),
        (priceKopecks, discount, costPriceKopecks, price, ending, floorBasisPoints) => {
          const facts = { ...card, priceKopecks, discount, costPriceKopecks };
          const { after, refusal } = changeCard(facts, { kind: 'PRICES', price, ending, floorBasisPoints });
          if (refusal !== null) {
            expect(after).toEqual({});
            return;
          }
          const { priceKopecks: next = priceKopecks } = after;
          if (after.priceKopecks !== undefined) expect(next % 100).toBe(0);
          expect(next).toBeGreaterThan(0);
          if (floorBasisPoints !== undefined) {
            expect(discounted(next, discount)).toBeGreaterThanOrEqual(
              floorByMarkup(costPriceKopecks, floorBasisPoints),
            );
          }
        },
      ),
    );
  });
});

describe('the law of the margin', () => {
  const kopecks = fc.integer({ min: 1, max: 10_000_000 });

  it('so much of what a buyer pays is over the cost price, by the lowest price with the ending or the wanted one', () => {
    fc.assert(
      fc.property(
        fc.record({
          costPriceKopecks: fc.integer({ min: 0, max: 10_000_000 }),
          discount: fc.integer({ min: 0, max: 99 }),
          kopecks,
          ending: fc.constantFrom(...priceEndings),
          floorMarginBasisPoints: fc.integer({ min: 0, max: 9_999 }),
        }),
        ({ costPriceKopecks, discount, ending, floorMarginBasisPoints, ...set }) => {
          const price = { kind: 'SET', kopecks: set.kopecks } as const;
          const facts = { ...card, priceKopecks: 1, discount, costPriceKopecks };
          const unbound = changeCard(facts, { kind: 'PRICES', price, ending });
          const { after, refusal } = changeCard(facts, {
            kind: 'PRICES',
            price,
            ending,
            floorMarginBasisPoints,
          });
          if (refusal !== null) {
            expect(refusal).toMatch(/это слишком много$|меньше 1 ₽$/u);
            return;
          }
          const hasMargin = (final: number) =>
            (final - costPriceKopecks) * 10_000 >= floorMarginBasisPoints * final;
          const next = after.priceKopecks ?? 0;
          expect(hasMargin(discounted(next, discount))).toBe(true);
          if (next === unbound.after.priceKopecks) return;
          const [step, tail] = TAILS[ending];
          expect(next % step).toBe(tail);
          if (next > tail) expect(hasMargin(discounted(next - step, discount))).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('find and replace', () => {
  it('finds in any case unless told otherwise', () => {
    expect(changeCard(card, replace({})).after).toEqual({ title: 'Чашка синяя, чашка большая' });
    expect(changeCard(card, replace({ isCaseSensitive: true })).after).toEqual({
      title: 'Кружка синяя, чашка большая',
    });
  });

  it('takes a whole word for one without letters or digits beside it', () => {
    const title = 'Кружка-термос, кружка2, подкружка';
    expect(changeCard({ ...card, title }, replace({ isWholeWord: true })).after).toEqual({
      title: 'Чашка-термос, кружка2, подкружка',
    });
  });

  it('takes what is found and what stands for it as they are', () => {
    const title = 'Набор (2 шт.) за $1';
    expect(changeCard({ ...card, title }, replace({ find: '(2 шт.)', replacement: '$&' })).after).toEqual({
      title: 'Набор $& за $1',
    });
  });

  it('in several fields is one change', () => {
    expect(changeCard(card, replace({ fields: ['title', 'description'], find: 'синяя' }))).toMatchObject({
      before: { title: card.title, description: card.description },
      after: { title: 'Кружка чашка, кружка большая', description: 'Чашка кружка. Не бьётся.' },
    });
  });

  it.each([
    [
      { replacement: 'очень длинная кружка для самого длинного названия' },
      /^Наименование вышло бы в \d+ символов: можно 60$/,
    ],
    [{ find: card.title, replacement: ' ' }, /^Наименование вышло бы пустым$/],
    [{ replacement: '☕' }, /^В наименовании вышли бы запрещённые символы: ☕$/],
  ])('%o is refused', (change, refusal) => {
    const changed = changeCard(card, replace(change));
    expect(changed.refusal).toMatch(refusal);
    expect(changed.after).toEqual({});
  });

  it('finds exactly the text, whatever characters it has', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20 }), (find) => {
        const title = `а${find}б`;
        const { before } = changeCard({ ...card, title }, replace({ find, replacement: '' }));
        expect(before).toEqual({ title });
      }),
    );
  });
});
