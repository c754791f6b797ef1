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
      result.current(wanted, cardListSearchParams(wanted), options);
    });
  const settle = (step: () => unknown) => act(async () => void (await step()));
  const place = () => router.state.location.search;
  return { router, press, settle, place, unmount };
}

const FOUND: FoundRows = { count: 0, results: [], currentAtMs: 1 };

describe('the way to another list', () => {
  it('begins with the question and ends with the answer, in one drawing', async () => {
    layReplica();
    const { press, settle, place } = setUp();
    press('a');
    expect(questions).toHaveLength(1);
    expect(place()).toBe('');
    await settle(() => questions[0]!.answer(FOUND));
    expect(place()).toBe('?q=a');
  });

  it('is gone at once where the server answers', () => {
    const { press, place } = setUp();
    press('a');
    expect(place()).toBe('?q=a');
  });

  it('does not wait for an answer that is slow, nor for a worker that has ended', async () => {
    layReplica();
    const { press, settle, place } = setUp();
    press('slow');
    await settle(() => vi.advanceTimersByTime(150));
    expect(place()).toBe('?q=slow');
    press('ended');
    await settle(() => questions[1]!.fail(new Error('ended')));
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
    expect(place()).toBe('?id=5');
  });

  it('is not gone from a page that is left', async () => {
    layReplica();
    const { press, settle, place, unmount } = setUp();
    press('a');
    unmount();
    await settle(() => questions[0]!.answer(FOUND));
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
