import { describe, expect, test } from 'vitest';
import type { Edit } from './outbox-record.ts';
import { SimulatedWorld } from './simulated-world.ts';

const CARD = 17;

function edit(patch: Record<string, unknown>, part: Partial<Edit> = {}): Edit {
  const base = Object.fromEntries(Object.keys(patch).map((field) => [field, 'old']));
  return {
    entity: 'card',
    entityId: CARD,
    kind: 'update',
    title: 'Чашка',
    baseVersion: 1,
    patch,
    base,
    ...part,
  };
}

function create(tempId: number, patch: Record<string, unknown>): Edit {
  return edit(patch, { entityId: tempId, kind: 'create', baseVersion: null, base: {} });
}

function world(options = {}) {
  const made = new SimulatedWorld(options);
  made.server.add(CARD, { title: 'old', brand: 'old' });
  return made;
}

async function settled(promise: Promise<{ result: Promise<unknown> }>) {
  return (await promise).result;
}

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

  test('an edit that the device could not store is not called saved', async () => {
    const one = world();
    const tab = one.openTab();
    one.store.change = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    await expect(tab.outbox.enqueue(edit({ title: 'new' }))).rejects.toThrow('full');
    expect(one.server.requests).toEqual([]);
  });
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

describe('when somebody else saved meanwhile', () => {
  test('disjoint fields join, under a new key', async () => {
    const one = world();
    const tab = one.openTab();
    one.server.change(CARD, { brand: 'theirs' });
    const result = await settled(tab.outbox.enqueue(edit({ title: 'mine' })));
    expect(result).toMatchObject({ status: 'sent' });
    expect(one.server.state(CARD).fields).toEqual({ title: 'mine', brand: 'theirs' });
    expect(new Set(one.server.requests.map(({ id }) => id)).size).toBe(2);
  });

  test('the same field is never overwritten: it waits for a choice', async () => {
    const one = world();
    const tab = one.openTab();
    one.server.change(CARD, { title: 'theirs' });
    const result = await settled(tab.outbox.enqueue(edit({ title: 'mine' })));
    expect(result).toMatchObject({
      status: 'conflict',
      record: { conflict: { fields: ['title'], theirs: { title: 'theirs' }, version: 2 } },
    });
    expect(one.server.state(CARD).fields['title']).toBe('theirs');
    const [record] = tab.outbox.getContent().records;
    await settled(tab.outbox.resolveConflict(record!.id, ['title']));
    expect(one.server.state(CARD).fields['title']).toBe('mine');
  });

  test('choosing theirs gives my field up and sends the rest', async () => {
    const one = world();
    const tab = one.openTab();
    one.server.change(CARD, { title: 'theirs' });
    await settled(tab.outbox.enqueue(edit({ title: 'mine', brand: 'mine' })));
    const [record] = tab.outbox.getContent().records;
    await settled(tab.outbox.resolveConflict(record!.id, []));
    expect(one.server.state(CARD).fields).toEqual({ title: 'theirs', brand: 'mine' });
  });

  test('the same change made twice is no conflict', async () => {
    const one = world();
    const tab = one.openTab();
    one.server.change(CARD, { title: 'same' });
    expect(await settled(tab.outbox.enqueue(edit({ title: 'same' })))).toMatchObject({ status: 'sent' });
    expect(tab.outbox.getContent().records).toEqual([]);
  });

  test('what was changed before it was deleted here is not deleted without asking again', async () => {
    const one = world();
    const tab = one.openTab();
    one.server.change(CARD, { title: 'theirs' });
    const result = await settled(tab.outbox.enqueue(edit({}, { kind: 'delete' })));
    expect(result).toMatchObject({ status: 'rejected' });
    expect(one.server.entities.has(CARD)).toBe(true);
    await tab.outbox.retry(tab.outbox.getContent().records[0]!.id);
    expect(one.server.entities.has(CARD)).toBe(false);
  });

  test('a server that refuses every version is not asked in a circle', async () => {
    const one = world();
    const tab = one.openTab();
    const handle = one.server.handle.bind(one.server);
    one.server.handle = (record) => {
      one.server.change(CARD, { brand: `theirs ${one.server.requests.length}` });
      return handle(record);
    };
    await settled(tab.outbox.enqueue(edit({ title: 'mine' })));
    expect(one.server.requests.length).toBeLessThan(10);
    expect(tab.outbox.getContent().records).toMatchObject([{ state: 'queued', patch: { title: 'mine' } }]);
  });
});

