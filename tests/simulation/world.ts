import { seededRandom } from '#server/demo/random.ts';
import { anna, boris } from '#tests/fixtures/tokens.ts';
import type { StartCore } from './core-bundle.ts';
import { Device, type Tab } from './device.ts';
import { DeviceClock } from './device-clock.ts';
import { Doubts } from './doubts.ts';
import { FaultScript } from './faults.ts';
import { Judge } from './judge.ts';
import { HintStreams } from './hint-streams.ts';
import { Ledger } from './ledger.ts';
import { ModelServer } from './model-server.ts';
import { PageFaults } from './page-faults.ts';
import { watchReplica } from './replica-judge.ts';
import { Scheduler } from './scheduler.ts';
import { Seller } from './seller.ts';
import { SimulatedCaches } from './simulated-caches.ts';
import { SimulatedDatabases } from './simulated-indexeddb.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { TakingsJudge } from './takings-judge.ts';

const START_AT = Date.UTC(2026, 10, 21, 6);
const WIPED_AFTER_MS = 5_000;
const HOUR_MS = 3_600_000;
const PAGES_SALT = 0x9a6e;
/** A page that comes late meets a newer one where tabs ask each for themselves. */
const NO_LOCKS_SHARE = 0.5;

/** Everything of one run, put together from its seed. */
export interface World {
  random: () => number;
  scheduler: Scheduler;
  server: ModelServer;
  faults: FaultScript;
  ledger: Ledger;
  judge: Judge;
  seller: Seller;
  devices: Device[];
  /** The tabs keep the replica of the card list, and more can befall them. */
  hasReplica: boolean;
  doubts: Doubts;
  /** Where cards can be taken along; more can befall those tabs, too. */
  takings: TakingsJudge | undefined;
}

export function createWorld(
  seed: number,
  startCore: StartCore,
  {
    hasReplica,
    hasTakings,
    hasLatePages,
    onTrace,
  }: {
    hasReplica: boolean;
    hasTakings: boolean;
    hasLatePages: boolean;
    onTrace: (line: string) => void;
  },
): World {
  const random = seededRandom(seed);
  // Numbers of their own for each, so that a change of the core does not change the weather.
  const own = () => seededRandom(Math.floor(random() * 2 ** 32));
  const scheduler = new Scheduler({ startAt: START_AT, random: own(), onTrace });
  const server = new ModelServer([anna, boris], () => scheduler.now);
  const faults = new FaultScript(own());
  const ledger = new Ledger();
  const judge = new Judge({ scheduler, server, ledger, faults });
  const takings = hasTakings ? new TakingsJudge({ scheduler, server, judge, ledger, faults }) : undefined;
  if (takings) server.givePictures();
  const onSignedOut = (device: Device, userId: number) =>
    scheduler.after(WIPED_AFTER_MS, 'nothing is left', () => {
      if (seller.signedOut.get(device)?.has(userId)) judge.checkWiped(device, userId);
    });
  const seller: Seller = new Seller({ random: own(), now: () => scheduler.now, ledger, judge, onSignedOut });
  const ofPages = hasLatePages ? seededRandom(seed ^ PAGES_SALT) : undefined;
  const mayHaveLocks = random() < 0.8;
  const hasLocks = mayHaveLocks && !(ofPages && ofPages() < NO_LOCKS_SHARE);
  const devices: Device[] = [];
  const world: World = {
    random,
    scheduler,
    server,
    faults,
    ledger,
    judge,
    seller,
    devices,
    hasReplica,
    doubts: new Doubts(() => scheduler.now),
    takings,
  };
  const streams = hasReplica ? new HintStreams(own(), faults) : undefined;
  if (streams) server.onCardsChanged = (userId) => streams.tellOfCards(userId);
  const deviceCount = random() < 0.3 ? 2 : 1;
  for (let number = 0; number < deviceCount; number += 1) {
    const skewMs = random() < 0.3 ? Math.round((random() - 0.5) * 2 * HOUR_MS) : 0;
    const clock = new DeviceClock(() => scheduler.now, skewMs);
    const network: SimulatedNetwork = new SimulatedNetwork({
      scheduler,
      server,
      faults,
      deviceNow: () => clock.read(),
      streams,
      pages: ofPages && new PageFaults(ofPages, faults),
      onExchange: (exchange) => {
        judge.onExchange(device, exchange);
        takings?.onExchange(device, exchange);
      },
    });
    const device: Device = new Device({
      name: number === 0 ? 'a' : 'b',
      scheduler,
      databases: new SimulatedDatabases(scheduler, () => faults.nextStorage()),
      network,
      startCore,
      hasLocks,
      clock,
      hasReplica,
      caches: hasTakings ? new SimulatedCaches(scheduler, () => faults.nextStorage()) : undefined,
      onTabOpened: (tab) => {
        watch(tab, world);
        world.doubts.watch(tab);
        if (hasReplica) watchReplica(tab, world);
        takings?.watch(tab);
      },
    });
    devices.push(device);
  }
  return world;
}

/** Tells the judge what happens in a tab; the screens of a session go with it, as the login page takes their place. */
function watch(tab: Tab, { judge, seller, scheduler }: World): void {
  const { session } = tab.core;
  session.onEnd((ending) => {
    if (!tab.isAlive) return;
    judge.onSessionEnd(tab, ending);
    const { reason, user } = ending;
    // A tab that dies in the very same moment has not come to remember it.
    if (reason === 'logout' && user) {
      scheduler.after(0, 'signed out', () => seller.noteSignedOut(tab.device, user.id), { owner: tab });
    }
    scheduler.after(5, 'leaves the screens', () => seller.closeAll(tab), { owner: tab });
  });
}
