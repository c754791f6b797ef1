import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containsEmail,
  forbiddenCharacters,
  normaliseLine,
  normaliseText,
} from './text-rules.ts';

const anyText = string({ unit: 'binary', maxLength: 200 });

describe('normalising a line', () => {
  it('leaves no line break, edge blank or reordering character in any text', () => {
    assert(
      property(anyText, (text) => {
        const line = normaliseLine(text);
        expect(line).not.toMatch(/[\n\r\u0085\u2028\u2029\u202A-\u202E\u2066-\u2069]/);
        expect(line).toBe(line.trim());
      }),
    );
  });

  it('changes nothing the second time', () => {
    assert(
      property(anyText, (text) => {
        expect(normaliseLine(normaliseLine(text))).toBe(normaliseLine(text));
        expect(normaliseText(normaliseText(text))).toBe(normaliseText(text));
      }),
    );
  });

  it('puts one space where a line was broken', () => {
    expect(normaliseLine('  Кружка\r\n450\u2028мл\u00A0 большая ')).toBe('Кружка 450 мл большая');
  });

  it('drops what reads in another order than it is stored', () => {
    expect(normaliseLine('PL\u202E-0412')).toBe('PL-0412');
  });
});

describe('normalising a text', () => {
  it('keeps paragraphs and unifies their breaks', () => {
    expect(normaliseText('Первый \r\n\r\n\r\n\r\nВторой\u2029Третий\n')).toBe('Первый\n\nВторой\nТретий');
  });
});

describe('what the marketplace refuses', () => {
  it('finds pictographs and e-mails', () => {
    expect(forbiddenCharacters('Кружка 😈 для 😊 чая 😈')).toEqual(['😈', '😊']);
    expect(forbiddenCharacters('Кружка 450 мл')).toEqual([]);
    expect(containsEmail('пишите на shop@example.ru')).toBe(true);
    expect(containsEmail('цена 5 @ штука')).toBe(false);
  });
});
