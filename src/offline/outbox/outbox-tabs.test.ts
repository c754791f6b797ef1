import { describe, expect, test } from 'vitest';
import { CARD, edit, settled, world } from '#tests/support/outbox/card-world.ts';
import type { Edit } from './outbox-record.ts';
import { SimulatedWorld } from '#tests/support/outbox/simulated-world.ts';

/** One tab makes two edits and will send them; the other knows them as they wait, and sleeps until `wakeUp`. */
async function sleepOver(first: Edit, second: Edit) {
  const one = world();
  one.isOnline = false;
  const sender = one.openTab();
  const told: unknown[] = [];
  const sleeper = one.openTab(undefined, ({ patch }) => told.push(patch));
  await sender.outbox.enqueue(first);
  // As after an answer that was lost: the next edit waits behind it.
  await one.store.change(({ records }) => ({
    change: { put: records.map((record) => ({ ...record, isUncertain: true })) },
    result: undefined,
  }));
  await sender.outbox.enqueue(second);
  await sleeper.outbox.reload();
  const wakeUp = async () => {
    one.isOnline = true;
    await sender.outbox.flush({ isForced: true });
    await sleeper.outbox.reload();
  };
  return { one, told, wakeUp };
}

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

  test('a tab that slept learns of what was sent under another key: it was joined with theirs, and with a later edit', async () => {
    const { one, told, wakeUp } = await sleepOver(
      edit({ title: 'first' }),
      edit({ subject: 'second' }, { base: {} }),
    );
    one.server.change(CARD, { brand: 'theirs' });
    await wakeUp();
    expect(one.server.requests).toHaveLength(2);
    expect(told).toEqual([{ title: 'first' }, { subject: 'second' }]);
  });

  test('a tab that slept learns of an edit that the server turned out to have already', async () => {
    const { one, told, wakeUp } = await sleepOver(edit({ title: 'first' }), edit({ brand: 'second' }));
    one.server.change(CARD, { title: 'first', brand: 'second' });
    await wakeUp();
    expect(told).toEqual([{ title: 'first' }, { brand: 'second' }]);
  });

  test('a tab that slept learns of a second edit that the server’s answer to the first one already holds', async () => {
    const { one, told, wakeUp } = await sleepOver(edit({ title: ' first ' }), edit({ title: 'first' }));
    const handle = one.server.handle.bind(one.server);
    one.server.handle = (record) => handle({ ...record, patch: { title: 'first' } });
    await wakeUp();
    expect(one.server.requests).toHaveLength(1);
    expect(told).toEqual([{ title: ' first ' }, { title: 'first' }]);
  });

  test('the tab that met a conflict learns that it was sent after a choice in another tab', async () => {
    const one = world();
    const told: unknown[] = [];
    const first = one.openTab(undefined, ({ patch }) => told.push(patch));
    const second = one.openTab();
    one.server.change(CARD, { title: 'theirs' });
    await settled(first.outbox.enqueue(edit({ title: 'mine' })));
    const [conflict] = first.outbox.getContent().records;
    await settled(second.outbox.resolveConflict(conflict?.id ?? '', ['title']));
    expect(one.server.state(CARD).fields['title']).toBe('mine');
    await first.outbox.reload();
    expect(told).toEqual([{ title: 'mine' }]);
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
