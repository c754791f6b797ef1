import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import './top-layer.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Nothing fails on time, however busy the machine is.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
