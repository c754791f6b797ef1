import { useEffect, useEffectEvent, useState } from 'react';
import { listen } from '#lib/listen.ts';
import type { CountDocument } from '#offline/counts/count-document.ts';
import { userCounts } from '#offline/counts/user-counts.ts';

export type CountStep = (count: CountDocument) => CountDocument;

interface Kept<Value> {
  /** undefined: not read yet. */
  value: Value | undefined;
  /** The device did not give or keep it. */
  hasFailed: boolean;
}

/** Read again whenever this tab has changed a count, or is come back to: another may have gone on with it. */
function useKept<Value>(readNow: () => Promise<Value>): Kept<Value> & { fail: () => void } {
  const [kept, setKept] = useState<Kept<Value>>({ value: undefined, hasFailed: false });
  const ask = useEffectEvent(readNow);
  useEffect(() => {
    let isHere = true;
    const read = () => {
      ask().then(
        (value) => isHere && setKept((before) => ({ ...before, value })),
        () => isHere && setKept((before) => ({ ...before, hasFailed: true })),
      );
    };
    read();
    const stops = [
      userCounts()?.subscribe(read),
      listen(window, 'focus', read),
      listen(document, 'visibilitychange', read),
    ];
    return () => {
      isHere = false;
      for (const stop of stops) stop?.();
    };
  }, []);
  return { ...kept, fail: () => setKept((before) => ({ ...before, hasFailed: true })) };
}

export function useCounts(): Kept<CountDocument[]> {
  return useKept(async () => (await userCounts()?.list()) ?? []);
}

interface OneCount {
  /** undefined: not read yet; null: there is none. */
  count: CountDocument | null | undefined;
  /** What was done last is not on the device. */
  hasFailed: boolean;
  /** Resolves once the device has it; with nothing where it does not. */
  apply: (step: CountStep) => Promise<CountDocument | undefined>;
}

/** One count. Nothing is shown as counted before the device has kept it. */
export function useCount(id: string): OneCount {
  const { value, hasFailed, fail } = useKept(async () => (await userCounts()?.read(id)) ?? null);
  return {
    count: value,
    hasFailed,
    async apply(step) {
      try {
        return await userCounts()?.change(id, step);
      } catch {
        fail();
        return undefined;
      }
    },
  };
}
