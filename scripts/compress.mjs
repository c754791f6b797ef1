import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(js|css|html|svg|json|webmanifest|txt|ico)$/;
/** Below this a compressed file saves no packet. */
const SMALLEST_BYTES = 1024;
/**
 * What the encoder finds is the best nearby: with distances coded otherwise, or in other blocks, a script may be a hundred bytes shorter, or longer when
 * nothing but a name in it has changed.
 */
const WAYS = [
  [0, 0, 0],
  [1, 8, 18],
  [2, 60, 17],
  [3, 120, 18],
  [1, 0, 16],
  [0, 4, 16],
  [1, 8, 16],
  [3, 32, 18],
];

/** Writes `.br` and `.gz` beside every text file: done once here, at the strongest level, instead of with each answer. */
export async function compressFolder(folder) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const facts = await stat(path);
    if (facts.isDirectory()) await compressFolder(path);
    else if (TEXT.test(name) && facts.size >= SMALLEST_BYTES) await compressFile(path);
  }
}

async function compressFile(path) {
  const content = await readFile(path);
  const [gzipped, ...ways] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    ...WAYS.map((way) => compressBrotli(content, way)),
  ]);
  const [brotli] = ways.toSorted((one, other) => one.length - other.length);
  await writeFile(`${path}.br`, brotli);
  await writeFile(`${path}.gz`, gzipped);
}

function compressBrotli(content, [postfixBits, directCodes, blockBits]) {
  return promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_NPOSTFIX]: postfixBits,
      [constants.BROTLI_PARAM_NDIRECT]: directCodes,
      [constants.BROTLI_PARAM_LGBLOCK]: blockBits,
    },
  });
}
