import { array, assert, asyncProperty, integer } from 'fast-check';
import { expect, it } from 'vitest';
import { labelsOfPage } from './preview-labels.ts';

async function* cardsOf(copies: readonly number[]) {
  for (const [index, count] of copies.entries()) {
    const label = { barcode: String(index), text: { shop: '', title: '', facts: [] } };
    yield { labels: [{ label, size: '', copies: count, isSaid: true }] };
  }
}

it('the pages that are looked at are the labels of the file: none is missing, none is there twice', async () => {
  const numbers = array(integer({ min: 0, max: 30 }), { maxLength: 12 });
  await assert(
    asyncProperty(numbers, integer({ min: 1, max: 65 }), async (copies, perPage) => {
      const all = copies.flatMap((count, index) => Array.from({ length: count }, () => String(index)));
      const shown: string[] = [];
      for (let number = 1; number <= Math.ceil(all.length / perPage); number += 1) {
        const labels = await labelsOfPage(cardsOf(copies), number, perPage);
        shown.push(...labels.flatMap((one) => Array.from({ length: one.copies }, () => one.label.barcode)));
        expect(shown).toHaveLength(Math.min(number * perPage, all.length));
      }
      expect(shown).toEqual(all);
    }),
  );
});
