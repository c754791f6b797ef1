import type { Card } from '#contract/cards.ts';
import { photoPaths } from '#offline/takings/taken-photos.ts';
import { unitKeys, type Taking, type Unit } from '#offline/takings/taking.ts';
import type { Device, Tab } from './device.ts';
import type { FaultScript } from './faults.ts';
import type { Judge } from './judge.ts';
import type { Ledger } from './ledger.ts';
import type { ModelServer } from './model-server.ts';
import type { Scheduler } from './scheduler.ts';
import type { Exchange } from './simulated-network.ts';

/** What is called sent is told of no later than a second after (TA-21), and the disk then does what it has been asked for. */
const BUSY_DISK_MS = 1_000;

interface Parts {
  judge: Judge;
  server: ModelServer;
  scheduler: Scheduler;
  ledger: Ledger;
  faults: FaultScript;
}

/** What one user has taken along on one device, as its disk has it. */
export interface StoredTakings {
  userId: number;
  takings: Taking[];
  units: Map<string, Unit>;
  copies: Map<string, { text: string; fetchedAt: number }>;
}

/** Watches what was taken along: whose it is, how old it is, and that what was let go is gone. */
export class TakingsJudge {
  /** Tabs whose disk has failed them: they go without until the next start. */
  readonly failed = new WeakSet<Tab>();
  /** When each taking was last asked for, by the world's clock. */
  readonly askedAt = new Map<string, number>();
  /** How many parts were asked for. */
  partCount = 0;
  private readonly letGo = new Set<string>();
  private readonly parts: Parts;
  private readonly underWay = new Set<Exchange>();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  noteLetGo(id: string): void {
    this.letGo.add(id);
  }

  /** As «Взятое с собой» shows it. */
  watch(tab: Tab): void {
    const { takingsStatus, session } = tab.core;
    takingsStatus.subscribe(() => {
      const { takings = [], problem } = takingsStatus.get();
      if (problem !== null) this.failed.add(tab);
      const userId = session.getSession().user?.id;
      for (const { id, source } of takings) {
        this.parts.judge.check(
          'I6',
          source.kind !== 'view' || source.name === this.nameOf(userId),
          () => `${tab.name} shows what somebody else has taken: ${id}`,
        );
      }
    });
  }

  /** Of the tabs of a device that share locks one asks for a part. */
  onExchange(device: Device, exchange: Exchange): void {
    const { part, tab } = exchange;
    if (part === undefined) return;
    if (exchange.isOver) {
      this.underWay.delete(exchange);
      return;
    }
    this.partCount += 1;
    const others = [...this.underWay].filter(
      // What a tab has given up may still be on its way.
      (other) => other.part === part && other.tab !== tab && device.tabs.has(other.tab as Tab), // tabs alone ask
    );
    if (device.hasLocks) {
      this.parts.judge.check(
        'I11',
        others.length === 0,
        () => `${tab.name} and ${others[0]?.tab.name} ask for ${part} at once`,
      );
    }
    this.underWay.add(exchange);
  }

  checkDevice(device: Device): void {
    for (const { id } of this.parts.server.users) {
      const stored = storedTakings(device, id);
      if (!stored) continue;
      this.checkLetGo(device, stored);
      this.checkAges(device, stored);
    }
  }

  /** Each step is one transaction, so this holds between any two. */
  private checkLetGo({ name }: Device, { takings, units, copies }: StoredTakings): void {
    const { judge } = this.parts;
    const returned = takings.find(({ id }) => this.letGo.has(id));
    judge.check('I10', returned === undefined, () => `${name} has ${returned?.id} again, which was let go`);
    const wanted = new Set(takings.flatMap(unitKeys));
    const left = takings.length === 0 ? [...units.keys(), ...copies.keys()] : [];
    judge.check('I10', left.length === 0, () => `${name} holds ${left.join(', ')}, which nothing wants`);
    if (takings.length === 0) return;
    const strange = [...units.keys()].filter((key) => key.startsWith('card-') && !wanted.has(key));
    judge.check(
      'I10',
      strange.length === 0,
      () => `${name} holds ${strange.join(', ')}, which nothing wants`,
    );
  }

