import { describe, expect, it } from 'vitest';
import { bundleCore } from './core-bundle.ts';
import { invariants } from './judge.ts';
import { runSeed } from './run-seed.ts';
import { createTally, type Tally } from './tally.ts';

const SEEDS = 400;
/** Worlds as the seeds of the older guards know them. */
const SEEDS_WITHOUT_REPLICA = 100;

async function playSeeds(count: number, { hasReplica }: { hasReplica: boolean }): Promise<Tally> {
  const core = await bundleCore();
  const tally = createTally();
  for (let seed = 1; seed <= count; seed += 1) {
    const result = await runSeed(seed, core, { hasReplica });
    tally.add(result);
    const { violation } = result;
    if (!violation) continue;
    const flag = hasReplica ? '' : ' --without-replica';
    expect.fail(`${violation.invariant}: ${violation.what}\nnpm run simulate -- --seed ${seed}${flag}`);
  }
  return tally;
}

describe('the client core among faults, tabs, devices and users', () => {
  it(`keeps every promise in ${SEEDS} seeds`, { timeout: 1_800_000 }, async () => {
    const tally = await playSeeds(SEEDS, { hasReplica: true });
    // A run without faults, or one that looks at nothing, would keep every promise too.
    expect(tally.faults.size).toBeGreaterThan(35);
    for (const kind of ['engine let go', 'page late', 'page after it was given up', 'page of before'])
      expect(tally.faults.get(kind)).toBeGreaterThan(0);
    expect([...tally.checks.keys()].toSorted()).toEqual(Object.keys(invariants).toSorted());
  });

  it(`keeps every promise in ${SEEDS_WITHOUT_REPLICA} seeds without the replica`, async () => {
    const tally = await playSeeds(SEEDS_WITHOUT_REPLICA, { hasReplica: false });
    expect([...tally.checks.keys()].toSorted()).toEqual(['I1', 'I2', 'I3', 'I4', 'I5', 'I6']);
  });

  it.each([3, 7, 19])('replays seed %i in the same order of events', async (seed) => {
    const core = await bundleCore();
    const traces = [[], []] as string[][];
    for (const trace of traces) await runSeed(seed, core, { onTrace: (line) => trace.push(line) });
    expect(traces[0]?.length).toBeGreaterThan(100);
    expect(traces[1]).toEqual(traces[0]);
  });
});
