import { array, assert, asyncProperty, integer } from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { LABELS_PER_FILE } from '#contract/labels.ts';
import { readPdf } from '#tests/support/labels/read-pdf.ts';
import { labelSheets, labelsPerPage } from './formats.ts';
import { severalFiles, type WantedLabel } from './label-files.ts';

async function* wanted(copies: readonly number[]): AsyncGenerator<WantedLabel> {
  for (const [index, count] of copies.entries()) {
    const text = { shop: '', title: `Кружка ${index}`, facts: [] };
    yield { label: { barcode: String(2_000_000_000_000 + index), text }, copies: count };
  }
}

async function filesOf(copies: readonly number[], perFile: number) {
  const look = { format: 'ROLL_58_40', code: 'CODE_128' } as const;
  const chunks: Uint8Array[] = [];
  for await (const chunk of severalFiles(look, wanted(copies), perFile)) chunks.push(chunk);
  return Object.entries(unzipSync(Buffer.concat(chunks))).map(([name, bytes]) => ({
    name,
    titles: readPdf(Buffer.from(bytes))
      .pages.flat()
      .map(([title]) => title),
  }));
}

it('many labels are PDFs of so many each, in their order: none is missing, none is there twice', async () => {
  await assert(
    asyncProperty(
      array(integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
      integer({ min: 1, max: 12 }),
      async (copies, perFile) => {
        const files = await filesOf(copies, perFile);
        const all = copies.flatMap((count, index) => Array.from({ length: count }, () => `Кружка ${index}`));
        expect(files.flatMap(({ titles }) => titles)).toEqual(all);
        expect(files.slice(0, -1).every(({ titles }) => titles.length === perFile)).toBe(true);
        expect(files).toHaveLength(Math.ceil(all.length / perFile));
        expect(files.map(({ name }) => name)).toEqual(files.map(({ name }) => name).toSorted());
      },
    ),
    { numRuns: 20 },
  );
});

it('a file ends with a whole sheet, whatever the paper', () => {
  for (const sheet of Object.values(labelSheets)) expect(LABELS_PER_FILE % labelsPerPage(sheet)).toBe(0);
});
