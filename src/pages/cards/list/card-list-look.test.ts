import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardColumnIds, rowDensities } from '#contract/card-list.ts';
import { isSameLook, parseLook, USUAL_LOOK, writeLook, type CardListLook } from './card-list-look.ts';
import { shownColumns } from './shown-columns.ts';

const looks: fc.Arbitrary<CardListLook> = fc.record({
  density: fc.constantFrom(...rowDensities),
  columns: fc.shuffledSubarray([...cardColumnIds]),
});

describe('the look of the list in an address', () => {
  it('is read as it was written, with no columns and with all', () => {
    fc.assert(
      fc.property(looks, (look) => {
        const address = writeLook(new URLSearchParams('q=a'), look).toString();
        expect(parseLook(new URLSearchParams(address))).toEqual(look);
      }),
    );
  });

  it('is none where the address says nothing of it', () => {
    expect(parseLook(new URLSearchParams('q=a&ordering=price'))).toBeNull();
  });

  it('leaves out what it does not know, and what is named twice', () => {
    expect(parseLook(new URLSearchParams('density=huge&columns=price.profit..price.stock'))).toEqual({
      density: 'usual',
      columns: ['price', 'stock'],
    });
    expect(parseLook(new URLSearchParams('density=compact'))).toEqual({ ...USUAL_LOOK, density: 'compact' });
  });

  it('is another one when only the order differs', () => {
    const reversed = { ...USUAL_LOOK, columns: USUAL_LOOK.columns.toReversed() };
    expect(isSameLook(USUAL_LOOK, { ...USUAL_LOOK })).toBe(true);
    expect(isSameLook(USUAL_LOOK, reversed)).toBe(false);
  });
});

describe('columns on a screen', () => {
  it('are what they were on each width while nothing is chosen', () => {
    const classes = shownColumns(USUAL_LOOK.columns).map(({ className }) => className);
    expect(classes).toEqual(['max-xl:hidden', '', 'max-lg:hidden', '', 'max-lg:hidden', '', 'max-xl:hidden']);
  });

  it('keep the order that was chosen, and a wider screen never shows fewer', () => {
    fc.assert(
      fc.property(looks, fc.constantFrom(...cardColumnIds), ({ columns }, more) => {
        const shown = shownColumns(columns);
        expect(shown.map(({ id }) => id)).toEqual(columns);
        const widths = new Map(shown.map(({ id, fromRem }) => [id, fromRem]));
        // One more column takes room from others and gives none.
        for (const { id, fromRem } of shownColumns([...columns.filter((id) => id !== more), more])) {
          if (id !== more)
            expect(fromRem).toBeGreaterThanOrEqual(columns.includes(more) ? 0 : (widths.get(id) ?? 0));
        }
      }),
    );
  });
});
