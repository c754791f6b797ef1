import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KEPT_BUILDS, keepAssets } from '#scripts/asset-history.mjs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'prilavok-history-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** What the build does: keep the old assets, then put new ones in their place. */
function buildNumber(number: number) {
  const web = join(folder, 'web');
  keepAssets(web, join(folder, 'history'));
  rmSync(web, { recursive: true, force: true });
  mkdirSync(join(web, 'assets'), { recursive: true });
  writeFileSync(join(web, 'index.html'), `<script src="/assets/main-${number}.js">`);
  writeFileSync(join(web, 'assets', `main-${number}.js`), '');
  writeFileSync(join(web, 'assets', `main-${number}.js.map`), '');
}

const isServed = (name: string) =>
  [
    join(folder, 'web'),
    ...readdirSync(join(folder, 'history')).map((build) => join(folder, 'history', build)),
  ].some((root) => existsSync(join(root, 'assets', name)));

it('keeps the assets of at least three builds before the newest, without source maps, and no more', () => {
  for (let number = 1; number <= 6; number += 1) buildNumber(number);
  expect(KEPT_BUILDS).toBeGreaterThanOrEqual(3);
  expect([1, 2, 3, 4, 5, 6].filter((number) => isServed(`main-${number}.js`))).toEqual([3, 4, 5, 6]);
  expect(isServed('main-5.js.map')).toBe(false);
  expect(readdirSync(join(folder, 'history'))).toHaveLength(KEPT_BUILDS);
});

it('does not let a repeated build push others out', () => {
  buildNumber(1);
  buildNumber(2);
  for (let times = 0; times < 5; times += 1) buildNumber(3);
  expect([1, 2, 3].map((number) => isServed(`main-${number}.js`))).toEqual([true, true, true]);
});

it('has nothing to do before the first build', () => {
  keepAssets(join(folder, 'web'), join(folder, 'history'));
  expect(existsSync(join(folder, 'history'))).toBe(false);
});
