import { describe, expect, it } from 'vitest';
import { ApiError, networkError } from '#api/http/api-error.ts';
import { judge, pauseMs } from './failure.ts';

const respond = (status: number, code?: string) => new ApiError({ status, detail: ['Нельзя'], code });

describe('a failure', () => {
  it.each([
    [400, 'refused', false, false],
    [499, 'refused', false, false],
    [500, 'server', true, false],
    [401, 'session', true, true],
    [408, 'server', true, false],
    [425, 'server', true, false],
    [429, 'server', true, true],
  ])(
    'with the status %i is «%s»; tried again: %s, surely without effect: %s',
    (status, kind, isTemporary, isCertain) => {
      expect(judge(respond(status))).toMatchObject({ failure: { kind, status }, isTemporary, isCertain });
    },
  );

  it('of the connection is tried again', () => {
    expect(judge(networkError('network'))).toMatchObject({ failure: { kind: 'network' }, isTemporary: true });
    const withoutResponse = new ApiError({ status: 0, detail: [''], isNetworkError: true });
    expect(judge(withoutResponse)).toMatchObject({ failure: { kind: 'network' }, isTemporary: true });
  });

  it('because the same request is still being worked on is tried again, and keeps its name', () => {
    expect(judge(respond(409, 'request_in_progress'))).toMatchObject({
      failure: { code: 'request_in_progress' },
      isTemporary: true,
    });
    expect(judge(respond(409)).failure).not.toHaveProperty('code');
  });

  it('of the program itself is never tried again', () => {
    expect(judge(new TypeError('no'))).toMatchObject({
      failure: { kind: 'refused', status: 0, fieldErrors: [] },
      isTemporary: false,
      isCertain: false,
    });
    expect(judge(new TypeError('no')).failure.detail).toHaveLength(1);
  });
});

describe('the pause before the next try', () => {
  it('doubles with each, from two seconds up to five minutes, give or take a quarter', () => {
    expect([0, 1, 3, 20].map((attempts) => pauseMs(attempts, undefined, () => 0.5))).toEqual([
      2_000, 4_000, 16_000, 300_000,
    ]);
    expect([0, 1].map((random) => pauseMs(0, undefined, () => random))).toEqual([1_500, 2_500]);
  });

  it('is what the server asks for and up to a second more, but never longer than five minutes', () => {
    expect(pauseMs(5, 7_000, () => 0.5)).toBe(7_500);
    expect(pauseMs(5, 900_000, () => 0)).toBe(300_000);
  });
});
