import { RECORD_FORMAT, type OutboxRecord } from '#offline/outbox/outbox-record.ts';

/** For tests: an edit that waits, with what matters to the test at hand. */
export function sampleRecord(part: Partial<OutboxRecord> = {}): OutboxRecord {
  return {
    formatVersion: RECORD_FORMAT,
    id: 'a',
    formerIds: [],
    userId: 1,
    entity: 'card',
    entityId: 17,
    kind: 'update',
    title: '',
    baseVersion: 1,
    patch: {},
    base: {},
    createdAt: 0,
    sequence: 1,
    attempts: 0,
    nextAttemptAt: 0,
    state: 'queued',
    isUncertain: false,
    claim: null,
    failure: null,
    conflict: null,
    ...part,
  };
}
