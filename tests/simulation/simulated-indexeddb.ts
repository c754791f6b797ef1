import { Emitter } from './emitter.ts';
import { createStream, type Owner, type Scheduler, type Stream } from './scheduler.ts';

/**
 * IndexedDB as one device keeps it for all its tabs: transactions one after the other, each whole or not at all;
 * requests answered in order; what a dead tab had not committed never happened. Only what the app uses is here.
 */
export type StorageFault = 'none' | 'quota' | 'broken' | 'slow' | 'lost';

const SLOW_MS = 2_000;

type Content = Map<string, unknown>;

interface KeyRange {
  lower: string;
  upper: string;
}

/** As far as the app uses it: both ends belong to it. */
export const simulatedKeyRange = { bound: (lower: string, upper: string): KeyRange => ({ lower, upper }) };

interface Database {
  name: string;
  /** `undefined` until the first connection made the store. */
  content: Content | undefined;
  connections: Set<Connection>;
  transactions: Transaction[];
  /** Opens and deletions of one name take turns. */
  requests: (() => void)[];
  stream: Stream;
}

export class SimulatedDatabases {
  readonly scheduler: Scheduler;
  readonly nextFault: () => StorageFault;
  /** What a slow disk was asked for lasts so long. */
  slowUntil = 0;
  private readonly byName = new Map<string, Database>();

  constructor(scheduler: Scheduler, nextFault: () => StorageFault) {
    this.scheduler = scheduler;
    this.nextFault = nextFault;
  }

  /** What is on the disk now: the committed values of every database. */
  dump(): Map<string, Content> {
    const entries = [...this.byName.values()].flatMap(({ name, content }) =>
      content ? [[name, content] as const] : [],
    );
    return new Map(entries);
  }

  /** Whether something that a slow disk was asked for is waiting for its turn. */
  hasSlowWork(): boolean {
    return [...this.byName.values()].some(({ transactions }) => transactions.some(({ isSlow }) => isSlow));
  }

  /** The browser has cleared one of them up: it is empty, and nobody was told. */
  empty(name: string): void {
    this.byName.get(name)?.content?.clear();
  }

  /** The factory as one tab sees it. */
  factoryFor(owner: Owner) {
    return {
      open: (name: string) => this.open(name, owner),
      deleteDatabase: (name: string) => this.delete(name, owner),
      databases: () =>
        new Promise<{ name: string }[]>((resolve) => {
          this.later(owner, undefined, 'lists databases', () =>
            resolve([...this.dump().keys()].map((name) => ({ name }))),
          );
        }),
    };
  }

  /** The tab is gone: its connections close, what it had not committed never happened. */
  release(owner: Owner): void {
    for (const database of this.byName.values()) {
      for (const connection of database.connections) if (connection.owner === owner) connection.kill();
    }
  }

  later(owner: Owner, database: Database | undefined, label: string, run: () => void, usualMs = 1): void {
    const placing = database ? { owner, stream: database.stream } : { owner };
    this.scheduler.after(this.latency(usualMs), `idb ${label}`, run, placing);
  }

  private latency(usualMs: number): number {
    const delayMs = this.scheduler.latency(usualMs);
    if (usualMs >= SLOW_MS) this.slowUntil = Math.max(this.slowUntil, this.scheduler.now + delayMs);
    return delayMs;
  }

  private databaseOf(name: string): Database {
    const known = this.byName.get(name);
    if (known) return known;
    const database: Database = {
      name,
      content: undefined,
      connections: new Set(),
      transactions: [],
      requests: [],
      stream: createStream(),
    };
    this.byName.set(name, database);
    return database;
  }

  private open(name: string, owner: Owner): Request {
    const request = new Request();
    if (!owner.isAlive) return request;
    const database = this.databaseOf(name);
    const fault = this.nextFault();
    this.enqueue(database, owner, `opens ${name}`, fault === 'slow' ? 3_000 : 1, (finish) => {
      finish();
      if (fault === 'broken') {
        this.later(owner, undefined, `cannot open ${name}`, () => request.fail('UnknownError'));
        return;
      }
      const isNew = database.content === undefined;
      database.content ??= new Map();
      const connection = new Connection(this, database, owner);
      database.connections.add(connection);
      request.result = connection;
      this.later(owner, undefined, `opened ${name}`, () => {
        if (isNew) request.emit('upgradeneeded');
        request.emit('success');
      });
    });
    return request;
  }

