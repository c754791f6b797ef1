import type { CardRow } from '#contract/card-list.ts';
import type { OutboxRecord } from '#offline/outbox/outbox-record.ts';
import { checkTakings, goOnWhereRoomIs, lackOfTakings } from './check-takings.ts';
import type { Tab } from './device.ts';
import { isInDoubt } from './doubts.ts';
import { isSame } from './judge.ts';
import { isSeen, seeAgain } from './sight-script.ts';
import { readReplica } from './replica-judge.ts';
import type { World } from './world.ts';

/** So long after the last trouble everything is sent and the replica is what the server has. */
const SOON_MS = 5_000;
/** Before an edit whose sending failed so often is sent again, at most. */
const FIRST_SENDING_PAUSE_MS = 2_000;
const LONGEST_SENDING_PAUSE_MS = 300_000;
const SENDING_JITTER = 1.25;
const TURN_MS = 200;
const ON_ITS_WAY_MS = 1_000;

type Row = Pick<CardRow, 'id' | 'title' | 'version'>;

/** All troubles end at one moment; who is signed in then and has room on the device is served soon after. */
export async function checkLiveness(world: World, afterEvent: () => void): Promise<void> {
  const { scheduler, faults, devices } = world;
  faults.isCalm = true;
  faults.isStorageIll = false;
  scheduler.isCalm = true;
  for (const device of devices) {
    device.storage.makeRoom();
    for (const tab of device.tabs) {
      scheduler.thaw(tab);
      tab.stepsToLive = Infinity;
    }
  }
  // What a slow disk was asked for is a trouble until it has answered; who slept goes on with it only now.
  await scheduler.run(1, afterEvent);
  for (;;) {
    const slowUntil = Math.max(...devices.map(({ databases }) => databases.slowUntil));
    const waitMs = slowUntil - scheduler.now;
    if (waitMs <= 0 && !devices.some(({ databases }) => databases.hasSlowWork())) break;
    await scheduler.run(Math.max(waitMs, TURN_MS), afterEvent);
  }
  const since = scheduler.now;
  for (const device of devices) {
    device.network.weather = 'fine';
    device.network.reset();
    // Only a browser that has said «offline» says «online».
    const isNoticed = !device.isOnline;
    device.isOnline = true;
    for (const tab of device.tabs)
      if (isNoticed) scheduler.after(0, 'hears online', () => tab.window.emit('online'), { owner: tab });
  }
  if (world.takings) {
    for (const tab of devices.flatMap((device) => [...device.tabs]))
      scheduler.after(500, 'goes on where there is room', () => goOnWhereRoomIs(tab), { owner: tab });
  }
  // What the server asks for is waited for first.
  const askedToWaitUntil = Math.max(...devices.map(({ network }) => network.askedToWaitUntil));
  const tabs = devices.flatMap((device) => [...device.tabs]).filter(({ openedAt }) => openedAt < since);
  const seen = tabs.filter(isSeen);
  await untilKnown(world, since, afterEvent);
  await scheduler.run(Math.max(0, askedToWaitUntil - scheduler.now) + SOON_MS, afterEvent);
  await checkServed(world, seen, afterEvent);
  await lookAtHidden(
    world,
    tabs.filter((tab) => !seen.includes(tab)),
    afterEvent,
  );
  await checkTakings(world, tabs, afterEvent);
}

/** By now, or soon after the pause that failures have made long, and no later: nobody helps. */
async function checkServed(world: World, tabs: readonly Tab[], afterEvent: () => void): Promise<void> {
  const { faults, judge, scheduler } = world;
  const until = waitsUntil(world) + SOON_MS;
  let lack = await lackOf(world, tabs, afterEvent);
  if (lack !== undefined) faults.count('served later than soon');
  while (lack !== undefined && scheduler.now < until) {
    await scheduler.run(ON_ITS_WAY_MS, afterEvent);
    lack = await lackOf(world, tabs, afterEvent);
  }
  judge.check('I8', lack === undefined, () => lack ?? '');
}

/** The end of the longest pause that somebody's failures have earned: of a stream of hints, or of an edit. */
function waitsUntil({ devices, scheduler }: World): number {
  const attempts = devices
    .flatMap((device) => [...device.tabs])
    .flatMap(({ core }) => core.outbox.getContent().records.map((record) => record.attempts));
  const sendingMs = attempts.map(
    (count) =>
      Math.min(FIRST_SENDING_PAUSE_MS * 2 ** count, LONGEST_SENDING_PAUSE_MS) * SENDING_JITTER - SOON_MS,
  );
  const streams = devices.map(({ network }) => network.hintPauses.waitsUntil());
  return Math.max(...streams, ...sendingMs.map((ms) => scheduler.now + ms));
}

async function lackOf(
  world: World,
  all: readonly Tab[],
  afterEvent: () => void,
): Promise<string | undefined> {
  const tabs = all.filter(({ isAlive }) => isAlive);
  return (
    unsentOf(tabs) ??
    (world.hasReplica ? await staleOf(world, tabs, -Infinity, afterEvent) : undefined) ??
    lackOfTakings(world, tabs)
  );
}

