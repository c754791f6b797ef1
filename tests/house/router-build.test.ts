import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { productionFile, withoutDisplayNames } from '#config/router-build.config.ts';

/** As a bundler finds it: beside the package that needs it. */
const forDevelopment = fileURLToPath(
  new URL('../../react-router/dist/development/index.mjs', import.meta.resolve('react-router-dom')),
);
const forProduction = productionFile(forDevelopment);

/** The files that the entry is made of; their names stand for their content, and are not compared. */
function partsOf(entry: string): { file: string; lines: string[] }[] {
  const names = readFileSync(entry, 'utf8').matchAll(/from "\.\/(chunk-\w+\.mjs)"/g);
  return [...names].map(([, name = '']) => {
    const file = join(dirname(entry), name);
    const code = readFileSync(file, 'utf8').replaceAll(/chunk-\w+\.mjs/g, 'chunk.mjs');
    return { file, lines: code.split('\n') };
  });
}

describe('the router of a build', () => {
  it('is the package’s own for production, which is there', () => {
    expect(existsSync(forProduction)).toBe(true);
    expect(() => productionFile('/node_modules/react-router/dist/index.mjs')).toThrow(/is not where/);
  });

  it('is the tested one but for one switch: nothing else differs', () => {
    const tested = partsOf(forDevelopment).flatMap(({ lines }) => lines);
    const built = partsOf(forProduction).flatMap(({ lines }) => lines);
    expect(built).toHaveLength(tested.length);
    expect(built.filter((line, at) => line !== tested[at])).toEqual(['var ENABLE_DEV_WARNINGS = false;']);
  });

  it('loses names for inspectors and nothing else', () => {
    const changed = partsOf(forProduction).flatMap(({ file, lines }) => {
      const built = withoutDisplayNames(lines.join('\n'));
      expect(parseSync(file, built).errors).toEqual([]);
      const now = built.split('\n');
      expect(now).toHaveLength(lines.length);
      return lines.flatMap((line, at) => (line === now[at] ? [] : [{ line, now: now[at] }]));
    });
    expect(changed.length).toBeGreaterThan(20);
    for (const { line, now = '' } of changed) {
      if (now === '') expect(line).toMatch(/^\w+\.displayName = "[\w.]+";$/);
      else expect(now.replace('/* @__PURE__ */ ', '')).toBe(line);
    }
  });
});
