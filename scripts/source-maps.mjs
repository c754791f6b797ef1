import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Moves the source maps of a fresh build out of the folder that is served, to the same places below `maps`: what does
 * not lie there cannot be asked for, whatever the address looks like. Maps of the build before are dropped.
 */
export function moveSourceMaps(web, maps) {
  rmSync(maps, { recursive: true, force: true });
  const names = readdirSync(web, { recursive: true }).filter((name) => name.endsWith('.map'));
  for (const name of names) {
    mkdirSync(dirname(join(maps, name)), { recursive: true });
    renameSync(join(web, name), join(maps, name));
  }
}
