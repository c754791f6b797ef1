import { parseArgs } from 'node:util';
import { seededRandom } from '#server/demo/random.ts';
import type { KillPoint, Moment } from './kill-proxy.ts';
import { openShipmentStage, playInParallel } from './shipment-world.ts';

/**
 * `npm run test:kill -- --rounds N`: kills the server at each call to the marketplace that a shipment makes, before it,
 * after it and after its answer (by a delay that the seed chooses), N times each. Ends with 1 when any effect happened
 * twice or not at all, or work did not go on within a minute.
 */
const RESUMED_WITHIN_MS = 60_000;
const MOMENTS: readonly Moment[] = ['before', 'after', 'answered'];
/** Long enough to reach what is saved after the answer, and the beginning of the next call. */
const LONGEST_DELAY_MS = 60;
/** More calls than any shipment of the walk makes: the life is not disturbed. */
const NEVER = 10_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    at: { type: 'string', default: '6' },
  },
});
const random = seededRandom(Number(values.seed));
const stage = await openShipmentStage();
try {
  const undisturbed = await stage.play({ moment: 'before', nth: NEVER });
  const points = pointsOf(undisturbed.calls.length, Number(values.rounds));
  say(
    `A shipment makes ${String(undisturbed.calls.length)} calls: ${String(points.length)} lives with a kill`,
  );
  const failures = await walk(points);
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  await stage.remove();
}

function pointsOf(calls: number, rounds: number): KillPoint[] {
  const points: KillPoint[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (let nth = 1; nth <= calls; nth += 1) {
      for (const moment of MOMENTS) {
        points.push({ moment, nth, delayMs: Math.floor(random() * LONGEST_DELAY_MS) });
      }
    }
  }
  return points;
}

async function walk(points: readonly KillPoint[]): Promise<number> {
  const resumed: number[] = [];
  const ended: number[] = [];
  let failures = 0;
  let missed = 0;
  for (const [index, playing] of playInParallel(stage, points, Number(values.at)).entries()) {
    const { moment, nth, delayMs } = points[index] ?? { moment: 'before', nth: 0 };
    const outcome = await playing.catch((error: unknown) => String(error));
    const problems = typeof outcome === 'string' ? [outcome] : [...outcome.problems];
    if (typeof outcome !== 'string') {
      // The calls of two shops mix differently each time: the last of them may not come to be.
      if (outcome.isReached) resumed.push(outcome.resumedInMs);
      else missed += 1;
      if (outcome.isReached) ended.push(outcome.endedInMs);
      if (outcome.resumedInMs > RESUMED_WITHIN_MS)
        problems.push(`resumed after ${seconds(outcome.resumedInMs)}`);
    }
    if (problems.length === 0) continue;
    failures += 1;
    say(`✗ ${moment} call ${String(nth)} (${String(delayMs ?? 0)} ms): ${problems.join('; ')}`);
  }
  say(`${String(resumed.length)} kills, ${String(missed)} points after the end, ${String(failures)} failed`);
  say(`work goes on after a kill: half within ${quantile(resumed, 0.5)}, all within ${quantile(resumed, 1)}`);
  say(`the shipment ends: half within ${quantile(ended, 0.5)}, all within ${quantile(ended, 1)}`);
  return failures;
}

function quantile(of: readonly number[], share: number): string {
  const sorted = of.toSorted((one, other) => one - other);
  return seconds(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
