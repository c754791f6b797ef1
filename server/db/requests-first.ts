import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { RequestsUnderWay } from './requests-under-way.ts';

/** Large work goes on although somebody asks without end. */
const LONGEST_WAIT_MS = 50;
const LOOK_MS = 1;

type Callback = Parameters<Pool['connect']>[0];

/**
 * The embedded database's one connection goes to the requests that people wait for before anything else: jobs, upkeep, and requests that
 * have asked for large work. A request is several questions, and would be made to wait at each of them for whatever had come before;
 * now it waits for what has begun, and no more than one thing begins between two of its questions.
 */
export function serveRequestsFirst(pool: Pool, requests: RequestsUnderWay): void {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  /** Of what is no request's: one after another, else all that has gathered would go in before the next question. */
  let lastOfOthers = Promise.resolve();

  const connectAfterRequests = async (): Promise<PoolClient> => {
    const before = lastOfOthers;
    let end = () => {};
    lastOfOthers = new Promise((done) => (end = done));
    await before;
    try {
      // The engine answers without giving up the process: whoever has sent a request meanwhile is heard here.
      await nextTurn();
      await letRequestsGo(requests);
      const client = await connect();
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
}

async function letRequestsGo(requests: RequestsUnderWay): Promise<void> {
  const until = performance.now() + LONGEST_WAIT_MS;
  while (requests.isAnyLight() && performance.now() < until) await pause(LOOK_MS);
}
