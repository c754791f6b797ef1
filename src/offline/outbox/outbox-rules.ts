/**
 * What happens to the outbox, as pure functions: from its content to the change of one transaction. Two tabs may run
 * them at the same time; the transaction decides who came first.
 */
import {
  entityKey,
  isTemporaryId,
  RECORD_FORMAT,
  recordsOf,
  type Edit,
  type Fields,
  type OutboxChange,
  type OutboxContent,
  type OutboxFailure,
  type OutboxRecord,
  type ServerState,
} from './outbox-record.ts';
import { isSameJson, mergePatch, pick } from './three-way-merge.ts';

/** A tab without Web Locks is taken for dead when it has been sending for longer than any call takes. */
const CLAIM_LEASE_MS = 60_000;
/** No pause lasts so long: a record that seems to wait longer was put back before the device's clock went back. */
const BEYOND_ANY_PAUSE_MS = 600_000;
/** Even a tab that slept through the messages has looked at the store since. */
const SENT_KNOWN_AFTER_MS = 120_000;
const QUICK_MERGES = 5;
const MERGE_PAUSE_MS = 30_000;

export interface Stamp {
  now: number;
  newKey: () => string;
}

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
    userId,
    entity: edit.entity,
    entityId,
    kind: edit.kind,
    title: edit.title,
    baseVersion: edit.baseVersion,
    patch: edit.patch,
    // Behind a record of the same field the edit is made on top of it, whatever the screen knew of it.
    base: { ...edit.base, ...pickFrom(chain, Object.keys(edit.base)) },
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

