import type { SessionEnding } from '#api/session/session-store.ts';
import type { OutboxRecord } from '#offline/outbox/outbox-record.ts';
import type { Device, Tab } from './device.ts';
import type { FaultScript } from './faults.ts';
import type { Ledger, Intent } from './ledger.ts';
import type { ModelServer } from './model-server.ts';
import type { Scheduler } from './scheduler.ts';
import type { Exchange } from './simulated-network.ts';

/** As in docs/simulation.md. */
export const invariants = {
  I1: 'no acknowledged write is lost',
  I2: 'no effect happens twice',
  I3: 'the client shows what the server has',
  I4: 'one refresh for each expiry',
  I5: 'nobody is logged out by anything but a 4xx',
  I6: 'nothing of one user under another',
  I7: 'the replica is not older than it says',
  I8: 'soon after all troubles everything is sent, the replica current and what was taken whole',
  I9: 'a taken card is not older than it says, nor than what was saved here',
  I10: 'what was let go does not come back',
  I11: 'a part of a taking is fetched by one tab',
} as const;
export type Invariant = keyof typeof invariants;

export interface Violation {
  invariant: Invariant;
  what: string;
}

interface World {
  scheduler: Scheduler;
  server: ModelServer;
  ledger: Ledger;
  faults: FaultScript;
}

