import type { HintKind } from '#contract/live-hints.ts';

export interface Pace {
  add(accountId: number, kind: HintKind): void;
  stop(): void;
}

/**
 * The first hint of an account goes on at once; those that follow within the pause are told together at its end, so that an
 * import of 50 000 cards makes a few hints a second.
 */
export function createPace(
  pauseMs: number,
  send: (accountId: number, kinds: readonly HintKind[]) => void,
): Pace {
  const resting = new Map<number, { waiting: Set<HintKind>; timer: NodeJS.Timeout }>();

  function rest(accountId: number) {
    const timer = setTimeout(() => {
      const waiting = resting.get(accountId)?.waiting ?? new Set();
      resting.delete(accountId);
      if (waiting.size === 0) return;
      rest(accountId);
      send(accountId, [...waiting]);
    }, pauseMs);
    resting.set(accountId, { waiting: new Set(), timer });
  }

  return {
    add(accountId, kind) {
      const pause = resting.get(accountId);
      if (pause) {
        pause.waiting.add(kind);
        return;
      }
      rest(accountId);
      send(accountId, [kind]);
    },
    stop() {
      for (const { timer } of resting.values()) clearTimeout(timer);
      resting.clear();
    },
  };
}
