import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SaidSizes } from '#contract/bulk-table-rows.ts';
import type { CardSize } from '#contract/cards.ts';
import { barcodesCell, barcodesIn, sizesCell, sizesIn } from '#server/cards/size-cells.ts';
import { changeSizes } from './change-sizes.ts';

const [ONE, TWO, THREE, FOUR] = ['20000001', '20000002', '20000003', '20000004'] as const;
const size = (techSize: string, ...skus: string[]): CardSize => ({ techSize, wbSize: '', skus });
const changed = (sizes: CardSize[], said: SaidSizes, there: readonly string[] = []) =>
  changeSizes({ sizes, barcodesThere: new Set(there) }, said);

describe('sizes and barcodes of a file', () => {
  it.each<[string, CardSize[], SaidSizes, CardSize[]]>([
    ['a new size', [size('S', ONE)], { techSizes: ['S', 'M'] }, [size('S', ONE), size('M')]],
    [
      'a new size with its barcode',
      [size('S', ONE)],
      { techSizes: ['M'], barcodes: [[TWO]] },
      [size('S', ONE), size('M', TWO)],
    ],
    ['a barcode more', [size('S', ONE)], { barcodes: [[ONE], [TWO]] }, [size('S', ONE, TWO)]],
    [
      'a barcode more of one of the sizes',
      [size('S', ONE), size('M', TWO)],
      { barcodes: [[ONE, THREE], [TWO]] },
      [size('S', ONE, THREE), size('M', TWO)],
    ],
    [
      'another barcode in the place of one',
      [size('S', ONE), size('M', TWO)],
      { barcodes: [[ONE], [THREE]] },
      [size('S', ONE), size('M', THREE)],
    ],
    ['the first size', [], { techSizes: ['S'], barcodes: [[ONE]] }, [size('S', ONE)]],
    ['the first barcode', [], { barcodes: [[ONE]] }, [size('', ONE)]],
    [
      'barcodes by the names of their sizes, whatever their case',
      [size('S'), size('M')],
      { techSizes: ['m', 's'], barcodes: [[ONE], [TWO]] },
      [size('S', TWO), size('M', ONE)],
    ],
  ])('that say %s are taken', (_what, sizes, said, after) => {
    expect(changed(sizes, said)).toEqual({ before: { sizes }, after: { sizes: after }, refusal: null });
  });

  it.each<[string, CardSize[], SaidSizes]>([
    ['a part of the sizes', [size('S', ONE), size('M', TWO)], { techSizes: ['M'] }],
    ['one of several barcodes', [size('S', ONE, TWO)], { barcodes: [[TWO]] }],
    ['a barcode of one of the sizes', [size('S', ONE), size('M', TWO)], { barcodes: [[TWO]] }],
    ['nothing', [size('S', ONE)], {}],
    ['no size by the marketplace’s name for it', [size('', ONE)], { techSizes: [], barcodes: [[ONE]] }],
  ])('that say %s take nothing away', (_what, sizes, said) => {
    expect(changed(sizes, said)).toEqual({ before: { sizes }, after: {}, refusal: null });
  });

  it.each<[string, CardSize[], SaidSizes, string]>([
    [
      'a barcode in the place of one that the marketplace has',
      [size('S', ONE)],
      { barcodes: [[TWO]] },
      `Баркод ${ONE} размера S уже на Wildberries: там баркоды не меняют, а добавляют. Впишите вместе: ${ONE}, ${TWO}`,
    ],
    [
      'too few barcodes for the sizes',
      [size('S', FOUR), size('M'), size('L')],
      { barcodes: [[TWO], [THREE]] },
      'Размеров 3, баркодов 2: непонятно, какой баркод у какого размера',
    ],
    [
      'one barcode of two sizes',
      [size('S', FOUR), size('M')],
      { barcodes: [[FOUR], [FOUR]] },
      `Баркод ${FOUR} указан дважды`,
    ],
    [
      'what is no barcode',
      [size('S')],
      { barcodes: [['12-34']] },
      'Баркод «12-34» не подходит: нужно от 8 до 15 цифр',
    ],
    ['a size twice', [size('S')], { techSizes: ['M', 'm'] }, 'Размер m указан дважды'],
    [
      'sizes of a card that has none',
      [size('', FOUR)],
      { techSizes: ['S', 'M'] },
      'У карточки размер без названия или два с одним названием: такие размеры меняют в самой карточке',
    ],
  ])('that say %s are refused', (_what, sizes, said, refusal) => {
    expect(changed(sizes, said, [ONE])).toMatchObject({ after: {}, refusal });
  });
});

const name = fc.constantFrom('S', 'M', 'L', '38,5', '40', 'a;b', 'One Size');
const barcode = fc.integer({ min: 20_000_000, max: 20_000_040 }).map(String);
/** As the form lets them be: no barcode stands twice. */
const cardSizes = fc
  .record({
    names: fc.uniqueArray(name, { maxLength: 4 }),
    counts: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
    barcodes: fc.uniqueArray(barcode, { minLength: 8, maxLength: 8 }),
  })
  .map(({ names, counts, barcodes }) =>
    names.map((techSize, at) => size(techSize, ...barcodes.slice(at * 2, at * 2 + (counts[at] ?? 0)))),
  );

describe('the cells of a card', () => {
  it('change nothing of it, both or one of them', () => {
    fc.assert(
      fc.property(cardSizes, fc.constantFrom('both', 'sizes', 'barcodes'), (sizes, which) => {
        const said: SaidSizes = {
          techSizes: which === 'barcodes' ? undefined : sizesIn(sizesCell(sizes)),
          barcodes: which === 'sizes' ? undefined : barcodesIn(barcodesCell(sizes)),
        };
        expect(changed(sizes, said)).toEqual({ before: { sizes }, after: {}, refusal: null });
      }),
    );
  });

  it('say of each size which barcodes are its own', () => {
    fc.assert(
      fc.property(
        // A list of commas has no room for a name with one, a list of one name none for a semicolon.
        cardSizes.filter((sizes) => sizes.length > 1 && !sizes.some(({ techSize }) => techSize === 'a;b')),
        (sizes) => {
          const bare = sizes.map(({ techSize }) => size(techSize));
          const said = { techSizes: sizesIn(sizesCell(sizes)), barcodes: barcodesIn(barcodesCell(sizes)) };
          expect({ sizes: bare, ...changed(bare, said).after }).toEqual({ sizes });
        },
      ),
    );
  });

  it('take no size away, nor a barcode that the marketplace has, whatever a file says', () => {
    fc.assert(
      fc.property(
        cardSizes,
        fc.option(fc.array(name, { maxLength: 4 }), { nil: undefined }),
        fc.option(fc.array(fc.array(barcode, { maxLength: 2 }), { maxLength: 4 }), { nil: undefined }),
        fc.array(fc.nat(7), { maxLength: 8 }),
        (sizes, techSizes, barcodes, picked) => {
          const all = sizes.flatMap(({ skus }) => skus);
          const there = picked.flatMap((at) => all[at] ?? []);
          const { after, refusal } = changed(sizes, { techSizes, barcodes }, there);
          if (refusal !== null) expect(after).toEqual({});
          const { sizes: next = sizes } = after;
          expect(next.slice(0, sizes.length).map(({ techSize }) => techSize)).toEqual(
            sizes.map(({ techSize }) => techSize),
          );
          const left = next.flatMap(({ skus }) => skus);
          expect(left).toEqual(expect.arrayContaining(there));
          expect(new Set(left).size).toBe(left.length);
        },
      ),
    );
  });
});
