import { afterEach, expect, it, vi } from 'vitest';
import { createRequestsUnderWay } from './requests-under-way.ts';

afterEach(() => vi.restoreAllMocks());

it('a request is waited for from its beginning to its end, while something is done for it', () => {
  let nowMs = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const requests = createRequestsUnderWay();
  expect(requests.isAnyLight()).toBe(false);
  const first = requests.begin();
  nowMs += 200;
  const second = requests.begin();
  expect(requests.isAnyLight()).toBe(true);
  second.end();
  second.end();
  expect(requests.isAnyLight()).toBe(true);
  // However long it takes on a busy machine.
  first.addUse(10);
  nowMs += 200;
  expect(requests.isAnyLight()).toBe(true);
  // A stream of hints.
  nowMs += 200;
  expect(requests.isAnyLight()).toBe(false);
  expect(requests.quietMs()).toBe(400);
  first.end();
  requests.begin();
  expect(requests.quietMs()).toBe(0);
  expect(requests.isAnyLight()).toBe(true);
});

it('a request that has had the database for long is large work: it goes before nothing, and nobody waits for it', () => {
  const requests = createRequestsUnderWay();
  const request = requests.begin();
  request.run(() => {
    request.addUse(60);
    expect(requests.lightOne()).toBe(request);
    request.addUse(60);
    expect(requests.lightOne()).toBeUndefined();
  });
  expect(requests.isAnyLight()).toBe(false);
});

it('a request that works in parts does not wait for itself, only for others', () => {
  const requests = createRequestsUnderWay();
  const request = requests.begin();
  request.run(() => {
    expect(requests.isAnyLight()).toBe(false);
    const other = requests.begin();
    expect(requests.isAnyLight()).toBe(true);
    other.end();
    expect(requests.isAnyLight()).toBe(false);
  });
  expect(requests.isAnyLight()).toBe(true);
});

it('what a request has begun and left behind is nobody’s after its end', async () => {
  const requests = createRequestsUnderWay();
  const request = requests.begin();
  const { promise: ended, resolve: end } = signal();
  const found: unknown[] = [];
  const { promise: over, resolve: finish } = signal();
  request.run(() => {
    const goOn = async () => {
      found.push(requests.lightOne());
      await ended;
      found.push(requests.lightOne());
      finish();
    };
    void goOn();
  });
  request.end();
  end();
  await over;
  expect(found).toEqual([request, undefined]);
  expect(requests.lightOne()).toBeUndefined();
});

function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
