import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correcting, TABLE_SEPARATOR, untyped, valuesOf, withTokens } from './typed-tokens.ts';

const token = fc.string({ unit: fc.constantFrom('а', 'Б', 'ё', ' ', '1'), maxLength: 3 });
const tokens = fc.array(token, { maxLength: 6 });

describe('values in a row', () => {
  it('keep all that was there, in its order, whatever is added and wherever', () => {
    fc.assert(
      fc.property(tokens, tokens, fc.nat(6), fc.nat(4), (before, given, place, maxCount) => {
        const at = Math.min(place, before.length);
        const after = withTokens({ tokens: before, at }, given, maxCount);
        expect(after.slice(0, at)).toEqual(before.slice(0, at));
        expect(after.slice(after.length - (before.length - at))).toEqual(before.slice(at));
      }),
    );
  });

  it('never grow over the limit, but are not cut where they are over it already', () => {
    fc.assert(
      fc.property(tokens, tokens, fc.integer({ min: 1, max: 5 }), (before, given, maxCount) => {
        const after = withTokens({ tokens: before, at: before.length }, given, maxCount);
        expect(after.length).toBeLessThanOrEqual(Math.max(before.length, maxCount));
      }),
    );
  });

  it('hold what is being typed, so that a save in the middle of a word has it', () => {
    expect(valuesOf({ tokens: ['белый'], text: ' син ', at: 1 }, 0)).toEqual(['белый', 'син']);
    expect(valuesOf({ tokens: ['белый'], text: '  ', at: 1 }, 0)).toEqual(['белый']);
  });

  it('are the same before and while one of them is corrected', () => {
    const values = ['хлопок', 'лен', 'шелк'];
    const typed = correcting(values, 1);
    expect(valuesOf(typed, 3)).toEqual(values);
    expect(valuesOf({ ...typed, text: 'лён 55%' }, 3)).toEqual(['хлопок', 'лён 55%', 'шелк']);
  });

  it('have nothing twice that was added, however it is written', () => {
    expect(valuesOf({ ...untyped(['Белый']), text: 'белый' }, 0)).toEqual(['Белый']);
  });

  it('come out of a line or a column of a table', () => {
    expect(
      withTokens({ tokens: [], at: 0 }, 'белый; синий;;\r\nхаки\tмята'.split(TABLE_SEPARATOR), 0),
    ).toEqual(['белый', 'синий', 'хаки', 'мята']);
  });
});
