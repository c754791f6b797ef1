/** A server, a device and tabs for the outbox's tests: everything that can go wrong between them, on demand. */
import { ApiError, networkError } from '#api/http/api-error.ts';
import { createOutbox, type Outbox } from '#offline/outbox/outbox.ts';
import type { Fields, OutboxContent, OutboxRecord, ServerState } from '#offline/outbox/outbox-record.ts';
import { createMemoryOutboxStore, type OutboxStore } from '#offline/outbox/outbox-store.ts';
import { isSameJson } from '#offline/outbox/three-way-merge.ts';

export type Fault = 'request lost' | 'answer lost' | 'away' | 'too many' | 'none';

export interface Effect {
  key: string;
  entityId: number;
  field: string;
  before: unknown;
  value: unknown;
}

/** Honours `Idempotency-Key` and `If-Match` as the contract says; refuses values that begin with «bad». */
export class SimulatedServer {
  readonly entities = new Map<number, { version: number; fields: Fields }>();
  readonly effects: Effect[] = [];
  readonly requests: OutboxRecord[] = [];
  isKeyHonoured = true;
  private readonly responses = new Map<string, { body: string; state: ServerState | null }>();
  private lastId = 100;

  add(entityId: number, fields: Fields): void {
    this.entities.set(entityId, { version: 1, fields });
  }

  /** Somebody else saves. */
  change(entityId: number, fields: Fields): void {
    const entity = this.entities.get(entityId);
    if (!entity) throw new Error(`No entity ${entityId}`);
    this.entities.set(entityId, { version: entity.version + 1, fields: { ...entity.fields, ...fields } });
  }

  state(entityId: number): ServerState {
    const entity = this.entities.get(entityId);
    if (!entity) throw new ApiError({ status: 404, detail: ['Не найдено'] });
    return { entityId, ...entity };
  }

  handle(record: OutboxRecord): ServerState | null {
    this.requests.push(record);
    const body = JSON.stringify([record.kind, record.entityId, record.patch]);
    const known = this.isKeyHonoured ? this.responses.get(record.id) : undefined;
    if (known && known.body !== body) throw new ApiError({ status: 422, detail: ['Ключ уже использован'] });
    if (known) return known.state;
    const state = this.execute(record);
    this.responses.set(record.id, { body, state });
    return state;
  }

  private execute(record: OutboxRecord): ServerState | null {
    const isBad = Object.values(record.patch).some((value) => String(value).startsWith('bad'));
    if (isBad) throw new ApiError({ status: 400, detail: ['Так нельзя'] });
    const entityId = record.kind === 'create' ? (this.lastId += 1) : record.entityId;
    if (record.kind === 'create') this.entities.set(entityId, { version: 0, fields: {} });
    const entity = this.entities.get(entityId);
    if (!entity) throw new ApiError({ status: 404, detail: ['Не найдено'] });
    if (record.kind !== 'create' && record.baseVersion !== entity.version) {
      throw new ApiError({ status: 412, detail: ['Изменено в другом месте'] });
    }
    if (record.kind === 'delete') {
      this.entities.delete(entityId);
      return null;
    }
    for (const [field, value] of Object.entries(record.patch)) {
      const before = entity.fields[field];
      if (!isSameJson(before, value)) this.effects.push({ key: record.id, entityId, field, before, value });
    }
    const changed = { version: entity.version + 1, fields: { ...entity.fields, ...record.patch } };
    this.entities.set(entityId, changed);
    return { entityId, ...changed };
  }
}

export interface SimulatedTab {
  outbox: Outbox;
  /** Nothing of this tab goes on from here, wherever it was. */
  kill: () => void;
}

interface WorldOptions {
  /** Crossed at every step at which a tab can be killed or another task can come first. */
  step?: (label: string) => Promise<void>;
  hasLocks?: boolean;
  store?: OutboxStore;
}

const NEVER = new Promise<never>(() => undefined);

export class SimulatedWorld {
  readonly server = new SimulatedServer();
  readonly store: OutboxStore;
  readonly faults: Fault[] = [];
  isOnline = true;
  now = 1_000_000;
  private lockHolder: symbol | null = null;
  private keyCount = 0;
  private readonly options: WorldOptions;

  constructor(options: WorldOptions = {}) {
    this.options = options;
    this.store = options.store ?? createMemoryOutboxStore();
  }

  content(): Promise<OutboxContent> {
    return this.store.read();
  }

  openTab(
    onRefresh: (state: ServerState | null) => void = () => undefined,
    onSentElsewhere: (record: OutboxRecord) => void = () => undefined,
  ): SimulatedTab {
    const me = Symbol('tab');
    let isAlive = true;
    const step = async (label: string) => {
      await this.options.step?.(label);
      if (!isAlive) await NEVER;
    };
    const store: OutboxStore = {
      read: async () => {
        await step('read');
        return this.store.read();
      },
      change: async (decide) => {
        await step('before writing');
        const written = await this.store.change(decide);
        await step('after writing');
        return written;
      },
      close: () => undefined,
    };
    const outbox = createOutbox({
      userId: 1,
      store,
      tab: String(this.keyCount),
      newKey: () => `key-${(this.keyCount += 1)}`,
      now: () => this.now,
      random: () => 0.5,
      // Time passes when a test says so.
      setTimer: () => setTimeout(() => undefined, 0),
      canSend: () => isAlive && this.isOnline,
      send: async (record) => {
        await step('before the request');
        if (!this.isOnline) throw networkError('network');
        const fault = this.faults.shift() ?? 'none';
        if (fault === 'request lost') throw networkError('network');
        if (fault === 'away') throw new ApiError({ status: 503, detail: ['Недоступно'] });
        if (fault === 'too many') throw new ApiError({ status: 429, detail: ['Часто'], retryAfterMs: 1000 });
        const state = this.server.handle(record);
        await step('after the request');
        if (fault === 'answer lost') throw networkError('timeout');
        return { state };
      },
      readState: async (record) => {
        await step('reading the state');
        return this.server.state(record.entityId);
      },
      refreshCopies: async (_record, state) => {
        await step('refreshing copies');
        onRefresh(state);
      },
      onSentElsewhere,
      withLock: async (work) => {
        if (this.options.hasLocks === false) {
          await work(false);
          return true;
        }
        await step('asking for the lock');
        if (this.lockHolder !== null) return false;
        this.lockHolder = me;
        try {
          await work(true);
        } finally {
          if (this.lockHolder === me) this.lockHolder = null;
        }
        return true;
      },
    });
    return {
      outbox,
      kill: () => {
        isAlive = false;
        if (this.lockHolder === me) this.lockHolder = null;
      },
    };
  }
}
