import { array, assert, asyncProperty, integer } from 'fast-check';
import { expect, it } from 'vitest';
import { cardsOfPage, labelsOf } from './preview-labels.ts';

async function* cardsWith(ids: readonly number[], copies: readonly number[]) {
  for (const id of ids) {
    const label = { barcode: String(id), text: { shop: '', title: '', facts: [] } };
    yield { labels: [{ label, size: '', copies: copies[id] ?? 0 }] };
  }
}

it('the pages that are looked at are the labels of the file: none is missing, none is there twice', async () => {
  const numbers = array(integer({ min: 0, max: 30 }), { maxLength: 12 });
  await assert(
    asyncProperty(numbers, integer({ min: 1, max: 65 }), async (copies, perPage) => {
      const all = copies.flatMap((count, index) => Array.from({ length: count }, () => String(index)));
      const counted = copies.map((labelCount, id) => ({ id, labelCount }));
      const shown: string[] = [];
      for (let number = 1; number <= Math.ceil(all.length / perPage); number += 1) {
        const { ids, ...place } = cardsOfPage(counted, number, perPage);
        expect(ids.length).toBeLessThanOrEqual(perPage);
        const labels = await labelsOf(cardsWith(ids, copies), place);
        shown.push(...labels.flatMap((one) => Array.from({ length: one.copies }, () => one.label.barcode)));
        expect(shown).toHaveLength(Math.min(number * perPage, all.length));
      }
      expect(shown).toEqual(all);
    }),
  );
});
