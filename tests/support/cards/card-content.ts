import * as fc from 'fast-check';
import type { CardContent } from '#contract/cards.ts';

/** Few values, so that two people often mean the same. */
export const contentArbitrary: fc.Arbitrary<CardContent> = fc.record({
  vendorCode: fc.constantFrom('A-1', 'A-2'),
  title: fc.constantFrom('Кружка', 'Чашка', 'Пиала'),
  description: fc.constantFrom('', 'Для чая'),
  shopTexts: fc.constantFrom([], [{ shopId: 1, title: 'Чашка', description: '' }]),
  subjectId: fc.constantFrom(812, 69),
  brand: fc.constantFrom('', 'Керамия'),
  dimensions: fc.record({
    lengthCm: fc.integer({ min: 0, max: 2 }),
    widthCm: fc.constant(1),
    heightCm: fc.constant(1),
    weightKg: fc.constant(0.5),
  }),
  characteristics: fc.array(
    fc.record({ id: fc.constantFrom(1, 2), values: fc.constantFrom(['белый'], ['синий']) }),
    {
      maxLength: 2,
    },
  ),
  sizes: fc.constant([]),
  photos: fc.constantFrom([], ['/a.jpg']),
  video: fc.constantFrom('', `/media/videos/${'1'.repeat(32)}.mp4`),
  tags: fc.constant([]),
  priceKopecks: fc.constantFrom(100_00, 200_00),
  discount: fc.constantFrom(0, 30),
  clubDiscount: fc.constantFrom(0, 5),
  costPriceKopecks: fc.constantFrom(null, 50_00),
});
