import { createHash } from 'node:crypto';
import { seededRandom } from '#server/demo/random.ts';
import { anna, boris } from '#tests/fixtures/tokens.ts';
import type { StartCore } from './core-bundle.ts';
import type { Device, Tab } from './device.ts';
import type { FaultCounts } from './faults.ts';
import { checkLiveness } from './check-liveness.ts';
import { settleAndCompare } from './final-check.ts';
import type { Invariant, Violation } from './judge.ts';
import { stirFeed } from './page-script.ts';
import { disturb } from './script.ts';
import { lookElsewhere } from './sight-script.ts';
import { createWorld, type World } from './world.ts';

const ACTIONS = 45;
const USUAL_PAUSE_MS = 2_500;
/** The device's storage and the dumps are looked at after so many events. */
const DEVICE_CHECK_EVERY = 100;
const TAKINGS_SALT = 0x7a6b;
const SIGHT_SALT = 0x5ee2;
const LATE_PAGES_SALT = 0x1a7e;

export interface SeedResult {
  seed: number;
  violation: Violation | undefined;
  events: number;
  /** The same for two runs of one seed. */
  traceDigest: string;
  faults: FaultCounts;
  checks: ReadonlyMap<Invariant, number>;
}

export interface Play {
  /** Without it the core is alone, as the seeds of most guards know it. */
  hasReplica?: boolean;
  /** Left out: the seed says, by a number of its own, so that a world without them is what it was before there were any. */
  hasTakings?: boolean;
  /** Tabs are looked away from. Left out: the seed says, likewise. */
  hasHidden?: boolean;
  /** Pages of the feed come late, and copies of before in their place. Left out: the seed says, likewise. */
  hasLatePages?: boolean;
  onTrace?: (line: string) => void;
}

/** Plays one seed to its end, or to the first broken promise. */
export async function runSeed(
  seed: number,
  startCore: StartCore,
  {
    hasReplica = true,
    hasTakings = hasReplica && draws(seed ^ TAKINGS_SALT),
    hasHidden = hasReplica && draws(seed ^ SIGHT_SALT),
    hasLatePages = hasReplica && draws(seed ^ LATE_PAGES_SALT),
    onTrace = () => undefined,
  }: Play = {},
): Promise<SeedResult> {
  const digest = createHash('sha256');
  const world = createWorld(seed, startCore, {
    hasReplica,
    hasTakings,
    hasLatePages,
    onTrace(line) {
      digest.update(line);
      onTrace(line);
    },
  });
  const { scheduler, judge, faults, devices } = world;
  const sight = seededRandom(seed ^ SIGHT_SALT);
  const ofPages = seededRandom(seed ^ LATE_PAGES_SALT);
  let events = 0;
  const afterEvent = () => {
    events += 1;
    lookAt(world, events);
    if (judge.violation) throw new Stop();
  };
  try {
    for (const device of devices) begin(world, device);
    await scheduler.run(1_000, afterEvent);
    for (let action = 0; action < ACTIONS; action += 1) {
      disturb(world);
      if (hasHidden) lookElsewhere(world, sight);
      if (hasLatePages) stirFeed(world, ofPages);
      const isBurst = world.random() < 0.4;
      await scheduler.run(world.random() * (isBurst ? 60 : USUAL_PAUSE_MS * 2), afterEvent);
    }
    if (hasReplica || hasTakings) await checkLiveness(world, afterEvent);
    await settleAndCompare(world, afterEvent);
    if (judge.violation) throw new Stop();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  for (const device of devices) for (const tab of device.tabs) device.kill(tab);
  return {
    seed,
    violation: judge.violation,
    events,
    traceDigest: digest.digest('hex').slice(0, 16),
    faults: faults.counts,
    checks: judge.checks,
  };
}

function draws(seed: number): boolean {
  return seededRandom(seed)() < 0.5;
}

class Stop extends Error {}

function begin({ seller, random }: World, device: Device): void {
  const tab = device.openTab();
  const user = random() < 0.8 ? anna : boris;
  void seller.signIn(tab, user, random() < 0.08).catch(() => undefined);
}

function lookAt(world: World, events: number): void {
  const { devices, judge, takings } = world;
  judge.afterEvent();
  for (const device of devices) {
    if (events % DEVICE_CHECK_EVERY === 0) {
      judge.checkDevice(device);
      takings?.checkDevice(device);
    }
    for (const tab of device.tabs) lookAtTab(tab, world);
  }
}

const lastSeen = new WeakMap<Tab, { content: unknown; updates: number }>();

/** Only when something changed: most events change nothing on the screen. */
function lookAtTab(tab: Tab, { judge, seller, ledger }: World): void {
  const userId = tab.core.session.getSession().user?.id;
  if (!tab.client || userId === undefined) return;
  const queries = tab.client.getQueryCache().getAll();
  const updates = queries.reduce((sum, { state }) => sum + state.dataUpdateCount + state.dataUpdatedAt, 0);
  const content = tab.core.outbox.getContent();
  const before = lastSeen.get(tab);
  if (before?.content === content && before.updates === updates) return;
  lastSeen.set(tab, { content, updates });
  for (const [temporary, real] of content.aliases) ledger.aliases.set(temporary, real);
  for (const { conflict } of content.records) if (conflict) judge.onData(tab, conflict.theirs);
  for (const { state } of queries) if (state.data !== undefined) judge.onData(tab, state.data);
  for (const { entity, entityId, fields } of seller.shown(tab)) {
    judge.onShown(tab, userId, entity, entityId, fields);
  }
}

/** The first of `count` seeds that breaks this promise; undefined when none does. */
export async function firstViolation(
  startCore: StartCore,
  invariant: Invariant,
  { fromSeed, count, ...play }: { fromSeed: number; count: number } & Play,
): Promise<SeedResult | undefined> {
  for (let seed = fromSeed; seed < fromSeed + count; seed += 1) {
    const result = await runSeed(seed, startCore, play);
    if (result.violation?.invariant === invariant) return result;
  }
  return undefined;
}
