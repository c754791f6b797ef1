import type { Backend } from '#tests/e2e/support/backend.ts';
import { BIG } from '#tests/e2e/support/big-account.ts';
import { loadAgainstBareServer } from './against-bare-server.ts';
import { apiSession } from './browser.ts';
import type { Figure } from './figures.ts';
import { signIn, waitOf, warmUp } from './other-user.ts';
import { memoryMbOf } from './process-memory.ts';
import { untilAtRest } from './process-time.ts';

const FILL_GOALS_S = { embedded: 5, PostgreSQL: 2 };
/** Of 100 000 cards; others are measured against their share. */
const GOAL_CARDS = 100_000;
/** The embedded database has one connection: its ratio is told, its goal is nobody's. */
const NOTHING_CHANGED_GOALS = { embedded: 0, PostgreSQL: 0.5 };
const MEMORY_LOOK_MS = 100;
/** Of one device that fills its replica: some portions, as rows and as text, until the next collection. */
const FILL_MEMORY_GOAL_MB = 50;

/** What the feed of changes costs the server: everything from the beginning, and the question when nothing has changed. */
export async function benchCatalogueFeed(
  backend: Backend,
  kind: keyof typeof FILL_GOALS_S,
  cards: number,
): Promise<Figure[]> {
  await untilAtRest(backend.pid);
  const { access } = await apiSession(backend.url, BIG);
  const headers = { authorization: `Bearer ${access}` };
  const address = (since: string) =>
    `${backend.url}/api/v1/cards/changes/${since === '' ? '' : `?since=${encodeURIComponent(since)}`}`;

  const fill = async () => {
    let cursor = '';
    let rows = 0;
    let portions = 0;
    let waitedMs = 0;
    for (let hasMore = true; hasMore; portions += 1) {
      const askedAt = performance.now();
      const text = await (await fetch(address(cursor), { headers })).text();
      waitedMs += performance.now() - askedAt;
      // Our own server's answer, checked by its own tests.
      const portion = JSON.parse(text) as { columns: { id: number[] }; cursor: string; has_more: boolean };
      rows += portion.columns.id.length;
      ({ cursor, has_more: hasMore } = portion);
    }
    if (rows < cards) throw new Error(`The feed has ${rows} of ${cards} cards`);
    return { cursor, portions, waitedMs };
  };
  const { cursor, portions, waitedMs } = await fill();
  const beside = await fillBeside(backend, kind, fill);
  const { ours, bare } = await loadAgainstBareServer(address(cursor), headers);
  const size = cards.toLocaleString('ru-RU');
  return [
    {
      name: `feed of ${size} cards from the beginning, ${kind}`,
      value: waitedMs / 1000,
      unit: 's',
      goal: (FILL_GOALS_S[kind] * cards) / GOAL_CARDS,
      better: 'smaller',
      note: `${portions} portions, of a server that rests`,
    },
    ...beside,
    {
      name: `feed when nothing has changed, ${kind}: ratio to node:http`,
      value: ours.perSecond / bare.perSecond,
      unit: '',
      goal: NOTHING_CHANGED_GOALS[kind],
      better: 'larger',
      note: `${Math.round(ours.perSecond)} of ${Math.round(bare.perSecond)} requests/s, p99 ${Math.round(ours.p99Ms)} ms`,
    },
  ];
}

/** What somebody else waits while a device fills its replica, and what the server takes for it. */
async function fillBeside(
  backend: Backend,
  kind: keyof typeof FILL_GOALS_S,
  fill: () => Promise<unknown>,
): Promise<Figure[]> {
  const other = await signIn(backend.url, 'demo');
  await warmUp(other);
  const before = memoryMbOf(backend.pid);
  let most = before;
  const looks = setInterval(() => (most = Math.max(most, memoryMbOf(backend.pid))), MEMORY_LOOK_MS);
  const { figure } = await waitOf(`longest wait of another user, ${kind}, beside a first fill`, other, fill);
  clearInterval(looks);
  return [
    figure,
    {
      name: `memory more for a first fill, ${kind}`,
      value: most - before,
      unit: 'MB',
      goal: FILL_MEMORY_GOAL_MB,
      better: 'smaller',
      note: `${Math.round(before)} MB before it`,
    },
  ];
}
