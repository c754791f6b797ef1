import { findByNmId } from '#server/marketplace/find-card.ts';
import type { StepContext } from './step.ts';
import type { Confirmed } from '#server/shipments/store/confirmed-items.ts';
import type { ItemError } from '#server/shipments/store/save-progress.ts';
import { noteSentVideo, videoInShop } from '#server/shipments/store/sent-video.ts';
import type { FullItem } from '#server/shipments/store/work-items.ts';

/** How the one video of a card gets to the marketplace. */
interface VideoDelivery {
  /** The card has one. */
  isWanted: boolean;
  /** An address that the marketplace can fetch it from; null when there is none. */
  link: string | null;
  /** Sends it as a file, and remembers that it was taken. */
  send(): Promise<void>;
  /** It was taken before, and the card still has one. */
  isThere(): Promise<boolean>;
  /** The card had ours and is to have none. What somebody else has put there stays as long as it can. */
  isToGo(): Promise<boolean>;
  sending: () => 'photos' | 'video';
}

export async function deliverVideo(
  context: StepContext,
  item: Confirmed<FullItem>,
): Promise<VideoDelivery | { error: ItemError }> {
  const { client, db, run } = context;
  const { video = '' } = item.snapshot;
  const link = video === '' ? null : context.photoLink(video);
  const file = video === '' ? undefined : await context.videoFile(video);
  if (video !== '' && !file) return { error: GONE_ERROR };
  let isSending = false;
  return {
    isWanted: video !== '',
    link,
    sending: () => (isSending ? 'video' : 'photos'),
    send: async () => {
      if (!file) return;
      isSending = true;
      await client.uploadVideoFile(item.nmId, file);
      isSending = false;
      await noteSentVideo(db, run, item, video);
    },
    isThere: async () => {
      // Of this shipment: the marketplace may need minutes to show it.
      if (item.sentVideo === video) return true;
      if ((await videoInShop(db, run, item)) !== video) return false;
      return ((await findByNmId(client, item.nmId))?.video ?? '') !== '';
    },
    isToGo: async () => video === '' && (await videoInShop(db, run, item)) !== '',
  };
}

const GONE_ERROR: ItemError = {
  code: 'video_unreachable',
  message: 'Файла видео больше нет: загрузите видео в карточку ещё раз',
  field: 'video',
};
