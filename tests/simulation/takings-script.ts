import type { Device, Tab } from './device.ts';
import type { World } from './world.ts';

export const TAKINGS_WEIGHTS = {
  'take cards along': 8,
  'take shipments along': 2,
  'killed while taking': 3,
  'stop a taking': 2,
  'go on with a taking': 2,
  'take again': 3,
  'let a taking go': 3,
  'let everything go': 0.7,
  'read with the server dead': 3,
};

/** How long a tab may live that is killed on its way: a taking of some cards is about as many steps. */
const STEPS = 60;
const STARTED_AFTER_MS = 3_000;

/** What people do with «Взять с собой», and what befalls them meanwhile. */
export const takingsHappenings: Record<
  keyof typeof TAKINGS_WEIGHTS,
  (world: World, tab: Tab, device: Device) => void
> = {
  'take cards along': (world, tab) => takeCards(world, tab),
  'take shipments along': (world, tab) => {
    world.faults.count('shipments taken');
    begin(world, () => tab.core.beginTaking({ kind: 'shipments' }, []));
  },
  'killed while taking': (world, tab) => {
    takeCards(world, tab);
    tab.stepsToLive = 1 + Math.floor(world.random() * STEPS);
  },
  'stop a taking': ({ random, faults }, tab) => {
    const id = anyTaking(tab, random);
    if (id === undefined) return;
    faults.count('taking stopped');
    void tab.core.stopTaking(id).catch(() => undefined);
  },
  'go on with a taking': ({ random }, tab) => {
    const id = anyTaking(tab, random);
    if (id !== undefined) void tab.core.resumeTaking(id).catch(() => undefined);
  },
  'take again': (world, tab) => {
    const id = anyTaking(tab, world.random);
    if (id === undefined) return;
    world.faults.count('taken again');
    begin(world, () => tab.core.renewTaking(id, undefined).then(() => id));
  },
  'let a taking go': ({ random, faults, takings }, tab) => {
    const id = anyTaking(tab, random);
    if (id === undefined) return;
    faults.count('taking let go');
    void tab.core.letTakingGo(id).then(
      () => takings?.noteLetGo(id),
      () => undefined,
    );
  },
  'let everything go': ({ faults, takings }, tab) => {
    const ids = tab.core.takingsStatus.get().takings?.map(({ id }) => id) ?? [];
    faults.count('all takings let go');
    void tab.core.letAllGo().then(
      () => ids.forEach((id) => takings?.noteLetGo(id)),
      () => undefined,
    );
  },
  'read with the server dead': (world, tab, device) => {
    const userId = tab.core.session.getSession().user?.id;
    if (userId === undefined || device.tabs.size >= 3) return;
    world.faults.count('read with the server dead');
    device.network.weather = 'server away';
    const reader = device.openTab();
    const open = () => {
      for (const id of world.server.dataOf(userId).cards.keys()) world.seller.open(reader, `card ${id}`);
    };
    world.scheduler.after(STARTED_AFTER_MS, 'opens what was taken', open, { owner: reader });
  },
};

function takeCards(world: World, tab: Tab): void {
  const { server, random, faults } = world;
  const { user } = tab.core.session.getSession();
  if (!user) return;
  const ids = [...server.dataOf(user.id).cards.keys()].filter(() => random() < 0.6);
  if (ids.length === 0) return;
  faults.count('cards taken');
  // Its name tells whose it is.
  const source = { kind: 'view' as const, name: user.name, filter: {} };
  begin(world, () => tab.core.beginTaking(source, ids));
}

/** It is asked for at this moment, whenever the device has come to write it down. */
function begin({ takings, scheduler }: World, ask: () => Promise<string>): void {
  const askedAt = scheduler.now;
  void ask().then(
    (id) => takings?.askedAt.set(id, askedAt),
    () => undefined,
  );
}

function anyTaking(tab: Tab, random: () => number): string | undefined {
  const shown = tab.core.takingsStatus.get().takings ?? [];
  return shown[Math.floor(random() * shown.length)]?.id;
}