/**
 * A network that comes back without a word of the browser is found by the device's own question: soon where something waits to be sent,
 * and where nothing does, soon after a short loss and a fiftieth of the time later after a long one.
 */
async function untilKnown(
  { scheduler, devices, judge, doubts, faults }: World,
  since: number,
  afterEvent: () => void,
): Promise<void> {
  const inDoubt = () =>
    devices.flatMap((device) => [...device.tabs]).filter((tab) => isSeen(tab) && isInDoubt(tab));
  const knownMs = (tab: Tab) => doubts.endsWithinMs(tab, since);
  for (let tabs = inDoubt(); tabs.length > 0; tabs = inDoubt()) {
    const waitedMs = scheduler.now - since;
    const late = tabs.find((tab) => waitedMs > Math.max(SOON_MS, isSending(tab) ? 0 : knownMs(tab)));
    judge.check('I8', !late, () => `${late?.name} has not found the network in ${waitedMs} ms`);
    await scheduler.run(TURN_MS, afterEvent);
  }
  if (scheduler.now - since > SOON_MS) faults.count('known later than soon');
}

function isSending(tab: Tab): boolean {
  return tab.core.outbox.getContent().records.some(({ state }) => state === 'queued' || state === 'sending');
}

/** What nobody looks at may be as old as the last look; looked at again, it is current as soon as all else. */
async function lookAtHidden(world: World, hidden: readonly Tab[], afterEvent: () => void): Promise<void> {
  if (hidden.length === 0) return;
  for (const tab of hidden) if (tab.isAlive) seeAgain(world, tab);
  await world.scheduler.run(SOON_MS, afterEvent);
  await checkServed(world, hidden, afterEvent);
}

/**
 * What asks for a decision waits for it, and what the server refused for a while as long as it wished; all else is sent. Without locks
 * what a dead tab was sending is waited for as long as a request may last.
 */
function unsentOf(tabs: readonly Tab[]): string | undefined {
  for (const tab of tabs) {
    if (!isKeeping(tab) || !tab.device.hasLocks) continue;
    const left = tab.core.outbox
      .getContent()
      .records.filter(({ state }) => state !== 'conflict' && state !== 'rejected')
      .filter(
        (record, _, all) => !all.some((one) => isSameCard(one, record) && one.failure?.kind === 'server'),
      );
    if (left.length > 0) return `${tab.name} has not sent ${JSON.stringify(left)}`;
  }
  return undefined;
}

/** Each replica has been asked for since then, and its rows are the server's. */
export async function checkReplicas(
  world: World,
  tabs: readonly Tab[],
  since: number,
  afterEvent: () => void,
): Promise<void> {
  const stale = await staleOf(world, tabs, since, afterEvent);
  world.judge.check('I8', stale === undefined, () => stale ?? '');
}

async function staleOf(
  { server, scheduler }: World,
  tabs: readonly Tab[],
  since: number,
  afterEvent: () => void,
): Promise<string | undefined> {
  for (const tab of tabs) {
    const userId = tab.core.session.getSession().user?.id;
    if (userId === undefined || !isKeeping(tab) || !tab.core.catalogueSwitch.isOn()) continue;
    // A tab whose disk has failed goes without until the next start, and says so.
    if (tab.core.catalogueStatus.get().problem !== null) continue;
    // What has just changed is on its way.
    const feed = server.feedOf(userId);
    for (let round = 0; round < 5 && scheduler.now - feed.changedAt < ON_ITS_WAY_MS; round += 1)
      await scheduler.run(ON_ITS_WAY_MS, afterEvent);
    const asking = readReplica(tab);
    // What waits for a decision lies over its row.
    const waiting = new Set(tab.core.outbox.getContent().records.map(({ entityId }) => entityId));
    const inOrder = (all: readonly Row[]) =>
      all
        .map(({ id, title, version }) => [id, waiting.has(id) ? '' : title, version] as const)
        .toSorted(([a], [b]) => a - b);
    const expected = inOrder(feed.rows());
    await scheduler.run(TURN_MS, afterEvent);
    const found = await Promise.race([asking, Promise.resolve(undefined)]);
    if (!found || Math.max(...tab.device.clock.timesOf(found.currentAtMs)) < since - 1)
      return `${tab.name} has ${found ? 'an old' : 'no'} replica: ${JSON.stringify(tab.core.catalogueStatus.get())}`;
    if (!isSame(inOrder(found.results), expected))
      return `${tab.name} has ${JSON.stringify(inOrder(found.results))}, the server ${JSON.stringify(expected)}`;
  }
  return undefined;
}

function isSameCard(one: OutboxRecord, other: OutboxRecord): boolean {
  return one.entity === other.entity && one.entityId === other.entityId;
}

function isKeeping(tab: Tab): boolean {
  const { isPersisted, isForeignDevice, user } = tab.core.session.getSession();
  return user !== null && isPersisted && !isForeignDevice;
}
