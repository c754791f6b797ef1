import type { MarketplaceCard } from '#server/marketplace/content-shapes.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import type { CardSnapshot } from '#server/shipments/store/card-snapshot.ts';
import { findByNmId } from '#server/marketplace/find-card.ts';
import type { ItemError } from '#server/shipments/store/save-progress.ts';
import { fail, lookAgain, passStage, type StepContext } from './step.ts';
import { nextLookInMs, type ShipmentTiming } from '#server/shipments/rules/timing.ts';
import { asConfirmed } from '#server/shipments/store/confirmed-items.ts';
import {
  findItemsInFlight,
  readSnapshots,
  type SentItem,
  type WorkItem,
} from '#server/shipments/store/work-items.ts';

const CLOCK_SKEW_MS = 2000;
const PAGE = 100;
const PAGES_AT_MOST = 300;
/** Photos that did not appear are sent again; after so many times it is an error. */
const SENDS_AT_MOST = 3;

/** Whether the photos that were sent are on their cards. */
export async function confirmImages(context: StepContext): Promise<'worked' | 'idle'> {
  const { db, run, timing, options } = context;
  const inFlight = (await findItemsInFlight(db, run, 'IMAGES')).map(asConfirmed);
  if (!inFlight.some((item) => (item.nextCheckAtMs ?? 0) <= Date.now())) return 'idle';
  const wanted = await readSnapshots(context, inFlight);
  const cards = await readChangedCards(context, inFlight);
  const confirmed = new Map<number, MarketplaceCard>();
  for (const item of inFlight) {
    const card = cards.get(item.nmId);
    if (card && hasNewPhotos(context.client, card, item, wanted.get(item.id))) confirmed.set(item.id, card);
  }
  const left = inFlight.filter((item) => !confirmed.has(item.id));
  const lost = left.filter((item) => isGivenUp(item, timing));
  for (const item of lost.filter((one) => one.attempts >= SENDS_AT_MOST)) {
    // Photos that are the same as before may leave the card's time as it was.
    const card = await findByNmId(context.client, item.nmId);
    const sent = wanted.get(item.id);
    if (card && card.photos.length === sent?.photos.length && hasVideo(card, item, sent)) {
      confirmed.set(item.id, card);
    }
  }
  const failed = lost.filter((item) => item.attempts >= SENDS_AT_MOST && !confirmed.has(item.id));
  await context.save({
    items: [
      ...inFlight.filter((item) => confirmed.has(item.id)).map((item) => passStage(item, options)),
      ...failed.map(fail),
      ...left
        .filter((item) => !failed.includes(item) && !confirmed.has(item.id))
        .map((item) =>
          lost.includes(item) ? sendAgain(item) : lookAgain(item, nextLookInMs(ageOf(item), timing)),
        ),
    ],
    errors: new Map(failed.map((item) => [item.id, [NOT_LOADED_ERROR]])),
    confirmed,
    ...(confirmed.size > 0
      ? { event: `Изображения подтверждены в «${context.shopName}»: ${String(confirmed.size)}` }
      : {}),
  });
  return 'worked';
}

/**
 * As many photos as were sent, on a card that was changed since, if it is known since when; with a video, if one was to come:
 * known by its answer, or seen.
 */
export function hasNewPhotos(
  client: Pick<ShopClient, 'theirTime'>,
  card: MarketplaceCard,
  item: Pick<WorkItem, 'sentAtMs' | 'sentVideo'>,
  wanted: Pick<CardSnapshot, 'photos' | 'video'> | undefined,
): boolean {
  const { sentAtMs } = item;
  const isChanged =
    sentAtMs === null || Date.parse(card.updatedAt) > client.theirTime(sentAtMs) - CLOCK_SKEW_MS;
  return isChanged && card.photos.length === wanted?.photos.length && hasVideo(card, item, wanted);
}

function hasVideo(
  card: MarketplaceCard,
  { sentVideo }: Pick<WorkItem, 'sentVideo'>,
  { video = '' }: Pick<CardSnapshot, 'video'>,
): boolean {
  return video === '' || video === sentVideo || card.video !== '';
}

const NOT_LOADED_ERROR: ItemError = {
  code: 'photos_not_loaded',
  message:
    'Wildberries принял ссылки, но фото не загрузились. Проверьте размер (от 700×900) и формат фото, а если есть видео — и его',
  field: 'photos',
};

const ageOf = (item: SentItem) => Date.now() - item.sentAtMs;

/** Three looks without the photos. What may not have been sent at all is left to the sender. */
function isGivenUp(item: SentItem, { pollBaseMs }: ShipmentTiming): boolean {
  return item.state === 'sent' && ageOf(item) >= 7 * pollBaseMs;
}

function sendAgain(item: WorkItem): WorkItem {
  return { ...item, state: 'waiting', sentAtMs: null, nextCheckAtMs: null };
}

/** By nmID: the cards changed since the first of the photos was sent. */
async function readChangedCards(
  { client }: StepContext,
  inFlight: readonly SentItem[],
): Promise<Map<number, MarketplaceCard>> {
  const found = new Map<number, MarketplaceCard>();
  const sinceMs = client.theirTime(Math.min(...inFlight.map((item) => item.sentAtMs))) - CLOCK_SKEW_MS;
  let cursor = { updatedAt: new Date(sinceMs).toISOString(), nmId: 0 };
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const { cards, cursor: next, total } = await client.listCards({ cursor, limit: PAGE });
    for (const card of cards) found.set(card.nmId, card);
    if (total < PAGE || next.updatedAt === '') return found;
    cursor = next;
  }
  return found;
}
