import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Backend } from '#tests/e2e/support/backend.ts';
import { type Figure, percentile } from './figures.ts';

const PASSWORD = 'prilavok-demo';
const REST_MS = 5_000;
/** Of the other user: about what a person makes who scrolls. */
const PAUSE_MS = 20;
const LOOK_MS = 500;
/** A server that has just started answers its first questions slowly, whoever asks. */
const WARM_UP_ROUNDS = 20;
const PATHS = ['/cards/?limit=50', '/cards/counters/', '/users/me/'];
/** What nobody should notice. */
const GOAL_MS = 100;

const UP_5_PERCENT = { kind: 'PRICES', price: { kind: 'PERCENT', basis_points: 500 } };

type Call = (path: string, body?: object, key?: string) => Promise<{ status: number; body: TimedResponse }>;
interface TimedResponse {
  access?: string;
  id?: number;
  shops?: { id: number }[];
  next_after_id?: number | null;
  cards?: number;
  operation_id?: number;
  is_done?: boolean;
  state?: string;
  counts?: { ready: number };
}

/** How long one user waits while another one's big selection is worked on. */
export async function benchBeside(backend: Backend, kind: string, cards: number): Promise<Figure[]> {
  const busy = await signIn(backend.url, 'big');
  const other = await signIn(backend.url, 'demo');
  const { body: profile } = await busy('/users/me/');
  const shopIds = (profile.shops ?? []).map((shop) => shop.id);
  const size = cards.toLocaleString('ru-RU');
  const selection = { filter: {} };
  const figure = (what: string, work: () => Promise<unknown>) =>
    waitOf(`longest wait of another user, ${kind}, ${what}`, other, work);

  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) for (const path of PATHS) await other(path);
  const figures = [await figure('at rest', () => pause(REST_MS))];
  figures.push(
    await figure(`beside a check of ${size} cards in parts`, async () => {
      let afterId: number | null = 0;
      while (afterId !== null) {
        const part = await busy('/cards/check-card/', { selection, shop_ids: shopIds, after_id: afterId });
        if (part.status !== 200) throw new Error(`The check answered ${part.status}`);
        afterId = part.body.next_after_id ?? null;
      }
    }),
  );
  figures.push(
    await figure(`beside a check of ${size} cards in one call`, async () => {
      const whole = await busy('/cards/check-card/', { selection, shop_ids: shopIds });
      if (whole.status !== 200) throw new Error(`The check answered ${whole.status}`);
    }),
  );
  let operationId = 0;
  figures.push(
    await figure(`beside a move of ${size} cards to the archive`, async () => {
      const moved = await busy('/cards/archive/', { selection, is_archived: true }, randomUUID());
      if (moved.status !== 200) throw new Error(`The archive answered ${moved.status}`);
      operationId = moved.body.operation_id ?? 0;
      await untilDone(busy, moved.body);
    }),
  );
  figures.push(
    await figure('beside taking that back', async () => {
      const undone = await busy(`/cards/operations/${operationId}/undo/`, {}, randomUUID());
      if (undone.status !== 200) throw new Error(`Taking back answered ${undone.status}`);
      await untilDone(busy, undone.body);
    }),
  );
  let editId = 0;
  figures.push(
    await figure(`beside a look at ${size} prices to be changed`, async () => {
      const prepared = await busy('/cards/bulk-edits/', { selection, change: UP_5_PERCENT }, randomUUID());
      if (prepared.status !== 201) throw new Error(`The bulk edit answered ${prepared.status}`);
      editId = prepared.body.id ?? 0;
      await untilResting(busy, editId);
    }),
  );
  const { body: seen } = await busy(`/cards/bulk-edits/${editId}/`);
  for (const [what, path, body] of [
    ['the change', 'apply', { expected_count: seen.counts?.ready }],
    ['the rollback', 'rollback', {}],
  ] as const) {
    figures.push(
      await figure(`beside ${what} of ${size} prices`, async () => {
        const moved = await busy(`/cards/bulk-edits/${editId}/${path}/`, body);
        if (moved.status !== 200) throw new Error(`The bulk edit answered ${moved.status}`);
        await untilResting(busy, editId);
      }),
    );
  }
  return figures;
}

/** A bulk edit goes on after its answer. */
async function untilResting(call: Call, editId: number): Promise<void> {
  for (;;) {
    const { state } = (await call(`/cards/bulk-edits/${editId}/`)).body;
    if (state === 'READY' || state === 'APPLIED') return;
    await pause(LOOK_MS);
  }
}

/** A big operation goes on after its answer. */
async function untilDone(call: Call, { operation_id, is_done }: TimedResponse): Promise<void> {
  for (let isDone = is_done; !isDone;) {
    await pause(LOOK_MS);
    isDone = (await call(`/cards/operations/${operation_id}/`)).body.is_done;
  }
}

/** The longest wait of the other user's requests while the work goes on. */
async function waitOf(name: string, other: Call, work: () => Promise<unknown>): Promise<Figure> {
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
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const p99 = Math.round(percentile(waits, 0.99));
  return {
    name,
    value: Math.max(...waits),
    unit: 'ms',
    goal: GOAL_MS,
    better: 'smaller',
    note: `${seconds} s, ${waits.length} requests, p99 ${p99} ms, median ${Math.round(percentile(waits, 0.5))} ms`,
  };
}

async function signIn(url: string, login: string): Promise<Call> {
  let access = '';
  const call: Call = async (path, body, key) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(access === '' ? {} : { authorization: `Bearer ${access}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // Every answer of this API that is read here is an object with some of these fields.
    return { status: response.status, body: (await response.json()) as TimedResponse };
  };
  ({ access = '' } = (await call('/user/auth/', { login, password: PASSWORD })).body);
  return call;
}
