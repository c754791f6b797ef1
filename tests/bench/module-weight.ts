import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const SHOWN = 20;

/**
 * What the scripts of a first visit are made of: each character of a built file is counted for the source that its map
 * names, and a file's brotli bytes are shared out by that. Packages are summed up; of ours, folders are.
 */
export function printModuleWeight(scriptUrls: readonly string[]): void {
  const bytesOf = new Map<string, number>();
  for (const url of scriptUrls) {
    const name = basename(new URL(url).pathname);
    const text = readFileSync(join('dist/web/assets', name), 'utf8');
    const characters = charactersOf(text, readMap(`${name}.map`) ?? name);
    const share = brotliCompressSync(text).length / text.length;
    for (const [source, count] of characters) {
      bytesOf.set(source, (bytesOf.get(source) ?? 0) + count * share);
    }
  }
  const rows = [...bytesOf].toSorted(([, one], [, other]) => other - one);
  for (const [source, bytes] of rows.slice(0, SHOWN)) {
    process.stdout.write(`${(bytes / 1024).toFixed(1).padStart(7)} KiB  ${source}\n`);
  }
  const rest = rows.slice(SHOWN).reduce((sum, [, bytes]) => sum + bytes, 0);
  process.stdout.write(`${(rest / 1024).toFixed(1).padStart(7)} KiB  the rest\n\n`);
}

/** Undefined for the script in the head, which is written as it is. */
function readMap(name: string): SourceMap | undefined {
  const path = join('dist/web-maps/assets', name);
  if (!existsSync(path)) return undefined;
  // The bundler's own file, in the shape that Node's reader of maps wants.
  return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as ConstructorParameters<typeof SourceMap>[0]);
}

function charactersOf(text: string, map: SourceMap | string): Map<string, number> {
  if (typeof map === 'string') return new Map([[map, text.length]]);
  const counts = new Map<string, number>();
  for (const [line, content] of text.split('\n').entries()) {
    for (let column = 0; column < content.length; column += 1) {
      const entry = map.findEntry(line, column);
      // Typed as a string; a place that the map ties to no source has none.
      const original = 'originalSource' in entry ? (entry.originalSource as string | undefined) : undefined;
      const source = original ? groupOf(original) : 'what the bundler adds';
      counts.set(source, (counts.get(source) ?? 0) + 1);
    }
  }
  return counts;
}

/** `react-dom`, `src/offline/outbox`. */
function groupOf(source: string): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
  if (inPackage !== undefined) return inPackage;
  const path = source.replace(/^(?:\.\.\/)+/, '');
  return path.split('/').slice(0, -1).slice(0, 3).join('/') || path;
}
