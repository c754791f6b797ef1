import type { Plugin } from 'vite';

/** What React throws to itself: `SuspenseException = Error(formatProdErrorMessage(460))`. */
const SIGNAL = /\b(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g;
const SIGNALS = 5;

/**
 * React makes what it throws to itself while it is evaluated, by `Error(…)`. Of an error somebody may be told the place, and when somebody
 * listens (Lighthouse, a driver of tests, an inspector) V8 looks for that at once: it reads the whole script again, twice, a
 * seventh of a second on a phone. Nobody is told of these: they are compared, and caught where they are thrown.
 */
export function signalsWithoutPlace(): Plugin {
  return {
    name: 'prilavok:signals-without-place',
    apply: 'build',
    transform: {
      filter: { id: /\/react-dom\/cjs\/react-dom-client\.production\.js/ },
      handler: (code) => ({ code: withoutPlace(code), map: null }),
    },
  };
}

/** Says so if the package has changed: a start must not become slower unseen. Lines stay where they were, for the source maps. */
export function withoutPlace(code: string): string {
  const found = code.match(SIGNAL)?.length ?? 0;
  if (found !== SIGNALS)
    throw new Error(`react-dom makes ${found} signals while it is evaluated, not ${SIGNALS}`);
  return code.replaceAll(SIGNAL, '$1{ __proto__: Error.prototype, message: $2 }');
}
