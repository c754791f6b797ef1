/** What the server's answer makes of a record and of those behind it, as pure functions; see `edit-rules.ts`. */
import {
  isTemporaryId,
  type OutboxChange,
  type OutboxContent,
  type OutboxFailure,
  type OutboxRecord,
  type ServerState,
  type Stamp,
} from './outbox-record.ts';
import { fold, followersOf, idsOf, rebase, requeued } from './rebase-record.ts';
import { isSameJson, pick } from './three-way-merge.ts';

/** Even a tab that slept through the messages has looked at the store since. */
const SENT_KNOWN_AFTER_MS = 120_000;
const QUICK_MERGES = 5;
const MERGE_PAUSE_MS = 30_000;

/** The server has it: the record goes, what waited behind it goes on from there. */
export function settleSent(
  content: OutboxContent,
  sent: OutboxRecord,
  state: ServerState | null,
  now: number,
): OutboxChange {
  const followers = followersOf(content, sent);
  if (state === null) return { remove: [sent.id], ...noteSent(content, [sent], now) };
  const rebased = followers.map((follower) => rebaseFollower(follower, sent, state));
  const contained = followers.filter((_, index) => rebased[index] === undefined);
  return {
    ...noteSent(content, [sent, ...contained], now),
    remove: [sent.id, ...followers.map(({ id }) => id)],
    put: rebased.filter((record) => record !== undefined),
    ...(isTemporaryId(sent.entityId) && { aliases: [[sent.entityId, state.entityId]] }),
  };
}

function noteSent(content: OutboxContent, records: OutboxRecord[], now: number) {
  const known = [...content.sent].filter(([, at]) => Math.abs(now - at) > SENT_KNOWN_AFTER_MS);
  const ids = records.flatMap(idsOf);
  const sent = ids.map((id): [string, number] => [id, now]);
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
  const whole = fold([sent, ...followers]);
  const record = rebase(whole, state, stamp.newKey());
  if (record?.state !== 'queued') {
    if (record) return { change: { remove, put: [record] }, outcome: 'conflict', record };
    return { change: { remove, ...noteSent(content, [whole], stamp.now) }, outcome: 'same', record };
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