describe('refusals', () => {
  test('a refused record is parked and does not hold up the others', async () => {
    const one = world();
    one.server.add(18, { title: 'old' });
    one.isOnline = false;
    const tab = one.openTab();
    await tab.outbox.enqueue(edit({ title: 'bad' }));
    await tab.outbox.enqueue(edit({ title: 'good' }, { entityId: 18 }));
    one.isOnline = true;
    await tab.outbox.flush({ isForced: true });
    expect(one.server.state(18).fields['title']).toBe('good');
    expect(tab.outbox.getContent().records).toMatchObject([
      { state: 'rejected', failure: { status: 400, detail: ['Так нельзя'] } },
    ]);
  });

  test('a correction of a refused edit is sent with it, under a new key', async () => {
    const one = world();
    const tab = one.openTab();
    await settled(tab.outbox.enqueue(edit({ title: 'bad', brand: 'mine' })));
    await settled(tab.outbox.enqueue(edit({ title: 'good' }, { base: { title: 'bad' } })));
    expect(one.server.state(CARD).fields).toEqual({ title: 'good', brand: 'mine' });
  });

  test('what is gone on the server is parked, what was to be deleted is done', async () => {
    const one = world();
    one.server.entities.delete(CARD);
    const tab = one.openTab();
    expect(await settled(tab.outbox.enqueue(edit({ title: 'new' })))).toMatchObject({ status: 'rejected' });
    await tab.outbox.discard(tab.outbox.getContent().records[0]!.id);
    expect(await settled(tab.outbox.enqueue(edit({}, { kind: 'delete' })))).toMatchObject({ status: 'sent' });
  });

  test.each(['too many', 'away'] as const)(
    '«%s» is tried again later, and stops the rest for now',
    async (fault) => {
      const one = world();
      for (let id = 20; id < 40; id += 1) one.server.add(id, { title: 'old' });
      one.isOnline = false;
      const tab = one.openTab();
      for (let id = 20; id < 40; id += 1) await tab.outbox.enqueue(edit({ title: 'new' }, { entityId: id }));
      one.isOnline = true;
      one.faults.push(...Array.from({ length: 6 }, () => fault));
      await tab.outbox.flush();
      expect(one.server.requests.length).toBeLessThan(6);
      one.now += 600_000;
      await tab.outbox.flush();
      expect(tab.outbox.getContent().records).toEqual([]);
      expect(one.server.effects).toHaveLength(20);
    },
  );
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

describe('several tabs', () => {
  test('what another tab has sent is told of while the record still covers it; what it discarded is not', async () => {
    const one = world();
    one.isOnline = false;
    const sender = one.openTab();
    const told: unknown[] = [];
    const other = one.openTab(undefined, ({ patch }) =>
      told.push([patch, other.outbox.getContent().records.length]),
    );
    await sender.outbox.enqueue(edit({ title: 'given up' }));
    await other.outbox.reload();
    await sender.outbox.discard(sender.outbox.getContent().records[0]!.id);
    await other.outbox.reload();
    await sender.outbox.enqueue(edit({ title: 'new' }));
    await other.outbox.reload();
    one.isOnline = true;
    await sender.outbox.flush({ isForced: true });
    await other.outbox.reload();
    expect(told).toEqual([[{ title: 'new' }, 1]]);
  });

  test('of several edits of one thing that another tab has sent the last is told of last', async () => {
    const one = world();
    one.isOnline = false;
    const sender = one.openTab();
    const told: unknown[] = [];
    const other = one.openTab(undefined, ({ patch }) => told.push(patch['title']));
    await sender.outbox.enqueue(edit({ title: 'first' }));
    // As after an answer that was lost: the next edit waits behind it. The store gives them in another order.
    await one.store.change(({ records }) => ({
      change: { put: records.map((record) => ({ ...record, isUncertain: true })) },
      result: undefined,
    }));
    await sender.outbox.enqueue(edit({ title: 'second' }, { base: { title: 'first' } }));
    await one.store.change(({ records }) => ({
      change: { remove: [records[0]!.id], put: [{ ...records[0]!, id: 'z' }] },
      result: undefined,
    }));
    await other.outbox.reload();
    one.isOnline = true;
    await sender.outbox.flush({ isForced: true });
    await other.outbox.reload();
    expect(told).toEqual(['first', 'second']);
  });

  test('only the tab with the lock sends; when it dies another goes on with the same key', async () => {
    const one = world();
    const first = one.openTab();
    const second = one.openTab();
    const handle = one.server.handle.bind(one.server);
    one.server.handle = (record) => {
      const state = handle(record);
      first.kill();
      return state;
    };
    void first.outbox.enqueue(edit({ title: 'new' }));
    await expect.poll(() => one.server.requests.length).toBe(1);
    one.server.handle = handle;
    await second.outbox.flush();
    expect(one.server.requests).toHaveLength(2);
    expect(one.server.effects).toHaveLength(1);
    expect((await one.content()).records).toEqual([]);
  });

  test('a thousand edits of a hundred cards become a hundred requests, six at a time', async () => {
    const one = world();
    one.isOnline = false;
    for (let id = 200; id < 300; id += 1) one.server.add(id, { title: 'old' });
    const tab = one.openTab();
    for (let round = 0; round < 10; round += 1) {
      for (let id = 200; id < 300; id += 1) {
        await tab.outbox.enqueue(edit({ title: `round ${round}` }, { entityId: id }));
      }
    }
    let open = 0;
    let most = 0;
    const counting = new SimulatedWorld({
      store: one.store,
      step: async (label) => {
        if (label === 'before the request') most = Math.max(most, (open += 1));
        await Promise.resolve();
        if (label === 'after the request') open -= 1;
      },
    });
    for (const [id, entity] of one.server.entities) counting.server.entities.set(id, entity);
    await counting.openTab().outbox.flush({ isForced: true });
    expect(counting.server.requests).toHaveLength(100);
    expect(most).toBeLessThanOrEqual(6);
    expect(most).toBeGreaterThan(1);
    expect((await counting.content()).records).toEqual([]);
  });
});