function pickFrom(chain: readonly OutboxRecord[], names: readonly string[]): Fields {
  const waiting = Object.assign({}, ...chain.map(({ patch }) => patch)) as Fields;
  return pick(
    waiting,
    names.filter((name) => name in waiting),
  );
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

/** Another body, another key: the server answers a known key with what it answered before. */
function requeued(record: OutboxRecord, id: string): OutboxRecord {
  return {
    ...record,
    id,
    state: 'queued',
    attempts: 0,
    nextAttemptAt: 0,
    isUncertain: false,
    claim: null,
    failure: null,
    conflict: null,
  };
}

/**
 * What a dead tab was sending goes back into the queue with its key. With the lock in hand every claim is a dead
 * tab's; without locks only an old one is. `isForced`: the connection came back, what failed for want of it does not
 * wait any longer; a server's wish to wait stands.
 */
export function recover(
  content: OutboxContent,
  { tab, now, hasLock, isForced }: { tab: string; now: number; hasLock: boolean; isForced: boolean },
): OutboxChange {
  const abandoned = content.records.filter(({ state, claim }) => {
    if (state !== 'sending') return false;
    if (hasLock || claim === null || claim.tab === tab) return true;
    return Math.abs(now - claim.at) > CLAIM_LEASE_MS;
  });
  const waiting = content.records.filter(
    ({ state, failure, nextAttemptAt }) =>
      isForced && state === 'queued' && failure?.kind !== 'server' && nextAttemptAt > 0,
  );
  return {
    put: [
      ...abandoned.map((record) => ({ ...record, state: 'queued' as const, claim: null, nextAttemptAt: 0 })),
      ...waiting.map((record) => ({ ...record, nextAttemptAt: 0 })),
    ],
  };
}

/** Takes up to `limit` records for sending: of each entity the first, when its time has come. */
export function claimDue(
  content: OutboxContent,
  { tab, now, limit }: { tab: string; now: number; limit: number },
): OutboxRecord[] {
  const heads = new Map<string, OutboxRecord>();
  for (const record of content.records.toSorted((a, b) => a.sequence - b.sequence)) {
    if (!heads.has(entityKey(record))) heads.set(entityKey(record), record);
  }
  return [...heads.values()]
    .filter((record) => record.state === 'queued' && isDue(record, now))
    .slice(0, limit)
    .map((record) => {
      const claim = { tab, at: now, wasUncertain: record.isUncertain };
      return { ...record, state: 'sending', isUncertain: true, claim };
    });
}

function isDue({ nextAttemptAt }: OutboxRecord, now: number): boolean {
  return nextAttemptAt <= now || nextAttemptAt > now + BEYOND_ANY_PAUSE_MS;
}

/** Claimed but not sent after all. */
export function unclaim(record: OutboxRecord): OutboxChange {
  const isUncertain = record.claim?.wasUncertain !== false;
  return { put: [{ ...record, state: 'queued', claim: null, isUncertain }] };
}

/** When the next record is due; undefined when none is queued. */
export function nextDueAt(content: OutboxContent): number | undefined {
  const times = content.records
    .filter(({ state }) => state === 'queued')
    .map((record) => record.nextAttemptAt);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The server has it: the record goes, what waited behind it goes on from there. */
export function settleSent(
  content: OutboxContent,
  sent: OutboxRecord,
  state: ServerState | null,
  now: number,
): OutboxChange {
  const followers = followersOf(content, sent);
  if (state === null) return { remove: [sent.id], ...noteSent(content, sent, now) };
  return {
    ...noteSent(content, sent, now),
    remove: [sent.id, ...followers.map(({ id }) => id)],
    put: followers.flatMap((follower) => rebaseFollower(follower, sent, state) ?? []),
    ...(isTemporaryId(sent.entityId) && { aliases: [[sent.entityId, state.entityId]] }),
  };
}

function noteSent(content: OutboxContent, { id }: OutboxRecord, now: number) {
  const known = [...content.sent].filter(([, at]) => Math.abs(now - at) > SENT_KNOWN_AFTER_MS);
  const sent: OutboxChange['sent'] = [[id, now]];
  return { sent, forget: known.map(([old]) => old) };
}

/** Nothing to send any more gives undefined. */
function rebaseFollower(
  follower: OutboxRecord,
  sent: OutboxRecord,
  state: ServerState,
): OutboxRecord | undefined {
  const moved = { ...follower, entityId: state.entityId };
  if (follower.kind === 'delete') return { ...moved, baseVersion: state.version };
  // The server may have tidied what I sent; that is not somebody else's change.
  const ownFields = Object.keys(follower.patch).filter(
    (field) => field in sent.patch && isSameJson(follower.base[field], sent.patch[field]),
  );
  const base = { ...follower.base, ...pick(state.fields, ownFields) };
  return rebase({ ...moved, base }, state, follower.id);
}

/** The record as an edit of `state`; a conflict where both changed a field, undefined when nothing is left. */
function rebase(record: OutboxRecord, state: ServerState, newId: string): OutboxRecord | undefined {
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

export type MergeOutcome = 'merged' | 'same' | 'conflict' | 'refused';

/** 412: somebody else saved meanwhile. Disjoint fields join and are sent again with a new key. */
export function settleVersionConflict(
  content: OutboxContent,
  sent: OutboxRecord,
  state: ServerState,
  stamp: Stamp,
): { change: OutboxChange; outcome: MergeOutcome; record: OutboxRecord | undefined } {
  const followers = followersOf(content, sent);
  const remove = [sent.id, ...followers.map(({ id }) => id)];
  const removal = followers.find(({ kind }) => kind === 'delete');
  if (removal || sent.kind === 'delete') {
    const detail = [
      'Пока вы удаляли, группу изменили в другом месте. Повторите, если удалить всё равно нужно',
    ];
    const failure: OutboxFailure = { kind: 'refused', status: 412, detail, fieldErrors: [] };
    const parked = park({ ...(removal ?? sent), baseVersion: state.version }, failure);
    return { change: { remove, put: [parked] }, outcome: 'refused', record: parked };
  }
  const record = rebase(fold([sent, ...followers]), state, stamp.newKey());
  if (record?.state !== 'queued') {
    if (record) return { change: { remove, put: [record] }, outcome: 'conflict', record };
    return { change: { remove, ...noteSent(content, sent, stamp.now) }, outcome: 'same', record };
  }
  const merged = {
    ...record,
    attempts: sent.attempts + 1,
    nextAttemptAt: mergePause(sent.attempts, stamp.now),
  };
  return { change: { remove, put: [merged] }, outcome: 'merged', record: merged };
}

/** A merge is sent at once; a server that refuses every version must not be asked in a circle. */
function mergePause(attempts: number, now: number): number {
  return attempts < QUICK_MERGES ? 0 : now + MERGE_PAUSE_MS;
}

/** Refused for good: parked for the user. With later edits of the same entity the whole is worth another try. */
export function settleRefused(
  content: OutboxContent,
  sent: OutboxRecord,
  failure: OutboxFailure,
  { newKey }: Stamp,
): { change: OutboxChange; record: OutboxRecord | undefined } {
  const followers = followersOf(content, sent);
  const remove = [sent.id, ...followers.map(({ id }) => id)];
  const removal = followers.find(({ kind }) => kind === 'delete');
  if (removal) {
    const record = sent.kind === 'create' ? undefined : removal;
    return { change: { remove, put: record ? [record] : [] }, record };
  }
  const record = followers.length > 0 ? requeued(fold([sent, ...followers]), newKey()) : park(sent, failure);
  return { change: { remove, put: [record] }, record };
}

function park(record: OutboxRecord, failure: OutboxFailure): OutboxRecord {
  return { ...record, state: 'rejected', isUncertain: false, claim: null, failure };
}

/** May come to something later: back into the queue, with the same key. */
export function settleFailed(
  sent: OutboxRecord,
  failure: OutboxFailure,
  { nextAttemptAt, isCertain }: { nextAttemptAt: number; isCertain: boolean },
): OutboxChange {
  const attempts = sent.attempts + 1;
  const record: OutboxRecord = { ...sent, state: 'queued', claim: null, attempts, nextAttemptAt, failure };
  // A refusal of this try says nothing of the tries before it.
  return { put: [{ ...record, isUncertain: isCertain ? sent.claim?.wasUncertain !== false : true }] };
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
  const doomed = record.kind === 'create' ? [record, ...followersOf(content, record)] : [record];
  return { change: { remove: doomed.map((one) => one.id) }, isDone: true };
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

function followersOf(content: OutboxContent, record: OutboxRecord): OutboxRecord[] {
  return recordsOf(content, record).filter(({ sequence }) => sequence > record.sequence);
}

/** Several records of one entity as one: the oldest base, the newest values. Keeps the last place in the order. */
function fold(records: [OutboxRecord, ...OutboxRecord[]]): OutboxRecord {
  return records.reduce((first, next) => ({
    ...first,
    title: next.title,
    sequence: next.sequence,
    ...(next.whole && { whole: next.whole }),
    patch: { ...first.patch, ...next.patch },
    base: first.kind === 'create' ? {} : { ...next.base, ...first.base },
  }));
}

/** The content after a change. */
export function applyChange(content: OutboxContent, change: OutboxChange): OutboxContent {
  const records = new Map(content.records.map((record) => [record.id, record]));
  for (const id of change.remove ?? []) records.delete(id);
  for (const record of change.put ?? []) records.set(record.id, record);
  return {
    records: [...records.values()],
    aliases: new Map([...content.aliases, ...(change.aliases ?? [])]),
    unreadable: content.unreadable.filter((key) => !change.remove?.includes(key)),
    sent: new Map(
      [...content.sent, ...(change.sent ?? [])].filter(([id]) => change.forget?.includes(id) !== true),
    ),
  };
}
