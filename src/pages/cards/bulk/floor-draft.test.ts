import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bulkChangeSchema } from '#contract/bulk-changes.ts';
import type { PriceFloorChange } from '#contract/bulk-rules.ts';
import { changeText } from './change-text.ts';
import { EMPTY_FLOOR_DRAFT, floorDraftOf, priceFloorChangeOf } from './floor-draft.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const change = fc.record({
  kind: fc.constant<'PRICE_FLOOR'>('PRICE_FLOOR'),
  floorKopecks: fc.option(fc.integer({ min: 100, max: 100_000_000_00 })),
  overCostBasisPoints: fc.option(fc.integer({ min: 0, max: 100_000 })),
});

it('a form made from a change comes to that change', () => {
  fc.assert(
    fc.property(change, (one) => {
      expect(priceFloorChangeOf(floorDraftOf(one))).toEqual(one);
    }),
  );
});

it('what a form comes to is a change by the contract, or a problem in words', () => {
  const amount = fc.option(fc.double({ min: -10, max: 1e12, noNaN: true }));
  fc.assert(
    fc.property(amount, amount, (roubles, overCostPercent) => {
      const made = priceFloorChangeOf({ action: 'SET', roubles, overCostPercent });
      if ('problem' in made) expect(made.problem).not.toBe('');
      else expect(bulkChangeSchema.safeParse(made).success).toBe(true);
    }),
  );
});

it('nothing said is no change; «Убрать» is one', () => {
  expect(priceFloorChangeOf(EMPTY_FLOOR_DRAFT)).toEqual({ problem: 'Укажите минимальную цену' });
  expect(priceFloorChangeOf({ ...EMPTY_FLOOR_DRAFT, action: 'CLEAR', roubles: 5 })).toEqual({
    kind: 'PRICE_FLOOR',
    floorKopecks: null,
    overCostBasisPoints: null,
  });
});

it.each<[Omit<PriceFloorChange, 'kind'>, string]>([
  [{ floorKopecks: 700_00, overCostBasisPoints: null }, 'Минимальная цена: 700 ₽'],
  [{ floorKopecks: null, overCostBasisPoints: 2050 }, 'Минимальная цена: себестоимость + 20,5 %'],
  [{ floorKopecks: 700_00, overCostBasisPoints: 0 }, 'Минимальная цена: 700 ₽ или себестоимость + 0 %'],
  [{ floorKopecks: null, overCostBasisPoints: null }, 'Минимальная цена убрана'],
])('is said in one line', (floor, text) => {
  expect(plain(changeText({ kind: 'PRICE_FLOOR', ...floor }, () => ''))).toBe(text);
});
