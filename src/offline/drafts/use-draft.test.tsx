import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { session } from '#api/session/session.ts';
import { flushDirtySources } from '#offline/release/dirty-sources.ts';
import { deleteDatabase, draftsDatabaseName } from '#offline/device/user-database.ts';
import { createLocks } from '#tests/fixtures/browser.ts';
import { mockTokens, mockUser } from '#tests/mocks/auth.ts';
import { openDraftStore } from './draft-store.ts';
import { addDraft } from './form-drafts.ts';
import { useDraft } from './use-draft.ts';
import { userDrafts } from './user-drafts.ts';

const schema = z.object({ title: z.string() });
const KEY = 'card:17';

beforeEach(() => session.startSession(mockTokens()));

afterEach(async () => {
  vi.useRealTimers();
  await session.endSession('logout');
  userDrafts();
  await deleteDatabase(draftsDatabaseName(mockUser.id));
});

function form(title: string, isDirty: boolean) {
  return renderHook(
    (props: { title: string; isDirty: boolean }) =>
      useDraft({ key: KEY, value: { title: props.title }, schema, isDirty: props.isDirty }),
    { initialProps: { title, isDirty } },
  );
}

const stored = async () => userDrafts()?.read(KEY, schema);

test('what is typed is soon on the device, and offered to the next visit with its time', async () => {
  const first = form('old', false);
  first.rerender({ title: 'typed', isDirty: true });
  await waitFor(async () => expect((await stored())?.value).toEqual({ title: 'typed' }), { timeout: 30_000 });
  first.unmount();
  const second = form('old', false);
  await waitFor(() => expect(second.result.current.found?.value).toEqual({ title: 'typed' }));
  expect(second.result.current.found?.savedAt).toBeGreaterThan(Date.now() - 5_000);
});

describe('on a device that takes its time to say what it has', () => {
  const reads: IDBRequest[] = [];
  const answer = (title: string) => {
    for (const read of reads.splice(0)) {
      const result = { savedAt: Date.now(), text: JSON.stringify({ title }) };
      read.onsuccess?.call(Object.assign(read, { result }), new Event('success'));
    }
  };
  beforeEach(() => {
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      const read = {} as IDBRequest;
      reads.push(read);
      return read;
    });
  });
  afterEach(() => {
    reads.length = 0;
    vi.restoreAllMocks();
  });

  test('E-19б: what was typed is offered however long that is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], now: Date.now() });
    const { result } = form('old', false);
    while (reads.length === 0) await act(async () => vi.advanceTimersByTimeAsync(1));
    await act(async () => vi.advanceTimersByTimeAsync(60_000));
    vi.useRealTimers();
    await act(async () => answer('typed'));
    await waitFor(() => expect(result.current.found?.value).toEqual({ title: 'typed' }));
  });

  test('what is typed meanwhile stays when the other is deleted', async () => {
    const { result, rerender } = form('old', false);
    await waitFor(() => expect(reads).not.toHaveLength(0));
    rerender({ title: 'typed now', isDirty: true });
    await act(async () => flushDirtySources());
    await act(async () => answer('typed before'));
    await waitFor(() => expect(result.current.found?.value).toEqual({ title: 'typed before' }));
    act(() => result.current.discard());
    vi.restoreAllMocks();
    // Behind whatever was asked of the device before.
    await userDrafts()?.remove('card:18');
    expect((await stored())?.value).toEqual({ title: 'typed now' });
  });

  test('a draft that goes back into its form is not waited for without end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], now: Date.now() });
    const refused = expect(addDraft(KEY, schema, { title: 'back' })).rejects.toThrow('does not answer');
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
  });
});

test.each([
  ['the page is put away', () => window.dispatchEvent(new Event('pagehide'))],
  ['the app is about to reload', () => void flushDirtySources()],
  [
    'the page is hidden',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    },
  ],
])('nothing waits for the delay when %s', async (_when, happen) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], now: Date.now() });
  form('typed', true);
  await act(async () => happen());
  vi.useRealTimers();
  await waitFor(async () => expect((await stored())?.value).toEqual({ title: 'typed' }));
});

