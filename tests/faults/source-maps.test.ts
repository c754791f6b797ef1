import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { moveSourceMaps } from '#scripts/source-maps.mjs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'prilavok-maps-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('source maps leave the served folder and stay beside it, those of the newest build alone', () => {
  const [web, maps] = [join(folder, 'web'), join(folder, 'web-maps')];
  for (const number of [1, 2]) {
    rmSync(web, { recursive: true, force: true });
    mkdirSync(join(web, 'assets'), { recursive: true });
    writeFileSync(join(web, 'sw.js.map'), '');
    writeFileSync(join(web, 'assets', `main-${number}.js`), '');
    writeFileSync(join(web, 'assets', `main-${number}.js.map`), `map ${number}`);
    moveSourceMaps(web, maps);
  }
  expect(readdirSync(web, { recursive: true })).toEqual(['assets', join('assets', 'main-2.js')]);
  expect(readFileSync(join(maps, 'assets/main-2.js.map'), 'utf8')).toBe('map 2');
  expect(existsSync(join(maps, 'sw.js.map'))).toBe(true);
  expect(existsSync(join(maps, 'assets/main-1.js.map'))).toBe(false);
});
