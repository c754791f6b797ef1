import { hasNewPhotos } from './confirm-images-step.ts';
import { findByNmId } from './find-at-marketplace.ts';
import type { ItemError } from './save-progress.ts';
import { fail, isRejected, itemErrorOf, passStage, wasNotSent, type StepContext } from './step.ts';
import { graceMs, nextLookInMs } from './timing.ts';
import { findDueItems, type FullItem } from './work-items.ts';

/** Sends the photos of one card: they replace what it has. */
export async function sendImages(context: StepContext): Promise<'worked' | 'idle'> {
  const { db, run, client, options, timing } = context;
  const due = await findDueItems(db, run, { stage: 'IMAGES', state: 'waiting', limit: 50 });
  const ripe = due.filter((item) => item.sentAtMs === null || Date.now() - item.sentAtMs > graceMs(timing));
  const [item] = ripe;
  if (!item) return 'idle';
  if (item.snapshot.photos.length === 0) {
    const without = ripe.filter((one) => one.snapshot.photos.length === 0);
    await context.save({ items: without.map((one) => passStage(one, options)) });
    return 'worked';
  }
  const links = item.snapshot.photos.map((address) => context.photoLink(address));
  const reachable = links.filter((link) => link !== null);
  if (reachable.length < links.length) {
    await failImages(context, item, UNREACHABLE_ERROR);
    return 'worked';
  }
  if (item.sentAtMs !== null && (await isThere(context, item))) return 'worked';
  // Written before the call: an answer that never comes is followed by a look at the card, not by a second call.
  const lookAtMs = Date.now() + nextLookInMs(0, timing);
  await context.save({ items: [{ ...item, sentAtMs: Date.now(), nextCheckAtMs: lookAtMs }] });
  try {
    await client.saveMedia(item.nmId ?? 0, reachable);
  } catch (error) {
    if (!isRejected(error)) {
      if (wasNotSent(error)) await context.save({ items: [item] });
      throw error;
    }
    const said = itemErrorOf(error, [], 'photos');
    await failImages(context, item, error.status === 409 ? { ...said, message: LINKS_SENTENCE } : said);
    return 'worked';
  }
  await context.save({
    items: [
      {
        ...item,
        state: 'sent',
        attempts: item.attempts + 1,
        sentAtMs: Date.now(),
        nextCheckAtMs: Date.now() + nextLookInMs(0, timing),
      },
    ],
  });
  return 'worked';
}

/** The call that got no answer may have been carried out. */
async function isThere(context: StepContext, item: FullItem): Promise<boolean> {
  const card = await findByNmId(context.client, item.nmId ?? 0);
  if (!card || !hasNewPhotos(card, item, item.snapshot)) return false;
  await context.save({ items: [passStage(item, context.options)], confirmed: new Map([[item.id, card]]) });
  return true;
}

const LINKS_SENTENCE = 'Wildberries не смог открыть часть ссылок на фото';

const UNREACHABLE_ERROR: ItemError = {
  code: 'photo_unreachable',
  message:
    'Wildberries не может скачать фото: у них нет открытого адреса. Задайте PUBLIC_URL или укажите ссылки',
  field: 'photos',
};

async function failImages(context: StepContext, item: FullItem, error: ItemError): Promise<void> {
  await context.save({
    items: [fail(item)],
    errors: new Map([[item.id, [error]]]),
    event: `«${context.shopName}» не принял фото карточки ${item.vendorCode}`,
  });
}
