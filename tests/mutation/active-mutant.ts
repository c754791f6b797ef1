import { SWITCH } from './switched-source.ts';

/** Beyond these a mutant has made a loop that does not end. */
const CALLS_BESIDE_USUAL = 1_000;
const TIMES_USUAL = 10;

/** How often each mutant was passed. */
export type Calls = ReadonlyMap<number, number>;

export interface ActiveMutant {
  /** What the code has passed since the last call, while no mutant is in it. */
  takePassed: () => Calls;
  /** From here on this one is in the code, and throws when it is passed much more often than usual. */
  activate: (id: number, usualCalls: number) => void;
}

/** The switch that the mutated source asks. */
export function installSwitch(): ActiveMutant {
  let active: number | null = null;
  let callsLeft = 0;
  let passed = new Map<number, number>();

  function isMutant(id: number): boolean {
    if (active === null) {
      passed.set(id, (passed.get(id) ?? 0) + 1);
      return false;
    }
    if (id !== active) return false;
    callsLeft -= 1;
    if (callsLeft < 0) throw new Error('A loop without end');
    return true;
  }

  Object.assign(globalThis, { [SWITCH]: isMutant });
  return {
    takePassed() {
      const taken = passed;
      passed = new Map();
      return taken;
    },
    activate(id, usualCalls) {
      active = id;
      callsLeft = CALLS_BESIDE_USUAL + TIMES_USUAL * usualCalls;
    },
  };
}
