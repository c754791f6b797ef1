import { anna, boris } from '#tests/fixtures/tokens.ts';
import type { Device, Tab } from './device.ts';
import { THEIRS } from './judge.ts';
import type { Weather } from './simulated-network.ts';
import type { World } from './world.ts';
import { replicaHappenings, REPLICA_WEIGHTS } from './replica-script.ts';
import { takingsHappenings, TAKINGS_WEIGHTS } from './takings-script.ts';

const WEATHERS: readonly Weather[] = ['offline', 'offline', 'silent', 'portal', 'server away'];

/** Something happens: a person does something at a tab, or something befalls them. */
export function disturb(world: World): void {
  const { random, devices } = world;
  const device = pick(devices, random);
  if (!device) return;
  const awake = [...device.tabs].filter(({ isFrozen }) => !isFrozen);
  const tab = pick(awake, random);
  if (!tab) {
    if (device.tabs.size > 0) return;
    world.scheduler.note(`${device.name}: comes back`);
    device.openTab();
    return;
  }
  const weights: Record<string, number> = {
    ...WEIGHTS,
    ...(world.hasReplica && REPLICA_WEIGHTS),
    ...(world.takings && TAKINGS_WEIGHTS),
  };
  const [weight, total] = [random(), Object.values(weights).reduce((sum, one) => sum + one, 0)];
  let rest = weight * total;
  for (const [name, share] of Object.entries(weights)) {
    rest -= share;
    if (rest > 0) continue;
    world.scheduler.note(`${tab.name}: ${name}`);
    all[name]?.(world, tab, device);
    return;
  }
}

type Happening = keyof typeof WEIGHTS;

const WEIGHTS = {
  edit: 22,
  'open a screen': 10,
  'close a screen': 4,
  create: 4,
  'delete a group': 1,
  decide: 4,
  'sign in or out': 3,
  'their edit': 6,
  weather: 7,
  'kill the tab': 3,
  'kill the tab soon': 4,
  'second tab': 3,
  'close the tab': 1,
  freeze: 2,
  'sleep of the device': 1,
  'token expiry': 5,
  'switch of users': 2,
  'killed while signing out': 0.7,
  'session ended elsewhere': 0.4,
  'storage trouble': 2,
  'full local storage': 0.5,
  'false alarm': 1,
};

