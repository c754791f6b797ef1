import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldWord, matchingSuggestions, type SuggestionGroup } from './suggestions.ts';

const group = (label: string, ...values: string[]): SuggestionGroup => ({
  label,
  options: values.map((value) => ({ value })),
});
const valuesOf = (groups: readonly SuggestionGroup[]) =>
  groups.flatMap(({ options }) => options.map(({ value }) => value));

const word = fc.string({ unit: fc.constantFrom('а', 'б', 'е', 'ё', 'Ё', ' '), maxLength: 4 });
const groupsArbitrary = fc.array(fc.array(word, { maxLength: 8 }), { maxLength: 3 });

describe('matching suggestions', () => {
  it('puts beginnings before what has the text inside, each in its own order', () => {
    const found = matchingSuggestions(
      [group('Цвета', 'светло-серый', 'серый', 'белый', 'серебристый')],
      'сер',
    );
    expect(valuesOf(found)).toEqual(['серый', 'серебристый', 'светло-серый']);
  });

  it('finds by the note, after what has the text in its own name', () => {
    const options = [{ value: 'хаки', note: 'зеленый' }, { value: 'темно-зелёный' }];
    expect(valuesOf(matchingSuggestions([{ label: 'Цвета', options }], 'ЗЕЛЕН'))).toEqual([
      'темно-зелёный',
      'хаки',
    ]);
  });

  it('keeps the groups apart, and leaves out those in which nothing fits', () => {
    const found = matchingSuggestions([group('Справочник', 'Китай'), group('Свои', 'Россия')], 'рос');
    expect(found).toEqual([{ label: 'Свои', options: [{ value: 'Россия' }] }]);
  });

  it('never offers what is taken or anything twice, however it is written', () => {
    fc.assert(
      fc.property(groupsArbitrary, word, fc.array(word, { maxLength: 4 }), (lists, text, taken) => {
        const groups = lists.map((values, index) => group(String(index), ...values));
        const found = valuesOf(matchingSuggestions(groups, text, taken)).map(foldWord);
        expect(new Set(found).size).toBe(found.length);
        for (const value of taken) expect(found).not.toContain(foldWord(value));
      }),
    );
  });

  it('shows so many of a group that they can be read', () => {
    const many = group('Цвета', ...Array.from({ length: 500 }, (_, index) => `цвет ${index}`));
    expect(valuesOf(matchingSuggestions([many], ''))).toHaveLength(50);
    expect(valuesOf(matchingSuggestions([many], 'цвет 499'))).toEqual(['цвет 499']);
  });
});
