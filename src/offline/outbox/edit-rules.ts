/**
 * What people do to the outbox, as pure functions: from its content to the change of one transaction. Two tabs may run
 * them at the same time; the transaction decides who came first.
 */
import {
  RECORD_FORMAT,
  recordsOf,
  type Edit,
  type Fields,
  type OutboxChange,
  type OutboxContent,
  type OutboxRecord,
  type Stamp,
} from './outbox-record.ts';
import { followersOf, rebase, requeued } from './rebase-record.ts';
import { isSameJson, pick } from './three-way-merge.ts';

/**
 * Adds an edit. It joins the last record of its entity while that one has never left the device (or was refused for
 * good); what may have reached the server keeps its body, and the edit waits behind it. `sequence` is null when nothing
 * is left to send.
 */
export function addEdit(
  content: OutboxContent,
  userId: number,
  edit: Edit,
  { now, newKey }: Stamp,
): { change: OutboxChange; sequence: number | null } {
  const entityId = content.aliases.get(edit.entityId) ?? edit.entityId;
  const chain = recordsOf(content, edit);
  const last = chain.at(-1);
  if (last && last.state !== 'sending' && !last.isUncertain && last.kind !== 'delete') {
    return edit.kind === 'delete' ? replaceByDelete(last, edit, newKey) : coalesce(last, edit, newKey);
  }
  // A deletion that was refused gives way to what the user wants now.
  const refused = last?.kind === 'delete' && last.state === 'rejected' ? [last.id] : [];
  const sequence = Math.max(now, ...content.records.map((record) => record.sequence + 1));
  const record: OutboxRecord = {
    formatVersion: RECORD_FORMAT,
    id: newKey(),
    formerIds: [],
    userId,
    entity: edit.entity,
    entityId,
    kind: edit.kind,
    title: edit.title,
    baseVersion: edit.baseVersion,
    patch: edit.patch,
    base: baseOnTopOf(chain, edit.base),
    ...(edit.whole && { whole: edit.whole }),
    createdAt: now,
    sequence,
    attempts: 0,
    nextAttemptAt: 0,
    state: 'queued',
    isUncertain: false,
    claim: null,
    failure: null,
    conflict: null,
  };
  return { change: { remove: refused, put: [record] }, sequence };
}

/** Behind an edit of the same field the next one is made on top of it, whatever the screen knew of it. */
export function baseOnTopOf(edits: readonly Pick<Edit, 'patch'>[], base: Fields): Fields {
  const waiting = Object.assign({}, ...edits.map(({ patch }) => patch)) as Fields;
  const names = Object.keys(base).filter((name) => name in waiting);
  return { ...base, ...pick(waiting, names) };
}

function replaceByDelete(last: OutboxRecord, edit: Edit, newKey: () => string) {
  if (last.kind === 'create') return { change: { remove: [last.id] }, sequence: null };
  const record = requeued(
    { ...last, kind: 'delete', baseVersion: edit.baseVersion, patch: {}, base: {} },
    newKey(),
  );
  return { change: { remove: [last.id], put: [record] }, sequence: record.sequence };
}

function coalesce(last: OutboxRecord, edit: Edit, newKey: () => string) {
  const patch = { ...last.patch, ...edit.patch };
  const base = { ...edit.base, ...last.base };
  // A value put back is no change, but only if what it was put back to is what the screen was made from.
  const undone =
    last.kind === 'update' && edit.baseVersion === last.baseVersion
      ? Object.keys(edit.patch).filter((field) => isSameJson(patch[field], base[field]))
      : [];
  const kept = Object.keys(patch).filter((field) => !undone.includes(field));
  if (kept.length === 0 && last.kind === 'update') return { change: { remove: [last.id] }, sequence: null };
  const joined: OutboxRecord = {
    ...last,
    title: edit.title,
    patch: pick(patch, kept),
    base: last.kind === 'create' ? {} : pick(base, kept),
    ...(edit.whole && { whole: edit.whole }),
  };
  if (last.state === 'queued') return { change: { put: [joined] }, sequence: last.sequence };
  const { conflict } = last;
  const state = conflict && { entityId: last.entityId, version: conflict.version, fields: conflict.theirs };
  const record = state ? rebase(joined, state, newKey()) : requeued(joined, newKey());
  const sequence = record ? record.sequence : null;
  return { change: { remove: [last.id], put: record ? [record] : [] }, sequence };
}

/** «Повторить» on a parked record. */
export function retry(content: OutboxContent, id: string, newKey: () => string): OutboxChange {
  const record = content.records.find((one) => one.id === id);
  if (record?.state === 'rejected') return { remove: [id], put: [requeued(record, newKey())] };
  // What may have reached the server keeps its key.
  if (record?.state === 'queued') return { put: [{ ...record, nextAttemptAt: 0 }] };
  return {};
}

/** «Удалить»: gives the record up, and with a new entity all that waits behind it. Not what is being sent. */
export function discard(content: OutboxContent, id: string): { change: OutboxChange; isDone: boolean } {
  if (content.unreadable.includes(id)) return { change: { remove: [id] }, isDone: true };
  const record = content.records.find((one) => one.id === id);
  if (!record) return { change: {}, isDone: true };
  if (record.state === 'sending') return { change: {}, isDone: false };
  const removed = record.kind === 'create' ? [record, ...followersOf(content, record)] : [record];
  return { change: { remove: removed.map((one) => one.id) }, isDone: true };
}

/** The user has chosen: mine in `mineFields`, theirs in the other fields that were in conflict. */
export function resolveConflict(
  content: OutboxContent,
  id: string,
  mineFields: readonly string[],
  newKey: () => string,
): { change: OutboxChange; sequence: number | null } {
  const record = content.records.find((one) => one.id === id);
  if (record?.state !== 'conflict' || !record.conflict) return { change: {}, sequence: null };
  const { fields, theirs, version } = record.conflict;
  const kept = Object.keys(record.patch).filter(
    (field) => !fields.includes(field) || mineFields.includes(field),
  );
  if (kept.length === 0) return { change: { remove: [id] }, sequence: null };
  const resolved = {
    ...record,
    baseVersion: version,
    patch: pick(record.patch, kept),
    base: pick(theirs, kept),
  };
  return { change: { remove: [id], put: [requeued(resolved, newKey())] }, sequence: record.sequence };
}
