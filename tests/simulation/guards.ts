import type { Guard } from './guard.ts';
import { replicaGuards } from './replica-guards.ts';
import { takingsGuards } from './takings-guards.ts';

const OUTBOX = 'src/offline/outbox';

export const guards: Guard[] = [
  {
    name: 'record on the device before «saved» is said',
    invariant: 'I1',
    seed: 2,
    mutations: [
      {
        file: `${OUTBOX}/outbox.ts`,
        from: 'return resultOf(await written);',
        to: "written.catch(() => 0); return { result: Promise.resolve({ status: 'waiting', failure: null }) };",
      },
    ],
  },
  {
    name: 'a conflict is asked about',
    invariant: 'I1',
    seed: 39,
    mutations: [
      {
        file: `${OUTBOX}/three-way-merge.ts`,
        from: '!isSameJson(mine.base[field], theirs[field])',
        to: 'false',
      },
    ],
  },
  {
    name: 'unsent work outlives an expired session',
    invariant: 'I1',
    seed: 54,
    mutations: [
      {
        file: 'src/offline/device/wipe.ts',
        from: "reason === 'logout' ? deleteAllOf(user.id) : deleteCopiesOf(user.id)",
        to: 'deleteAllOf(user.id)',
      },
    ],
  },
  {
    name: 'the outbox follows the session',
    invariant: 'I6',
    seed: 34,
    mutations: [
      {
        file: `${OUTBOX}/user-outbox.ts`,
        from: 'if (current && (current.epoch !== session.epoch || !user)) close();',
        to: '',
      },
      {
        file: `${OUTBOX}/user-outbox.ts`,
        from: 'session.epoch === epoch && session.getSession().user?.id === userId && canReachServer(connectivity.getState())',
        to: 'canReachServer(connectivity.getState())',
      },
      { file: `${OUTBOX}/user-outbox.ts`, from: 'registerUserStore({ close })', to: '() => undefined' },
    ],
  },
  {
    name: '«kept» is never said where nothing is kept',
    invariant: 'I1',
    seed: 918,
    mutations: [
      {
        file: `${OUTBOX}/save-result.ts`,
        from: "if (!isVolatile || result.status === 'sent' || result.status === 'failed') return result;",
        to: 'return result;',
      },
    ],
  },
  {
    name: 'idempotency key',
    invariant: 'I2',
    seed: 116,
    mutations: [
      {
        file: `${OUTBOX}/send-record.ts`,
        inside: 'sendCard',
        from: 'const options = { idempotencyKey: record.id };',
        to: 'const options = {};',
      },
    ],
  },
  {
    name: 'a save that timed out is not written later',
    invariant: 'I2',
    seed: 1459,
    mutations: [
      {
        file: `${OUTBOX}/outbox-store.ts`,
        inside: 'abort',
        from: 'transaction.abort();',
        to: '',
      },
    ],
  },
  {
    name: 'copies are brought up to date before the record goes',
    invariant: 'I3',
    seed: 5,
    mutations: [
      {
        file: `${OUTBOX}/record-sender.ts`,
        inside: 'finish',
        from: 'await deps.refreshCopies(record, state);',
        to: '',
      },
    ],
  },
  {
    name: 'what a dead tab was sending goes back into the queue',
    invariant: 'I3',
    seed: 11,
    mutations: [
      {
        file: `${OUTBOX}/claim-rules.ts`,
        from: 'if (hasLock || claim === null || claim.tab === tab) return true;',
        to: 'return false;',
      },
    ],
  },
  {
    name: 'a save clears the stored copies',
    invariant: 'I3',
    seed: 4,
    mutations: [
      {
        file: 'src/app/start.ts',
        from: 'registerInvalidationReach(({ tag, entityId }) => userCache.removeTag(tag, entityId));',
        to: '',
      },
    ],
  },
  {
    name: 'another tab’s sent record stays on the screen',
    invariant: 'I3',
    seed: 19,
    mutations: [
      {
        file: `${OUTBOX}/user-outbox.ts`,
        from: 'onSentElsewhere: (record) => client && showSent(client, record)',
        to: 'onSentElsewhere: () => undefined',
      },
    ],
  },
  {
    name: 'a late answer of before a save is not stored',
    invariant: 'I3',
    seed: 110,
    mutations: [
      { file: 'src/offline/copies/persister.ts', inside: 'removeTag', from: 'generation += 1;', to: '' },
      {
        file: 'src/api/tags.ts',
        from: 'const cancelled = queryClient.cancelQueries({ queryKey });',
        to: 'const cancelled = Promise.resolve();',
      },
    ],
  },
  {
    name: 'Web Lock around the refresh',
    invariant: 'I4',
    seed: 19,
    mutations: [
      {
        file: 'src/api/session/refresh.ts',
        from: 'if (!locks) return refresh(failedToken);',
        to: 'return refresh(failedToken);',
      },
    ],
  },
  {
    name: 'tokens are read again under the lock',
    invariant: 'I4',
    seed: 21,
    mutations: [
      {
        file: 'src/api/session/refresh.ts',
        inside: 'refresh',
        from: 'session.rereadStorage();',
        to: '',
      },
      {
        file: 'src/api/session/refresh.ts',
        from: "if (accessToken !== failedToken) return 'refreshed';",
        to: '',
      },
    ],
  },
  {
    name: 'only a 4xx ends the session',
    invariant: 'I5',
    seed: 10,
    mutations: [
      {
        file: 'src/api/session/refresh.ts',
        from: 'if (!response.failure.isClientError) return response;',
        to: '',
      },
    ],
  },
  {
    name: 'the wipe at the end of a session',
    invariant: 'I6',
    seed: 7,
    mutations: [
      {
        file: 'src/app/start.ts',
        from: 'await wipeUserData(ending, { queryClient, userCache });',
        to: '',
      },
    ],
  },
  {
    name: 'the session’s epoch in the client',
    invariant: 'I6',
    seed: 412,
    mutations: [
      {
        file: 'src/api/client.ts',
        from: 'if (session.epoch !== epoch) throw sessionEndedError();',
        to: '',
      },
      {
        file: 'src/api/client.ts',
        from: 'for (const abort of running) abort.abort();',
        to: '',
      },
    ],
  },
  {
    name: 'stored copies are closed with their session',
    invariant: 'I6',
    seed: 13,
    mutations: [
      {
        file: 'src/offline/copies/user-cache.ts',
        from: 'if (current?.epoch === session.epoch) return current.persister;',
        to: 'if (current) return current.persister;',
      },
      { file: 'src/offline/device/wipe.ts', from: 'userCache.close();', to: '' },
    ],
  },
  {
    name: 'an unfinished wipe is finished by the next start',
    invariant: 'I6',
    seed: 75,
    mutations: [{ file: 'src/app/start.ts', from: 'void finishWipes(keptUserId);', to: '' }],
  },
  {
    name: 'on a full device the mark of a wipe takes the room of the tokens',
    invariant: 'I6',
    seed: 23,
    mutations: [
      {
        file: 'src/api/session/session-store.ts',
        from: 'if (endsInAllTabs(reason)) storage.clear();',
        to: '',
      },
      {
        file: 'src/api/session/session-store.ts',
        from: 'await runEndTasks({ reason, user, isBack: isBackInAnotherTab(user) });',
        to: 'await runEndTasks({ reason, user, isBack: false }); if (endsInAllTabs(reason)) storage.clear();',
      },
    ],
  },
  {
    name: 'a foreign device is swept of what its user left there before',
    invariant: 'I6',
    seed: 104_002,
    heldBy: 'src/app/start.test.ts',
    mutations: [
      {
        file: 'src/app/start.ts',
        from: 'const keptUserId = isForeignDevice ? undefined : user?.id;',
        to: 'const keptUserId = user?.id;',
      },
    ],
  },
  {
    name: 'the sweep at start knows who has signed in while the tab slept',
    invariant: 'I3',
    seed: 104_719,
    heldBy: 'src/app/start.test.ts',
    mutations: [
      {
        file: 'src/app/start.ts',
        from: "if (session.rereadStorage() !== 'user-changed') sweepDevice();",
        to: 'sweepDevice();',
      },
    ],
  },
  {
    name: 'a tab that ends late leaves what the same user’s new session keeps',
    invariant: 'I3',
    seed: 42_722,
    heldBy: 'src/app/start.test.ts',
    mutations: [{ file: 'src/offline/device/wipe.ts', from: 'if (isBack) return;', to: '' }],
  },
  {
    name: 'a copy that is being removed is not given',
    invariant: 'I3',
    seed: 62_309,
    mutations: [
      {
        file: 'src/offline/copies/query-storage.ts',
        from: 'tombstones.set(prefix, startedAt);',
        to: '',
      },
    ],
  },
  {
    name: 'an answer that is older than what another tab has sent is asked for again',
    invariant: 'I3',
    seed: 42_163,
    heldBy: 'src/offline/outbox/refresh-copies.test.ts',
    mutations: [
      {
        file: `${OUTBOX}/show-sent.ts`,
        from: "const isOnItsWay = query.state.fetchStatus !== 'idle';",
        to: 'const isOnItsWay = false;',
      },
    ],
  },
  {
    name: 'what was sent under another key is known by its former ids',
    invariant: 'I3',
    seed: 26_471,
    mutations: [
      {
        file: `${OUTBOX}/response-rules.ts`,
        from: 'const ids = records.flatMap(idsOf);',
        to: 'const ids = records.map(({ id }) => id);',
      },
    ],
  },
  {
    name: 'on a foreign device what was left unsent before is shown and sent',
    invariant: 'I3',
    seed: 23_481,
    heldBy: 'src/pages/cards/edit/offline-editing.test.tsx',
    mutations: [
      {
        file: `${OUTBOX}/user-outbox.ts`,
        from: 'if (isForeignDevice) void openLeftBehind(current);',
        to: '',
      },
    ],
  },
  {
    name: 'a deletion that another tab has sent is shown at once',
    invariant: 'I3',
    seed: 73_343,
    heldBy: 'src/offline/outbox/refresh-copies.test.ts',
    mutations: [
      {
        file: `${OUTBOX}/show-sent.ts`,
        from: "if (record.kind === 'create') return;",
        to: "if (record.kind !== 'update') return;",
      },
    ],
  },
  {
    name: 'who met a conflict learns that another tab has sent it',
    invariant: 'I3',
    seed: 74_755,
    mutations: [{ file: `${OUTBOX}/record-sender.ts`, from: 'ownSent.delete(next.id);', to: '' }],
  },
  {
    name: 'all tabs agree on what may be kept',
    invariant: 'I6',
    seed: 113_529,
    heldBy: 'src/api/session/session-store.test.ts',
    mutations: [
      {
        file: 'src/api/session/session-store.ts',
        from: 'storage.isForeignDevice() !== session.isForeignDevice',
        to: 'false',
      },
    ],
  },
  {
    name: 'a foreign device keeps nothing',
    invariant: 'I6',
    seed: 15,
    mutations: [
      {
        file: 'src/offline/copies/user-cache.ts',
        from: "keepIn: isForeignDevice ? 'memory' : 'device'",
        to: "keepIn: 'device'",
      },
    ],
  },
  ...replicaGuards,
  ...takingsGuards,
];
