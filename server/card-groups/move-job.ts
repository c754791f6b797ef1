import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { GroupMoveState } from '#contract/card-groups.ts';
import type { GroupMoveCard } from '#server/db/schema.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { noData, type JobDefinition, type Jobs } from '#server/jobs/job.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { backoffMs } from '#server/marketplace/retry.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { nextLookInMs, shipmentTiming } from '#server/shipments/rules/timing.ts';
import { findByNmId } from '#server/marketplace/find-card.ts';
import { plural } from '#server/text/plural.ts';
import { finishMove, keepMoved, type MoveAtWork } from './finish-move.ts';

const MOVE_GROUPS = 'card-groups-move';
const KEEP_MOVES_DAYS = 30;
/** A move at work says so with each call; one that is silent for this long was left by a process that died. */
const LEFT_AFTER_MINUTES = 5;
/** So long the marketplace may not answer, and so long it may not show what it has taken. */
const SEND_WITHIN_MS = 10 * 60_000;
const CONFIRM_WITHIN_MS = 10 * 60_000;
/** What the marketplace says of a call that it has taken already: its answer did not come. */
const TAKEN_CODES = new Set(['same_group', 'duplicate_request']);

const moveData = z.object({ moveId: z.optional(z.int()) });
type MoveData = z.infer<typeof moveData>;

export function enqueueMove(jobs: Jobs, moveId: number, inMs = 0): Promise<void> {
  return jobs.enqueue(
    MOVE_GROUPS,
    { moveId },
    { singletonKey: String(moveId), ...(inMs > 0 ? { startAfterSeconds: inMs / 1000 } : {}) },
  );
}

/** Takes a move of cards between groups forward; without a name, those that a process that died has left. */
export const moveGroupsJob: JobDefinition<MoveData> = {
  name: MOVE_GROUPS,
  schema: moveData,
  options: { cron: '*/5 * * * *', concurrency: 2, isOneAtATimePerKey: true, expireInSeconds: 240 },
  handler: async ({ moveId }, deps, { signal }) => {
    for (const move of await findAtWork(deps, moveId)) {
      const inMs = await takeForward(deps, move, signal);
      if (inMs !== null) await enqueueMove(deps.jobs, move.id, inMs);
    }
  },
  onGivenUp: async ({ moveId }, deps) => {
    const [move] = moveId === undefined ? [] : await findAtWork(deps, moveId);
    if (move) await finishMove(deps.database, move, ['Внутренняя ошибка: перенос остановлен. Повторите его']);
  },
};

/** Forgets what can no longer be taken back. */
export const forgetGroupMovesJob: JobDefinition = {
  name: 'card-groups-forget',
  schema: noData,
  options: { cron: '41 4 * * *' },
  handler: async (_data, { database: { db } }) => {
    await sql`DELETE FROM card_group_moves
      WHERE created_at < now() - make_interval(days => ${KEEP_MOVES_DAYS})`.execute(db);
  },
};

async function findAtWork({ database }: Deps, moveId: number | undefined): Promise<MoveAtWork[]> {
  const rows = await database.db
    .selectFrom('card_group_moves as move')
    .innerJoin('accounts', 'accounts.id', 'move.account_id')
    .select([
      'move.id',
      'move.account_id as accountId',
      'shop_id as shopId',
      'user_id as userId',
      'state',
      'steps',
      'cards',
      'move.created_at',
      'sent_at',
      'accounts.is_demo as isDemo',
    ])
    .where('state', 'in', ['SENDING', 'CONFIRMING'])
    .$if(moveId !== undefined, (query) => query.where('move.id', '=', moveId ?? 0))
    .$if(moveId === undefined, (query) =>
      query.where('worked_at', '<', sql<Date>`now() - make_interval(mins => ${LEFT_AFTER_MINUTES})`),
    )
    .orderBy('move.id')
    .execute();
  return rows.map(({ created_at, sent_at, ...row }) => ({
    ...row,
    createdAtMs: created_at.getTime(),
    sentAtMs: sent_at?.getTime() ?? Date.now(),
  }));
}

