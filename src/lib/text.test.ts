import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldForSearch, graphemeLength, hasLineBreak, inQuotes, shorten, stripLineBreaks } from './text.ts';

describe('stripLineBreaks', () => {
  it('makes one trimmed line of many, without gluing words', () => {
    expect(stripLineBreaks('  Кружка\r\n керамическая\u2028450\u2029 мл\n\n')).toBe(
      'Кружка керамическая 450 мл',
    );
  });

  it('leaves spaces inside a line alone', () => {
    expect(stripLineBreaks('два  пробела')).toBe('два  пробела');
  });

  const anyText = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\n', '\r', '\u2028', '\u2029', '\u0085', ' ', '\t', 'я'),
      fc.string({ unit: 'grapheme', maxLength: 1 }),
    ),
  });

  it('leaves no line break and changes nothing when done again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = stripLineBreaks(text);
        expect(hasLineBreak(once)).toBe(false);
        expect(stripLineBreaks(once)).toBe(once);
      }),
    );
  });
});

describe('length as a reader counts', () => {
  it('counts joined characters as one', () => {
    expect(graphemeLength('Ёлка')).toBe(4);
    expect(graphemeLength('Е\u0308лка')).toBe(4);
    expect(graphemeLength('👨‍👩‍👧‍👦🇷🇺')).toBe(2);
  });

  it('agrees with the segmenter on the texts that it counts the short way', () => {
    const segmenter = new Intl.Segmenter('ru', { granularity: 'grapheme' });
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('абвЁё «»—–0aZ№\u00a0\u0301\u00ad\u200d')) }),
        (text) => {
          expect(graphemeLength(text)).toBe([...segmenter.segment(text)].length);
        },
      ),
    );
  });

  it('shortens to a length, cutting no character', () => {
    expect(shorten('Рюкзак городской', 7)).toBe('Рюкзак…');
    expect(shorten('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 2)).toBe('👨‍👩‍👧‍👦…');
    expect(shorten('коротко', 7)).toBe('коротко');
  });
});

it('folds what people type differently and mean the same', () => {
  expect(foldForSearch('  ТЁПЛЫЙ\u00a0 Дом ')).toBe('теплый дом');
});

it('puts a name in quotes, and its own ones inside', () => {
  expect(inQuotes('Сибирь')).toBe('«Сибирь»');
  expect(inQuotes('ООО «Тёплый Угол»')).toBe('«ООО „Тёплый Угол“»');
});
