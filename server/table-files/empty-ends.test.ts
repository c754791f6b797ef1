import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { textCell, workbook } from '#tests/support/table-files/workbook.ts';
import { withoutEmptyEnds } from './empty-ends.ts';
import { readTable } from './read-table.ts';

const LIMITS = { rows: 1000, columns: 50, cellLength: 300 };
/** As many as a sheet has. */
const COLUMNS = 16_384;

async function readWithin(heapMb: number, bytes: Uint8Array) {
  const memory = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
  const { batches } = await readTable(bytes, { limits: LIMITS, memory });
  const lines: { line: number; cells: string[] }[] = [];
  for await (const batch of batches) lines.push(...batch);
  return lines;
}

/** Rows that somebody has painted to their ends, and what is written in the first of their cells. */
const painted = (count: number, written: string, first = 1) =>
  Array.from(
    { length: count },
    (_, at) => `<row r="${first + at}">${written}${'<c s="3"/>'.repeat(COLUMNS - 1)}</row>`,
  ).join('');

/** Whatever a cell or a row may look like. */
const CURIOUS = [
  `<row r="1">${textCell('A1', 'Артикул')}<c r="B1" s="3"/>${textCell('C1', 'Цена')}<c r="D1" s="3"></c><c r="E1"><v/></c></row>`,
  '<x:row r="2"><x:c r="A2"><x:v>1</x:v></x:c><x:c r="B2" s="3"/><x:c r="C2" s="3"><x:v>0.15</x:v></x:c><x:c r="D2" s="3"/></x:row>',
  '<row r="3"><c s="3"/><c><v>7</v></c><c s="3"/><c t="inlineStr"><is><t> </t></is></c></row>',
  '<row r="4" s="3"/>',
  '<row r="5"><c r="A5" s="3"/><c r="B5" s="3"/></row>',
  '<row r="6"><c r="A6" s="3"/><c r="B6" t="b"><v>0</v></c><c r="C6"><f>1+1</f><v>2</v></c></row>',
].join('');

it('a sheet that is painted to its ends is read within the memory of what is written in it', async () => {
  const bytes = workbook({ sheets: { A: painted(400, '<c><v>5</v></c>') } });
  const lines = await readWithin(40, bytes);
  expect(lines).toHaveLength(400);
  expect(lines.at(-1)).toEqual({ line: 400, cells: ['5'] });
});

it('nothing of a sheet is lost but empty cells at the ends of its rows, and cells keep their places', async () => {
  const large = workbook({
    sheets: { Before: '', A: CURIOUS + painted(60, '<c><v>5</v></c>', 10), After: '' },
  });
  const lean = withoutEmptyEnds(large, 1);
  expect(unzipSync(lean)['xl/worksheets/sheet2.xml']?.length).toBeLessThan(10_000);
  const { batches } = await readTable(large, { limits: LIMITS, sheet: 1 });
  const lines = [];
  for await (const batch of batches) lines.push(...batch);
  expect(lines.slice(0, 4)).toEqual([
    { line: 1, cells: ['Артикул', '', 'Цена'] },
    { line: 2, cells: ['1', '', '15'] },
    { line: 3, cells: ['', '7'] },
    { line: 6, cells: ['', 'ЛОЖЬ', '2'] },
  ]);
  expect(lines).toHaveLength(64);
});

it('from a text that may look like tags on a sheet is left as it is', () => {
  const text = '<row r="1"><c t="str"><v><![CDATA[<c/></row>]]></v></c></row>';
  const rows = painted(60, '', 2);
  const kept = sheetOf(withoutEmptyEnds(workbook({ sheets: { A: text + rows } }), 0));
  expect(kept).toContain(text + rows);
  expect(sheetOf(withoutEmptyEnds(workbook({ sheets: { A: rows + text } }), 0))).toContain(text);
});

it('a small sheet is read as it is', () => {
  const bytes = workbook({ sheets: { A: painted(10, '<c><v>5</v></c>') } });
  expect(withoutEmptyEnds(bytes, 0)).toBe(bytes);
});

function sheetOf(bytes: Uint8Array): string {
  return strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
}
