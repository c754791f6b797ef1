import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentArbitrary } from '#tests/support/cards/card-content.ts';
import { changedContent, changedFields, contentFields, mergeContent } from './card-values.ts';

describe('merging a card', () => {
  it('takes dimensions whose keys stand in another order for the same dimensions', () => {
    fc.assert(
      fc.property(contentArbitrary, (base) => {
        const { lengthCm, widthCm, heightCm, weightKg } = base.dimensions;
        const theirs = { ...base, dimensions: { weightKg, heightCm, widthCm, lengthCm } };
        expect(changedContent(base, theirs)).toEqual({});
        const mine = { ...base, dimensions: { ...base.dimensions, lengthCm: lengthCm + 1 } };
        expect(mergeContent(base, mine, theirs).conflicts).toEqual([]);
      }),
    );
  });

  it('keeps my change and theirs when they touch different fields', () => {
    fc.assert(
      fc.property(contentArbitrary, contentArbitrary, contentArbitrary, (base, mine, theirs) => {
        const { merged, conflicts } = mergeContent(base, mine, theirs);
        for (const field of contentFields) {
          if (conflicts.includes(field)) continue;
          const isMine = field in changedContent(base, mine);
          expect(merged[field]).toEqual(isMine ? mine[field] : theirs[field]);
        }
      }),
    );
  });

  it('asks about every field that both changed differently, and about no other but prices', () => {
    fc.assert(
      fc.property(contentArbitrary, contentArbitrary, contentArbitrary, (base, mine, theirs) => {
        const both = changedFields(changedContent(base, mine)).filter(
          (field) =>
            field in changedContent(base, theirs) &&
            JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]),
        );
        const { conflicts } = mergeContent(base, mine, theirs);
        expect(conflicts).toEqual(expect.arrayContaining(both));
        for (const field of conflicts) {
          expect(both.includes(field) || ['priceKopecks', 'discount', 'clubDiscount'].includes(field)).toBe(
            true,
          );
        }
      }),
    );
  });

  it('never joins a price of mine with a discount of theirs by itself', () => {
    fc.assert(
      fc.property(contentArbitrary, (base) => {
        const mine = { ...base, priceKopecks: base.priceKopecks + 1 };
        const theirs = { ...base, discount: base.discount + 1 };
        expect(mergeContent(base, mine, theirs).conflicts).toEqual(['priceKopecks']);
      }),
    );
  });

  it('changes nothing when I changed nothing, and everything I want when they changed nothing', () => {
    fc.assert(
      fc.property(contentArbitrary, contentArbitrary, (base, other) => {
        expect(mergeContent(base, base, other)).toMatchObject({ merged: other, conflicts: [] });
        expect(mergeContent(base, other, base)).toMatchObject({ merged: other, conflicts: [] });
        expect({ ...base, ...changedContent(base, other) }).toEqual(other);
      }),
    );
  });
});
