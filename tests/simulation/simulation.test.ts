import { describe, expect, it } from 'vitest';
import { bundleCore } from './core-bundle.ts';
import { invariants } from './judge.ts';
import { runSeed } from './run-seed.ts';
import { createTally } from './tally.ts';

const SEEDS = 500;

describe('the client core among faults, tabs, devices and users', () => {
  it(`keeps every promise in ${SEEDS} seeds`, { timeout: 1_800_000 }, async () => {
    const core = await bundleCore();
    const tally = createTally();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const result = await runSeed(seed, core);
      tally.add(result);
      const { violation } = result;
      if (!violation) continue;
      expect.fail(`${violation.invariant}: ${violation.what}\nnpm run simulate -- --seed ${seed}`);
    }
    // A run without faults, or one that looks at nothing, would keep every promise too.
    expect(tally.faults.size).toBeGreaterThan(25);
    expect([...tally.checks.keys()].toSorted()).toEqual(Object.keys(invariants));
  });

  it.each([3, 7, 19])('replays seed %i in the same order of events', async (seed) => {
    const core = await bundleCore();
    const traces = [[], []] as string[][];
    for (const trace of traces) await runSeed(seed, core, (line) => trace.push(line));
    expect(traces[0]?.length).toBeGreaterThan(100);
    expect(traces[1]).toEqual(traces[0]);
  });
});
