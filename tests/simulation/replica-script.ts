import { anna } from '#tests/fixtures/tokens.ts';
import type { Device, Tab } from './device.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;

export const REPLICA_WEIGHTS = {
  'rows change': 8,
  'row changed unseen': 1,
  'database restored': 1,
  'killed while filling': 2,
  'clock jump': 1,
  'replica switched': 1,
};

/** What befalls the replica of the card list, or those who keep it. */
export const replicaHappenings: Record<
  keyof typeof REPLICA_WEIGHTS,
  (world: World, tab: Tab, device: Device) => void
> = {
  'rows change': ({ server, random, faults }, tab) => {
    const userId = userOf(tab);
    const feed = server.feedOf(userId);
    faults.count('rows changed');
    for (let change = 0; change < 1 + Math.floor(random() * 4); change += 1) {
      const kind = random();
      if (kind < 0.2) feed.addRow();
      else if (kind < 0.35) feed.removeRow(random);
      else feed.changeRow(random);
    }
    server.onCardsChanged(userId);
  },
  'row changed unseen': ({ server, random, faults }, tab) => {
    // Two in one fill are a server that does not know what it says: it is asked again after ten minutes.
    if (faults.counts.has('row changed unseen')) return;
    faults.count('row changed unseen');
    server.feedOf(userOf(tab)).changeUnseen(random);
  },
  'database restored': ({ server, random, faults }, tab) => {
    faults.count('database restored');
    server.feedOf(userOf(tab)).restore(random);
  },
  'killed while filling': ({ server, random, faults }, tab) => {
    faults.count('killed while filling');
    server.feedOf(userOf(tab)).restore(random);
    tab.core.catalogueStatus.source()?.refresh();
    // A step is asking for the cursor, a portion, handing it over, the facts; a fill is some of them.
    tab.stepsToLive = 1 + Math.floor(random() * 30);
  },
  'clock jump': ({ random, faults }, _, { clock }) => {
    faults.count('clock jump');
    clock.jump(Math.round((random() - 0.5) * 2 * HOUR_MS));
  },
  'replica switched': ({ faults }, tab) => {
    const { catalogueSwitch } = tab.core;
    faults.count(catalogueSwitch.isOn() ? 'replica switched off' : 'replica switched on');
    catalogueSwitch.turn(!catalogueSwitch.isOn());
  },
};

function userOf(tab: Tab): number {
  return tab.core.session.getSession().user?.id ?? anna.id;
}