/** Resolves with the time until it has to be taken further; null: it is over. */
async function takeForward(deps: Deps, move: MoveAtWork, signal: AbortSignal): Promise<number | null> {
  const { database, marketplace, env } = deps;
  const client = await marketplace.forShop(database.db, move.accountId, move.shopId);
  const timing = shipmentTiming(env, move.isDemo);
  if (move.state === 'SENDING') {
    const inMs = await send(deps, client, move, signal);
    if (inMs !== 'sent') return inMs;
    if (move.steps.every(({ error }) => error !== null)) return await finishMove(database, move, []);
    await save(deps, move, { state: 'CONFIRMING', sent_at: new Date() });
    return timing.pollBaseMs;
  }
  const left = await confirm(deps, client, move);
  if (left.length === 0) return await finishMove(database, move, []);
  const elapsedMs = Date.now() - move.sentAtMs;
  if (elapsedMs < CONFIRM_WITHIN_MS) return nextLookInMs(elapsedMs, timing);
  const cards = plural(left.length, ['карточке', 'карточкам', 'карточкам']);
  return await finishMove(database, move, [
    `Wildberries принял запрос, но за 10 минут не показал новую склейку. Это относится к ${cards}. Проверьте их через час`,
  ]);
}

/** Sends what is not sent. A call whose answer did not come is sent again: the second time changes nothing more. */
async function send(
  deps: Deps,
  client: Pick<ShopClient, 'moveCards'>,
  move: MoveAtWork,
  signal: AbortSignal,
): Promise<'sent' | number> {
  for (const step of move.steps) {
    if (step.isSent || step.error !== null) continue;
    if (signal.aborted) return 0;
    try {
      await client.moveCards(step.nmIds, step.targetImtId);
      step.isSent = true;
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      const elapsedMs = Date.now() - move.createdAtMs;
      const isPassing = error.kind === 'limit' || error.kind === 'unavailable';
      if (isPassing && elapsedMs < SEND_WITHIN_MS) {
        return Math.max(1000, (error.retryAt?.getTime() ?? Date.now() + backoffMs(1)) - Date.now());
      }
      if (error.code !== undefined && TAKEN_CODES.has(error.code)) step.isSent = true;
      else step.error = error.detail.join('. ');
    }
    await save(deps, move, {});
  }
  return 'sent';
}

/** Looks where the cards are. Resolves with those that are not where they are to be, as far as they were sent. */
async function confirm(
  deps: Deps,
  client: Pick<ShopClient, 'listCards'>,
  move: MoveAtWork,
): Promise<GroupMoveCard[]> {
  const stepOf = (nmId: number) => move.steps.find((step) => step.nmIds.includes(nmId));
  const isAwaited = (card: GroupMoveCard) => card.became === null && stepOf(card.nmId)?.error === null;
  for (const card of move.cards.filter(isAwaited)) {
    try {
      const imtId = (await findByNmId(client, card.nmId))?.imtId ?? 0;
      const target = stepOf(card.nmId)?.targetImtId ?? null;
      if (target === null ? imtId > 0 && imtId !== card.was : imtId === target) card.became = imtId;
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      // What is not known now is asked at the next look.
      break;
    }
  }
  await keepMoved(deps.database, move);
  return move.cards.filter(isAwaited);
}

async function save(
  { database }: Deps,
  move: MoveAtWork,
  changes: { state?: GroupMoveState; sent_at?: Date },
): Promise<void> {
  await database.db
    .updateTable('card_group_moves')
    .set({ ...changes, steps: JSON.stringify(move.steps), worked_at: new Date() })
    .where('account_id', '=', move.accountId)
    .where('id', '=', move.id)
    .execute();
}
