import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { withoutPlace } from '#config/react-build.config.ts';

const file = fileURLToPath(
  new URL('./cjs/react-dom-client.production.js', import.meta.resolve('react-dom/client')),
);
const code = readFileSync(file, 'utf8');

describe('React of a build', () => {
  it('makes what it throws to itself without looking for its place, and is its package’s in all else', () => {
    const built = withoutPlace(code);
    expect(parseSync(file, built).errors).toEqual([]);
    const [lines, now] = [code.split('\n'), built.split('\n')];
    expect(now).toHaveLength(lines.length);
    const changed = lines.flatMap((line, at) =>
      line === now[at] ? [] : [now[at]?.trim().replace(/^var /, '')],
    );
    expect(changed.map((line) => line?.replace(/\d+/, 'N').replace(/[,;]$/, ''))).toEqual(
      ['HydrationMismatch', 'Suspense', 'SuspenseyCommit', 'SuspenseAction', 'SelectiveHydration'].map(
        (name) => `${name}Exception = { __proto__: Error.prototype, message: formatProdErrorMessage(N) }`,
      ),
    );
  });

  it('makes no other error while it is evaluated: each would be looked for', () => {
    expect(withoutPlace(code)).not.toMatch(/^(?:var|let|const) .*\bError\(/m);
    expect(withoutPlace(code)).not.toMatch(/^ {2}\w+ = (?:new )?Error\(/m);
  });

  it('is not built when the package has changed so that they are not found', () => {
    expect(() =>
      withoutPlace(code.replace('SuspenseException = Error(', 'SuspenseException = Failure(')),
    ).toThrow(/makes 4 signals/);
  });
});
