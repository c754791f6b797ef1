import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupWarnings, type ComparedCard } from './alike.ts';

const COLOUR = { id: 1, name: 'Цвет' };
const card = (vendorCode: string, values: Record<number, string[]>): ComparedCard => ({
  vendorCode,
  characteristics: Object.entries(values).map(([id, said]) => ({ id: Number(id), name: '', values: said })),
});

describe('cards of one group', () => {
  it('are fine where what is required is filled and something tells them apart', () => {
    expect(groupWarnings([card('А', { 1: ['белый'] }), card('Б', { 1: ['синий'] })], [COLOUR])).toEqual([]);
  });

  it('are told of where what is required is not filled, also where only spaces stand', () => {
    const cards = [card('А', { 1: ['белый'] }), card('Б', { 2: ['450'] }), card('В', { 1: [' '] })];
    expect(groupWarnings(cards, [COLOUR, { id: 2, name: 'Объём' }])).toEqual([
      'А: не заполнено обязательное — Объём',
      'Б: не заполнено обязательное — Цвет',
      'В: не заполнено обязательное — Цвет, Объём',
    ]);
  });

  it('are told of where nothing tells them apart, whatever the order and the case of their values', () => {
    const cards = [
      card('А', { 1: ['Белый', 'синий'], 2: ['450'] }),
      card('Б', { 2: ['450'], 1: ['синий', 'белый '] }),
      card('В', { 1: ['красный'], 2: ['450'] }),
    ];
    expect(groupWarnings(cards, [])).toEqual(['А, Б: не отличаются ни одной характеристикой']);
  });

  it('of which each has a value of its own are never called alike', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('а', 'б', 'в', 'г', 'д')), fc.nat(3), (colours, shared) => {
        const cards = colours.map((colour) => card(colour, { 1: [colour], 2: Array(shared).fill('x') }));
        expect(groupWarnings(cards, [])).toEqual([]);
      }),
    );
  });
});
