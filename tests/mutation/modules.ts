/** What is mutated, and by which tests each module is held. A test that names the module's words goes here too. */
export interface MutatedModule {
  room: 'outbox' | 'shipments';
  file: string;
  environment: 'node' | 'jsdom';
  tests: readonly string[];
}

const OUTBOX = 'src/offline/outbox';
/** Not the laws: what they find by chance is to be held by a test that names it. */
const OUTBOX_TESTS = [
  `${OUTBOX}/outbox.test.ts`,
  `${OUTBOX}/outbox-refusals.test.ts`,
  `${OUTBOX}/outbox-tabs.test.ts`,
];
const SHIPMENTS = 'server/shipments';

export const modules: readonly MutatedModule[] = [
  outbox('edit-rules', [`${OUTBOX}/edit-rules.test.ts`, ...OUTBOX_TESTS]),
  outbox('response-rules', [`${OUTBOX}/response-rules.test.ts`, ...OUTBOX_TESTS]),
  outbox('claim-rules', [`${OUTBOX}/claim-rules.test.ts`, ...OUTBOX_TESTS, `${OUTBOX}/take-over.test.ts`]),
  outbox('rebase-record', [`${OUTBOX}/rebase-record.test.ts`, ...OUTBOX_TESTS]),
  outbox('three-way-merge', [`${OUTBOX}/three-way-merge.test.ts`, ...OUTBOX_TESTS]),
  outbox('failure', [`${OUTBOX}/failure.test.ts`, ...OUTBOX_TESTS]),
  outbox('overlay', [`${OUTBOX}/overlay.test.ts`, `${OUTBOX}/refresh-copies.test.ts`]),
  outbox('save-result', [`${OUTBOX}/save-result.test.ts`, ...OUTBOX_TESTS]),
  {
    room: 'outbox',
    file: 'src/offline/connection/connectivity-model.ts',
    environment: 'jsdom',
    tests: [
      'src/offline/connection/connectivity-edges.test.ts',
      'src/offline/connection/connectivity-model.test.ts',
      'src/offline/connection/connectivity-proof.test.ts',
      'src/offline/connection/connectivity.test.ts',
    ],
  },
  session('session-store', ['session-store', 'refresh', 'session-tabs']),
  session('token-storage', ['token-storage', 'session-store', 'session-tabs']),
  session('access-token', ['token-storage', 'session-store']),
  shipments('rules/state-machine', ['rules/state-machine']),
  shipments('rules/timing', ['rules/timing']),
  shipments('check/card-problems', ['check/card-problems']),
  shipments('steps/field-guess', ['steps/field-guess']),
  shipments('steps/step', ['steps/step', 'steps/pass-stage']),
  shipments('run/turn', ['run/turn']),
];

function outbox(name: string, tests: readonly string[]): MutatedModule {
  return { room: 'outbox', file: `${OUTBOX}/${name}.ts`, environment: 'jsdom', tests };
}

function session(name: string, tests: readonly string[]): MutatedModule {
  const folder = 'src/api/session';
  return {
    room: 'outbox',
    file: `${folder}/${name}.ts`,
    environment: 'jsdom',
    tests: tests.map((test) => `${folder}/${test}.test.ts`),
  };
}

function shipments(name: string, tests: readonly string[]): MutatedModule {
  return {
    room: 'shipments',
    file: `${SHIPMENTS}/${name}.ts`,
    environment: 'node',
    tests: tests.map((test) => `${SHIPMENTS}/${test}.test.ts`),
  };
}
