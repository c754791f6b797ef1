import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableCard } from '#contract/card-table.ts';
import { printedValue, type Column } from './column.ts';
import { rowsOf } from './edit-rows.ts';
import { COLUMNS } from './columns.ts';
import { applyPatch, cardWith, countEdits, NO_EDITS, patchOf, textAt, type Writing } from './edits.ts';
import { begin, doStep, redoStep, undoStep, type History } from './history.ts';

function testCard(id: number): TableCard {
  return {
    id,
    vendorCode: `K-${id}`,
    title: `Кружка ${id}`,
    description: 'Керамика.\nНа каждый день.',
    priceKopecks: 100_000,
    discount: 20,
    clubDiscount: 0,
    costPriceKopecks: null,
    brand: 'Керамия',
    lengthCm: 13,
    widthCm: 11,
    heightCm: 0,
    weightKg: 0.42,
    tags: ['Хит', 'Лето, осень'],
  };
}

const cards = [1, 2, 3, 4].map(testCard);
const content = { cards, columns: COLUMNS };
const PRICE = indexOf('priceKopecks');
const DISCOUNT = indexOf('discount');
const FINAL = indexOf('finalPrice');
const COST = indexOf('costPriceKopecks');
const HEIGHT = indexOf('heightCm');
const WEIGHT = indexOf('weightKg');
const TAGS = indexOf('tags');

function indexOf(key: string): number {
  return COLUMNS.findIndex((column) => column.key === key);
}

function columnAt(index: number): Column {
  const column = COLUMNS[index];
  if (!column) throw new Error(`No column ${index}`);
  return column;
}

/** What stands in a cell of the first card after a text was typed into it. */
function afterTyping(column: number, text: string) {
  const edits = applyPatch(NO_EDITS, patchOf(content, NO_EDITS, [{ row: 0, column, text }]));
  const [card] = cards;
  if (!card) throw new Error('No card');
  return { row: edits.get(1), text: textAt(card, edits.get(1), columnAt(column)) };
}

const text = fc.oneof(
  fc.constantFrom('', '1 299,50', '1299.5', '25 %', 'дорого', '0', '1000', '20', '-1', '99', '100', '1.200'),
  fc.nat(2000).map(String),
  fc.string(),
);
const writing: fc.Arbitrary<Writing> = fc.record({
  row: fc.nat(cards.length),
  column: fc.nat(COLUMNS.length),
  text,
});
/** Cells of one step, each once. */
const step = fc.uniqueArray(writing, { selector: ({ row, column }) => `${row}:${column}`, maxLength: 12 });

function afterSteps(steps: readonly Writing[][], start = begin(NO_EDITS)): History {
  return steps.reduce((history, writings) => {
    const patch = patchOf(content, history.edits, writings);
    return doStep(history, { patch, range: { top: 0, left: 0, bottom: 0, right: 0 }, edges: ['', ''] });
  }, start);
}

describe('undoing', () => {
  it('a step leaves what was before it', () => {
    fc.assert(
      fc.property(fc.array(step), step, (before, last) => {
        const start = begin(afterSteps(before).edits);
        const history = afterSteps([last], start);
        fc.pre(history !== start);
        expect(undoStep(history)?.history.edits).toEqual(start.edits);
      }),
    );
  });

  it('and redoing any number of steps comes to the same', () => {
    fc.assert(
      fc.property(fc.array(step), fc.nat(20), (steps, times) => {
        const all = afterSteps(steps);
        const count = Math.min(times, all.past.length);
        let history = all;
        for (let done = 0; done < count; done += 1) history = undoStep(history)?.history ?? history;
        expect(history.past).toHaveLength(all.past.length - count);
        for (let done = 0; done < count; done += 1) history = redoStep(history)?.history ?? history;
        expect(history).toEqual(all);
      }),
    );
  });

  it('everything leaves nothing, and a new step leaves nothing to redo', () => {
    const history = afterSteps([
      [{ row: 0, column: PRICE, text: '500' }],
      [{ row: 0, column: PRICE, text: '600' }],
    ]);
    const back = undoStep(history)?.history;
    expect(back && undoStep(back)?.history.edits).toEqual(NO_EDITS);
    const other = back && afterSteps([[{ row: 1, column: PRICE, text: '1' }]], back);
    expect(other && redoStep(other)).toBeNull();
  });

  it('forgets the oldest steps when there are too many cells, and never the last one', () => {
    const patch = (count: number) =>
      Array.from({ length: count }, (_, cardId) => ({
        cardId,
        key: 'discount',
        before: undefined,
        after: { value: 1 },
      }));
    const place = { range: { top: 0, left: 0, bottom: 0, right: 0 }, edges: ['', ''] } as const;
    const small = { patch: patch(1), ...place };
    const big = { patch: patch(400_000), ...place };
    const huge = { patch: patch(400_001), ...place };
    expect(doStep({ edits: NO_EDITS, past: [small], future: [] }, big).past).toEqual([big]);
    expect(doStep({ edits: NO_EDITS, past: [small], future: [] }, huge).past).toEqual([huge]);
    expect(doStep({ edits: NO_EDITS, past: [big], future: [] }, small).past).toEqual([small]);
  });
});

