import { expect, it } from 'vitest';
import { bundleCore } from './core-bundle.ts';
import { worldOf } from './guard.ts';
import { guards } from './guards.ts';
import { firstViolation, runSeed } from './run-seed.ts';

/** A change of the core moves the seeds: another one near by shows the same. */
const MAX_SEEDS = 400;

const whole = bundleCore();

it.each(guards.filter(({ heldBy }) => heldBy === undefined))(
  'without «$name» $invariant falls',
  // Only ends what hangs: how many seeds are tried in a minute is the machine's affair.
  { timeout: 900_000 },
  async (guard) => {
    const core = await bundleCore(guard.mutations);
    const found = await firstViolation(core, guard.invariant, {
      fromSeed: guard.seed,
      count: MAX_SEEDS,
      ...worldOf(guard),
    });
    expect(found).toMatchObject({ violation: { invariant: guard.invariant } });
    // Where the core falls with the guard as well, it is not the guard that was seen.
    const { violation } = await runSeed(found?.seed ?? guard.seed, await whole, worldOf(guard));
    expect(violation).toBeUndefined();
  },
);
