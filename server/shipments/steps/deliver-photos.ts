import { MarketplaceError } from '#server/marketplace/errors.ts';
import { IMAGE_TYPES, shownKind } from '#server/media/image-kind.ts';
import { deliverVideo } from './deliver-video.ts';
import { findByNmId } from '#server/marketplace/find-card.ts';
import type { ItemError } from '#server/shipments/store/save-progress.ts';
import type { StepContext } from './step.ts';
import type { Confirmed } from '#server/shipments/store/confirmed-items.ts';
import type { FullItem } from '#server/shipments/store/work-items.ts';

/** How the photos and the video of one card get to the marketplace. */
export interface PhotoDelivery {
  /** As files, one call each; they are simply sent again when it is not known how the last one went. */
  isByFiles: boolean;
  /** The calls that make ready for the last one. Made again from the start they come to the same. */
  prepare(): Promise<void>;
  /** The last call; everything is there when it has been answered. */
  finish(): Promise<void>;
  /** What is being sent at the moment: to say which of them was refused. */
  sending(): 'photos' | 'video';
}

/**
 * Photos with addresses that the marketplace can fetch go as one list, which replaces what the card has, its video too: ours
 * stands in the list or follows it. A photo that is kept here and has no such address (no PUBLIC_URL) goes as a file to its
 * place. A photo that is neither is an error.
 */
export async function planDelivery(
  context: StepContext,
  item: Confirmed<FullItem>,
): Promise<PhotoDelivery | { error: ItemError }> {
  const { client, photoFile } = context;
  const { nmId } = item;
  const { photos } = item.snapshot;
  const links = photos.map((address) => context.photoLink(address));
  const reachable = links.filter((link) => link !== null);
  const isListed = photos.length > 0 && reachable.length === links.length;
  const video = await deliverVideo(context, item);
  if ('error' in video) return video;
  if (isListed && (!video.isWanted || video.link !== null)) {
    return {
      isByFiles: false,
      prepare: async () => undefined,
      finish: () => client.saveMedia(nmId, video.link === null ? reachable : [...reachable, video.link]),
      sending: () => 'photos',
    };
  }
  if (isListed) {
    return {
      isByFiles: true,
      prepare: () => client.saveMedia(nmId, reachable),
      finish: () => video.send(),
      sending: video.sending,
    };
  }
  const places = photos.flatMap((address, index) =>
    links[index] === null ? [{ address, place: index + 1 }] : [],
  );
  const send = async ({ address, place }: { address: string; place: number }) => {
    // Read one at a time: thirty photos of ten megabytes are not held together.
    const bytes = await photoFile(address);
    const extension = bytes && shownKind(bytes);
    if (!extension) throw new Error(`Photo ${address} has gone while it was sent`);
    await client.uploadMediaFile(nmId, place, {
      name: `${String(place)}.${extension}`,
      type: IMAGE_TYPES[extension],
      bytes: new Uint8Array(bytes),
    });
  };
  for (const { address } of places) {
    if (!(await context.hasPhotoFile(address))) return { error: UNREACHABLE_ERROR };
  }
  return {
    isByFiles: true,
    prepare: async () => {
      const isReplaced = photos.length > 0 && (await makePlaces(context, nmId, links, video.isToGo));
      // Before the photos: they are looked for afterwards, and the video is known by its answer.
      if (video.isWanted && (isReplaced || !(await video.isThere()))) await video.send();
      for (const place of places.slice(0, -1)) await send(place);
    },
    finish: async () => {
      const last = places.at(-1);
      if (last) await send(last);
    },
    sending: video.sending,
  };
}

/**
 * A file takes the place it names, but nothing takes a place away: before files a list brings the number of photos to
 * what it will be, with any photo where a file will come. Only a list takes a video away. Says whether there was one.
 */
async function makePlaces(
  { client }: StepContext,
  nmId: number,
  links: readonly (string | null)[],
  isVideoToGo: () => Promise<boolean>,
): Promise<boolean> {
  const spare = links.find((link) => link !== null);
  if (spare !== undefined) {
    await client.saveMedia(
      nmId,
      links.map((link) => link ?? spare),
    );
    return true;
  }
  const card = await findByNmId(client, nmId);
  const [cover] = card?.photos ?? [];
  if (cover === undefined || card === undefined) return false;
  if (card.photos.length <= links.length && (card.video === '' || !(await isVideoToGo()))) return false;
  await client.saveMedia(nmId, [cover]);
  return true;
}

/** Two calls an hour: the files of one card would take longer than anybody waits, and begin anew at each stop. */
export function isTooSlowForFiles(error: unknown): boolean {
  if (!(error instanceof MarketplaceError) || error.kind !== 'limit') return false;
  return (error.retryAt?.getTime() ?? 0) - Date.now() > LONG_WAIT_MS;
}

const LONG_WAIT_MS = 5 * 60_000;

const UNREACHABLE_ERROR: ItemError = {
  code: 'photo_unreachable',
  message: 'Фото нет ни здесь, ни по открытой ссылке: загрузите его в карточку ещё раз',
  field: 'photos',
};

export const TOO_SLOW_ERROR: ItemError = {
  code: 'photo_files_limit',
  message:
    'Базовый токен позволяет 2 запроса с фото в час, файлами все не отправить. Задайте PUBLIC_URL или добавьте персональный токен',
  field: 'photos',
};
