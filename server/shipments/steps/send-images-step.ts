import type { MarketplaceCard } from '#server/marketplace/content-shapes.ts';
import { hasNewPhotos } from './confirm-images-step.ts';
import { isTooSlowForFiles, planDelivery, TOO_SLOW_ERROR } from './deliver-photos.ts';
import { findByNmId } from '#server/marketplace/find-card.ts';
import { plural } from '#server/text/plural.ts';
import type { ItemError } from '#server/shipments/store/save-progress.ts';
import { fail, isRejected, itemErrorOf, passStage, wasNotSent, type StepContext } from './step.ts';
import { graceMs, nextLookInMs } from '#server/shipments/rules/timing.ts';
import { findDueConfirmed, type Confirmed } from '#server/shipments/store/confirmed-items.ts';
import { noteSending, type FullItem, type WorkItem } from '#server/shipments/store/work-items.ts';

/** Each is a call; what they have brought is saved together. */
const SENT_TOGETHER = 10;

/** Sends the photos and videos of some cards: they replace what the cards have. */
export async function sendImages(context: StepContext): Promise<'worked' | 'idle'> {
  const { db, run, options, timing } = context;
  const due = await findDueConfirmed(db, run, {
    stage: 'IMAGES',
    state: 'waiting',
    unansweredSince: new Date(Date.now() - graceMs(timing)),
    limit: 50,
  });
  const ripe = due.filter((item) => item.sentAtMs === null || Date.now() - item.sentAtMs > graceMs(timing));
  if (ripe.length === 0) return 'idle';
  const without = ripe.filter(
    ({ snapshot }) => snapshot.photos.length === 0 && (snapshot.video ?? '') === '',
  );
  if (without.length > 0) {
    await context.save({ items: without.map((item) => passStage(item, options)) });
    return 'worked';
  }
  const outcomes: Outcome[] = [];
  try {
    for (const item of ripe.slice(0, SENT_TOGETHER)) {
      if (context.isTurnOver()) break;
      outcomes.push(await sendPhotos(context, item));
    }
  } catch (error) {
    // What went before is not lost; what stopped it will show itself again.
    if (outcomes.length === 0) throw error;
  }
  await saveOutcomes(context, outcomes);
  return 'worked';
}

type Outcome = { item: Confirmed<FullItem> } & (
  | { kind: 'sent'; sentAtMs: number }
  /** Without a card: nothing was sent that it could be known by. */
  | { kind: 'there'; card?: MarketplaceCard }
  | { kind: 'refused'; error: ItemError }
);

async function sendPhotos(context: StepContext, item: Confirmed<FullItem>): Promise<Outcome> {
  const { db, run, client, timing } = context;
  const delivery = await planDelivery(context, item);
  if ('error' in delivery) return { item, kind: 'refused', error: delivery.error };
  if ((item.sentAtMs !== null || item.mustLookFirst) && !delivery.isByFiles) {
    // The call that got no answer may have been carried out.
    const card = await findByNmId(client, item.nmId);
    if (card && hasNewPhotos(client, card, item, item.snapshot)) return { item, kind: 'there', card };
  }
  let sentAtMs = Date.now();
  try {
    await delivery.prepare();
    sentAtMs = Date.now();
    // Written before the call: an answer that never comes is followed by a look at the card, not by a second call.
    const nextCheckAtMs = sentAtMs + nextLookInMs(0, timing);
    await noteSending(db, run, { ...item, sentAtMs, mustLookFirst: false, nextCheckAtMs });
    await delivery.finish();
    // A video alone is known by its answer: it may be minutes before the card shows it.
    if (item.snapshot.photos.length === 0) return { item, kind: 'there' };
    return { item, kind: 'sent', sentAtMs };
  } catch (error) {
    if (delivery.isByFiles && isTooSlowForFiles(error))
      return { item, kind: 'refused', error: TOO_SLOW_ERROR };
    if (!isRejected(error)) {
      if (wasNotSent(error)) await noteSending(db, run, item);
      throw error;
    }
    const said = itemErrorOf(error, [], delivery.sending());
    return {
      item,
      kind: 'refused',
      error: error.status === 409 ? { ...said, message: LINKS_SENTENCE } : said,
    };
  }
}

async function saveOutcomes(context: StepContext, outcomes: readonly Outcome[]): Promise<void> {
  const errors = new Map<number, ItemError[]>();
  const confirmed = new Map<number, MarketplaceCard>();
  // One time for all: they are looked at together.
  const nextCheckAtMs = Date.now() + nextLookInMs(0, context.timing);
  const items = outcomes.map((outcome): WorkItem => {
    const { item } = outcome;
    if (outcome.kind === 'sent') {
      const { sentAtMs } = outcome;
      const attempts = item.attempts + 1;
      return { ...item, state: 'sent', attempts, sentAtMs, mustLookFirst: false, nextCheckAtMs };
    }
    if (outcome.kind === 'there') {
      if (outcome.card) confirmed.set(item.id, outcome.card);
      return passStage(item, context.options);
    }
    errors.set(item.id, [outcome.error]);
    return fail(item);
  });
  await context.save({
    items,
    errors,
    confirmed,
    ...(errors.size > 0 ? refusalEvent(context, errors.size) : {}),
  });
}

function refusalEvent({ shopName }: StepContext, count: number): { event: string } {
  const cards = plural(count, ['карточки', 'карточек', 'карточек']);
  return { event: `«${shopName}» не принял фото или видео ${cards}` };
}

const LINKS_SENTENCE = 'Wildberries не смог открыть часть ссылок на фото или видео';
