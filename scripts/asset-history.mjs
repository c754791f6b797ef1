import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Tabs stay open for days: the parts they load late must still be there after this many newer builds. */
export const KEPT_BUILDS = 3;

/**
 * Copies the assets of the build that is about to be replaced to `history/<number>/assets`, without source maps, and
 * drops what is older than {@link KEPT_BUILDS} builds. A build that only repeats the last kept one is not kept twice.
 */
export function keepAssets(web, history) {
  const page = join(web, 'index.html');
  if (!existsSync(page)) return;
  const kept = existsSync(history) ? readdirSync(history).sort() : [];
  const newest = kept.at(-1);
  if (newest !== undefined && isSamePage(join(history, newest, 'index.html'), page)) return;
  const name = String(Number(newest ?? 0) + 1).padStart(6, '0');
  const target = join(history, name);
  mkdirSync(target, { recursive: true });
  cpSync(join(web, 'assets'), join(target, 'assets'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  });
  cpSync(page, join(target, 'index.html'));
  for (const old of kept.slice(0, Math.max(0, kept.length + 1 - KEPT_BUILDS))) {
    rmSync(join(history, old), { recursive: true });
  }
}

function isSamePage(kept, current) {
  return existsSync(kept) && readFileSync(kept).equals(readFileSync(current));
}