  private delete(name: string, owner: Owner): Request {
    const request = new Request();
    if (!owner.isAlive) return request;
    const database = this.databaseOf(name);
    this.enqueue(database, owner, `deletes ${name}`, 1, (finish) => {
      for (const connection of database.connections) {
        this.later(connection.owner, undefined, `versionchange ${name}`, () =>
          connection.emit('versionchange', { newVersion: null }),
        );
      }
      whenFree(database, () => {
        if (owner.isAlive) database.content = undefined;
        finish();
        this.later(owner, undefined, `deleted ${name}`, () => request.emit('success'));
      });
    });
    return request;
  }

  /** `work` has the name for itself until it finishes; an owner that dies in the queue gives its turn up. */
  private enqueue(
    database: Database,
    owner: Owner,
    label: string,
    usualMs: number,
    work: (finish: () => void) => void,
  ): void {
    const { requests } = database;
    const finish = () => {
      requests.shift();
      requests[0]?.();
    };
    const turn = () => {
      if (!owner.isAlive) {
        finish();
        return;
      }
      this.scheduler.after(this.latency(usualMs), `${owner.name} idb ${label}`, () => {
        if (owner.isAlive) work(finish);
        else finish();
      });
    };
    requests.push(turn);
    if (requests.length === 1) turn();
  }
}

/** Waits until the last connection of a database is closed. */
const waiting = new WeakMap<Database, (() => void)[]>();

function whenFree(database: Database, run: () => void): void {
  if (database.connections.size === 0) run();
  else waiting.set(database, [...(waiting.get(database) ?? []), run]);
}

function noteFree(database: Database): void {
  if (database.connections.size > 0) return;
  const ready = waiting.get(database) ?? [];
  waiting.delete(database);
  for (const run of ready) run();
}

class Request extends Emitter {
  result: unknown;
  error: Error | null = null;

  fail(name: string): void {
    this.error = new DOMException(name, name);
    this.emit('error');
  }
}

class Connection extends Emitter {
  readonly owner: Owner;
  private readonly databases: SimulatedDatabases;
  private readonly database: Database;
  private isClosed = false;

  constructor(databases: SimulatedDatabases, database: Database, owner: Owner) {
    super();
    this.databases = databases;
    this.database = database;
    this.owner = owner;
  }

  /** The one store of a new database is there from its first moment. */
  createObjectStore(): void {
    this.database.content ??= new Map();
  }

  transaction(_store: string, mode: IDBTransactionMode): Transaction {
    if (this.isClosed) throw new DOMException('closed', 'InvalidStateError');
    const fault = this.databases.nextFault();
    if (fault === 'lost') {
      this.lose();
      throw new DOMException('lost', 'InvalidStateError');
    }
    return new Transaction(this.databases, this.database, this, mode, fault);
  }

  close(): void {
    this.isClosed = true;
    this.closeWhenDone();
  }

  /** The browser took the connection away. */
  private lose(): void {
    for (const transaction of this.transactions()) transaction.fail('AbortError');
    this.close();
    this.databases.later(this.owner, undefined, 'connection lost', () => this.emit('close'));
  }

  kill(): void {
    for (const transaction of this.transactions()) transaction.drop();
    this.close();
  }

  closeWhenDone(): void {
    if (!this.isClosed || this.transactions().length > 0) return;
    this.database.connections.delete(this);
    noteFree(this.database);
  }

  private transactions(): Transaction[] {
    return this.database.transactions.filter(({ connection }) => connection === this);
  }
}

class Transaction extends Emitter {
  error: Error | null = null;
  readonly connection: Connection;
  private readonly databases: SimulatedDatabases;
  private readonly database: Database;
  private readonly mode: IDBTransactionMode;
  private readonly fault: StorageFault;
  private readonly requests: { request: Request; work: (content: Content) => unknown }[] = [];
  private draft: Content | undefined;
  private isOver = false;

