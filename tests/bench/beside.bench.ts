import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Backend } from '#tests/e2e/support/backend.ts';
import type { Figure } from './figures.ts';
import { type Call, signIn, type TimedAnswer, waitOf, warmUp } from './other-user.ts';
import { untilAtRest } from './process-time.ts';

const REST_MS = 5_000;
const LOOK_MS = 100;
/** Of 10 000 cards; other amounts are measured against their share of it. */
const LOOK_GOAL_S_PER_CARD = 1 / 10_000;
/** Of 10 000 cells. */
const LOOK_GOAL_S_PER_CELL = 1 / 10_000;
/** What a person types into «Таблица» at once: a price and a title of each. */
const TYPED_CARDS = 5_000;
const CELLS_PER_CARD = 2;
const APPLY_GOALS_PER_S = { embedded: 500, PostgreSQL: 2_000 };

const UP_5_PERCENT = { kind: 'PRICES', price: { kind: 'PERCENT', basis_points: 500 } };

/** How long one user waits while another one's big selection is worked on. */
export async function benchBeside(
  backend: Backend,
  kind: keyof typeof APPLY_GOALS_PER_S,
  cards: number,
): Promise<Figure[]> {
  const busy = await signIn(backend.url, 'big');
  const other = await signIn(backend.url, 'demo');
  const { body: profile } = await busy('/users/me/');
  const shopIds = (profile.shops ?? []).map((shop) => shop.id);
  const size = cards.toLocaleString('ru-RU');
  const selection = { filter: {} };
  const timed = (what: string, work: () => Promise<unknown>) =>
    waitOf(`longest wait of another user, ${kind}, ${what}`, other, work);
  const figure = async (what: string, work: () => Promise<unknown>) => (await timed(what, work)).figure;

  await untilAtRest(backend.pid);
  await warmUp(other);
  const figures = [await figure('at rest', () => pause(REST_MS))];
  figures.push(
    await figure(`beside a check of ${size} cards in parts`, async () => {
      let afterId: number | null = 0;
      while (afterId !== null) {
        const part: Awaited<ReturnType<Call>> = await busy('/cards/check-card/', {
          selection,
          shop_ids: shopIds,
          after_id: afterId,
        });
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
  const lookAtPrices = async () => {
    const prepared = await busy('/cards/bulk-edits/', { selection, change: UP_5_PERCENT }, randomUUID());
    if (prepared.status !== 201) throw new Error(`The bulk edit answered ${prepared.status}`);
    editId = prepared.body.id ?? 0;
    await untilResting(busy, editId);
  };
  const lookFigure = (how: string, seconds: number): Figure => ({
    name: `a look at ${size} prices to be changed, ${kind}, ${how}`,
    value: seconds,
    unit: 's',
    goal: cards * LOOK_GOAL_S_PER_CARD,
    better: 'smaller',
  });
  const look = await timed(`beside a look at ${size} prices to be changed`, lookAtPrices);
  // The other user's requests take their share of the processor: both are told.
  figures.push(look.figure, lookFigure('beside another user', look.seconds));
  const aloneFrom = performance.now();
  await lookAtPrices();
  figures.push(lookFigure('alone', (performance.now() - aloneFrom) / 1000));
  figures.push(...(await lookAtTypedCells(busy, timed, kind, Math.min(TYPED_CARDS, cards))));
  const { body: seen } = await busy(`/cards/bulk-edits/${editId}/`);
  for (const [what, path, body] of [
    ['the change', 'apply', { expected_count: seen.counts?.ready }],
    ['the rollback', 'rollback', {}],
  ] as const) {
    const done = await timed(`beside ${what} of ${size} prices`, async () => {
      const moved = await busy(`/cards/bulk-edits/${editId}/${path}/`, body);
      if (moved.status !== 200) throw new Error(`The bulk edit answered ${moved.status}`);
      await untilResting(busy, editId);
    });
    figures.push(done.figure, {
      name: `${what} of ${size} prices, ${kind}`,
      value: cards / done.seconds,
      unit: 'cards/s',
      goal: APPLY_GOALS_PER_S[kind],
      better: 'larger',
    });
  }
  return figures;
}

/** Each card has values of its own, unlike a rule of all. */
async function lookAtTypedCells(
  busy: Call,
  timed: (what: string, work: () => Promise<unknown>) => ReturnType<typeof waitOf>,
  kind: string,
  cards: number,
): Promise<Figure[]> {
  const ids: number[] = [];
  while (ids.length < cards) {
    const { results = [] } = (await busy(`/cards/?limit=200&offset=${ids.length}`)).body;
    // Fewer are listed: some are in the archive.
    if (results.length === 0) break;
    ids.push(...results.map(({ id }) => id));
  }
  const rows = ids.slice(0, cards).map((id, index) => ({
    line: index + 1,
    key: String(id),
    price_kopecks: 100_001 + index,
    title: `Кружка из таблицы ${index}`,
  }));
  const cells = rows.length * CELLS_PER_CARD;
  const what = `${cells.toLocaleString('ru-RU')} typed cells`;
  const look = await timed(`beside a look at ${what}`, async () => {
    const prepared = await busy('/cards/bulk-edits/table/', { key: 'CARD_ID', rows }, randomUUID());
    if (prepared.status !== 201) throw new Error(`The table answered ${prepared.status}`);
    await untilResting(busy, prepared.body.edit?.id ?? 0);
  });
  return [
    look.figure,
    {
      name: `a look at ${what}, ${kind}`,
      value: look.seconds,
      unit: 's',
      goal: cells * LOOK_GOAL_S_PER_CELL,
      better: 'smaller',
    },
  ];
}

/** A bulk edit goes on after its answer. */
async function untilResting(call: Call, editId: number): Promise<void> {
  for (;;) {
    const { status, body } = await call(`/cards/bulk-edits/${editId}/`);
    if (status !== 200) throw new Error(`The bulk edit answered ${status}`);
    const { state } = body;
    if (state === 'READY' || state === 'APPLIED') return;
    await pause(LOOK_MS);
  }
}

/** A big operation goes on after its answer. */
async function untilDone(call: Call, { operation_id, is_done }: TimedAnswer): Promise<void> {
  for (let isDone = is_done; !isDone;) {
    await pause(LOOK_MS);
    const { status, body } = await call(`/cards/operations/${operation_id}/`);
    if (status !== 200) throw new Error(`The operation answered ${status}`);
    isDone = body.is_done;
  }
}
