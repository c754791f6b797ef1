import { expect, it, vi } from 'vitest';
import { createListeners } from './listeners.ts';

it('tells everybody who still listens', () => {
  const { subscribe, tell } = createListeners<[string]>();
  const first = vi.fn();
  const second = vi.fn();
  const stop = subscribe(first);
  subscribe(second);
  tell('one');
  stop();
  tell('two');
  expect(first.mock.calls).toEqual([['one']]);
  expect(second.mock.calls).toEqual([['one'], ['two']]);
});

it('lets a listener go away while it is told', () => {
  const { subscribe, tell } = createListeners();
  const after = vi.fn();
  const stop = subscribe(() => stop());
  subscribe(after);
  tell();
  tell();
  expect(after).toHaveBeenCalledTimes(2);
});
