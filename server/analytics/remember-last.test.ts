import { describe, expect, it, vi } from 'vitest';
import { rememberLast } from './remember-last.ts';

describe('what is remembered of an object', () => {
  const others = [{}, 'text'];

  it('is made once while all that it is made of is the very same', () => {
    const remember = rememberLast<object>();
    const [of, make] = [{}, vi.fn(() => ({}))];
    const made = remember(of, others, make);
    expect(remember(of, [...others], make)).toBe(made);
    expect(make).toHaveBeenCalledOnce();
  });

  it.each([
    ['another of them', [{}, 'text']],
    ['another text', [others[0], 'other']],
    ['one fewer', others.slice(0, 1)],
    ['one more', [...others, undefined]],
  ])('is made anew with %s', (_, changed) => {
    const remember = rememberLast<object>();
    const of = {};
    const made = remember(of, others, () => ({}));
    const next = remember(of, changed, () => ({}));
    expect(next).not.toBe(made);
    expect(remember(of, changed, () => ({}))).toBe(next);
  });

  it('is of that object alone', () => {
    const remember = rememberLast<object>();
    expect(remember({}, others, () => ({}))).not.toBe(remember({}, others, () => ({})));
  });
});