/** How every text begins that somebody else wrote. */
export const THEIRS = 'theirs ';
const THEIR_TEXTS = /theirs [^"]*/g;

/** Watches a run and remembers the first promise that was broken. */
export class Judge {
  violation: Violation | undefined;
  /** How many times each invariant was looked at. */
  readonly checks = new Map<Invariant, number>();
  private readonly world: World;
  private readonly refreshing = new Set<Exchange>();
  private readonly lastRefreshStatus = new WeakMap<object, number | undefined>();
  private seenWrites = 0;
  private seenEffects = 0;
  private readonly written = new Set<string>();
  /** What somebody else wrote, and how many intents had been made when it was first seen. */
  private readonly seenTexts = new Map<string, number>();
  private readonly refusedTexts = new Set<string>();

  constructor(world: World) {
    this.world = world;
  }

  check(invariant: Invariant, isKept: boolean, what: () => string): void {
    this.checks.set(invariant, (this.checks.get(invariant) ?? 0) + 1);
    if (isKept || this.violation) return;
    this.violation = { invariant, what: what() };
    this.world.scheduler.note(`VIOLATION ${invariant}: ${this.violation.what}`);
  }

  /** What the server has done since the last look: nothing twice, nothing under a foreign name. */
  afterEvent(): void {
    const { server } = this.world;
    for (; this.seenEffects < server.effects.length; this.seenEffects += 1) {
      const { entity, entityId, field, before, value } = server.effects[this.seenEffects]!;
      if (!this.isAsked(value)) continue;
      if (typeof before === 'string' && before.startsWith(THEIRS)) {
        this.check(
          'I1',
          this.isOverwrittenKnowingly(before, value),
          () => `«${before}» was overwritten unseen by ${String(value)}`,
        );
      }
      const effect = `${entity} ${entityId} ${field} = ${JSON.stringify(value)}`;
      this.check('I2', !this.written.has(effect), () => `written twice: ${effect}`);
      this.written.add(effect);
    }
    for (; this.seenWrites < server.writes.length; this.seenWrites += 1) {
      const { userId, body } = server.writes[this.seenWrites]!;
      this.check('I6', !this.isForeign(body, userId), () => `sent under user ${userId}: ${body}`);
    }
  }

  onExchange(device: Device, exchange: Exchange): void {
    if (!exchange.isRefresh) return;
    if (exchange.isOver) {
      this.refreshing.delete(exchange);
      this.lastRefreshStatus.set(exchange.tab, exchange.status);
      return;
    }
    const others = [...this.refreshing].filter(({ tab }) => tab.isAlive && device.tabs.has(tab as Tab));
    if (device.hasLocks) {
      this.check(
        'I4',
        others.length === 0,
        () => `${exchange.tab.name} and ${others[0]?.tab.name} refresh at once`,
      );
    }
    const stored = device.storage.items.get('refreshToken');
    if (stored !== undefined && device.hasLocks && !device.storage.isFull) {
      this.check(
        'I4',
        stored === exchange.offered,
        () => `${exchange.tab.name} offers a token that was changed`,
      );
    }
    this.refreshing.add(exchange);
  }

  /** Each rotation was asked for because an access token had ended. */
  checkRotations(): void {
    for (const rotation of this.world.server.sessions.rotations) {
      this.check('I4', rotation.wasNeeded, () => `a refresh without an expiry: ${rotation.token}`);
    }
  }

  onSessionEnd(tab: Tab, { reason }: SessionEnding): void {
    if (reason !== 'expired') return;
    const status = this.lastRefreshStatus.get(tab);
    this.check(
      'I5',
      status !== undefined && status >= 400 && status < 500,
      () => `${tab.name} is logged out after ${status ?? 'no answer'}`,
    );
  }

  /** What a person was told must be true at that moment. */
  onTold(intent: Intent): void {
    const { told, device, userId } = intent;
    if (told === 'waiting' && !intent.isGivenUp) {
      this.check(
        'I1',
        this.isStored(intent) || this.isSuperseded(intent),
        () => `not on the device: ${nameOf(intent)}`,
      );
    }
    if (told === 'sent' && !intent.isGivenUp) {
      this.check(
        'I1',
        this.hasReached(intent) || this.isSuperseded(intent),
        () => `not on the server: ${nameOf(intent)}`,
      );
    }
    const text = JSON.stringify([...device.storage.items]);
    this.check('I6', !this.isForeign(text, userId), () => `in local storage under user ${userId}`);
  }

  /** A tab shows `value`: never again what stood there before something it called saved. */
  onShown(
    tab: Tab,
    userId: number,
    entity: Intent['entity'],
    entityId: number,
    fields: Record<string, unknown>,
  ): void {
    for (const intent of this.world.ledger.intents) {
      const isAbout = intent.tab === tab && intent.userId === userId && intent.entity === entity;
      if (!isAbout || this.world.ledger.realId(intent.entityId) !== this.world.ledger.realId(entityId))
        continue;
      if (intent.isGivenUp || (intent.told !== 'sent' && intent.told !== 'waiting')) continue;
      this.check(
        'I3',
        intent.before === undefined || !isSame(fields[intent.field], intent.before),
        () =>
          `${tab.name} shows ${JSON.stringify(intent.before)} after ${nameOf(intent)} was called ${intent.told}`,
      );
    }
  }

  /** Data that came into a tab: of a query, or of a conflict that is asked about. */
  onData(tab: Tab, data: unknown): void {
    const userId = tab.core.session.getSession().user?.id;
    const text = JSON.stringify(data) ?? '';
    for (const [seen] of text.matchAll(THEIR_TEXTS)) {
      if (!this.seenTexts.has(seen)) this.seenTexts.set(seen, this.world.ledger.intents.length);
    }
    this.check(
      'I6',
      userId !== undefined && !this.isForeign(text, userId),
      () => `${tab.name} holds ${text.slice(0, 120)}`,
    );
  }

  /** Databases and web storage of a device: a user's place holds what is theirs alone. */
  checkDevice(device: Device): void {
    for (const [name, text] of device.dump()) {
      const owner = this.world.server.users.find(({ id }) => name.endsWith(`-u${id}`));
      if (owner) this.check('I6', !this.isForeign(text, owner.id), () => `${name} holds another user's data`);
    }
  }

  /** Some seconds after a sign-out: nothing of the user is left, in whatever tab. */
  checkWiped(device: Device, userId: number): void {
    const isBack = [...device.tabs].some((tab) => tab.core.session.getSession().user?.id === userId);
    // A storage that does not answer, or a tab that sleeps over it, is waited for; the next start finishes then.
    const { counts } = this.world.faults;
    const delays = ['storage trouble', 'tab frozen', 'device asleep'];
    if (isBack || delays.some((kind) => counts.has(kind))) return;
    const { name } = this.world.server.users.find(({ id }) => id === userId)!;
    for (const [place, text] of device.dump()) {
      this.check(
        'I6',
        !text.includes(name),
        () => `${place} holds data of user ${userId} after the sign-out: ${text.slice(0, 200)}`,
      );
    }
  }

  /** At the end: everything that was called saved is on the server, or waits where its user sees it. */
  checkNothingLost(): void {
    const { ledger, server } = this.world;
    for (const intent of ledger.intents) {
      if (intent.isGivenUp || (intent.told !== 'sent' && intent.told !== 'waiting')) continue;
      const isKept = this.hasReached(intent) || this.isSuperseded(intent) || this.isParked(intent);
      this.check('I1', isKept, () => `lost: ${nameOf(intent)}, told «${intent.told}»`);
    }
    for (const draft of ledger.drafts) {
      const cards = server.users.flatMap(({ id }) =>
        [...server.dataOf(id).cards.values()].filter(({ vendorCode }) => vendorCode === draft),
      );
      this.check('I2', cards.length <= 1, () => `${cards.length} cards were made of the draft ${draft}`);
    }
  }

  /** The person was asked, and chose their own. */
  onRefused(theirs: Record<string, unknown>): void {
    for (const text of Object.values(theirs)) if (typeof text === 'string') this.refusedTexts.add(text);
  }

  private isOverwrittenKnowingly(before: string, value: unknown): boolean {
    const madeAt = this.world.ledger.intents.findIndex((intent) => isSame(intent.value, value));
    return this.refusedTexts.has(before) || (this.seenTexts.get(before) ?? Infinity) <= madeAt;
  }

  private isAsked(value: unknown): boolean {
    return this.world.ledger.intents.some((intent) => isSame(intent.value, value));
  }

  private hasReached(intent: Intent): boolean {
    return this.world.server.effects.some(
      (effect) =>
        effect.userId === intent.userId &&
        effect.field === intent.field &&
        isSame(effect.value, intent.value),
    );
  }

  /**
   * The same person replaced it by a later value: that one answers for both. Of two that were under way at the same time
   * (in two tabs, over a slow disk) either may be the later one.
   */
  private isSuperseded(intent: Intent): boolean {
    const { ledger } = this.world;
    const { intents } = ledger;
    const place = intents.indexOf(intent);
    return intents
      .filter((other, index) => index > place || isUnderWayElsewhere(other, intent))
      .some(
        (later) =>
          later.device === intent.device &&
          later.userId === intent.userId &&
          later.entity === intent.entity &&
          ledger.realId(later.entityId) === ledger.realId(intent.entityId) &&
          (later.field === intent.field || later.value === null) &&
          (later.isGivenUp || this.isStored(later)),
      );
  }

  private isStored(intent: Intent): boolean {
    return this.hasReached(intent) || this.isParked(intent);
  }

  private isParked({ device, userId, field, value }: Intent): boolean {
    const records = [...(device.databases.dump().get(`prilavok-outbox-u${userId}`)?.values() ?? [])];
    return records.some((stored) => {
      const { kind, patch } = stored as OutboxRecord; // or an alias, which has neither
      return value === null ? kind === 'delete' : isSame(patch?.[field], value);
    });
  }

  /** Texts of each user carry the user's name. */
  private isForeign(text: string, userId: number): boolean {
    return this.world.server.users.some(({ id, name }) => id !== userId && text.includes(name));
  }
}

function isUnderWayElsewhere({ tab, toldAt }: Intent, intent: Intent): boolean {
  return tab !== intent.tab && (toldAt ?? tab.diedAt ?? Infinity) >= intent.madeAt;
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function nameOf({ userId, entity, entityId, field, value, tab }: Intent): string {
  return `${tab.name} user ${userId}: ${entity} ${entityId} ${field} = ${JSON.stringify(value)}`;
}
