import { vi } from 'vitest';

/** Vitest gives up after a second, which a busy machine spends elsewhere; the runner has no setting for it. */
const COMES_WITHIN_MS = 30_000;

const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: COMES_WITHIN_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  });
