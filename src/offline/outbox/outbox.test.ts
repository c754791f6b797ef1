import { describe, expect, test } from 'vitest';
import { CARD, create, edit, settled, world } from '#tests/support/outbox/card-world.ts';

describe('online', () => {
  test('an edit is on the device before the request leaves, and gone once the server has answered', async () => {
    const states: string[] = [];
    const one = world();
    const tab = one.openTab();
    const send = one.server.handle.bind(one.server);
    one.server.handle = (record) => {
      states.push(record.state);
      return send(record);
    };
    const result = await settled(tab.outbox.enqueue(edit({ title: 'new' })));
    expect(result).toMatchObject({ status: 'sent', state: { version: 2 } });
    expect(states).toEqual(['sending']);
    expect((await one.content()).records).toEqual([]);
    expect(one.server.state(CARD).fields).toMatchObject({ title: 'new', brand: 'old' });
  });

  test('copies are brought up to date while the record still covers them', async () => {
    const one = world();
    const covered: number[] = [];
    const tab = one.openTab(() => covered.push(tab.outbox.getContent().records.length));
    await settled(tab.outbox.enqueue(edit({ title: 'new' })));
    expect(covered).toEqual([1]);
  });

  test('copies are brought up to date first also when somebody else had made the same change', async () => {
    const one = world();
    one.server.change(CARD, { title: 'new' });
    const covered: number[] = [];
    const tab = one.openTab(() => covered.push(tab.outbox.getContent().records.length));
    const result = await settled(tab.outbox.enqueue(edit({ title: 'new' })));
    expect(result).toMatchObject({ status: 'sent' });
    expect(covered).toEqual([1]);
  });

  test('an edit made while the one before it is being stored is no conflict with it', async () => {
    const one = world();
    const tab = one.openTab();
    const { change } = one.store;
    let writes = 0;
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    one.store.change = async (decide) => {
      if ((writes += 1) === 2) await held;
      return change(decide);
    };
    const first = tab.outbox.enqueue(edit({ title: 'a' }));
    const second = tab.outbox.enqueue(edit({ title: 'b' }));
    await settled(first);
    goOn();
    expect(await settled(second)).toMatchObject({ status: 'sent' });
    expect(one.server.effects.map(({ value }) => value)).toEqual(['a', 'b']);
  });

  test('an edit that the device could not store is not called saved', async () => {
    const one = world();
    const tab = one.openTab();
    one.store.change = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    await expect(tab.outbox.enqueue(edit({ title: 'new' }))).rejects.toThrow('full');
    expect(one.server.requests).toEqual([]);
  });
});

test('with nothing in it, the device read and asked to send, it is the same object and sends nothing: no screen is drawn anew', async () => {
  const tab = world().openTab();
  const before = tab.outbox.getContent();
  const sent: boolean[] = [];
  tab.outbox.subscribe(() => sent.push(tab.outbox.isSending()));
  await tab.outbox.reload();
  await tab.outbox.flush();
  expect(tab.outbox.getContent()).toBe(before);
  expect(sent).not.toContain(true);
});

describe('offline', () => {
  test('edits of one entity become one request, with the oldest base and the newest values', async () => {
    const one = world();
    one.isOnline = false;
    const tab = one.openTab();
    expect(await settled(tab.outbox.enqueue(edit({ title: 'a' })))).toMatchObject({ status: 'waiting' });
    await tab.outbox.enqueue(edit({ title: 'b', brand: 'x' }, { base: { title: 'a', brand: 'old' } }));
    const { records } = await one.content();
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      patch: { title: 'b', brand: 'x' },
      base: { title: 'old', brand: 'old' },
    });
    one.isOnline = true;
    await tab.outbox.flush({ isForced: true });
    expect(one.server.requests).toHaveLength(1);
    expect(one.server.state(CARD).fields).toEqual({ title: 'b', brand: 'x' });
  });

  test('an edit that is put back leaves nothing to send', async () => {
    const one = world();
    one.isOnline = false;
    const tab = one.openTab();
    await tab.outbox.enqueue(edit({ title: 'a' }));
    await tab.outbox.enqueue(edit({ title: 'old' }, { base: { title: 'a' } }));
    expect((await one.content()).records).toEqual([]);
  });

  test('a draft created and edited offline becomes one card', async () => {
    const one = world();
    one.isOnline = false;
    const tab = one.openTab();
    await tab.outbox.enqueue(create(-5, { title: 'draft' }));
    await tab.outbox.enqueue(edit({ title: 'better' }, { entityId: -5, baseVersion: null }));
    one.isOnline = true;
    await tab.outbox.flush({ isForced: true });
    expect(one.server.requests.map(({ kind }) => kind)).toEqual(['create']);
    expect(one.server.state(101).fields).toEqual({ title: 'better' });
    expect(tab.outbox.getContent().aliases.get(-5)).toBe(101);
  });

  test('a draft deleted before it was sent is never sent', async () => {
    const one = world();
    one.isOnline = false;
    const tab = one.openTab();
    await tab.outbox.enqueue(create(-5, { title: 'draft' }));
    await tab.outbox.enqueue(edit({}, { entityId: -5, kind: 'delete', baseVersion: null }));
    one.isOnline = true;
    await tab.outbox.flush({ isForced: true });
    expect(one.server.requests).toEqual([]);
  });
});