const happenings: Record<Happening, (world: World, tab: Tab, device: Device) => void> = {
  edit: ({ seller }, tab) => {
    openAny(seller, tab, 0);
    seller.edit(tab);
  },
  'open a screen': ({ seller, random }, tab) => openAny(seller, tab, random()),
  'close a screen': ({ seller }, tab) => seller.close(tab),
  create: ({ seller }, tab) => seller.create(tab),
  'delete a group': ({ seller }, tab) => seller.deleteGroup(tab),
  decide: ({ seller }, tab) => void seller.decide(tab).catch(() => undefined),
  'sign in or out': ({ seller, random, faults }, tab) => {
    const { user } = tab.core.session.getSession();
    const next = random() < 0.5 ? anna : boris;
    const done = !user
      ? seller.signIn(tab, next, random() < 0.08)
      : random() < 0.7
        ? seller.signOut(tab)
        : seller.signOutHere(tab);
    faults.count(user ? 'sign-out' : 'sign-in');
    void done.catch(() => undefined);
  },
  'their edit': ({ server, random, faults, scheduler }, tab) => {
    const user = tab.core.session.getSession().user ?? anna;
    const card = pick([...server.dataOf(user.id).cards.values()], random);
    const field = pick(['title', 'brand', 'description'] as const, random)!;
    if (!card) return;
    faults.count('edit elsewhere');
    server.changeElsewhere(user.id, card.id, { [field]: `${THEIRS}${user.name} ${scheduler.now}` });
  },
  weather: ({ random, faults, scheduler }, _, device) => {
    const { network } = device;
    const before = network.weather;
    const weather = before === 'fine' ? pick(WEATHERS, random)! : 'fine';
    network.weather = weather;
    faults.count(weather === 'fine' ? 'network returns' : weather);
    if (random() < 0.5 && before !== 'silent') {
      // The browser notices some of it.
      device.isOnline = weather !== 'offline';
      const event = device.isOnline ? 'online' : 'offline';
      for (const tab of device.tabs) {
        scheduler.after(scheduler.latency(50), `hears ${event}`, () => tab.window.emit(event), {
          owner: tab,
        });
      }
    }
  },
  'kill the tab': ({ faults }, tab, device) => {
    faults.count('tab killed');
    device.kill(tab);
  },
  'kill the tab soon': ({ faults, random }, tab) => {
    faults.count('tab killed at a step');
    tab.stepsToLive = 1 + Math.floor(random() * 12);
  },
  'second tab': ({ faults }, _, device) => {
    if (device.tabs.size >= 3) return;
    faults.count('another tab');
    device.openTab();
  },
  'close the tab': ({ scheduler, seller }, tab, device) => {
    // The last tab of a foreign device signs out with it.
    if (tab.core.session.getSession().isForeignDevice) seller.letGo(tab);
    tab.window.emit('pagehide', { persisted: false });
    scheduler.after(scheduler.random() * 30, `${tab.name} closes`, () => device.kill(tab));
  },
  freeze: ({ faults, random, scheduler }, tab) => {
    faults.count('tab frozen');
    scheduler.freeze(tab, random() * 25_000);
  },
  'sleep of the device': ({ faults, random, scheduler }, _, device) => {
    faults.count('device asleep');
    const durationMs = random() * 600_000;
    for (const tab of device.tabs) scheduler.freeze(tab, durationMs);
  },
  'token expiry': ({ faults, server, seller, random }, _, device) => {
    faults.count('token expired');
    server.sessions.expire(device.storage.items.get('accessToken') ?? '');
    if (random() < 0.4) return;
    // As when a device wakes up: every tab asks for everything at once.
    for (const tab of device.tabs) {
      for (const which of [0, 0.1, 0.7]) openAny(seller, tab, which);
      void tab.client?.refetchQueries({ type: 'active' });
    }
  },
  'switch of users': ({ seller, faults, random }, tab) => {
    const { user } = tab.core.session.getSession();
    if (!user) return;
    faults.count('user switched');
    for (const which of [0, 0.1, 0.7]) openAny(seller, tab, which);
    seller.edit(tab);
    const other = user.id === anna.id ? boris : anna;
    const leave = random() < 0.5 ? seller.signOut(tab) : seller.signOutHere(tab);
    void leave.then(() => seller.signIn(tab, other)).catch(() => undefined);
  },
  'killed while signing out': ({ seller, faults, scheduler, random }, tab, device) => {
    if (!tab.core.session.getSession().user) return;
    faults.count('killed while signing out');
    void seller.signOutHere(tab).catch(() => undefined);
    scheduler.after(random() * 4, `${tab.name} is closed`, () => device.kill(tab));
  },
  'session ended elsewhere': ({ faults, server }, tab) => {
    faults.count('session ended elsewhere');
    server.sessions.endAllOf(tab.core.session.getSession().user?.id ?? 0);
  },
  'storage trouble': ({ faults, random, scheduler }) => {
    if (faults.isStorageIll) return;
    faults.count('storage trouble');
    faults.isStorageIll = true;
    scheduler.after(random() * 15_000, 'storage is well again', () => {
      faults.isStorageIll = false;
    });
  },
  'full local storage': ({ faults, random, scheduler }, _, { storage }) => {
    faults.count('local storage full');
    storage.fillUp();
    scheduler.after(random() * 20_000, 'local storage has room again', () => storage.makeRoom());
  },
  'false alarm': ({ faults }, tab) => {
    faults.count('false «offline»');
    tab.window.emit('offline');
  },
};

const all: Record<string, (world: World, tab: Tab, device: Device) => void> = {
  ...happenings,
  ...replicaHappenings,
  ...takingsHappenings,
};

function openAny(seller: World['seller'], tab: Tab, which: number): void {
  const userId = tab.core.session.getSession().user?.id;
  if (userId === undefined) return;
  const number = 1 + (Math.floor(which * 11) % 3);
  if (which < 0.6) seller.open(tab, `card ${userId * 1000 + number}`);
  else if (which < 0.75) seller.open(tab, 'list');
  else if (which < 0.9) seller.open(tab, 'profile');
  else seller.open(tab, 'groups');
}

function pick<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)];
}
