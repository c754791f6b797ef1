import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, percentile } from './figures.ts';

const PASSWORD = 'prilavok-demo';
/** About what a person makes who scrolls. */
const PAUSE_MS = 20;
/** A server that has just started answers its first questions slowly, whoever asks. */
const WARM_UP_ROUNDS = 20;
const PATHS = ['/cards/?limit=50', '/cards/counters/', '/users/me/'];
/** What nobody should notice. */
const GOAL_MS = 100;

/** A GET, or a POST of what is given; every answer that is read in a measurement is an object with some of these fields. */
export type Call = (
  path: string,
  body?: object,
  key?: string,
) => Promise<{ status: number; body: TimedAnswer }>;

export interface TimedAnswer {
  access?: string;
  id?: number;
  shops?: { id: number }[];
  results?: {
    id: number;
    subject_name: string;
    brand: string;
    card_id: number;
    vendor_code: string;
    title: string;
  }[];
  next_after_id?: number | null;
  operation_id?: number;
  edit?: { id: number } | null;
  is_done?: boolean;
  state?: string;
  meanings?: (string | null)[];
  counts?: { ready?: number; fresh?: number; created?: number; changed?: number; refused?: number };
}

/** Calls as that user; `raw` gives the answer itself. */
export async function signIn(
  url: string,
  login: string,
): Promise<Call & { raw: (path: string, body?: object) => Promise<Response> }> {
  let access = '';
  const ask = async (path: string, body?: object, key?: string) =>
    await fetch(`${url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(access === '' ? {} : { authorization: `Bearer ${access}` }),
        ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    });
  const authorize = async () => {
    access = '';
    const response = await ask('/user/auth/', { login, password: PASSWORD });
    // See TimedAnswer.
    ({ access = '' } = (await response.json()) as TimedAnswer);
    if (access === '') throw new Error(`${login} was not let in: ${response.status}`);
  };
  const raw = async (path: string, body?: object, key?: string) => {
    const response = await ask(path, body, key);
    if (response.status !== 401) return response;
    // A measurement may take longer than a token lives.
    await authorize();
    return await ask(path, body, key);
  };
  const call: Call = async (path, body, key) => {
    const response = await raw(path, body, key);
    // See TimedAnswer.
    return { status: response.status, body: (await response.json()) as TimedAnswer };
  };
  await authorize();
  return Object.assign(call, { raw });
}

/** What a person looks at who has nothing to do with the work that is measured. */
export async function warmUp(other: Call): Promise<void> {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) for (const path of PATHS) await other(path);
}

/** How long the work took, and the longest that the other user's requests waited meanwhile. */
export async function waitOf(
  name: string,
  other: Call,
  work: () => Promise<unknown>,
): Promise<{ seconds: number; figure: Figure }> {
  const waits: number[] = [];
  const over = new AbortController();
  const startedAt = performance.now();
  const working = work().finally(() => over.abort());
  // A failure is thrown below, once the other user has stopped.
  working.catch(() => undefined);
  for (let turn = 0; !over.signal.aborted; turn += 1) {
    const askedAt = performance.now();
    await other(PATHS[turn % PATHS.length] ?? '');
    waits.push(performance.now() - askedAt);
    await pause(PAUSE_MS);
  }
  await working;
  const seconds = (performance.now() - startedAt) / 1000;
  const p99 = Math.round(percentile(waits, 0.99));
  const figure: Figure = {
    name,
    value: Math.max(...waits),
    unit: 'ms',
    goal: GOAL_MS,
    better: 'smaller',
    note: `${seconds.toFixed(1)} s, ${waits.length} requests, p99 ${p99} ms, median ${Math.round(percentile(waits, 0.5))} ms`,
  };
  return { seconds, figure };
}
