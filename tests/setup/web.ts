import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import './top-layer.ts';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