describe('when the answer is lost', () => {
  test('the same request is sent again with the same key, and has one effect', async () => {
    const one = world();
    one.faults.push('answer lost');
    const tab = one.openTab();
    expect(await settled(tab.outbox.enqueue(edit({ title: 'new' })))).toMatchObject({ status: 'waiting' });
    await tab.outbox.flush({ isForced: true });
    const [first, second] = one.server.requests;
    expect(second?.id).toBe(first?.id);
    expect(one.server.effects).toHaveLength(1);
    expect((await one.content()).records).toEqual([]);
  });

  test('a further edit waits behind it instead of changing the body of a used key', async () => {
    const one = world();
    one.faults.push('answer lost');
    const tab = one.openTab();
    await settled(tab.outbox.enqueue(edit({ title: 'a' })));
    one.isOnline = false;
    await tab.outbox.enqueue(edit({ title: 'b' }, { base: { title: 'a' } }));
    expect((await one.content()).records).toHaveLength(2);
    one.isOnline = true;
    await tab.outbox.flush({ isForced: true });
    expect(one.server.effects.map(({ value }) => value)).toEqual(['a', 'b']);
    expect(tab.outbox.getContent().records).toEqual([]);
  });

  test('a refusal for being too often says nothing of the try before it: the body still belongs to its key', async () => {
    const one = world();
    one.faults.push('answer lost', 'too many');
    const tab = one.openTab();
    await settled(tab.outbox.enqueue(edit({ title: 'a' })));
    await tab.outbox.flush({ isForced: true });
    one.isOnline = false;
    await tab.outbox.enqueue(edit({ title: 'b' }, { base: { title: 'a' } }));
    one.isOnline = true;
    one.now += 600_000;
    await tab.outbox.flush({ isForced: true });
    expect(one.server.effects.map(({ value }) => value)).toEqual(['a', 'b']);
    expect(tab.outbox.getContent().records).toEqual([]);
  });

  test('what the server tidied in the first edit is no conflict for the one behind it', async () => {
    const one = world();
    const handle = one.server.handle.bind(one.server);
    one.server.handle = (record) => {
      const state = handle(record);
      if (record.patch['title'] !== 'a ') return state;
      const entity = one.server.entities.get(CARD)!;
      entity.fields = { ...entity.fields, title: 'a' };
      return one.server.state(CARD);
    };
    one.faults.push('answer lost');
    const tab = one.openTab();
    await settled(tab.outbox.enqueue(edit({ title: 'a ' })));
    one.isOnline = false;
    await tab.outbox.enqueue(edit({ title: 'b' }, { base: { title: 'a ' } }));
    one.isOnline = true;
    await tab.outbox.flush({ isForced: true });
    expect(tab.outbox.getContent().records).toEqual([]);
    expect(one.server.state(CARD).fields['title']).toBe('b');
  });

  test('a value put back to what has been changed since is asked about, not dropped', async () => {
    const one = world();
    one.isOnline = false;
    const tab = one.openTab();
    await tab.outbox.enqueue(edit({ title: 'a' }));
    one.server.change(CARD, { title: 'theirs' });
    await tab.outbox.enqueue(edit({ title: 'old' }, { base: { title: 'a' }, baseVersion: 2 }));
    one.isOnline = true;
    await tab.outbox.flush({ isForced: true });
    expect(tab.outbox.getContent().records).toMatchObject([{ state: 'conflict', patch: { title: 'old' } }]);
  });

  test('of one entity only the first record is under way', async () => {
    const one = world();
    one.faults.push('request lost');
    const tab = one.openTab();
    await settled(tab.outbox.enqueue(edit({ title: 'a' })));
    one.isOnline = false;
    await tab.outbox.enqueue(edit({ title: 'b' }, { base: { title: 'a' } }));
    one.isOnline = true;
    await tab.outbox.flush({ isForced: true });
    expect(one.server.requests.map(({ patch }) => patch['title'])).toEqual(['a', 'b']);
  });

  test('an edit of a draft whose creation is uncertain waits for its real id', async () => {
    const one = world();
    one.faults.push('answer lost');
    const tab = one.openTab();
    await settled(tab.outbox.enqueue(create(-5, { title: 'draft' })));
    one.isOnline = false;
    await tab.outbox.enqueue(
      edit({ title: 'b' }, { entityId: -5, baseVersion: null, base: { title: 'draft' } }),
    );
    one.isOnline = true;
    await tab.outbox.flush({ isForced: true });
    expect(one.server.entities.size).toBe(2);
    expect(one.server.state(101).fields).toEqual({ title: 'b' });
  });
});

describe('a clock that goes back', () => {
  test('holds nothing up: what was to be tried again in a moment is not put off for days', async () => {
    const one = world();
    one.faults.push('away');
    const tab = one.openTab();
    await settled(tab.outbox.enqueue(edit({ title: 'new' })));
    expect(one.server.effects).toEqual([]);
    one.now -= 3 * 24 * 3600 * 1000;
    await tab.outbox.flush();
    expect(one.server.state(CARD).fields).toMatchObject({ title: 'new' });
  });
});
