import type { World } from './world.ts';

const MANY_CHANGES_SHARE = 0.25;
/** Several portions. */
const MANY = 6;
const SECOND_TAB_SHARE = 0.1;

/** Changes that are more than one portion, and tabs side by side that hear of them: a late page meets a newer one. */
export function stirFeed({ devices, server, faults }: World, random: () => number): void {
  for (const device of devices) {
    const [tab] = device.tabs;
    const userId = tab?.core.session.getSession().user?.id;
    if (userId === undefined) continue;
    if (device.tabs.size === 1 && random() < SECOND_TAB_SHARE) device.openTab();
    if (random() >= MANY_CHANGES_SHARE) continue;
    faults.count('many rows changed');
    for (let change = 0; change < MANY; change += 1) server.feedOf(userId).changeRow(random);
    server.onCardsChanged(userId);
  }
}
