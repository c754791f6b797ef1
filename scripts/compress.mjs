import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(js|css|html|svg|json|webmanifest|txt|ico)$/;
/** Below this a compressed file saves no packet. */
const SMALLEST_BYTES = 1024;

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
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await writeFile(`${path}.br`, brotli);
  await writeFile(`${path}.gz`, gzipped);
}
