import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, errorTexts, networkError, normalizeError } from './api-error.ts';

describe('the error catalogue', () => {
  it.each([
    ['a detail list', { detail: ['Раз', 'Два'] }, ['Раз', 'Два']],
    ['an error list', { error: ['Раз', 'Два'] }, ['Раз', 'Два']],
    ['a bare list', ['Раз', 'Два'], ['Раз', 'Два']],
    ['one sentence', { detail: 'Раз' }, ['Раз']],
    ['a list with junk', ['Раз', null, 7, { a: 1 }, ' ', 'Два'], ['Раз', 'Два']],
  ])('takes the messages of %s', (_, body, detail) => {
    const error = normalizeError({ status: 400, body });
    expect(error.detail).toEqual(detail);
    expect(error.hasServerMessage).toBe(true);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'Bad Gateway'],
    ['a number', 7],
    ['an empty object', {}],
    ['an empty list', []],
    ['a list without messages', [{}, 1]],
    ['a detail that is an object', { detail: { a: 1 } }],
  ])('makes «Неизвестная ошибка» of %s', (_, body) => {
    const error = normalizeError({ status: 502, body });
    expect(error.detail).toEqual(['Неизвестная ошибка']);
    expect(error.hasServerMessage).toBe(false);
  });

  it('counts no response as 500', () => {
    expect(normalizeError({}).status).toBe(500);
    expect(networkError('network')).toMatchObject({ status: 500, isNetworkError: true, isServerError: true });
  });

  it.each([
    [400, true, false],
    [401, true, false],
    [404, true, false],
    [499, true, false],
    [500, false, true],
    [503, false, true],
    [526, false, true],
  ])('tells whose error %i is', (status, isClientError, isServerError) => {
    expect(normalizeError({ status })).toMatchObject({ status, isClientError, isServerError });
  });

  it('carries the code, the wait, the current state and the fields by their names in code', () => {
    const error = normalizeError({
      status: 412,
      body: {
        detail: ['Карточку изменили'],
        code: 'version_conflict',
        errors: [{ field: 'tax_periods.0.rate_percent', detail: 'Больше 100' }, { field: 1 }, 'x'],
        current: { version: 18 },
      },
      retryAfter: '37',
    });
    expect(error.code).toBe('version_conflict');
    expect(error.retryAfterMs).toBe(37_000);
    expect(error.current).toEqual({ version: 18 });
    expect(error.fieldErrors).toEqual([{ field: 'taxPeriods.0.ratePercent', detail: 'Больше 100' }]);
  });

  it('does not believe a wait of days', () => {
    expect(normalizeError({ status: 503, retryAfter: '999999' }).retryAfterMs).toBeUndefined();
    expect(normalizeError({ status: 503, retryAfter: '900' }).retryAfterMs).toBe(900_000);
  });

  it('makes an error with at least one sentence of whatever a server sends', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 400, max: 599 }), (body, status) => {
        const error = normalizeError({ status, body, retryAfter: JSON.stringify(body) });
        expect(error).toBeInstanceOf(ApiError);
        expect(error.detail.length).toBeGreaterThan(0);
        expect(error.detail.every((text) => typeof text === 'string' && text !== '')).toBe(true);
      }),
    );
  });
});

describe('what to show', () => {
  const fallback = 'Ошибка получения информации о пользователе';

  it('is the server’s message if present', () => {
    expect(errorTexts(normalizeError({ status: 500, body: { detail: ['База спит'] } }), fallback)).toEqual([
      'База спит',
    ]);
  });

  it('is the text of the screen otherwise', () => {
    expect(errorTexts(normalizeError({ status: 500 }), fallback)).toEqual([fallback]);
    expect(errorTexts(networkError('timeout'), fallback)).toEqual([fallback]);
    expect(errorTexts(new Error('x'), fallback)).toEqual([fallback]);
  });
});
