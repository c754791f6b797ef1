import type { Backend } from '#tests/e2e/support/backend.ts';
import { BIG } from '#tests/e2e/support/big-account.ts';
import { CONNECTIONS, loadAgainstBareServer } from './against-bare-server.ts';
import { apiSession } from './browser.ts';
import type { Figure } from './figures.ts';

const GOAL_RATIO = { embedded: 0.1, PostgreSQL: 0.25 };

/** The list endpoint against a bare `node:http` server that sends the same bytes. */
export async function benchEndpoint(
  backend: Backend,
  kind: keyof typeof GOAL_RATIO,
  cards: number,
): Promise<Figure[]> {
  const { access } = await apiSession(backend.url, BIG);
  const { ours, bare } = await loadAgainstBareServer(`${backend.url}/api/v1/cards/?limit=50`, {
    authorization: `Bearer ${access}`,
  });
  const size = cards.toLocaleString('ru-RU');
  return [
    {
      name: `GET list of 50 of ${size} cards, ${kind}: ratio to node:http`,
      value: ours.perSecond / bare.perSecond,
      unit: '',
      goal: GOAL_RATIO[kind],
      better: 'larger',
      note: `${Math.round(ours.perSecond)} of ${Math.round(bare.perSecond)} requests/s`,
    },
    {
      name: `the same, ${kind}: p99 at ${CONNECTIONS} connections`,
      value: ours.p99Ms,
      unit: 'ms',
      goal: 50,
      better: 'smaller',
    },
  ];
}
