import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bulkChangeSchema } from '#contract/bulk-changes.ts';
import { priceEndings, type PriceChange } from '#contract/bulk-rules.ts';
import { changeText } from './change-text.ts';
import { draftsOf, formOf } from './change-drafts.ts';
import {
  amountDraftOf,
  costPriceChangeOf,
  EMPTY_COST_DRAFT,
  EMPTY_PRICE_DRAFT,
  priceChangeOf,
  priceDraftOf,
  type PriceDraft,
} from './price-draft.ts';

const discount = fc.oneof(
  fc.record({ kind: fc.constant('SET' as const), percent: fc.integer({ min: 0, max: 99 }) }),
  fc.record({ kind: fc.constant('ADD' as const), percent: fc.integer({ min: -99, max: 99 }) }),
);
const price = fc.oneof(
  fc.record({ kind: fc.constant('SET' as const), kopecks: fc.integer({ min: 0, max: 1_000_000_00 }) }),
  fc.record({ kind: fc.constant('ADD' as const), kopecks: fc.integer({ min: -1_000_000, max: 1_000_000 }) }),
  fc.record({
    kind: fc.constant('PERCENT' as const),
    basisPoints: fc.integer({ min: -9_900, max: 100_000 }),
  }),
  // Times are typed to hundredths.
  fc.record({
    kind: fc.constant('TIMES' as const),
    basisPoints: fc.integer({ min: 1, max: 1_000 }).map((hundredths) => hundredths * 100 - 10_000),
  }),
);

it('a form made from a change comes to that change', () => {
  const change = fc
    .record(
      {
        price,
        discount,
        clubDiscount: discount,
        floor: fc.oneof(
          fc.record({ floorBasisPoints: fc.integer({ min: 0, max: 100_000 }) }),
          fc.record({ floorMarginBasisPoints: fc.integer({ min: 0, max: 9_999 }) }),
        ),
      },
      { requiredKeys: [] },
    )
    .filter((one) => one.price !== undefined || one.discount !== undefined || one.clubDiscount !== undefined);
  fc.assert(
    fc.property(change, fc.constantFrom(...priceEndings), ({ floor, ...parts }, ending) => {
      const wanted: PriceChange = { kind: 'PRICES', ...parts, ...(parts.price && { ending }), ...floor };
      expect(priceChangeOf(priceDraftOf(wanted))).toEqual(wanted);
      expect(bulkChangeSchema.safeParse(wanted).success).toBe(true);
    }),
  );
});

it.each<[Partial<PriceDraft>, string]>([
  [{ priceAction: 'KEEP' }, 'Выберите, что изменить'],
  [{}, 'Укажите цену'],
  [{ priceAction: 'DOWN_PERCENT', priceAmount: 100 }, 'Снизить можно до 99\u00a0%'],
  [{ priceAction: 'TIMES', priceAmount: 0 }, 'Умножить можно на число от 0,01 до 101'],
  [{ priceAmount: 10_001 }, 'Поднять можно до 10\u00a0000\u00a0%'],
  [{ priceAction: 'SET', priceAmount: 100_000_001 }, 'Не больше 100\u00a0000\u00a0000\u00a0₽'],
  [{ priceAmount: 5, floor: 'MARKUP', floorPercent: 10_001 }, 'Наценка — до 10\u00a0000\u00a0%'],
  [{ priceAmount: 5, discountAction: 'SET', discountPercent: 100 }, 'Укажите скидку от 0 до 99\u00a0%'],
  [{ priceAmount: 5, floor: 'MARKUP', floorPercent: null }, 'Укажите наценку'],
  [{ priceAmount: 5, floor: 'MARGIN', floorPercent: null }, 'Укажите маржу'],
  [{ priceAmount: 5, floor: 'MARGIN', floorPercent: 100 }, 'Маржа бывает только меньше 100\u00a0%'],
])('%o lacks something', (draft, problem) => {
  expect(priceChangeOf({ ...EMPTY_PRICE_DRAFT, ...draft })).toEqual({ problem });
});

it('what the form takes for a change the server takes too, however much is typed', () => {
  const typed = fc.record({
    priceAction: fc.constantFrom('SET', 'UP_PERCENT', 'DOWN_PERCENT', 'UP_ROUBLES', 'DOWN_ROUBLES', 'TIMES'),
    priceAmount: fc.oneof(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 12_000 })),
    floor: fc.constantFrom('NONE', 'MARKUP', 'MARGIN'),
    floorPercent: fc.integer({ min: 0, max: 20_000 }),
  });
  fc.assert(
    fc.property(typed, (draft) => {
      const change = priceChangeOf({ ...EMPTY_PRICE_DRAFT, ...draft });
      expect('problem' in change || bulkChangeSchema.safeParse(change).success).toBe(true);
    }),
  );
});

