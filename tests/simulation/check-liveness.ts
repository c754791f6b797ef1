import type { CardRow } from '#contract/card-list.ts';
import type { OutboxRecord } from '#offline/outbox/outbox-record.ts';
import { checkTakings, goOnWhereRoomIs } from './check-takings.ts';
import type { Tab } from './device.ts';
import { isSame } from './judge.ts';
import { seeAgain } from './sight-script.ts';
import { readReplica } from './replica-judge.ts';
import type { World } from './world.ts';

/** So long after the last trouble everything is sent and the replica is what the server has. */
const SOON_MS = 5_000;
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
    device.isOnline = true;
    for (const tab of device.tabs) {
      if (!tab.core.catalogueSwitch.isOn()) tab.core.catalogueSwitch.turn(true);
      seeAgain(world, tab);
      scheduler.after(0, 'hears online', () => tab.window.emit('online'), { owner: tab });
      // «Отправить сейчас»: what failed for want of a connection does not wait for its turn.
      scheduler.after(500, 'is told to send', () => void tab.core.outbox.flush(), { owner: tab });
      // As a stream of hints says it that is opened again.
      scheduler.after(500, 'hears a hint', () => tab.core.heardHints.tell(['cards']), { owner: tab });
    }
  }
  if (world.takings) {
    for (const tab of devices.flatMap((device) => [...device.tabs]))
      scheduler.after(500, 'goes on where there is room', () => goOnWhereRoomIs(tab), { owner: tab });
  }
  // What the server asks for is waited for first.
  const askedToWaitUntil = Math.max(...devices.map(({ network }) => network.askedToWaitUntil));
  await scheduler.run(Math.max(0, askedToWaitUntil - since) + SOON_MS, afterEvent);
  const tabs = devices.flatMap((device) => [...device.tabs]).filter(({ openedAt }) => openedAt < since);
  checkSent(world, tabs);
  if (world.hasReplica) await checkReplicas(world, tabs, since, afterEvent);
  await checkTakings(world, tabs, afterEvent);
}

/**
 * What asks for a decision waits for it, and what the server refused for a while as long as it wished; all else is sent. Without locks
 * what a dead tab was sending is waited for as long as a request may last.
 */
function checkSent({ judge }: World, tabs: readonly Tab[]): void {
  for (const tab of tabs) {
    if (!isKeeping(tab) || !tab.device.hasLocks) continue;
    const left = tab.core.outbox
      .getContent()
      .records.filter(({ state }) => state !== 'conflict' && state !== 'rejected')
      .filter(
        (record, _, all) => !all.some((one) => isSameCard(one, record) && one.failure?.kind === 'server'),
      );
    judge.check('I8', left.length === 0, () => `${tab.name} has not sent ${JSON.stringify(left)}`);
  }
}

/** Each replica has been asked for since then, and its rows are the server's. */
export async function checkReplicas(
  { judge, server, scheduler }: World,
  tabs: readonly Tab[],
  since: number,
  afterEvent: () => void,
): Promise<void> {
  for (const tab of tabs) {
    const userId = tab.core.session.getSession().user?.id;
    // A tab whose disk has failed goes without until the next start, and says so.
    if (userId === undefined || !isKeeping(tab) || tab.core.catalogueStatus.get().problem !== null) continue;
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
    judge.check(
      'I8',
      found !== undefined && Math.max(...tab.device.clock.timesOf(found.currentAtMs)) >= since - 1,
      () =>
        `${tab.name} has ${found ? 'an old' : 'no'} replica: ${JSON.stringify(tab.core.catalogueStatus.get())}`,
    );
    judge.check(
      'I8',
      isSame(inOrder(found?.results ?? []), expected),
      () =>
        `${tab.name} has ${JSON.stringify(inOrder(found?.results ?? []))}, the server ${JSON.stringify(expected)}`,
    );
  }
}

function isSameCard(one: OutboxRecord, other: OutboxRecord): boolean {
  return one.entity === other.entity && one.entityId === other.entityId;
}

function isKeeping(tab: Tab): boolean {
  const { isPersisted, isForeignDevice, user } = tab.core.session.getSession();
  return user !== null && isPersisted && !isForeignDevice;
}
