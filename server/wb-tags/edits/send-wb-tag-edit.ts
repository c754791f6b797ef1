import { setTimeout as wait } from 'node:timers/promises';
import type { BulkEditState } from '#contract/bulk-edits.ts';
import type { BulkRowState } from '#contract/bulk-rows.ts';
import type { WbTagChange } from '#contract/bulk-rules.ts';
import type { Outcome } from '#server/bulk-edits/marketplace-edit-job.ts';
import type { EditAtWork } from '#server/bulk-edits/preparing.ts';
import {
  endWork,
  findNextRows,
  heldUpText,
  letGo,
  markSending,
  settleRows,
} from '#server/bulk-edits/row-turns.ts';
import { MarketplaceError, mayPass } from '#server/marketplace/errors.ts';
import { keepWbTags } from '../card-in-shop.ts';
import { clientOf, lookAtCards, notTaken, type MarketplaceDeps, type RowWithFate } from './look-at-cards.ts';
import { rowStateOf } from './tag-fates.ts';

/** Few: the marketplace takes the tags of one card in a call, and what was read of the last is to be true when it is written. */
const CARDS_PER_STEP = 10;
/** The marketplace shows a change a little after it has taken it. */
const SHOWN_AFTER_MS = 1_500;

/** One direction of the work: which rows have their turn. A row's state is how far the work is. */
interface Direction {
  state: BulkEditState;
  from: BulkRowState;
  isForward: boolean;
}

const FORWARD: Direction = { state: 'APPLYING', from: 'READY', isForward: true };
const BACK: Direction = { state: 'ROLLING_BACK', from: 'APPLIED', isForward: false };

/** Puts the tags on or takes them off, card by card, as long as `mayGoOn` says so. */
export async function applyWbTagEdit(
  deps: MarketplaceDeps,
  edit: EditAtWork,
  change: WbTagChange,
  mayGoOn: () => boolean,
): Promise<Outcome> {
  return await workRows(deps, edit, change, { direction: FORWARD, mayGoOn });
}

/** The same back, where nobody has changed these tags since. */
export async function rollBackWbTagEdit(
  deps: MarketplaceDeps,
  edit: EditAtWork,
  change: WbTagChange,
  mayGoOn: () => boolean,
): Promise<Outcome> {
  await settleInterrupted(deps, edit, change);
  return await workRows(deps, edit, change, { direction: BACK, mayGoOn });
}

async function workRows(
  deps: MarketplaceDeps,
  edit: EditAtWork,
  change: WbTagChange,
  { direction, mayGoOn }: { direction: Direction; mayGoOn: () => boolean },
): Promise<Outcome> {
  const written: RowWithFate[] = [];
  try {
    for (;;) {
      const turn = { ...direction, limit: CARDS_PER_STEP };
      const rows = await findNextRows(deps.database.db, edit, turn);
      if (rows.length === 0) break;
      const cards = await lookAtCards(deps, edit, change, rows, direction.isForward);
      if (!(await markSending(deps.database, edit, direction.state, sendingOf(cards)))) return 'NO_MORE';
      const refusal = await write(deps, edit, change, cards, written);
      await settle(deps, edit, direction, cards);
      if (refusal !== null) throw refusal;
      if (!mayGoOn()) return 'MORE';
    }
  } finally {
    await keepShown(deps, edit, change, written);
  }
  await endWork(deps.database, edit, direction);
  return 'NO_MORE';
}

/** By card: what is about to be written, and what was before and turned out to be ours. */
function sendingOf(cards: readonly RowWithFate[]): { cardId: number; sending: string[] }[] {
  return cards.flatMap(({ row, fate }) => {
    if (fate.kind === 'TO_WRITE') return [{ cardId: row.cardId, sending: fate.tagIds.map(String) }];
    return fate.kind === 'DONE' ? [{ cardId: row.cardId, sending: row.sending ?? [] }] : [];
  });
}

/** Gives what is to be written its fate. Resolves with what asks to wait: the cards after it have had no turn. */
async function write(
  deps: MarketplaceDeps,
  { accountId }: EditAtWork,
  { shopId }: WbTagChange,
  cards: readonly RowWithFate[],
  written: RowWithFate[],
): Promise<MarketplaceError | null> {
  for (const one of cards) {
    if (one.fate.kind !== 'TO_WRITE' || one.nmId === null) continue;
    try {
      const client = await clientOf(deps, accountId, shopId);
      await client.setCardTags(one.nmId, one.fate.tagIds);
      one.fate = { kind: 'DONE' };
      written.push(one);
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      if (mayPass(error)) return error;
      one.fate = notTaken(error);
    }
  }
  return null;
}

async function settle(
  { database }: MarketplaceDeps,
  edit: EditAtWork,
  { from, isForward }: Direction,
  cards: readonly RowWithFate[],
): Promise<void> {
  const settled = cards.flatMap(({ row, fate }) => {
    const state = rowStateOf(fate, isForward);
    if (state === null) return [];
    const settledRow = { cardId: row.cardId, state, after: row.after };
    if (fate.kind === 'NO_TOKEN' && state === 'APPLIED')
      return [{ ...settledRow, refusal: row.refusal, heldUp: heldUpText(fate.remark) }];
    return [{ ...settledRow, refusal: 'remark' in fate ? fate.remark : row.refusal }];
  });
  await settleRows(database, edit, from, settled);
}

/**
 * An edit that died while it was applied and was then stopped may have written what it does not know of: it is to go back too.
 */
async function settleInterrupted(
  deps: MarketplaceDeps,
  edit: EditAtWork,
  change: WbTagChange,
): Promise<void> {
  for (;;) {
    const turn = { state: BACK.state, from: FORWARD.from, limit: CARDS_PER_STEP, onlySending: true };
    const rows = await findNextRows(deps.database.db, edit, turn);
    if (rows.length === 0) return;
    const cards = await lookAtCards(deps, edit, change, rows, true);
    const isDone = ({ fate }: RowWithFate) => fate.kind === 'DONE';
    await settle(deps, edit, FORWARD, cards.filter(isDone));
    await letGo(
      deps.database.db,
      edit,
      cards.filter((one) => !isDone(one)).map(({ row }) => row),
    );
  }
}

/**
 * What the marketplace shows of the cards that were written, in one call for all of a run: those that were changed last come first.
 * What it does not show yet, the next reading of the shop brings.
 */
async function keepShown(
  deps: MarketplaceDeps,
  { accountId }: EditAtWork,
  { shopId }: WbTagChange,
  written: readonly RowWithFate[],
): Promise<void> {
  if (written.length === 0) return;
  try {
    await wait(SHOWN_AFTER_MS);
    const client = await clientOf(deps, accountId, shopId);
    const { cards } = await client.listCards({ isDescending: true });
    const shown = new Map(cards.map(({ nmId, tags }) => [nmId, tags]));
    for (const { row, nmId } of written) {
      const tags = nmId === null ? undefined : shown.get(nmId);
      if (tags) await keepWbTags(deps.database, { accountId, cardId: row.cardId, shopId }, tags);
    }
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
  }
}
