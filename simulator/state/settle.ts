import { finishQueuedCard } from './card-queue.ts';
import { finishMove } from './card-groups.ts';
import { finishPriceTask } from './price-tasks.ts';
import { followPromotions } from './promotion-members.ts';
import { dueOfAutomaticPromotions } from './automatic-promotions.ts';
import {
  recordEffect,
  type DueWork,
  type QueuedMedia,
  type QueuedTagLink,
  type Seller,
  type State,
} from './state.ts';

/** Does the work that has become due since the last request of this seller, oldest first; says whether there was any. */
export function settle(simulator: { state: State; speed: number }, seller: Seller, nowMs: number): boolean {
  const due: DueWork[] = dueOfAutomaticPromotions(simulator.state, seller, nowMs);
  seller.queue = seller.queue.filter((entry) => {
    if (entry.dueMs > nowMs) return true;
    due.push({ dueMs: entry.dueMs, run: () => finishQueuedCard(simulator, seller, entry) });
    return false;
  });
  seller.media = seller.media.filter((entry) => {
    if (entry.dueMs > nowMs) return true;
    due.push({ dueMs: entry.dueMs, run: () => finishMedia(seller, entry) });
    return false;
  });
  seller.moves = seller.moves.filter((entry) => {
    if (entry.dueMs > nowMs) return true;
    due.push({ dueMs: entry.dueMs, run: () => finishMove(seller, entry) });
    return false;
  });
  seller.tagLinks = seller.tagLinks.filter((entry) => {
    if (entry.dueMs > nowMs) return true;
    due.push({ dueMs: entry.dueMs, run: () => finishTagLink(seller, entry) });
    return false;
  });
  for (const task of seller.priceTasks) {
    if (task.status === 1 && task.dueMs <= nowMs) {
      due.push({
        dueMs: task.dueMs,
        run: () => {
          finishPriceTask(seller, task);
          followPromotions(simulator.state, seller, task);
        },
      });
    }
  }
  for (const work of due.sort((one, other) => one.dueMs - other.dueMs)) work.run();
  return due.length > 0;
}

function finishTagLink(seller: Seller, { dueMs, nmID, tagIDs }: QueuedTagLink): void {
  const card = seller.cards.get(nmID);
  if (!card) return;
  card.tagIDs = tagIDs;
  card.updatedAtMs = dueMs;
  seller.version += 1;
}

function finishMedia(seller: Seller, entry: QueuedMedia): void {
  const card = seller.cards.get(entry.nmID);
  if (!card) return;
  card.photos = entry.photos;
  card.video = entry.video;
  card.updatedAtMs = entry.dueMs;
  seller.version += 1;
  recordEffect(seller, {
    kind: 'media-set',
    atMs: entry.dueMs,
    vendorCode: card.vendorCode,
    nmID: card.nmID,
    detail: `${String(entry.photos.length)} фото`,
  });
}
