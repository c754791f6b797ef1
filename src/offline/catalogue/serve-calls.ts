import { errorName } from '#lib/error-name.ts';
import { createReplica, type Replica } from './replica.ts';
import { openReplicaStore } from './replica-store.ts';
import {
  DATABASE_DELETED,
  type ResponseMessage,
  type CallMessage,
  type WorkerCalls,
} from './worker-calls.ts';

interface Options {
  post: (message: ResponseMessage) => void;
  getIndexedDb?: () => IDBFactory;
}

/** The worker's side: what is stored goes one step after the other, questions are answered between the steps. */
export function serveCalls({ post, getIndexedDb }: Options): (message: CallMessage) => void {
  let replica: Replica | undefined;
  /** By somebody else, under its hands. Whether the user is still here only the page knows: it begins with another worker then. */
  let isDeleted = false;
  let steps: Promise<unknown> = Promise.resolve();

  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = steps.then(step);
    steps = done.catch(() => undefined);
    return done;
  }

  /** A step that changes cards. Whoever asked for it does not wait until they stand in their new places. */
  function inTurnBeforeOrders(step: () => Promise<void> | void): Promise<undefined> {
    const done = inTurn(async () => {
      await step();
      return undefined;
    });
    void inTurn(async () => replica?.repairOrders());
    return done;
  }

  function opened(): Replica {
    if (!replica) throw new Error('The replica is not open');
    return replica;
  }

  const responders: {
    [Name in keyof WorkerCalls]: (
      asked: WorkerCalls[Name]['asked'],
    ) => WorkerCalls[Name]['response'] | Promise<WorkerCalls[Name]['response']>;
  } = {
    open: ({ databaseName }) =>
      inTurn(async () => {
        const mayReopen = () => !(isDeleted = true);
        const made = createReplica(openReplicaStore(databaseName, { getIndexedDb, mayReopen }));
        await made.open();
        replica = made;
        return undefined;
      }),
    cursor: () => inTurn(async () => opened().cursor()),
    take: ({ since, bytes, askedAtMs }) =>
      inTurn(() => opened().take(since, new Uint8Array(bytes), askedAtMs)),
    gather: () => inTurnBeforeOrders(() => opened().gather()),
    catchUp: () => inTurnBeforeOrders(() => opened().catchUp()),
    wait: (rows) => inTurnBeforeOrders(() => opened().wait(rows)),
    query: (asked) => opened().query(asked),
    counters: () => opened().counters(),
    suggest: (search) => opened().suggest(search),
    facts: () => opened().facts(),
  };

  async function serve({ id, name, asked }: CallMessage): Promise<void> {
    try {
      // Each name comes with what the table says of it.
      const one = responders[name] as (asked: unknown) => unknown;
      post({ id, response: await one(asked) });
    } catch (error) {
      post({ id, errorName: isDeleted ? DATABASE_DELETED : errorName(error) });
    }
  }

  return (message) => void serve(message);
}
