import { expect, it, vi } from 'vitest';
import { createOutbox } from './outbox.ts';
import type { Edit } from './outbox-record.ts';
import { createMemoryOutboxStore } from './outbox-store.ts';

const edit: Edit = {
  entity: 'card',
  entityId: 17,
  kind: 'update',
  title: 'Кружка',
  baseVersion: 1,
  patch: { title: 'Кружка' },
  base: { title: 'Чашка' },
};

/** The code that sends does not come at first: the network is gone, and no worker has it yet. */
function openOutbox(isVolatile: boolean) {
  const sent: string[] = [];
  let keys = 0;
  let isHere = false;
  const outbox = createOutbox({
    userId: 1,
    store: createMemoryOutboxStore(),
    isVolatile,
    tab: 'tab',
    newKey: () => `key-${(keys += 1)}`,
    loadSending: async () => {
      if (!isHere) throw new TypeError('Failed to fetch dynamically imported module');
    },
    send: async ({ id }) => {
      sent.push(id);
      return { state: { entityId: 17, version: 2, fields: {} } };
    },
    readState: async () => ({ entityId: 17, version: 1, fields: {} }),
    refreshCopies: async () => undefined,
    canSend: () => true,
    withLock: async (work) => {
      await work(true);
      return true;
    },
    setTimer: () => setTimeout(() => undefined, 0),
  });
  return { outbox, sent, comeBack: () => (isHere = true) };
}

it('what cannot be sent for want of its code stays unclaimed, and goes with the next flush', async () => {
  const { outbox, sent, comeBack } = openOutbox(false);
  const { result } = await outbox.enqueue(edit);
  expect(await result).toMatchObject({ status: 'waiting' });
  expect(outbox.getContent().records).toMatchObject([{ state: 'queued', isUncertain: false, attempts: 0 }]);
  comeBack();
  await outbox.flush();
  expect(sent).toEqual(['key-1']);
  expect(outbox.getContent().records).toEqual([]);
});

it('where nothing is kept it is not kept for later either', async () => {
  const { outbox, sent, comeBack } = openOutbox(true);
  const { result } = await outbox.enqueue(edit);
  expect(await result).toMatchObject({ status: 'failed' });
  await vi.waitFor(() => expect(outbox.getContent().records).toEqual([]));
  comeBack();
  await outbox.flush();
  expect(sent).toEqual([]);
});
