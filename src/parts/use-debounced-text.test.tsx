import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDebouncedText } from './use-debounced-text.ts';

const DELAY_MS = 60;

describe('a text that is passed on when typing pauses', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const setUp = (isAnswered = true, delayMs = DELAY_MS) => {
    const passed: string[] = [];
    const hook = renderHook(
      ({ value }) => useDebouncedText(value, (text) => passed.push(text), delayMs, isAnswered),
      { initialProps: { value: '' } },
    );
    const type = (text: string) => act(() => hook.result.current[1](text));
    /** The pause is over before anything is drawn anew, as on a slow device. */
    const settleSlowly = (text: string) =>
      act(() => {
        hook.result.current[2](text);
        vi.advanceTimersByTime(DELAY_MS);
      });
    const pause = () => act(() => void vi.advanceTimersByTime(DELAY_MS));
    const arrive = (value: string) => hook.rerender({ value });
    return { passed, type, settleSlowly, pause, arrive, shown: () => hook.result.current[0] };
  };

  it('keeps the letters that were typed before the address had followed', () => {
    const { passed, type, pause, arrive, shown } = setUp();
    type('в');
    pause();
    type('ва');
    arrive('в');
    expect(shown()).toBe('ва');
    pause();
    type('ваз');
    pause();
    arrive('ва');
    arrive('ваз');
    expect({ shown: shown(), passed }).toEqual({ shown: 'ваз', passed: ['в', 'ва', 'ваз'] });
  });

  it('passes on at once what comes after a pause, and of a burst only its end', () => {
    const { passed, type, pause } = setUp();
    for (const text of ['в', 'ва', 'ваз']) type(text);
    expect(passed).toEqual([]);
    pause();
    expect(passed).toEqual(['ваз']);
    type('ваза');
    expect(passed).toEqual(['ваз', 'ваза']);
    for (const text of ['ваза ', 'ваза к']) type(text);
    expect(passed).toHaveLength(2);
    pause();
    pause();
    expect(passed).toEqual(['ваз', 'ваза', 'ваза к']);
  });

  it('passes each letter on at once where no delay is asked for: the first, and while another is being answered', () => {
    const { passed, type, pause } = setUp(false, 0);
    for (const text of ['в', 'ва']) type(text);
    expect(passed).toEqual(['в', 'ва']);
    pause();
    expect(passed).toEqual(['в', 'ва']);
  });

  it('forgets what was on its way when another value comes from outside', () => {
    const { passed, type, pause, arrive, shown } = setUp();
    for (const text of ['в', 'ва']) type(text);
    arrive('4600000000017');
    pause();
    expect({ shown: shown(), passed }).toEqual({ shown: '4600000000017', passed: [] });
  });

  it('forgets at once what waits when somebody passes another text on himself', () => {
    const { passed, type, settleSlowly, arrive, shown } = setUp();
    for (const text of ['в', 'ва']) type(text);
    settleSlowly('4600000000017');
    expect(passed).toEqual([]);
    type('46000000000171');
    arrive('4600000000017');
    expect(shown()).toBe('46000000000171');
  });

  it('lets a first letter wait for the next', () => {
    const { passed, type, pause } = setUp();
    type('в');
    expect(passed).toEqual([]);
    pause();
    expect(passed).toEqual(['в']);
  });

  it('waits for a pause in any case while what was asked before is not answered', () => {
    const { passed, type, pause } = setUp(false);
    type('ва');
    expect(passed).toEqual([]);
    pause();
    expect(passed).toEqual(['ва']);
  });

  it('takes over what comes from outside', () => {
    const { type, pause, arrive, shown } = setUp();
    type('ваза');
    pause();
    arrive('ваза');
    arrive('');
    expect(shown()).toBe('');
  });
});
