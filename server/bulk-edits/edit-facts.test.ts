import { expect, it } from 'vitest';
import type { BulkChange } from '#contract/bulk-changes.ts';
import type { EditedFacts } from '#contract/bulk-rows.ts';
import { factLines } from './edit-facts.ts';

const PRICES: BulkChange = { kind: 'PRICES', price: { kind: 'PERCENT', basisPoints: 500 } };

const linesOf = (before: EditedFacts, after: EditedFacts, change: BulkChange = PRICES) =>
  factLines({ before, after }, change);

it('a value that stays as it was has no line', () => {
  expect(linesOf({ priceKopecks: 100, discount: 5, title: 'Кружка' }, { priceKopecks: 200 })).toEqual([
    { name: 'Цена, ₽', before: { kopecks: 100 }, after: { kopecks: 200 } },
  ]);
});

it('a row that changes nothing has what its change is about, and one line at least', () => {
  expect(linesOf({ priceKopecks: 100, discount: 5 }, {})).toEqual([
    { name: 'Цена, ₽', before: { kopecks: 100 }, after: null },
    { name: 'Скидка, %', before: 5, after: null },
  ]);
  expect(linesOf({}, {})).toEqual([{ name: '', before: null, after: null }]);
});

it('each size in each warehouse has a line, as far as the marketplace has taken it', () => {
  const place = { warehouseId: 1, warehouseName: 'Юг', techSize: 'S' };
  const other = { ...place, warehouseId: 2, warehouseName: 'Север' };
  const stocks = [
    { ...place, chrtId: 11, amount: 3 },
    { ...other, chrtId: 11, amount: 4 },
  ];
  expect(linesOf({ stocks }, { stocks: [{ ...other, chrtId: 11, amount: 9 }] })).toEqual([
    { name: 'Остаток, шт.', ...other, before: 4, after: 9 },
  ]);
});

it('each cost has a line with its shop, size and day; one that nobody had said has no value before', () => {
  const costs = [
    { from: null, shopId: null, techSize: null, costPriceKopecks: null, isOwn: false },
    { from: '2026-03-01', shopId: 7, techSize: 'M', costPriceKopecks: 500, isOwn: true },
  ];
  const after = costs.map((cost) => ({ ...cost, costPriceKopecks: 900, isOwn: true }));
  expect(linesOf({ costs }, { costs: after })).toEqual([
    {
      name: 'Себестоимость, ₽',
      shopId: null,
      techSize: null,
      from: null,
      before: { kopecks: null },
      after: { kopecks: 900 },
    },
    {
      name: 'Себестоимость, ₽',
      shopId: 7,
      techSize: 'M',
      from: '2026-03-01',
      before: { kopecks: 500 },
      after: { kopecks: 900 },
    },
  ]);
});

it('a lowest price has its roubles and its per cent apart', () => {
  const before = { priceFloor: { floorKopecks: null, overCostBasisPoints: 1_250 } };
  const after = { priceFloor: { floorKopecks: 70_000, overCostBasisPoints: null } };
  expect(linesOf(before, after)).toEqual([
    { name: 'Минимальная цена, ₽', before: { kopecks: null }, after: { kopecks: 70_000 } },
    { name: 'Минимум над себестоимостью, %', before: 12.5, after: null },
  ]);
});

it('characteristics go by the names that the change knows', () => {
  const file: BulkChange = {
    kind: 'FILE',
    fields: ['characteristics'],
    characteristics: [{ id: 11, name: 'Цвет' }],
  };
  const before = {
    characteristics: [
      { id: 11, values: [] },
      { id: 12, values: ['450'] },
    ],
  };
  const after = {
    characteristics: [
      { id: 11, values: ['белый', 'синий'] },
      { id: 12, values: ['500'] },
    ],
  };
  expect(linesOf(before, after, file)).toEqual([
    { name: 'Цвет', before: '', after: 'белый; синий' },
    { name: 'Характеристика № 12', before: '450', after: '500' },
  ]);
});

it('a dimension of nought is not said', () => {
  expect(linesOf({ lengthCm: 0 }, { lengthCm: 12 })).toEqual([
    { name: 'Длина, см', before: null, after: 12 },
  ]);
});