  /** A card is what the server had at the moment that is said, or later; and what was saved here before is in it. */
  private checkAges(device: Device, { userId, units, copies }: StoredTakings): void {
    const { judge, server, scheduler } = this.parts;
    for (const card of server.dataOf(userId).cards.values()) {
      const copy = copies.get(`prilavok-["Card",${card.id}]`);
      const unit = units.get(`card-${card.id}`);
      if (!copy) continue;
      const { version } = dataOf(copy.text) as Card; // kept under its key
      const state = server
        .feedOf(userId)
        .states.get(card.id)
        ?.find(({ row }) => row?.version === version);
      // A copy that a screen has made younger says when its answer came.
      if (unit?.fetchedAtMs === copy.fetchedAt) {
        const saidAt = Math.min(...device.clock.timesOf(copy.fetchedAt));
        judge.check(
          'I9',
          saidAt <= scheduler.now && (state?.until ?? -Infinity) >= saidAt,
          () =>
            `${device.name} has card ${card.id} v${version} as of ${saidAt}, the server until ${state?.until}`,
        );
      }
      if (this.parts.faults.counts.has('storage trouble')) continue;
      const savedAt = this.savedHereAt(device, userId, card.id);
      judge.check(
        'I9',
        (state?.until ?? -Infinity) > savedAt,
        () => `${device.name} has card ${card.id} v${version}, which was saved here at ${savedAt}`,
      );
    }
  }

  /** When the server wrote the last of what a tab of this device has called sent, longer ago than a busy disk takes. */
  private savedHereAt(device: Device, userId: number, cardId: number): number {
    const { ledger, server, scheduler } = this.parts;
    const sent = ledger.intents.filter(
      (intent) =>
        intent.device === device &&
        intent.userId === userId &&
        intent.entity === 'card' &&
        intent.told === 'sent' &&
        (intent.toldAt ?? Infinity) <= scheduler.now - BUSY_DISK_MS &&
        ledger.realId(intent.entityId) === cardId,
    );
    const times = server.effects
      .filter(({ entityId, field, value }) =>
        sent.some((intent) => entityId === cardId && intent.field === field && intent.value === value),
      )
      .map(({ at }) => at);
    return Math.max(-Infinity, ...times);
  }

  private nameOf(userId: number | undefined): string | undefined {
    return this.parts.server.users.find(({ id }) => id === userId)?.name;
  }
}

export function storedTakings(device: Device, userId: number): StoredTakings | undefined {
  const content = device.databases.dump().get(`prilavok-taken-u${userId}`);
  if (!content) return undefined;
  const stored: StoredTakings = { userId, takings: [], units: new Map(), copies: new Map() };
  for (const [key, value] of content) {
    const name = key.slice(key.indexOf('/') + 1);
    // Written by the store of takings.
    if (key.startsWith('taking/')) stored.takings.push(value as Taking);
    else if (key.startsWith('unit/')) stored.units.set(name, value as Unit);
    else if (key.startsWith('copy/')) stored.copies.set(name, value as { text: string; fetchedAt: number });
  }
  return stored;
}

/** What a taking still lacks: units that are not there or older than it was asked for, and pictures. */
export function lackOf(
  device: Device,
  taking: Taking,
  { userId, units }: StoredTakings,
  { server, askedAt }: { server: ModelServer; askedAt: number },
): string[] {
  const pictures = device.caches?.dump().get(`taken-u${userId}`);
  return unitKeys(taking).flatMap((key) => {
    const unit = units.get(key);
    if (!unit) return [key];
    if (Math.max(...device.clock.timesOf(unit.fetchedAtMs)) < askedAt - 1) return [`${key}, younger`];
    const [, cardId] = /^card-(\d+)$/.exec(key) ?? [];
    const card = server.dataOf(userId).cards.get(Number(cardId));
    const paths = photoPaths(card?.photos ?? []);
    return paths.filter((path) => !unit.photos.includes(path) || pictures?.get(path) === undefined);
  });
}

function dataOf(text: string): unknown {
  return (JSON.parse(text) as { data: unknown }).data; // as the persister writes it
}
