import { expect, it } from 'vitest';
import { buildName } from '#config/route-preload.config.ts';

const FILES = ['assets/runtime-XKyaHtl9.js', 'assets/app-CaYDYEBO.js', 'assets/app-DfMycNyI.css'];

it('a build has another name when one of its files has, and the same whatever their order', () => {
  const name = buildName(FILES);
  expect(name).toMatch(/^[0-9a-f]{8}$/);
  expect(buildName(FILES.toReversed())).toBe(name);
  const others = FILES.map((changed) =>
    buildName(FILES.map((file) => (file === changed ? file.replace(/-.{8}/, '-AAAAAAAA') : file))),
  );
  expect(new Set([name, ...others]).size).toBe(FILES.length + 1);
});
