import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOtherTab } from '#tests/fixtures/browser.ts';
import { anna, boris, makeTokens } from '#tests/fixtures/tokens.ts';
import { session } from './session/session.ts';
import { connectTags, invalidateTag, registerInvalidationReach, type Invalidated } from './tags.ts';

let client: QueryClient;
const undoing: (() => void)[] = [];

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  session.startSession(makeTokens(anna));
});
afterEach(async () => {
  for (const undo of undoing.splice(0)) undo();
  client.clear();
  await session.endSession('logout');
});

function show(queryKey: QueryKey, queryFn: () => unknown) {
  const observer = new QueryObserver(client, { queryKey, queryFn: async () => queryFn() });
  undoing.push(observer.subscribe(() => undefined));
  return () => observer.getCurrentResult().data;
}

function reach(action: (invalidated: Invalidated) => void | Promise<void>) {
  undoing.push(registerInvalidationReach(action));
}

function openTab() {
  const tab = openOtherTab('prilavok-tags');
  undoing.push(tab.close);
  return tab;
}

describe('invalidating a tag', () => {
  it('refetches what is on the screen under the tag, and nothing else', async () => {
    const calls: string[] = [];
    const ask = (name: string) => () => calls.push(name);
    show(['Cards', 1], ask('list'));
    show(['Card', 1], ask('card 1'));
    show(['Card', 17], ask('card 17'));
    await vi.waitFor(() => expect(calls).toHaveLength(3));
    await invalidateTag(client, 'Cards');
    await vi.waitFor(() => expect(calls.slice(3)).toEqual(['list']));
    await invalidateTag(client, 'Card', { entityId: 17 });
    await vi.waitFor(() => expect(calls.slice(4)).toEqual(['card 17']));
  });

  it('waits for every place where copies are kept, but not for the network', async () => {
    const done: string[] = [];
    reach(async ({ tag }) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      done.push(tag);
    });
    reach(() => {
      throw new Error('disk');
    });
    const first = vi.fn(() => 'A').mockImplementationOnce(() => 'A');
    show(['UserMe'], first);
    await vi.waitFor(() => expect(first).toHaveBeenCalled());
    first.mockImplementation(() => new Promise(() => undefined) as unknown as string);
    await invalidateTag(client, 'UserMe');
    expect(done).toEqual(['UserMe']);
  });

  it('never shows an answer that was asked for before', async () => {
    const responses: ((data: string) => void)[] = [];
    const data = show(['Cards'], () => new Promise((resolve) => responses.push(resolve)));
    await vi.waitFor(() => expect(responses).toHaveLength(1));
    await invalidateTag(client, 'Cards');
    await vi.waitFor(() => expect(responses).toHaveLength(2));
    responses[0]?.('old');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(data()).toBeUndefined();
    responses[1]?.('new');
    await vi.waitFor(() => expect(data()).toBe('new'));
  });

  it('keeps what the answer of the write already put on the screen', async () => {
    let stored = 'A';
    const data = show(['UserMe'], () => stored);
    await vi.waitFor(() => expect(data()).toBe('A'));
    stored = 'B';
    client.setQueryData(['UserMe'], 'B');
    const seen: unknown[] = [];
    undoing.push(client.getQueryCache().subscribe(() => seen.push(data())));
    reach(() => void seen.push(data()));
    await invalidateTag(client, 'UserMe');
    expect(new Set(seen)).toEqual(new Set(['B']));
  });
});

describe('other tabs', () => {
  it('hear the tag, and no data', async () => {
    undoing.push(connectTags(client));
    const { heard } = openTab();
    client.setQueryData(['Card', 17], { secret: 'price' });
    await invalidateTag(client, 'Card', { entityId: 17 });
    await vi.waitFor(() => expect(heard).toEqual([{ tag: 'Card', entityId: 17, userId: 1 }]));
  });

  it('make this one refetch once, however often they say it, and say nothing back', async () => {
    undoing.push(connectTags(client));
    const { post, heard } = openTab();
    const reached: Invalidated[] = [];
    reach((invalidated) => void reached.push(invalidated));
    const ask = vi.fn(() => 'A');
    show(['Cards'], ask);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
    for (let time = 0; time < 5; time += 1) post({ tag: 'Cards', entityId: undefined, userId: 1 });
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(ask).toHaveBeenCalledTimes(2);
    expect(reached).toEqual([{ tag: 'Cards', entityId: undefined, isRemote: true }]);
    expect(heard).toEqual([]);
  });

  it('are not listened to when they post junk or speak of another user', async () => {
    undoing.push(connectTags(client));
    const { post } = openTab();
    const reached = vi.fn();
    reach(reached);
    const cloneable = fc.oneof(fc.jsonValue(), fc.record({ tag: fc.string(), userId: fc.constant(anna.id) }));
    for (const junk of fc.sample(cloneable, 300)) post(junk);
    post({ tag: 'Cards', entityId: undefined, userId: boris.id });
    post({ tag: 'Cards', entityId: 'x', userId: anna.id });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(reached).not.toHaveBeenCalled();
  });
});

describe('while another tab’s words are gathered', () => {
  it('an answer that was asked for before them is not shown', async () => {
    undoing.push(connectTags(client));
    const responses: ((value: string) => void)[] = [];
    const shown = show(['Card', 17], () => new Promise((resolve) => responses.push(resolve)));
    await vi.waitFor(() => expect(responses).toHaveLength(1));
    responses[0]?.('before');
    await vi.waitFor(() => expect(shown()).toBe('before'));
    void client.refetchQueries({ queryKey: ['Card', 17] });
    await vi.waitFor(() => expect(responses).toHaveLength(2));
    const heard = vi.spyOn(client, 'cancelQueries');
    openTab().post({ tag: 'Card', entityId: 17, userId: anna.id });
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    responses[1]?.('older than the word');
    await vi.waitFor(() => expect(responses).toHaveLength(3));
    expect(shown()).toBe('before');
    responses[2]?.('after');
    await vi.waitFor(() => expect(shown()).toBe('after'));
  });
});
