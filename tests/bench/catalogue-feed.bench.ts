import type { Backend } from '#tests/e2e/support/backend.ts';
import { BIG } from '#tests/e2e/support/big-account.ts';
import { loadAgainstBareServer } from './against-bare-server.ts';
import { apiSession } from './browser.ts';
import type { Figure } from './figures.ts';
import { untilAtRest } from './process-time.ts';

const FILL_GOALS_S = { embedded: 5, PostgreSQL: 2 };
/** Of 100 000 cards; others are measured against their share. */
const GOAL_CARDS = 100_000;
/** The embedded database has one connection: its ratio is told, its goal is nobody's. */
const NOTHING_CHANGED_GOALS = { embedded: 0, PostgreSQL: 0.5 };

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
