import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { expect, it } from 'vitest';
import { labelFormats, type LabelFormat } from '#contract/labels.ts';
import { readPdf } from '#tests/support/labels/read-pdf.ts';
import { drawLabel } from './draw-label.ts';
import { labelSheets, labelsPerPage } from './formats.ts';
import { labelPdf } from './label-pdf.ts';

async function pdfOf(format: LabelFormat, labels: readonly { title: string; copies: number }[]) {
  const sheet = labelSheets[format];
  async function* printed() {
    for (const [index, { title, copies }] of labels.entries()) {
      const barcode = String(2_000_000_000_000 + index);
      const drawing = drawLabel({ barcode, text: { shop: '', title, facts: [] } }, sheet, 'CODE_128');
      yield { drawing, copies };
    }
  }
  const chunks: Buffer[] = [];
  for await (const chunk of labelPdf(sheet, printed())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const MM = 72 / 25.4;

it('a roll has a page for each label, of the label’s size, with its Cyrillic text to be found', async () => {
  const { pageCount, pageSize, pages } = readPdf(
    await pdfOf('ROLL_58_40', [
      { title: 'Кружка «Ёж» №1', copies: 2 },
      { title: 'Платье', copies: 1 },
    ]),
  );
  expect(pageCount).toBe(3);
  expect(pageSize[0]).toBeCloseTo(58 * MM, 2);
  expect(pageSize[1]).toBeCloseTo(40 * MM, 2);
  expect(pages).toEqual([
    [['Кружка «Ёж» №1', '2000000000000']],
    [['Кружка «Ёж» №1', '2000000000000']],
    [['Платье', '2000000000001']],
  ]);
});

it('has as many labels as were asked for, in their order, whatever the sheet and the copies', async () => {
  await assert(
    asyncProperty(
      constantFrom(...labelFormats),
      array(integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 8 }),
      async (format, copies) => {
        const labels = copies.map((count, index) => ({ title: `Кружка ${index}`, copies: count }));
        const { pages, pageCount, drawingCount } = readPdf(await pdfOf(format, labels));
        const expected = labels.flatMap(({ title, copies: count }) =>
          Array.from({ length: count }, () => title),
        );
        expect(pages.flat().map(([title]) => title)).toEqual(expected);
        expect(pageCount).toBe(Math.ceil(expected.length / labelsPerPage(labelSheets[format])));
        expect(pages).toHaveLength(pageCount);
        expect(drawingCount).toBe(labels.length);
      },
    ),
    { numRuns: 60 },
  );
});

it('copies are not drawn again: a thousand of them weigh little', async () => {
  const one = await pdfOf('ROLL_58_40', [{ title: 'Кружка', copies: 1 }]);
  const many = await pdfOf('ROLL_58_40', [{ title: 'Кружка', copies: 1000 }]);
  expect(many.length - one.length).toBeLessThan(200_000);
});

it('asks for no more labels than it has passed on, and lets others have their turn', async () => {
  let asked = 0;
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const sheet = labelSheets.ROLL_58_40;
  async function* endless() {
    for (;;) {
      asked += 1;
      const text = { shop: '', title: `Кружка ${asked}`, facts: [] };
      yield { drawing: drawLabel({ barcode: '2000000000001', text }, sheet, 'CODE_128'), copies: 1 };
    }
  }
  const chunks = labelPdf(sheet, endless());
  for (let taken = 0; taken < 20; taken += 1) await chunks.next();
  await chunks.return(undefined);
  clearInterval(counting);
  expect(asked).toBeGreaterThan(100);
  expect(asked).toBeLessThan(5000);
  expect(turns).toBeGreaterThan(10);
});
