import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Ask } from './write-out-pages.ts';
import type { RequestsUnderWay } from './requests-under-way.ts';

/** Large work goes on although somebody asks without end. */
const LONGEST_WAIT_MS = 50;
const LOOK_MS = 1;

type Callback = Parameters<Pool['connect']>[0];

/** Does work of several questions while nobody but requests has the database; they are served between its questions. */
export type Alone = <Result>(work: (ask: Ask) => Promise<Result>) => Promise<Result>;

/**
 * The embedded database's one connection goes to the requests that people wait for before anything else: jobs, upkeep, and requests that
 * have asked for large work. A request is several questions, and would be made to wait at each of them for whatever had come before;
 * now it waits for what has begun, and no more than one thing begins between two of its questions.
 */
export function serveRequestsFirst(pool: Pool, requests: RequestsUnderWay): Alone {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  /** Of what is no request's: one after another, else all that has gathered would go in before the next question. */
  let lastOfOthers = Promise.resolve();

  const turnOfOthers = async (): Promise<() => void> => {
    const before = lastOfOthers;
    let end = () => {};
    lastOfOthers = new Promise((done) => (end = done));
    await before;
    return end;
  };

  const connectBetweenRequests = async (): Promise<PoolClient> => {
    // The engine answers without giving up the process: whoever has sent a request meanwhile is heard here.
    await nextTurn();
    await letRequestsGo(requests);
    return await connect();
  };

  const connectAfterRequests = async (): Promise<PoolClient> => {
    const end = await turnOfOthers();
    try {
      const client = await connectBetweenRequests();
      pool.once('release', () => end());
      return client;
    } catch (error) {
      end();
      throw error;
    }
  };

  const connectInTurn = async (): Promise<PoolClient> => {
    const request = requests.lightOne();
    if (!request) return await connectAfterRequests();
    const client = await connect();
    const atMs = performance.now();
    pool.once('release', () => request.addUse(performance.now() - atMs));
    return client;
  };
  pool.connect = ((callback?: Callback) => {
    const connected = connectInTurn();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }) as Pool['connect'];

  const ask: Ask = async (text, values) => {
    const client = await connectBetweenRequests();
    try {
      return await client.query(text, values);
    } finally {
      client.release();
    }
  };
  return async (work) => {
    const end = await turnOfOthers();
    try {
      return await work(ask);
    } finally {
      end();
    }
  };
}

async function letRequestsGo(requests: RequestsUnderWay): Promise<void> {
  const until = performance.now() + LONGEST_WAIT_MS;
  while (requests.isAnyLight() && performance.now() < until) await pause(LOOK_MS);
}
