import type { CatalogueColumns, CataloguePortion } from '#contract/catalogue-feed.ts';
import { isCataloguePortion } from '#contract/feed-columns.ts';
import { fromWire, toWire, WireError } from '#contract/wire.ts';

/** A portion as the server sent it. Throws on what is none. */
export function parsePortion(bytes: Uint8Array): CataloguePortion {
  const portion = readJson(bytes);
  if (!isCataloguePortion(portion)) throw new WireError('This is no portion of the feed');
  return portion;
}

/** A portion of this device: it was checked when it came, and is of this format. */
export function readStored(bytes: Uint8Array): CataloguePortion {
  return readJson(bytes) as CataloguePortion;
}

/** As the server sends it. */
export function writePortion(portion: CataloguePortion): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(toWire(portion)));
}

/** Several portions of changes as one: of each card its last word. */
export function mergePortions(changes: readonly CataloguePortion[]): CataloguePortion {
  const last = new Map<number, { columns: CatalogueColumns; index: number } | null>();
  for (const { columns, removedIds } of changes) {
    for (const id of removedIds) last.set(id, null);
    for (const [index, id] of columns.id.entries()) last.set(id, { columns, index });
  }
  const kept = [...last.values()].filter((one) => one !== null);
  const newest = changes.at(-1);
  if (!newest) throw new Error('There are no changes to merge');
  const columns = Object.fromEntries(
    Object.keys(newest.columns).map((name) => [
      name,
      // The names are those of the columns.
      kept.map((one) => one.columns[name as keyof CatalogueColumns][one.index]),
    ]),
  ) as CatalogueColumns;
  return { ...newest, columns, removedIds: [...last].flatMap(([id, one]) => (one === null ? [id] : [])) };
}

function readJson(bytes: Uint8Array): unknown {
  return fromWire(JSON.parse(new TextDecoder().decode(bytes)));
}
