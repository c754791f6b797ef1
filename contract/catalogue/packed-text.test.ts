import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packText, unpackText } from './packed-text.ts';

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('а', 'я', 'ё', '🦔', 'z', 'Я'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
  ),
  maxLength: 30,
});

describe('a packed text', () => {
  it('has one byte a character, and is unpacked to what it was', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const packed = packText(text);
        expect(unpackText(packed)).toBe(text);
        for (const character of packed) expect(character.charCodeAt(0)).toBeLessThan(256);
      }),
    );
    expect(packText('платье xl')).toHaveLength(9);
    expect(unpackText(packText('ж🦔'.repeat(9000)))).toBe('ж🦔'.repeat(9000));
  });

  it('is found in another exactly where the one is in the other', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (text, other, isInside) => {
        const needle = isInside ? text.slice(1, 4) : other;
        expect(packText(text).includes(packText(needle))).toBe(text.includes(needle));
      }),
    );
  });
});
