import { strFromU8, strToU8 } from 'fflate';
import { directoryOf } from './archive-guard.ts';
import { partsOf, RELATIONSHIPS, tagsIn, targetPath, WORKBOOK } from './workbook-parts.ts';

const WELL_KNOWN = ['[Content_Types].xml', '_rels/.rels', WORKBOOK, RELATIONSHIPS];

/**
 * The workbook with its parts named as they are asked for. Capitals make no other name of a part (ECMA-376, part 2), and programs write
 * «SharedStrings.xml» for what they call «sharedStrings.xml» elsewhere: the library finds no such part, and every text is lost.
 */
export function withAskedNames(bytes: Uint8Array): Uint8Array {
  const named = renamed(bytes, WELL_KNOWN);
  const relationships = strFromU8(partsOf(named, [RELATIONSHIPS])[RELATIONSHIPS] ?? new Uint8Array());
  return renamed(named, tagsIn(relationships, 'Relationship').map(targetPath));
}

function renamed(bytes: Uint8Array, asked: readonly string[]): Uint8Array {
  const entries = Array.from(directoryOf(bytes), ({ nameAt, nameLength }) => ({
    nameAt,
    nameLength,
    name: strFromU8(bytes.subarray(nameAt, nameAt + nameLength)),
  }));
  const there = new Set(entries.map(({ name }) => name));
  const missing = new Map(asked.filter((name) => !there.has(name)).map((name) => [name.toLowerCase(), name]));
  let copy: Uint8Array | undefined;
  for (const { nameAt, nameLength, name } of entries) {
    const meant = strToU8(missing.get(name.toLowerCase()) ?? '');
    if (meant.length !== nameLength) continue;
    copy ??= bytes.slice();
    copy.set(meant, nameAt);
  }
  return copy ?? bytes;
}
