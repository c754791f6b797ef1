import type { Device, Tab } from './device.ts';

export type Entity = 'card' | 'settings' | 'warehouseGroup' | 'taxpayer';

/** One thing that a person asked to save, and what they were told. */
export interface Intent {
  device: Device;
  /** Where it was made: this tab must not show the older value again. */
  tab: Tab;
  userId: number;
  entity: Entity;
  /** Negative for what the server had not seen then. */
  entityId: number;
  field: string;
  value: unknown;
  /** What the screen showed until then. */
  before: unknown;
  /** `asked` until an answer: it may be anywhere. */
  told: 'asked' | 'sent' | 'waiting' | 'conflict' | 'rejected' | 'failed';
  madeAt: number;
  /** When the person got the answer; until then another edit of the same thing may come before or after it. */
  toldAt: number | undefined;
  /** The person let it go: discarded it, took the other value, or signed out over it. */
  isGivenUp: boolean;
}

/** Everything that people did in one run, in the order in which they did it. */
export class Ledger {
  readonly intents: Intent[] = [];
  /** Vendor codes of the drafts that were asked for: each may become one card. */
  readonly drafts: string[] = [];
  /** Real ids of what was made under temporary ones. */
  readonly aliases = new Map<number, number>();

  realId(id: number): number {
    return this.aliases.get(id) ?? id;
  }

  /** What a device knows of an entity's field that its user has not let go. */
  giveUp(device: Device, userId: number, matches: (intent: Intent) => boolean): void {
    for (const intent of this.intents) {
      if (intent.device === device && intent.userId === userId && matches(intent)) intent.isGivenUp = true;
    }
  }

  /** Takes the aliases that a device stores. */
  readAliases(device: Device): void {
    for (const content of device.databases.dump().values()) {
      for (const [key, value] of content) {
        if (!key.startsWith('alias:')) continue;
        this.aliases.set(Number(key.slice('alias:'.length)), (value as { real: number }).real); // written by the outbox
      }
    }
  }
}