test('a save clears the draft, a failed device says so', async () => {
  const one = form('typed', true);
  await waitFor(async () => expect(await stored()).toBeDefined());
  one.rerender({ title: 'typed', isDirty: false });
  await waitFor(async () => expect(await stored()).toBeUndefined());

  const drafts = userDrafts();
  vi.spyOn(drafts!, 'write').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  one.rerender({ title: 'more', isDirty: true });
  await waitFor(() => expect(one.result.current.hasFailed).toBe(true));
});

describe('a form that stands in two tabs', () => {
  beforeEach(() => vi.stubGlobal('navigator', { locks: createLocks() }));
  afterEach(() => vi.unstubAllGlobals());
  const kept = async (slot: string) => (await userDrafts()?.read(slot, schema))?.value.title;

  test('keeps what each has typed, and the one that saves takes away its own', async () => {
    const one = form('first', true);
    const other = form('second', true);
    await waitFor(async () => expect(await kept(KEY)).toBe('first'));
    await waitFor(async () => expect(await kept(`${KEY}#2`)).toBe('second'));
    one.rerender({ title: 'first and more', isDirty: true });
    await waitFor(async () => expect(await kept(KEY)).toBe('first and more'));
    one.rerender({ title: 'first and more', isDirty: false });
    await waitFor(async () => expect(await kept(KEY)).toBeUndefined());
    expect(await kept(`${KEY}#2`)).toBe('second');
    other.unmount();
  });

  test('keeps what it has beside a draft that is added, which is the first to be offered', async () => {
    form('typed', true);
    await waitFor(async () => expect(await kept(KEY)).toBe('typed'));
    await addDraft(KEY, schema, { title: 'given up' });
    expect(await kept(KEY)).toBe('typed');
    const next = form('old', false);
    await waitFor(() => expect(next.result.current.found?.value).toEqual({ title: 'given up' }));
  });

  test('leaves its place to the next visit, which is offered what it has kept', async () => {
    const one = form('first', true);
    await waitFor(async () => expect(await kept(KEY)).toBe('first'));
    one.unmount();
    const next = form('old', false);
    await waitFor(() => expect(next.result.current.found?.value).toEqual({ title: 'first' }));
  });
});

test('what was taken over is kept once: saved, it is not offered again', async () => {
  await userDrafts()?.write(KEY, JSON.stringify({ title: 'earlier' }));
  const one = form('old', false);
  await waitFor(() => expect(one.result.current.found).not.toBeNull());
  act(() => void one.result.current.take());
  one.rerender({ title: 'earlier and more', isDirty: true });
  const second = async () => (await userDrafts()?.read(`${KEY}#2`, schema))?.value.title;
  await waitFor(async () => expect(await second()).toBe('earlier and more'));
  await waitFor(async () => expect(await stored()).toBeUndefined());
});

test('typing before the offered draft is answered does not overwrite it', async () => {
  await userDrafts()?.write(KEY, JSON.stringify({ title: 'earlier' }));
  const one = form('old', false);
  await waitFor(() => expect(one.result.current.found).not.toBeNull());
  one.rerender({ title: 'typed now', isDirty: true });
  await waitFor(async () =>
    expect((await userDrafts()?.read(`${KEY}#2`, schema))?.value).toEqual({ title: 'typed now' }),
  );
  expect((await stored())?.value).toEqual({ title: 'earlier' });
  let taken: unknown;
  act(() => {
    taken = one.result.current.take();
  });
  expect(taken).toEqual({ title: 'earlier' });
  expect(one.result.current.found).toBeNull();
});

test('a foreign device keeps no draft', async () => {
  session.startSession(mockTokens(), { isForeignDevice: true });
  expect(userDrafts()).toBeUndefined();
  const one = form('typed', true);
  await act(() => flushDirtySources());
  expect(one.result.current.hasFailed).toBe(false);
});

test('after thirty days, or in a shape that is no longer known, a draft is not offered', async () => {
  let now = Date.now();
  const store = openDraftStore(draftsDatabaseName(99), { now: () => now });
  await store.write('a', JSON.stringify({ title: 'x' }));
  await store.write('b', JSON.stringify({ name: 'x' }));
  expect(await store.read('b', schema)).toBeUndefined();
  now += 31 * 24 * 3600 * 1000;
  expect(await store.read('a', schema)).toBeUndefined();
  await store.collect();
  store.close();
  await deleteDatabase(draftsDatabaseName(99));
});
