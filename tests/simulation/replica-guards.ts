import type { Guard } from './guard.ts';

const CATALOGUE = 'src/offline/catalogue';

/** Guards of the replica; their seeds are of a world with one. */
export const replicaGuards: Guard[] = (
  [
    {
      name: 'the cursor moves with the rows, never before them',
      invariant: 'I7',
      seed: 2,
      mutations: [
        {
          file: `${CATALOGUE}/replica.ts`,
          from: 'portions: isEmpty ? target.portions : [...target.portions, number]',
          to: 'portions: target.portions',
        },
      ],
    },
    {
      name: 'whole is what the checksum proves',
      invariant: 'I7',
      seed: 44,
      mutations: [
        {
          file: `${CATALOGUE}/replica.ts`,
          from: '!portion.hasMore && !isRight(loaded, portion)',
          to: 'false',
        },
      ],
    },
    {
      name: 'the age is that of the question, not of its answer',
      invariant: 'I7',
      seed: 12,
      mutations: [
        {
          file: `${CATALOGUE}/keep-current.ts`,
          from: "worker.call('take', { since, bytes, askedAtMs }, [bytes])",
          to: "worker.call('take', { since, bytes, askedAtMs: Date.now() }, [bytes])",
        },
      ],
    },
    {
      name: 'half of the changes is not the age of all',
      invariant: 'I7',
      seed: 2,
      mutations: [
        {
          file: `${CATALOGUE}/replica.ts`,
          from: 'isFill ? { ...head, next: after } : { ...head, current: after }',
          to: 'isFill ? { ...head, next: after } : { ...head, current: { ...after, currentAtMs: askedAtMs } }',
        },
      ],
    },
    {
      name: 'unsent edits are lifted before a portion is taken',
      invariant: 'I7',
      seed: 8,
      mutations: [
        {
          file: `${CATALOGUE}/waiting-rows.ts`,
          inside: 'aside',
          from: 'if (engine !== under) return change();',
          to: 'return change();',
        },
      ],
    },
    {
      name: 'a leader that ends lets go of its lock',
      invariant: 'I8',
      seed: 404,
      mutations: [{ file: `${CATALOGUE}/worker-calls.ts`, from: "fail('ended');", to: 'waiting.clear();' }],
    },
    {
      name: 'the replica has a database for each user',
      invariant: 'I6',
      seed: 8,
      mutations: [
        {
          file: 'src/offline/device/user-database.ts',
          inside: 'catalogueDatabaseName',
          from: 'return CATALOGUE_DATABASE_PREFIX + userKey(userId);',
          to: 'return CATALOGUE_DATABASE_PREFIX + userKey(1);',
        },
      ],
    },
    {
      name: 'the replica ends with its session',
      invariant: 'I6',
      seed: 54,
      mutations: [
        {
          file: `${CATALOGUE}/start-catalogue.ts`,
          from: 'end(); follow();',
          to: '',
        },
        { file: `${CATALOGUE}/start-catalogue.ts`, from: 'session.subscribe(follow)', to: '() => undefined' },
      ],
    },
    {
      name: 'it follows whoever is here after somebody else’s wipe',
      invariant: 'I8',
      seed: 320,
      heldBy: 'src/offline/catalogue/start-catalogue.test.ts',
      mutations: [{ file: `${CATALOGUE}/start-catalogue.ts`, from: 'end(); follow();', to: 'end();' }],
    },
    {
      name: 'a reason to ask shortens the pause after failures',
      invariant: 'I8',
      seed: 211,
      mutations: [
        {
          file: `${CATALOGUE}/keep-current.ts`,
          from: 'await pause(Math.max(pauseMs - FIRST_PAUSE_MS, 0), due.signal);',
          to: 'await pause(Math.max(pauseMs - FIRST_PAUSE_MS, 0), signal);',
        },
      ],
    },
    {
      name: 'another tab reads what one has taken',
      invariant: 'I8',
      seed: 26,
      mutations: [
        {
          file: `${CATALOGUE}/start-catalogue.ts`,
          from: 'onTaken: () => tabs.post({ userId: user.id })',
          to: 'onTaken: () => undefined',
        },
      ],
    },
    {
      name: 'a tab that is seen again has its engine again',
      invariant: 'I8',
      seed: 8,
      isOfHidden: true,
      mutations: [
        {
          file: `${CATALOGUE}/catalogue-tab.ts`,
          from: 'timer = isSeen() ? setTimeout(start, GLANCE_MS) : setTimeout(waitToGo, LET_GO_AFTER_MS);',
          to: 'if (!isSeen()) timer = setTimeout(waitToGo, LET_GO_AFTER_MS);',
        },
      ],
    },
    {
      name: 'an engine that is let go lets go of its lead',
      invariant: 'I8',
      seed: 88,
      isOfHidden: true,
      mutations: [
        {
          file: `${CATALOGUE}/catalogue-engine.ts`,
          from: 'ending.abort(); worker?.end();',
          to: 'worker?.end();',
        },
      ],
    },
    {
      name: 'a portion is taken as the answer to its own question alone',
      invariant: 'I7',
      seed: 137,
      isOfLatePages: true,
      mutations: [
        {
          file: `${CATALOGUE}/replica.ts`,
          from: '!target || target.cursor !== since',
          to: '!target',
        },
      ],
    },
    {
      name: 'a copy of before is not what the server says now',
      invariant: 'I7',
      seed: 43,
      isOfLatePages: true,
      mutations: [
        {
          file: `${CATALOGUE}/catalogue-engine.ts`,
          from: "response.headers.get(SW_CACHE_HEADER) === 'hit'",
          to: 'false',
        },
      ],
    },
    {
      // Each of these alone is enough.
      name: 'a page that comes after its session is nobody’s',
      invariant: 'I6',
      seed: 305,
      isOfLatePages: true,
      mutations: [
        {
          file: 'src/api/http/exchange.ts',
          from: 'await Promise.race([read(response), rejectionOf(abort.signal)])',
          to: 'await read(response)',
        },
        {
          file: 'src/api/client.ts',
          from: 'if (session.epoch !== epoch) throw sessionEndedError();',
          to: "if (session.epoch !== epoch && !endpoint.path.endsWith('/changes/')) throw sessionEndedError();",
        },
        { file: `${CATALOGUE}/keep-current.ts`, from: 'if (signal.aborted) break;', to: '' },
        { file: `${CATALOGUE}/worker-calls.ts`, from: "port.terminate(); fail('ended');", to: '' },
        { file: `${CATALOGUE}/serve-calls.ts`, from: '!(isDeleted = true)', to: 'true' },
      ],
    },
  ] satisfies Omit<Guard, 'isOfReplica'>[]
).map((guard) => ({ ...guard, isOfReplica: true }));
