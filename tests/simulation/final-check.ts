import type { SessionUser } from '#contract/auth.ts';
import type { Card } from '#contract/cards.ts';
import type { Profile } from '#contract/users.ts';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import type { OutboxRecord } from '#offline/outbox/outbox-record.ts';
import type { Device, Tab } from './device.ts';
import { checkReplicas } from './check-liveness.ts';
import { isSame } from './judge.ts';
import type { World } from './world.ts';

/** Longer than the longest pause of a probe, and than one of the outbox after some failures. */
const SETTLE_MS = 90_000;
const MAX_ROUNDS = 12;

/** All troubles end; everybody signs in again and waits. Then client, device and server must agree. */
export async function settleAndCompare(world: World, afterEvent: () => void): Promise<void> {
  const { scheduler, faults, devices, judge, ledger, server } = world;
  faults.isCalm = true;
  faults.isStorageIll = false;
  for (const device of devices) {
    device.network.weather = 'fine';
    device.isOnline = true;
    device.storage.makeRoom();
    for (const tab of device.tabs) {
      scheduler.thaw(tab);
      tab.stepsToLive = Infinity;
      scheduler.after(0, 'hears online', () => tab.window.emit('online'), { owner: tab });
    }
  }
  await scheduler.run(20_000, afterEvent);
  for (const device of devices) checkSessions(world, device);
  for (const device of devices) {
    for (const user of server.users)
      if (isNeeded(world, device, user)) await settleUser(world, device, user, afterEvent);
  }
  for (const device of devices) await compare(world, device, afterEvent);
  for (const device of devices) checkSignOuts(world, device);
  for (const device of devices) judge.checkDevice(device);
  for (const device of devices) ledger.readAliases(device);
  judge.checkNothingLost();
  judge.checkRotations();
}

/** Every tab is logged in exactly as the storage they share says. */
function checkSessions({ judge }: World, device: Device): void {
  const { items } = device.storage;
  const stored = items.has('accessToken') ? items.get('refreshToken') : undefined;
  for (const tab of device.tabs) {
    const { isLoggedIn, isPersisted, refreshToken } = tab.core.session.getSession();
    if (isLoggedIn && !isPersisted) continue;
    judge.check(
      'I5',
      isLoggedIn === (stored !== undefined) && (!isLoggedIn || refreshToken === stored),
      () => `${tab.name} is ${isLoggedIn ? '' : 'not '}logged in, the device ${stored ? 'is' : 'is not'}`,
    );
  }
}

/** Who signed out here without the server is signed out there by now, whatever became of the tab. */
function checkSignOuts({ judge, seller, server }: World, device: Device): void {
  for (const token of seller.owedSignOuts.get(device) ?? [])
    judge.check('I6', server.sessions.hasEnded(token), () => `${token} still works after its sign-out`);
}

function userIn(tab: Tab | undefined): SessionUser | null {
  return tab?.core.session.getSession().user ?? null;
}

/** Something of the user is still on its way from this device; what they signed out over is not. */
function isNeeded({ seller }: World, device: Device, user: SessionUser): boolean {
  const isBack = [...device.tabs].some((tab) => userIn(tab)?.id === user.id);
  const hasLeft = seller.signedOut.get(device)?.has(user.id) === true && !isBack;
  return recordsOn(device, user).length > 0 && !hasLeft;
}

function recordsOn(device: Device, { id }: SessionUser): OutboxRecord[] {
  const stored = device.databases.dump().get(`prilavok-outbox-u${id}`) ?? new Map<string, unknown>();
  return [...stored].flatMap(([key, value]) => (key.startsWith('record:') ? [value as OutboxRecord] : []));
}

async function signedIn(
  world: World,
  device: Device,
  user: SessionUser,
  afterEvent: () => void,
): Promise<Tab> {
  const { scheduler, seller } = world;
  const tab = [...device.tabs][0] ?? device.openTab();
  await scheduler.run(1_000, afterEvent);
  const { isForeignDevice } = tab.core.session.getSession();
  const isOther = userIn(tab)?.id !== user.id || (isForeignDevice && isNeeded(world, device, user));
  if (userIn(tab) && isOther) {
    void seller.signOut(tab).catch(() => undefined);
    await scheduler.run(15_000, afterEvent);
  }
  // A sign-out that reloaded or closed the tab.
  const current = device.tabs.has(tab) ? tab : ([...device.tabs][0] ?? device.openTab());
  await scheduler.run(1_000, afterEvent);
  if (!userIn(current)) {
    void seller.signIn(current, user).catch(() => undefined);
    await scheduler.run(15_000, afterEvent);
  }
  return current;
}

async function settleUser(
  world: World,
  device: Device,
  user: SessionUser,
  afterEvent: () => void,
): Promise<void> {
  const { scheduler, judge, seller } = world;
  for (let round = 0; round < MAX_ROUNDS && recordsOn(device, user).length > 0; round += 1) {
    const tab = await signedIn(world, device, user, afterEvent);
    judge.check('I5', userIn(tab)?.id === user.id, () => `${tab.name} cannot be used by ${user.login}`);
    void tab.core.outbox.flush();
    await scheduler.run(SETTLE_MS / 3, afterEvent);
    void seller.decide(tab).catch(() => undefined);
    await scheduler.run(5_000, afterEvent);
  }
  const left = recordsOn(device, user);
  judge.check('I3', left.length === 0, () => `still in the outbox: ${JSON.stringify(left)}`);
}

