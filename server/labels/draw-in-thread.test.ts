import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readPdf } from '#tests/support/labels/read-pdf.ts';
import { drawInThread } from './draw-in-thread.ts';
import type { WantedLabel } from './label-files.ts';

const WORK = { look: { format: 'ROLL_58_40', code: 'CODE_128' }, isArchive: false } as const;

function someLabels(count: number): WantedLabel[] {
  return Array.from({ length: count }, (_, index) => ({
    label: {
      barcode: String(2_000_000_000_000 + index),
      text: { shop: '', title: `Кружка ${index}`, facts: [] },
    },
    copies: 1,
  }));
}

async function* batches(...counts: number[]): AsyncGenerator<WantedLabel[]> {
  for (const count of counts) yield someLabels(count);
}

it('labels that are drawn in a thread are all there, also after a batch of none', async () => {
  const { pages } = readPdf(await buffer(drawInThread(WORK, batches(2, 0, 1))));
  expect(pages.flat().map(([title]) => title)).toEqual(['Кружка 0', 'Кружка 1', 'Кружка 0']);
});

it('a file that cannot be read any more is cut, never ended as if it were whole', async () => {
  async function* broken() {
    yield someLabels(3);
    throw new Error('the database is gone');
  }
  await expect(buffer(drawInThread(WORK, broken()))).rejects.toThrow('the database is gone');
});

it('more threads than there may be are refused, in kind words; one that is let go makes room', async () => {
  const files = [1, 2, 3].map(() => drawInThread(WORK, batches(1)));
  expect(() => drawInThread(WORK, batches(1))).toThrow(/Сейчас делаются другие большие файлы этикеток/);
  // Nobody has begun to read it.
  const [first] = files;
  await new Promise((closed) => first?.once('close', closed).destroy());
  const next = drawInThread(WORK, batches(1));
  for (const file of [...files.slice(1), next]) expect((await buffer(file)).length).toBeGreaterThan(1000);
  expect(readPdf(await buffer(drawInThread(WORK, batches(5)))).pageCount).toBe(5);
});

it('a reader who takes nothing any more loses his thread', async () => {
  async function* endless() {
    for (;;) yield someLabels(100);
  }
  const file = drawInThread(WORK, endless(), 50);
  await expect(
    new Promise((closed, failed) =>
      file
        .once('error', failed)
        .once('close', closed)
        .once('readable', () => 0),
    ),
  ).rejects.toThrow('Nobody takes the labels');
  expect(file.destroyed).toBe(true);
});
