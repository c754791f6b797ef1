import { useMemo, useSyncExternalStore } from 'react';
import { recordsOf, type OutboxContent, type OutboxEntity, type OutboxRecord } from './outbox-record.ts';
import { outbox } from './user-outbox.ts';

/** Everything that waits, as this tab knows it. */
export function useOutboxContent(): OutboxContent {
  return useSyncExternalStore(outbox.subscribe, outbox.getContent);
}

export interface OutboxSummary {
  /** Records that go by themselves. */
  waiting: number;
  /** Records that wait for a choice. */
  conflicts: number;
  /** Records that the server refused, or that another build wrote. */
  rejected: number;
  total: number;
  isSending: boolean;
}

export function useOutbox(): OutboxSummary {
  const { records, unreadable } = useOutboxContent();
  const isSending = useSyncExternalStore(outbox.subscribe, outbox.isSending);
  const conflicts = records.filter(({ state }) => state === 'conflict').length;
  const rejected = records.filter(({ state }) => state === 'rejected').length;
  return {
    waiting: records.length - conflicts - rejected,
    conflicts,
    rejected: rejected + unreadable.length,
    total: records.length + unreadable.length,
    isSending: isSending && records.some(({ state }) => state === 'sending'),
  };
}

export interface EntityOutbox {
  /** In the order in which they will be sent. */
  records: readonly OutboxRecord[];
  /** The most that has to be told about them. */
  state: 'none' | 'queued' | 'sending' | 'conflict' | 'rejected';
  /** What a temporary id became; the id itself otherwise. */
  realId: number;
}

/** What waits for one entity. */
export function useEntityOutbox(entity: OutboxEntity, entityId: number): EntityOutbox {
  const content = useOutboxContent();
  return useMemo(() => {
    const records = recordsOf(content, { entity, entityId });
    const has = (state: OutboxRecord['state']) => records.some((record) => record.state === state);
    const state = (['conflict', 'rejected', 'sending', 'queued'] as const).find(has) ?? 'none';
    return { records, state, realId: content.aliases.get(entityId) ?? entityId };
  }, [content, entity, entityId]);
}

let lastTemporaryId = 0;

/** An id for what the server has not seen: negative, and never given twice on this device. */
export function newTemporaryId(): number {
  lastTemporaryId = Math.min(lastTemporaryId - 1, -Date.now() * 1000 - Math.floor(Math.random() * 1000));
  return lastTemporaryId;
}