/** What every screen shows with the network, and what it shows without: both are what the server has. */
async function compare(world: World, device: Device, afterEvent: () => void): Promise<void> {
  const { scheduler, server, judge, faults, hasReplica } = world;
  const signed = [...device.tabs].find((tab) => userIn(tab));
  const user = userIn(signed) ?? server.users[0]!;
  // Who signs in only now may find work of theirs here that a broken-off sign-out left.
  await signedIn(world, device, user, afterEvent);
  if (isNeeded(world, device, user)) await settleUser(world, device, user, afterEvent);
  const isForeignDevice = await showAll(world, device, user, afterEvent);
  if (isForeignDevice) {
    const kept = [...device.dump()].find(
      ([place, text]) => place !== 'localStorage' && text.includes(user.name),
    );
    judge.check('I6', kept === undefined, () => `a foreign device keeps ${JSON.stringify(kept)}`);
    return;
  }
  killAll(device);
  if (faults.counts.has('storage trouble') || faults.counts.has('local storage full')) {
    // A tab that met a full disk, or whose session was not stored, keeps no copies any more; the next one does.
    await showAll(world, device, user, afterEvent);
    killAll(device);
  }
  device.network.weather = 'offline';
  const offline = device.openTab();
  await scheduler.run(3_000, afterEvent);
  judge.check('I5', userIn(offline)?.id === user.id, () => `${offline.name} starts without its session`);
  openAll(world, offline, user);
  await scheduler.run(5_000, afterEvent);
  compareTab(world, offline, user, 'on the device');
  device.network.weather = 'fine';
  const since = scheduler.now;
  if (hasReplica) {
    offline.core.catalogueSwitch.turn(true);
    offline.window.emit('online');
  }
  // The sweep of a start comes some seconds later.
  await scheduler.run(10_000, afterEvent);
  if (hasReplica) await checkReplicas(world, [offline], since, afterEvent);
  checkOthersGone(world, device, user);
}

/** Opens everything, after so long that all is stale and every screen asks the server. True on a foreign device. */
async function showAll(
  world: World,
  device: Device,
  user: SessionUser,
  afterEvent: () => void,
): Promise<boolean> {
  const { scheduler, seller } = world;
  let isForeignDevice = false;
  await scheduler.run(61_000, afterEvent);
  // The session may have ended meanwhile, by an honest 401: then it is begun again.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const tab = await signedIn(world, device, user, afterEvent);
    seller.closeAll(tab);
    await scheduler.run(100, afterEvent);
    openAll(world, tab, user);
    await scheduler.run(20_000, afterEvent);
    if (userIn(tab) === null && attempt === 0) continue;
    ({ isForeignDevice } = tab.core.session.getSession());
    compareTab(world, tab, user, 'on the screen');
    seller.closeAll(tab);
    await scheduler.run(10_000, afterEvent);
    break;
  }
  return isForeignDevice;
}

function killAll(device: Device): void {
  for (const tab of device.tabs) device.kill(tab);
}

function openAll({ seller, server }: World, tab: Tab, user: SessionUser): void {
  for (const id of server.dataOf(user.id).cards.keys()) seller.open(tab, `card ${id}`);
  seller.open(tab, 'list');
  seller.open(tab, 'profile');
  seller.open(tab, 'groups');
}

function compareTab({ server, judge }: World, tab: Tab, user: SessionUser, where: string): void {
  const data = server.dataOf(user.id);
  const { client, core } = tab;
  const read = (queryKey: readonly unknown[]) => client?.getQueryData(queryKey);
  const expectSame = (name: string, shown: unknown, expected: unknown) =>
    judge.check(
      'I3',
      isSame(shown, expected),
      () =>
        `${tab.name} has ${where} ${name} = ${JSON.stringify(shown)}, the server ${JSON.stringify(expected)}`,
    );
  for (const [id, card] of data.cards)
    expectSame(`card ${id}`, read(core.oneCardQueries.byId(id).queryKey), card);
  const list = read(core.cardQueries.list({}).queryKey) as { results: Card[] } | undefined;
  expectSame(
    'the list',
    list?.results.map(({ id, title, version }) => [id, title, version]),
    [...data.cards.values()].map(({ id, title, version }) => [id, title, version]),
  );
  const profile = read(core.userQueries.me().queryKey) as Profile | undefined;
  expectSame(
    'the settings',
    [profile?.settings, profile?.settingsVersion],
    [data.settings, data.settingsVersion],
  );
  const groups = read(core.warehouseQueries.groups().queryKey) as WarehouseGroup[] | undefined;
  expectSame('the groups', groups, [...data.groups.values()]);
  const { records } = core.outbox.getContent();
  judge.check('I3', records.length === 0, () => `${tab.name} shows as waiting ${JSON.stringify(records)}`);
}

/**
 * Copies of whoever was here before. What somebody had not sent when their session expired waits for them under their
 * own name; whoever signed out leaves nothing.
 */
function checkOthersGone({ judge, server, seller }: World, device: Device, user: SessionUser): void {
  for (const { id, name } of server.users) {
    if (id === user.id) continue;
    for (const [place, text] of device.dump()) {
      const hasLeft = seller.signedOut.get(device)?.has(id) === true;
      const isOwnWork =
        !hasLeft && (place === `prilavok-outbox-u${id}` || place === `prilavok-drafts-u${id}`);
      judge.check('I6', isOwnWork || !text.includes(name), () => `${place} still holds data of user ${id}`);
    }
  }
}
