import { afterEach, expect, it, vi } from 'vitest';
import { createRequestsUnderWay } from './requests-under-way.ts';

afterEach(() => vi.restoreAllMocks());

it('a request is waited for from its beginning to its end, and no longer than a quick one takes', () => {
  let nowMs = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const requests = createRequestsUnderWay();
  expect(requests.isAnyNew()).toBe(false);
  const endFirst = requests.begin();
  nowMs += 200;
  const endSecond = requests.begin();
  expect(requests.isAnyNew()).toBe(true);
  endSecond();
  endSecond();
  expect(requests.isAnyNew()).toBe(true);
  // What takes so long is at work itself.
  nowMs += 200;
  expect(requests.isAnyNew()).toBe(false);
  expect(requests.quietMs()).toBe(200);
  endFirst();
  requests.begin();
  expect(requests.quietMs()).toBe(0);
  expect(requests.isAnyNew()).toBe(true);
});
