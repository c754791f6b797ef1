import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DESCRIPTION_ENOUGH, PHOTOS_ENOUGH } from '#contract/card-completeness.ts';
import type { CardContent } from '#contract/cards.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { emptyCard } from '#offline/drafts/card-draft.ts';
import { completenessOf } from './completeness.ts';

const definition = (id: number, isRequired: boolean): SubjectCharacteristic => ({
  id,
  name: `№ ${id}`,
  isRequired,
  type: 'TEXT',
  unit: '',
  maxCount: 0,
});
const definitionsArbitrary = fc
  .array(fc.boolean(), { maxLength: 6 })
  .map((all) => all.map((isRequired, index) => definition(index + 1, isRequired)));

const full: CardContent = {
  ...emptyCard,
  vendorCode: 'A-1',
  title: 'Кружка',
  subjectId: 812,
  brand: 'Керамия',
  description: 'о'.repeat(DESCRIPTION_ENOUGH),
  dimensions: { lengthCm: 1, widthCm: 1, heightCm: 1, weightKg: 0.1 },
  characteristics: [1, 2, 3, 4, 5, 6].map((id) => ({ id, values: ['есть'] })),
  photos: Array.from({ length: PHOTOS_ENOUGH }, (_, index) => `/${index}.jpg`),
};

/** Anything between nothing and a full card. */
const contentArbitrary: fc.Arbitrary<CardContent> = fc
  .record({
    vendorCode: fc.constantFrom('', ' ', 'A-1'),
    title: fc.constantFrom('', 'Кружка'),
    subjectId: fc.constantFrom(0, 812),
    brand: fc.constantFrom('', 'Керамия'),
    description: fc.nat(DESCRIPTION_ENOUGH + 50).map((length) => 'о'.repeat(length)),
    dimensions: fc.record({
      lengthCm: fc.nat(1),
      widthCm: fc.nat(1),
      heightCm: fc.nat(1),
      weightKg: fc.constantFrom(0, 0.1),
    }),
    characteristics: fc
      .subarray([1, 2, 3, 4, 5, 6])
      .map((ids) => ids.map((id) => ({ id, values: ['есть'] }))),
    photos: fc.nat(PHOTOS_ENOUGH + 2).map((count) => Array.from({ length: count }, () => '/1.jpg')),
  })
  .map((given) => ({ ...emptyCard, ...given }));

describe('how much of a card is filled', () => {
  it('is never less when any field is filled', () => {
    const fields = fc.constantFrom<keyof CardContent>(
      'vendorCode',
      'title',
      'subjectId',
      'brand',
      'description',
      'dimensions',
      'characteristics',
      'photos',
    );
    fc.assert(
      fc.property(contentArbitrary, definitionsArbitrary, fields, (content, definitions, field) => {
        const more = { ...content, [field]: full[field] };
        const isLonger = field === 'description' && content.description.length > full.description.length;
        const isMore = field === 'photos' && content.photos.length > full.photos.length;
        if (isLonger || isMore) return;
        const [before, after] = [completenessOf(content, definitions), completenessOf(more, definitions)];
        expect(after.percent).toBeGreaterThanOrEqual(before.percent);
        expect(after.gaps.length).toBeLessThanOrEqual(before.gaps.length);
      }),
    );
  });

  it('is 100 % exactly when nothing is named, and a whole number from 0 on', () => {
    fc.assert(
      fc.property(contentArbitrary, definitionsArbitrary, (content, definitions) => {
        const { percent, gaps } = completenessOf(content, definitions);
        expect(percent === 100).toBe(gaps.length === 0);
        expect(Number.isInteger(percent) && percent >= 0).toBe(true);
      }),
    );
  });

  it('names what is required before everything else, and each place once', () => {
    fc.assert(
      fc.property(contentArbitrary, definitionsArbitrary, (content, definitions) => {
        const { gaps } = completenessOf(content, definitions);
        const lastRequired = gaps.findLastIndex((gap) => gap.isRequired);
        expect(gaps.slice(0, lastRequired + 1).every((gap) => gap.isRequired)).toBe(true);
        expect(new Set(gaps.map(({ field }) => field)).size).toBe(gaps.length);
      }),
    );
  });

  it('is nothing of an empty card and all of a full one', () => {
    const definitions = [definition(1, true), definition(2, false)];
    expect(completenessOf(emptyCard, definitions).percent).toBe(0);
    expect(completenessOf(full, definitions)).toEqual({ percent: 100, gaps: [] });
  });

  it('leads to the first characteristic that is empty, and counts them', () => {
    const definitions = [1, 2, 3].map((id) => definition(id, false));
    const content = {
      ...full,
      characteristics: [
        { id: 1, values: ['есть'] },
        { id: 2, values: [' '] },
      ],
    };
    expect(completenessOf(content, definitions).gaps).toEqual([
      { field: 'characteristics.2', text: 'Можно заполнить ещё 2\u00a0характеристики', isRequired: false },
    ]);
  });
});
