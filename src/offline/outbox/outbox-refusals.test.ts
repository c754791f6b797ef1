import { describe, expect, test } from 'vitest';
import { CARD, edit, settled, world } from '#tests/support/outbox/card-world.ts';

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