  constructor(
    databases: SimulatedDatabases,
    database: Database,
    connection: Connection,
    mode: IDBTransactionMode,
    fault: StorageFault,
  ) {
    super();
    this.databases = databases;
    this.database = database;
    this.connection = connection;
    this.mode = mode;
    this.fault = fault;
    database.transactions.push(this);
    if (database.transactions.length === 1) this.proceed();
  }

  get isSlow(): boolean {
    return this.fault === 'slow';
  }

  objectStore() {
    const { fault } = this;
    return {
      transaction: this,
      get: (key: string) => this.request((content) => copy(content.get(key))),
      getAll: (range?: KeyRange) =>
        this.request((content) => inOrder(content, range).map(([, value]) => copy(value))),
      getAllKeys: (range?: KeyRange) =>
        this.request((content) => inOrder(content, range).map(([key]) => key)),
      openCursor: (range?: KeyRange) => this.openCursor(range),
      put: (value: unknown, key: string) => {
        const stored = copy(value);
        return this.request((content) => {
          if (fault === 'quota') throw new DOMException('full', 'QuotaExceededError');
          content.set(key, stored);
        });
      },
      delete: (key: string) => this.request((content) => void content.delete(key)),
      clear: () => this.request((content) => content.clear()),
    };
  }

  abort(): void {
    if (this.isOver) throw new DOMException('over', 'InvalidStateError');
    this.fail('AbortError');
  }

  fail(name: string): void {
    if (this.isOver) return;
    this.error = new DOMException(name, name);
    this.end();
    this.databases.later(this.connection.owner, this.database, 'aborted', () => this.emit('abort'));
  }

  /** Nobody is left to hear of it. */
  drop(): void {
    if (!this.isOver) this.end();
  }

  private request(work: (content: Content) => unknown, request = new Request()): Request {
    if (this.isOver) throw new DOMException('over', 'TransactionInactiveError');
    this.requests.push({ request, work });
    return request;
  }

  /** Each step is a request of its own, and the same object. */
  private openCursor(range?: KeyRange): Request {
    const request = new Request();
    const goOn = (after: string) =>
      void this.request((content) => {
        const [next] = inOrder(content, range).filter(([key]) => key > after);
        return next ? { key: next[0], value: copy(next[1]), continue: () => goOn(next[0]) } : null;
      }, request);
    goOn('');
    return request;
  }

  /** One step: the next request, or the commit when there is none. */
  private proceed(): void {
    const usualMs = this.fault === 'slow' ? 2_000 : 0.5;
    const { owner } = this.connection;
    this.databases.later(
      owner,
      this.database,
      `${this.mode} ${this.database.name}`,
      () => this.step(),
      usualMs,
    );
  }

  private step(): void {
    if (this.isOver) return;
    this.draft ??= new Map(this.database.content);
    const next = this.requests.shift();
    if (!next) {
      this.commit();
      return;
    }
    if (this.fault === 'broken') {
      next.request.fail('UnknownError');
      this.fail('UnknownError');
      return;
    }
    try {
      next.request.result = next.work(this.draft);
      next.request.emit('success');
    } catch (error) {
      next.request.error = error as Error; // only DOMExceptions are thrown here
      next.request.emit('error');
      this.fail(next.request.error.name);
      return;
    }
    if (!this.isOver) this.proceed();
  }

  private commit(): void {
    if (this.mode === 'readwrite' && this.draft && this.database.content) this.database.content = this.draft;
    this.end();
    this.databases.later(this.connection.owner, this.database, 'committed', () => this.emit('complete'));
  }

  private end(): void {
    this.isOver = true;
    const { transactions } = this.database;
    const isHead = transactions[0] === this;
    transactions.splice(transactions.indexOf(this), 1);
    if (isHead) transactions[0]?.proceed();
    this.connection.closeWhenDone();
  }
}

function inOrder(content: Content, range?: KeyRange): [string, unknown][] {
  const within = [...content].filter(([key]) => !range || (key >= range.lower && key <= range.upper));
  return within.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** What a structured clone makes of the plain values that the app stores; much faster. */
function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  // Each kind of numbers copies itself; the app stores no other views.
  if (ArrayBuffer.isView(value)) return (value as Uint8Array).slice();
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]));
}
