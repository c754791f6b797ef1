import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import './top-layer.ts';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach } from 'vitest';

const { getElementError } = getConfig();

configure({
  // Nothing fails on time, however busy the machine is.
  asyncUtilTimeout: 30_000,
  // What is waited for is not there yet at each look, and the whole page was written out each time: a seventh of all work. Whoever waits in
  // vain is shown it all the same, when time is up.
  getElementError: (message, container) =>
    isLooking() ? notFound(message) : getElementError(message, container),
});

/** A look of `waitFor` or `findBy…`, others of which follow; so named in the library's own configuration. */
function isLooking(): boolean {
  return (
    '_disableExpensiveErrorDiagnostics' in getConfig() &&
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
  );
}

function notFound(message: string | null): Error {
  return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
