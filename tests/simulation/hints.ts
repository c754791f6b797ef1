import type { World } from './world.ts';

const LOST = 0.2;

/** The stream of hints, without its bytes: each change of a user's cards is told to the tabs that can hear, now and then it is not. */
export function passHintsOn(world: World, random: () => number): void {
  const { server, scheduler, devices, faults } = world;
  server.onCardsChanged = (userId) => {
    for (const { network, tabs } of devices) {
      if (network.weather !== 'fine' || (!faults.isCalm && random() < LOST)) continue;
      for (const tab of tabs) {
        const hear = () => {
          if (tab.core.session.getSession().user?.id === userId) tab.core.heardHints.tell(['cards']);
        };
        scheduler.after(scheduler.latency(80), 'hears a hint of cards', hear, { owner: tab });
      }
    }
  };
}
