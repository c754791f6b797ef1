import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Unexpected console output fails a test: a warning that nobody reads is a bug that nobody sees. */
const watched = ['error', 'warn', 'log', 'info'] as const;
const heard: string[] = [];

beforeEach(() => {
  heard.length = 0;
  for (const method of watched) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      heard.push(`console.${method}: ${args.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  const lines = heard.splice(0);
  vi.restoreAllMocks();
  expect(lines, 'unexpected console output').toEqual([]);
});
