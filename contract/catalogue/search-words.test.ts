import { describe, expect, it } from 'vitest';
import { withOtherSpellings } from './other-spellings.ts';
import { foldForSearch, searchWords } from './search-words.ts';

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
    expect(searchWords('a\u0000bc\u0001 \u0001\t12')).toEqual([
      ['abc', 'фис', 'авс'],
      [' 12', ' abc12', ' авс12'],
    ]);
  });
});

describe('a search forgives', () => {
  const finds = (search: string, title: string, article = '') => {
    const [text, code] = [foldForSearch(`${title} ${article}`), foldForSearch(article)];
    const stored = ` ${withOtherSpellings(text, [code])}`;
    return searchWords(search).every((alternatives) => alternatives.some((one) => stored.includes(one)));
  };

  it.each([
    ['платья', 'Платье летнее'],
    ['платье, летнее!', 'Платье летнее'],
    ['«плед»', 'Плед вязаный'],
    ['gkfnmz', 'Платье летнее'],
    [',jnbyjr', 'Ботинки зимние'],
    ['кружек', 'Кружка'],
    ['mug_350', 'Кружка MUG-350'],
    ['500мл', 'Термос 500 мл'],
    ['500мл', 'Термос (500 мл), чёрный'],
    ['500мл.', 'Термос 500 мл'],
    ['термос 500 мл', 'Термос 500мл'],
    ['1,5л', 'Чайник 1,5 л'],
    ['5 л', 'Ведро 5л'],
    ['iphone15', 'Чехол для iPhone 15'],
    ['iphone-15', 'Чехол для iPhone 15'],
  ])('%s finds %s', (search, title) => {
    expect(finds(search, title)).toBe(true);
  });

  it.each([
    ['dressred', 'DRESS-RED'],
    ['dress-red', 'DRESSRED'],
    ['dress red', 'DRESS-RED'],
    ['mug350', 'MUG 350'],
    ['mug-350', 'MUG 350'],
    ['mug 350', 'MUG350'],
    ['mb 77', 'MB-77'],
    ['синий5', 'Синий / 5'],
  ])('%s finds the article %s', (search, article) => {
    expect(finds(search, 'Кружка', article)).toBe(true);
  });

  // Of two alphabets, whichever letters are of which.
  const [RUSSIAN, LATIN, STORED, TYPED] = ['МВ-77', 'MB-77', 'МB-77', 'MВ-77'];
  it.each([
    [RUSSIAN, STORED],
    [LATIN, STORED],
    [STORED, STORED],
    [TYPED, STORED],
    [TYPED, RUSSIAN],
    [TYPED, LATIN],
    ['мв77', STORED],
    ['mb 77', RUSSIAN],
    ['мв 77', STORED],
    ['мв-77в', 'МВ-77B'],
  ])('%s finds the article %s, in letters that look alike', (search, article) => {
    expect(finds(search, 'Кружка', article)).toBe(true);
  });

  it.each([
    ['супер', 'Cупeр клей'],
    ['коты', 'Koт в сапогах'],
    ['xl', 'Платье ХL'],
    ['кабель', 'usb-кaбель'],
    ['usb-кaбель', 'USB-кабель'],
  ])('%s finds %s, in letters that look alike', (search, title) => {
    expect(finds(search, title)).toBe(true);
  });

  it.each([
    ['платок', 'Платье летнее'],
    ['кружево', 'Кружка'],
    ['100%', 'Хлопок 100'],
    ['500мл', 'Термос 1500 мл'],
    ['500 мл', 'Термос 500 гр'],
    ['красноеплатье', 'Красное платье'],
    ['темносиний', 'Тёмно-синий плед'],
    ['плед150', 'Плед 150 на 200'],
  ])('but not everything: %s does not find %s', (search, title) => {
    expect(finds(search, title)).toBe(false);
  });
});
