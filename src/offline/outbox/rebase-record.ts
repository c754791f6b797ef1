import { recordsOf, type OutboxContent, type OutboxRecord, type ServerState } from './outbox-record.ts';
import { mergePatch, pick } from './three-way-merge.ts';

/** Of those of long ago no tab knows any more. */
const MAX_FORMER_IDS = 50;

/** Another body, another key: the server answers a known key with what it answered before. */
export function requeued(record: OutboxRecord, id: string): OutboxRecord {
  return {
    ...record,
    id,
    formerIds: id === record.id ? record.formerIds : idsOf(record).slice(-MAX_FORMER_IDS),
    state: 'queued',
    attempts: 0,
    nextAttemptAt: 0,
    isUncertain: false,
    claim: null,
    failure: null,
    conflict: null,
  };
}

/** The record as an edit of `state`; a conflict where both changed a field, undefined when nothing is left. */
export function rebase(record: OutboxRecord, state: ServerState, newId: string): OutboxRecord | undefined {
  const { joined, conflicts } = mergePatch(record, state.fields);
  if (conflicts.length > 0) {
    const fields = [...Object.keys(joined), ...conflicts];
    return {
      ...record,
      state: 'conflict',
      claim: null,
      isUncertain: false,
      failure: null,
      patch: pick(record.patch, fields),
      base: pick(record.base, fields),
      conflict: { fields: conflicts, theirs: state.fields, version: state.version },
    };
  }
  const fields = Object.keys(joined);
  if (fields.length === 0) return undefined;
  const rebased = { ...record, baseVersion: state.version, patch: joined, base: pick(state.fields, fields) };
  return requeued(rebased, newId);
}

/** Every id under which the record, or a part of it, has been here. */
export function idsOf({ id, formerIds }: OutboxRecord): string[] {
  return [...formerIds, id];
}

/**
 * Several records of one entity as one: the oldest base, the newest values. Keeps the first id and the last place in the
 * order.
 */
export function fold(records: [OutboxRecord, ...OutboxRecord[]]): OutboxRecord {
  return records.reduce((first, next) => ({
    ...first,
    formerIds: [...first.formerIds, ...idsOf(next)],
    title: next.title,
    sequence: next.sequence,
    ...(next.whole && { whole: next.whole }),
    patch: { ...first.patch, ...next.patch },
    base: first.kind === 'create' ? {} : { ...next.base, ...first.base },
  }));
}

export function followersOf(content: OutboxContent, record: OutboxRecord): OutboxRecord[] {
  return recordsOf(content, record).filter(({ sequence }) => sequence > record.sequence);
}
