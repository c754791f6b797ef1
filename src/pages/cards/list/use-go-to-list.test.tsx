import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, type NavigateOptions } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import type { FoundRows } from '#offline/catalogue/replica.ts';
import { cardListSearchParams, parseCardListState } from './card-list-address.ts';
import { useGoToList } from './use-go-to-list.ts';

interface Question {
  search: unknown;
  answer: (found?: FoundRows) => void;
  fail: (error: Error) => void;
}

let questions: Question[];

function layReplica(revision = 1) {
  catalogueStatus.set(
    { current: { count: 9, bytes: 9, currentAtMs: 1, revision }, next: null },
    {
      query: (query) =>
        new Promise((answer, fail) => questions.push({ search: query['search'], answer, fail })),
      answered: () => undefined,
      counters: async () => undefined,
      suggest: async () => undefined,
      refresh: () => undefined,
    },
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  questions = [];
});
afterEach(() => {
  act(() => catalogueStatus.clear());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setUp() {
  const router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: ['/cards'] });
  const { result, unmount } = renderHook(() => useGoToList(), {
    wrapper: ({ children }: { children: ReactNode }) => {
      router.routes[0]!.element = children;
      return <RouterProvider router={router} />;
    },
  });
  const press = (text: string, options: NavigateOptions = { replace: true }) =>
    act(() => {
      const wanted = parseCardListState(new URLSearchParams({ q: text }));
      result.current.goTo(wanted, cardListSearchParams(wanted), options);
    });
  const settle = (step: () => unknown) => act(async () => void (await step()));
  const place = () => router.state.location.search;
  const drawn = () => result.current.state.search;
  const nextFrame = () => settle(() => vi.advanceTimersByTime(17));
  return { router, press, settle, place, drawn, nextFrame, unmount, isSaid: () => result.current.isSaid };
}

const FOUND: FoundRows = { count: 0, results: [], currentAtMs: 1 };

describe('the way to another list', () => {
  it('begins with the question and is drawn with the answer; its address follows behind the frame', async () => {
    layReplica();
    const { press, settle, place, drawn, nextFrame, isSaid } = setUp();
    press('a');
    expect(questions).toHaveLength(1);
    expect([drawn(), place(), isSaid()]).toEqual(['', '', true]);
    await settle(() => questions[0]!.answer(FOUND));
    expect([drawn(), place(), isSaid()]).toEqual(['a', '', false]);
    await nextFrame();
    expect([drawn(), place(), isSaid()]).toEqual(['a', '?q=a', true]);
  });

  it('with a place in the history of its own is drawn before that, too, where nothing was scrolled', async () => {
    layReplica();
    const { router, press, settle, place, drawn, nextFrame } = setUp();
    press('a', {});
    await settle(() => questions[0]!.answer(FOUND));
    expect([drawn(), place()]).toEqual(['a', '']);
    await nextFrame();
    expect([place(), router.state.historyAction]).toEqual(['?q=a', 'PUSH']);
  });

  it('is drawn at its own place in the history, where the list before was scrolled', async () => {
    layReplica();
    const { press, settle, place, drawn } = setUp();
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300);
    press('a', {});
    await settle(() => questions[0]!.answer(FOUND));
    expect([drawn(), place()]).toEqual(['a', '?q=a']);
  });

  it('says nothing to the address when somebody has gone elsewhere behind the drawing', async () => {
    layReplica();
    const { router, press, settle, place, drawn, nextFrame } = setUp();
    press('a');
    await settle(() => questions[0]!.answer(FOUND));
    await settle(() => router.navigate('/cards?q=b'));
    expect(drawn()).toBe('b');
    await nextFrame();
    expect([drawn(), place()]).toEqual(['b', '?q=b']);
  });

  it('does not hold up a page whose code is still on its way', async () => {
    layReplica();
    const { router, press, settle, place } = setUp();
    let arrive = () => {};
    router.routes[0]!.loader = () => new Promise<null>((resolve) => (arrive = () => resolve(null)));
    press('a');
    const gone = router.navigate('/cards/edit?id=5');
    await settle(() => questions[0]!.answer(FOUND));
    await settle(() => vi.advanceTimersByTime(150));
    arrive();
    await settle(() => gone);
    expect(place()).toBe('?id=5');
  });

  it('that is pressed before the address follows is asked for from what is drawn, and is the one that stays', async () => {
    layReplica();
    const { press, settle, place, drawn, nextFrame } = setUp();
    press('a');
    await settle(() => questions[0]!.answer(FOUND));
    press('ab');
    await nextFrame();
    expect([drawn(), place()]).toEqual(['a', '']);
    await settle(() => questions[1]!.answer(FOUND));
    await nextFrame();
    expect([drawn(), place()]).toEqual(['ab', '?q=ab']);
  });

  it('is gone at once where the server answers', () => {
    const { press, place } = setUp();
    press('a');
    expect(place()).toBe('?q=a');
  });

  it('does not wait for an answer that is slow, nor for a worker that has ended', async () => {
    layReplica();
    const { press, settle, place, drawn, nextFrame } = setUp();
    press('slow');
    await settle(() => vi.advanceTimersByTime(150));
    expect(drawn()).toBe('slow');
    press('ended');
    await settle(() => questions[1]!.fail(new Error('ended')));
    expect(drawn()).toBe('ended');
    await nextFrame();
    expect(place()).toBe('?q=ended');
  });

  it.each([
    [0, 1],
    [1, 0],
  ])('is that of the last press, whichever answer comes first: %i, then %i', async (...order) => {
    layReplica();
    const { press, settle, place } = setUp();
    press('first');
    press('last');
    for (const index of order) await settle(() => questions[index]!.answer(FOUND));
    await settle(() => vi.advanceTimersByTime(150));
    expect(place()).toBe('?q=last');
  });

  it('is not gone by whoever has gone elsewhere meanwhile', async () => {
    layReplica();
    const { router, press, settle, place } = setUp();
    press('a');
    await settle(() => router.navigate('/cards/edit?id=5'));
    await settle(() => questions[0]!.answer(FOUND));
    await settle(() => vi.advanceTimersByTime(150));
    expect(place()).toBe('?id=5');
  });

  it('is not gone from a page that is left', async () => {
    layReplica();
    const { press, settle, place, unmount } = setUp();
    press('a');
    unmount();
    await settle(() => questions[0]!.answer(FOUND));
    await settle(() => vi.advanceTimersByTime(150));
    expect(place()).toBe('');
  });

  it('takes no place in the history of its own when it leads to where one is', () => {
    const { router, press } = setUp();
    press('a', {});
    expect(router.state.historyAction).toBe('PUSH');
    press('a', {});
    expect(router.state.historyAction).toBe('REPLACE');
  });
});