it('a form of the cost price made from a change comes to that change, and says what it lacks', () => {
  fc.assert(
    fc.property(price, (costPrice) => {
      expect(costPriceChangeOf({ ...amountDraftOf(costPrice), from: null })).toEqual({
        kind: 'COST_PRICE',
        costPrice,
      });
    }),
  );
  expect(costPriceChangeOf(EMPTY_COST_DRAFT)).toEqual({ problem: 'Укажите себестоимость' });
  expect(costPriceChangeOf({ ...EMPTY_COST_DRAFT, priceAction: 'TIMES', priceAmount: 0 })).toEqual({
    problem: 'Умножить можно на число от 0,01 до 101',
  });
});

it('a cost price from a day on is a change of its own, and comes back into the form with its day', () => {
  const draft = { ...EMPTY_COST_DRAFT, priceAmount: 300.5, from: '2026-03-10' };
  const change = costPriceChangeOf(draft);
  expect(change).toEqual({
    kind: 'DATED_COST',
    costPrice: { kind: 'SET', kopecks: 300_50 },
    from: '2026-03-10',
  });
  if ('problem' in change) throw new Error(change.problem);
  expect(draftsOf(change).COST_PRICE).toEqual(draft);
  expect(formOf(change)).toBe('COST_PRICE');
  expect(costPriceChangeOf({ ...draft, from: '' })).toEqual({
    problem: 'Укажите день, с которого действует себестоимость',
  });
});

it.each([
  [null, /^Себестоимость убрана$/],
  ['2026-03-10', /^Себестоимость убрана с 10\sмарта/],
])('a cost price is taken away from %s on, without an amount', (from, said) => {
  const draft = { priceAction: 'NONE' as const, priceAmount: null, from };
  const change = costPriceChangeOf(draft);
  expect(change).toEqual({ kind: 'NO_COST', from });
  if ('problem' in change) throw new Error(change.problem);
  expect(draftsOf(change).COST_PRICE).toEqual(draft);
  expect(formOf(change)).toBe('COST_PRICE');
  expect(changeText(change, String)).toMatch(said);
  expect(bulkChangeSchema.safeParse(change).success).toBe(true);
});

it('times come back into the form as times, and are said so', () => {
  const draft = { ...EMPTY_PRICE_DRAFT, priceAction: 'TIMES' as const, priceAmount: 1.05 };
  const change = priceChangeOf(draft);
  expect(change).toMatchObject({ price: { kind: 'TIMES', basisPoints: 500 } });
  if ('problem' in change) throw new Error(change.problem);
  expect(priceDraftOf(change)).toEqual(draft);
  expect(changeText(change, String)).toBe('Цена ×\u00a01,05');
});

it('is said in one line', () => {
  expect(
    changeText(
      {
        kind: 'PRICES',
        price: { kind: 'PERCENT', basisPoints: -750 },
        ending: 'NINETY',
        discount: { kind: 'SET', percent: 30 },
        clubDiscount: { kind: 'ADD', percent: 2 },
        floorBasisPoints: 2_000,
      },
      String,
    ),
  ).toBe(
    'Цена −7,5\u00a0% с округлением на 90, скидка 30\u00a0%, скидка WB Клуба +2\u00a0%, не ниже себестоимости +20\u00a0%',
  );
  expect(
    changeText(
      { kind: 'PRICES', discount: { kind: 'SET', percent: 30 }, floorMarginBasisPoints: 2_550 },
      String,
    ),
  ).toBe('Скидка 30\u00a0%, маржа до комиссии не ниже 25,5\u00a0%');
  expect(changeText({ kind: 'COST_PRICE', costPrice: { kind: 'ADD', kopecks: -5_000 } }, String)).toBe(
    'Себестоимость −50\u00a0₽',
  );
  expect(
    changeText(
      {
        kind: 'REPLACE',
        fields: ['title'],
        find: 'кружка',
        replacement: '',
        isCaseSensitive: false,
        isWholeWord: true,
      },
      String,
    ),
  ).toBe('«кружка» → ничего');
});
