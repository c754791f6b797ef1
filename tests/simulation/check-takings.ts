import { recordsOf } from '#offline/outbox/outbox-record.ts';
import { waitingFields } from '#offline/outbox/overlay.ts';
import type { Device, Tab } from './device.ts';
import { lackOf, storedTakings } from './takings-judge.ts';
import type { World } from './world.ts';

const STARTED_AFTER_MS = 3_000;
const SHOWN_AFTER_MS = 3_000;
const QUIET_MS = 3_000;
const ON_ITS_WAY_MS = 1_000;
const MOST_ROUNDS = 5;

interface Place {
  device: Device;
  userId: number;
}

/** What had no room is gone on with by hand, as its screen offers. */
export function goOnWhereRoomIs(tab: Tab): void {
  for (const { id, isOutOfRoom } of tab.core.takingsStatus.get().takings ?? [])
    if (isOutOfRoom) void tab.core.resumeTaking(id).catch(() => undefined);
}

/** Each taking that nobody stopped is whole, none of it is fetched any more, and it is read with the server dead. */
export async function checkTakings(
  world: World,
  tabs: readonly Tab[],
  afterEvent: () => void,
): Promise<void> {
  const { takings, judge, scheduler } = world;
  if (!takings) return;
  const places = placesOf(world, tabs);
  await untilNothingChanges(world, places, afterEvent);
  const lack = lackOfTakings(world, tabs);
  judge.check('I8', lack === undefined, () => lack ?? '');
  const [{ partCount }, marks] = [takings, marksOf(places)];
  await scheduler.run(QUIET_MS, afterEvent);
  const isQuiet = marksOf(places) === marks;
  judge.check('I11', !isQuiet || takings.partCount === partCount, () => 'what is whole is fetched again');
  for (const { device, userId } of places) await readOffline(world, device, userId, afterEvent);
}

export function lackOfTakings(world: World, tabs: readonly Tab[]): string | undefined {
  for (const { device, userId } of placesOf(world, tabs)) {
    const stored = storedTakings(device, userId);
    for (const taking of stored?.takings ?? []) {
      if (!stored || taking.isStopped) continue;
      const askedAt = world.takings?.askedAt.get(taking.id) ?? -Infinity;
      const lack = lackOf(device, taking, stored, { server: world.server, askedAt });
      if (lack.length > 0 || taking.isOutOfRoom)
        return `${device.name} has taken ${JSON.stringify(taking)} without ${lack.join(', ')}`;
    }
  }
  return undefined;
}

/** What a change has just dropped is on its way. */
async function untilNothingChanges(
  { scheduler }: World,
  places: readonly Place[],
  afterEvent: () => void,
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const marks = marksOf(places);
    await scheduler.run(ON_ITS_WAY_MS, afterEvent);
    if (marksOf(places) === marks) return;
  }
}

/** Each change, and each taking, has moved them. */
function marksOf(places: readonly Place[]): string {
  return places
    .map(({ device, userId }) => device.databases.dump().get(`prilavok-taken-u${userId}`)?.get('mark'))
    .join();
}

/** Where somebody is signed in, and a tab of theirs can write. */
function placesOf({ takings }: World, tabs: readonly Tab[]): Place[] {
  if (!takings) return [];
  const places = new Map<string, Place>();
  for (const tab of tabs) {
    const { user, isPersisted, isForeignDevice } = tab.core.session.getSession();
    if (!user || !isPersisted || isForeignDevice || takings.failed.has(tab)) continue;
    places.set(`${tab.device.name} ${user.id}`, { device: tab.device, userId: user.id });
  }
  return [...places.values()];
}

/** The browser has cleared up the copies of what was looked at, and a new tab starts without a connection. */
async function readOffline(
  { server, scheduler, seller, judge }: World,
  device: Device,
  userId: number,
  afterEvent: () => void,
): Promise<void> {
  const stored = storedTakings(device, userId);
  const ids = [...server.dataOf(userId).cards.keys()].filter((id) => stored?.units.has(`card-${id}`));
  if (ids.length === 0) return;
  for (const tab of device.tabs) device.kill(tab);
  device.databases.empty(`prilavok-cache-u${userId}`);
  device.network.weather = 'server away';
  const tab = device.openTab();
  await scheduler.run(STARTED_AFTER_MS, afterEvent);
  for (const id of ids) seller.open(tab, `card ${id}`);
  await scheduler.run(SHOWN_AFTER_MS, afterEvent);
  for (const id of ids) {
    const { cards } = server.dataOf(userId);
    const shown = seller.shown(tab).find(({ entity, entityId }) => entity === 'card' && entityId === id);
    judge.check(
      'I8',
      shown !== undefined && shown.version !== null && shown.version <= (cards.get(id)?.version ?? 0),
      () => `${tab.name} has taken card ${id} and does not show it`,
    );
    const expected = waitingFields(recordsOf(tab.core.outbox.getContent(), { entity: 'card', entityId: id }));
    for (const [field, value] of Object.entries(expected))
      judge.check(
        'I9',
        shown?.fields[field] === value,
        () => `${tab.name} shows ${String(shown?.fields[field])}, where ${String(value)} waits`,
      );
  }
  seller.closeAll(tab);
  device.network.weather = 'fine';
}