describe('a cell', () => {
  it.each([
    [PRICE, '1 299,50', '1300'],
    [PRICE, '1299.4', '1299'],
    [PRICE, '1 290 ₽', '1290'],
    [DISCOUNT, '25 %', '25'],
    [DISCOUNT, '0', '0'],
    [COST, '1 299,50', '1299,5'],
    [COST, '0', '0'],
    [HEIGHT, '12', '12'],
    [WEIGHT, '1,2004', '1,2'],
    [TAGS, 'Лето;  Зима', 'Лето, Зима'],
  ])('takes what is typed as a person writes it: column %i, «%s»', (column, typed, expected) => {
    expect(afterTyping(column, typed).text).toBe(expected);
  });

  it.each([
    [PRICE, 'дорого', 'нужна сумма в рублях'],
    [PRICE, '1.200', 'нужна сумма в рублях'],
    [PRICE, '0,40', 'цена — от 1\u00a0₽'],
    [PRICE, '-5', 'сумма меньше нуля'],
    [COST, '100000001', 'слишком много'],
    [DISCOUNT, '100', 'нужно целое число от 0 до 99\u00a0%'],
    [HEIGHT, '1001', 'нужно целое число сантиметров от 0 до 1000'],
    [WEIGHT, '-1', 'нужен вес в килограммах, до 1000'],
    [TAGS, ',;', 'нужен хотя бы один ярлык'],
    [TAGS, 'а,'.repeat(16), 'ярлыков 16, можно 15'],
    [TAGS, 'длиннее пятнадцати', 'ярлык — не длиннее 15 символов'],
    [DISCOUNT, '0,25', 'нужно целое число от 0 до 99\u00a0%'],
  ])('says why a text cannot be taken, and keeps it: column %i, «%s»', (column, typed, problem) => {
    const { row, text } = afterTyping(column, typed);
    expect(text).toBe(typed);
    expect(Object.values(row ?? {})).toEqual([{ text: typed, problem }]);
  });

  it('with what the card has anyway, or with nothing, is not changed', () => {
    for (const typed of ['1 000', '1000,00 ₽', '', '  ']) {
      expect(afterTyping(PRICE, typed).row).toBeUndefined();
    }
    // A tag with a comma in it reads as two.
    for (const typed of ['Хит, Лето, осень', 'Хит;Лето;осень']) {
      expect(afterTyping(TAGS, typed).row).toBeUndefined();
    }
    expect(afterTyping(WEIGHT, '0,420').row).toBeUndefined();
  });

  it('is emptied by no text where a card may be without its value, and only there', () => {
    const ofCards = { cards: [{ ...testCard(1), costPriceKopecks: 40_000 }], columns: COLUMNS };
    const emptied = COLUMNS.map((_, column) => ({ row: 0, column, text: '' }));
    const edits = applyPatch(NO_EDITS, patchOf(ofCards, NO_EDITS, emptied));
    expect(edits.get(1)).toEqual({
      costPriceKopecks: { value: null },
      description: { value: '' },
      brand: { value: '' },
      // The height is zero, which is «not known», anyway.
      lengthCm: { value: 0 },
      widthCm: { value: 0 },
      weightKg: { value: 0 },
      tags: { value: '' },
    });
    expect(rowsOf(ofCards, edits)).toMatchObject([
      { costPriceKopecks: null, description: '', brand: '', lengthCm: 0, tags: [] },
    ]);
    const given = COLUMNS.map((_, column) => ({ row: 0, column, text: null }));
    expect(applyPatch(edits, patchOf(ofCards, edits, given))).toEqual(NO_EDITS);
  });

  it('that nobody types into stays, and what is beyond the table is passed by', () => {
    const outside = [
      { row: 0, column: FINAL, text: '1' },
      { row: 9, column: PRICE, text: '1' },
      { row: 0, column: 99, text: '1' },
    ];
    expect(patchOf(content, NO_EDITS, outside)).toEqual([]);
  });

  it('with a discounted price follows what is typed beside it, not what cannot be read', () => {
    const typed = (column: number, said: string) => ({ row: 0, column, text: said });
    const edits = applyPatch(
      NO_EDITS,
      patchOf(content, NO_EDITS, [typed(PRICE, '500'), typed(DISCOUNT, 'много')]),
    );
    const [card] = cards;
    expect(card && columnAt(FINAL).valueOf(cardWith(card, edits.get(1)))).toBe(40_000);
    expect(countEdits(edits)).toEqual({ cards: 1, cells: 2, problems: 1 });
  });

  it('reads what it prints, whatever its value', () => {
    const value = fc.record({ column: fc.constantFrom(PRICE, DISCOUNT, COST), kopecks: fc.nat(1e10) });
    fc.assert(
      fc.property(value, ({ column: index, kopecks }) => {
        const column = columnAt(index);
        const ofColumn: Record<number, number> = {
          [PRICE]: Math.max(100, kopecks - (kopecks % 100)),
          [DISCOUNT]: kopecks % 100,
          [COST]: kopecks,
        };
        const wanted = ofColumn[index] ?? 0;
        expect(column.read(printedValue(column, wanted), testCard(1))).toEqual({ value: wanted });
      }),
    );
  });
});
