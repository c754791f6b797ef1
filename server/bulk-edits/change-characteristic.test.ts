import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CharacteristicAction, CharacteristicChange } from '#contract/bulk-rules.ts';
import type { CardFacts } from './card-change.ts';
import { changeCharacteristic } from './change-characteristic.ts';

const COLOUR = 14177449;
const VOLUME = 900001;
const NOTES = 5;

const definition = { isRequired: false, type: 'TEXT' as const, unit: '' };
const card: CardFacts = {
  priceKopecks: 0,
  discount: 0,
  clubDiscount: 0,
  costPriceKopecks: null,
  costs: [],
  placedCosts: [],
  floor: { floorKopecks: null, overCostBasisPoints: null },
  title: '',
  description: '',
  ownTexts: { title: false, description: false },
  brand: '',
  lengthCm: 0,
  widthCm: 0,
  heightCm: 0,
  weightKg: 0,
  tags: [],
  wbTags: null,
  vendorCode: 'K-1',
  sizes: [],
  barcodesThere: new Set(),
  subjectId: 1,
  subjectName: 'Кружки',
  characteristics: [{ id: COLOUR, values: ['Синий', 'белый'] }],
  definitionsOf: new Map(),
  inShops: [],
  shopNames: new Map(),
  costInShops: new Map(),
  definitions: [
    { ...definition, id: COLOUR, name: 'Цвет', maxCount: 3 },
    { ...definition, id: VOLUME, name: 'Объем', type: 'NUMBER', unit: 'мл', maxCount: 0 },
    { ...definition, id: NOTES, name: 'Комплектация', maxCount: 0 },
  ],
};

function change(action: CharacteristicAction, values: string[], id = COLOUR): CharacteristicChange {
  return { kind: 'CHARACTERISTIC', id, name: 'Цвет', action, values };
}

describe('values of a characteristic', () => {
  it.each<[CharacteristicAction, string[], string[]]>([
    ['SET', ['красный'], ['красный']],
    ['SET', [' красный ', 'Красный'], ['красный']],
    ['ADD', ['красный'], ['Синий', 'белый', 'красный']],
    ['ADD', ['синий', 'красный'], ['Синий', 'белый', 'красный']],
    ['REMOVE', ['СИНИЙ', 'зелёный'], ['белый']],
    ['REMOVE', ['синий', 'белый'], []],
    ['CLEAR', [], []],
  ])('%s %o come to %o', (action, asked, values) => {
    expect(changeCharacteristic(card, change(action, asked))).toEqual({
      before: { characteristics: [{ id: COLOUR, values: ['Синий', 'белый'] }] },
      after: { characteristics: [{ id: COLOUR, values }] },
      refusal: null,
    });
  });

  it.each<[CharacteristicAction, string[]]>([
    ['SET', ['Синий', 'белый']],
    ['ADD', ['синий']],
    ['REMOVE', ['красный']],
  ])('that are so already are no change: %s %o', (action, asked) => {
    expect(changeCharacteristic(card, change(action, asked))).toMatchObject({ after: {}, refusal: null });
  });

  it('that a card does not have can be given, a number without its comma', () => {
    expect(changeCharacteristic(card, change('SET', ['450,5'], VOLUME))).toMatchObject({
      before: { characteristics: [{ id: VOLUME, values: [] }] },
      after: { characteristics: [{ id: VOLUME, values: ['450.5'] }] },
    });
  });

  it.each<[CharacteristicChange, string]>([
    [change('SET', ['x'], 77), 'У предмета «Кружки» нет характеристики «Цвет»'],
    [change('ADD', ['а', 'б']), '«Цвет»: вышло бы 4 значения, можно не больше 3'],
    [change('SET', ['много'], VOLUME), '«Объем» — число, а «много» — нет'],
    [change('SET', ['1', '2'], VOLUME), '«Объем» — одно число, а вышло бы 2'],
    [
      change(
        'SET',
        Array.from({ length: 51 }, (_, n) => `${n}`),
        NOTES,
      ),
      '«Комплектация»: вышло бы 51 значение, можно не больше 50',
    ],
  ])('%o are refused', (asked, refusal) => {
    expect(changeCharacteristic(card, asked)).toMatchObject({ after: {}, refusal });
  });

  it('are not guessed where nobody has asked what the subject has', () => {
    const unread = { ...card, definitions: [] };
    expect(changeCharacteristic(unread, change('SET', ['х'])).refusal).toBe(
      'Характеристики предмета «Кружки» ещё не прочитаны',
    );
  });

  it('that the card says twice are left to a person', () => {
    const twice = [...card.characteristics, { id: COLOUR, values: ['красный'] }];
    expect(changeCharacteristic({ ...card, characteristics: twice }, change('CLEAR', [])).refusal).toMatch(
      /указана дважды/,
    );
  });

  it('may be taken away where there are more than may be', () => {
    const many = [{ id: COLOUR, values: ['а', 'б', 'в', 'г', 'д'] }];
    expect(changeCharacteristic({ ...card, characteristics: many }, change('REMOVE', ['а'])).after).toEqual({
      characteristics: [{ id: COLOUR, values: ['б', 'в', 'г', 'д'] }],
    });
  });

  it('of a card that has all it can have are not one more', () => {
    const full = Array.from({ length: 200 }, (_, index) => ({ id: 1000 + index, values: ['x'] }));
    expect(changeCharacteristic({ ...card, characteristics: full }, change('SET', ['x'])).refusal).toBe(
      'В карточке уже 200 характеристик: больше нельзя',
    );
  });
});

describe('the law of values', () => {
  const value = fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text.trim() !== '');
  const values = fc.array(value, { minLength: 1, maxLength: 6 });
  const colours = (own: string[]) => ({ ...card, characteristics: [{ id: NOTES, values: own }] });
  const valuesAfter = (own: string[], action: CharacteristicAction, asked: string[]) =>
    changeCharacteristic(colours(own), change(action, asked, NOTES)).after.characteristics?.[0]?.values ??
    own;

  it('what is done twice is done once', () => {
    fc.assert(
      fc.property(values, fc.constantFrom('SET', 'ADD', 'REMOVE'), values, (own, action, asked) => {
        const once = valuesAfter(own, action, asked);
        expect(valuesAfter(once, action, asked)).toEqual(once);
      }),
    );
  });

  it('what is added and taken away again leaves what was there of the others', () => {
    fc.assert(
      fc.property(values, values, (own, asked) => {
        const back = valuesAfter(valuesAfter(own, 'ADD', asked), 'REMOVE', asked);
        expect(back).toEqual(valuesAfter(own, 'REMOVE', asked));
      }),
    );
  });

  it('added values stand after those that are there, which stay as they are written', () => {
    fc.assert(
      fc.property(values, values, (own, asked) => {
        expect(valuesAfter(own, 'ADD', asked).slice(0, own.length)).toEqual(own);
      }),
    );
  });
});
