import { describe, expect, it } from 'vitest';
import { foldForSearch, searchWords, withJoinedCodes } from './search-words.ts';

it('search does not tell ё from е or capitals from small letters', () => {
  expect(foldForSearch('  ТЁПЛЫЙ  плед ')).toBe('теплый плед');
});

describe('what a search looks for', () => {
  it('is each word, a short one at the beginning of a word only', () => {
    expect(searchWords(' 12 Плед  350 ')).toEqual([[' 12'], ['плед', 'gktl'], ['350']]);
    expect(searchWords('пледы')).toEqual([['пледы', 'gktls', ' плед']]);
    expect(searchWords('  ')).toEqual([]);
  });

  it('is taken literally, whatever it means to the database', () => {
    expect(searchWords('100% \\_/')).toEqual([['100%'], ['\\_/']]);
  });

  it('has no half of a character', () => {
    expect(searchWords('\uD83E')).toEqual([[' \uFFFD']]);
    expect(searchWords('🦔')).toEqual([[' 🦔']]);
  });

  it('has no control characters, which the database takes for an error and the device for a mark', () => {
    expect(searchWords('a\u0000bc\u0001 \u0001\t12')).toEqual([['abc', 'фис', 'авс'], [' 12']]);
  });
});

describe('a search forgives', () => {
  const finds = (search: string, text: string) =>
    searchWords(search).every((alternatives) =>
      alternatives.some((one) => ` ${foldForSearch(text)}`.includes(one)),
    );

  it.each([
    ['платья', 'Платье летнее'],
    ['платье, летнее!', 'Платье летнее'],
    ['«плед»', 'Плед вязаный'],
    ['gkfnmz', 'Платье летнее'],
    [',jnbyjr', 'Ботинки зимние'],
    ['кружек', 'Кружка'],
    ['mug_350', 'Кружка MUG-350 mug350'],
    ['500мл', 'Термос 500 мл'],
    ['термос 500 мл', 'Термос 500мл'],
    ['1,5л', 'Чайник 1,5 л'],
    ['5 л', 'Ведро 5л'],
  ])('%s finds %s', (search, text) => {
    expect(finds(search, text)).toBe(true);
  });

  it.each([
    ['платок', 'Платье летнее'],
    ['кружево', 'Кружка'],
    ['100%', 'Хлопок 100'],
    ['500мл', 'Термос 1500 мл'],
    ['500 мл', 'Термос 500 гр'],
  ])('but not everything: %s does not find %s', (search, text) => {
    expect(finds(search, text)).toBe(false);
  });
});

describe('articles', () => {
  it('stand in a text once more without what separates their parts, once', () => {
    const text = withJoinedCodes('кружка mug-350/б 350 мл 4607-001 1/2');
    expect(text).toBe('кружка mug-350/б 350 мл 4607-001 1/2 mug350б 4607001');
    expect(withJoinedCodes(text)).toBe(text);
  });
});
