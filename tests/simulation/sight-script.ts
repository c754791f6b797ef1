import type { Tab } from './device.ts';
import { judgeQuestion } from './replica-judge.ts';
import type { World } from './world.ts';

/** Somebody walks through their tabs, looks at another for a moment, or goes away. */
const AWAY_MS = [
  [0, 100],
  [1_000, 25_000],
  [31_000, 90_000],
  [31_000, 90_000],
] as const;
const AWAY_SHARE = 0.15;
const ASKED_SHARE = 0.02;
const PUT_ASIDE_SHARE = 0.1;

/** Which tabs are seen, and what is asked of those that are not. Its numbers are its own: a world without it is what it was. */
export function lookElsewhere(world: World, random: () => number): void {
  const tabs = world.devices.flatMap((device) => [...device.tabs]).filter(({ isFrozen }) => !isFrozen);
  for (const tab of tabs) {
    if (isSeen(tab)) {
      if (random() < AWAY_SHARE) lookAway(world, tab, random);
    } else if (random() < ASKED_SHARE) {
      world.faults.count('asked while hidden');
      judgeQuestion(tab, world);
    }
  }
}

function lookAway(world: World, tab: Tab, random: () => number): void {
  const { faults, scheduler } = world;
  faults.count('tab hidden');
  see(tab, 'hidden');
  const [least, most] = AWAY_MS[Math.floor(random() * AWAY_MS.length)] ?? [0, 0];
  const awayMs = least + random() * (most - least);
  const isPutAside = random() < PUT_ASIDE_SHARE;
  if (isPutAside) {
    faults.count('tab put aside');
    tab.document.emit('freeze');
    scheduler.freeze(tab, awayMs);
  }
  scheduler.after(awayMs, 'is seen again', () => seeAgain(world, tab), { owner: tab });
}

export function isSeen({ document }: Tab): boolean {
  return document.visibilityState === 'visible';
}

export function seeAgain({ faults }: World, tab: Tab): void {
  if (isSeen(tab)) return;
  if (tab.workers.size === 0 && tab.core.catalogueStatus.get().current) faults.count('engine let go');
  see(tab, 'visible');
}

function see({ document }: Tab, state: DocumentVisibilityState): void {
  document.visibilityState = state;
  document.emit('visibilitychange');
}
