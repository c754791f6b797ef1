import type { Card } from '#contract/cards.ts';
import { findCards } from '#server/cards/repository.ts';
import type { Trx } from '#server/db/database.ts';
import type { Jobs } from '#server/jobs/job.ts';
import { createShipment } from '#server/shipments/create-shipment.ts';
import { plural } from '#server/text/plural.ts';
import { insertAll } from './bulk.ts';
import type { PlannedCard } from './plan.ts';
import type { StoredShop } from './seed-shops.ts';
import { PAST_SHIPMENTS, RUNNING_SHIPMENTS, type PastShipment } from './shipments.ts';
import type { LoadedCard } from './simulator-control.ts';

const SECOND_MS = 1000;
/** How long a shipment of the past took. */
const WORK_S = 180;

export interface Scene {
  accountId: number;
  userId: number;
  now: Date;
  shops: readonly StoredShop[];
  planned: readonly PlannedCard[];
  cardIds: readonly number[];
  /** By shop: what the marketplace numbered the cards. */
  loaded: readonly ReadonlyMap<string, LoadedCard>[];
}

/** A card of a shipment in one shop. */
interface Place {
  cardId: number;
  shopIndex: number;
  plan: PlannedCard;
}

/** Shipments that are over, as rows with items, errors and events. */
export async function storePastShipments(trx: Trx, scene: Scene): Promise<void> {
  const cards = await findCards(trx, scene.accountId, scene.cardIds);
  const snapshots = new Map(cards.map((card) => [card.id, card]));
  const ids: number[] = [];
  for (const past of PAST_SHIPMENTS) {
    const places = placesOf(past, scene);
    const id = await storeShipment(trx, scene, past, places, ids);
    ids.push(id);
    await storeItems(trx, scene, { past, id, places, snapshots });
    await insertAll(trx, 'shipment_events', eventsOf(past, id, places, scene));
  }
}

/** Shipments that are on their way: made and put into the queue as by a person. */
export async function startRunningShipments(trx: Trx, jobs: Jobs, scene: Scene): Promise<void> {
  for (const running of RUNNING_SHIPMENTS) {
    const cardIds = scene.planned.flatMap((plan, index) =>
      plan.running === running.cards ? [scene.cardIds[index] ?? 0] : [],
    );
    await createShipment(trx, jobs, {
      accountId: scene.accountId,
      userId: scene.userId,
      cardIds,
      shopIds: [scene.shops[running.shopIndex]?.id ?? 0],
      options: running.options,
    });
  }
}

function placesOf(past: PastShipment, scene: Scene): Place[] {
  const places: Place[] = [];
  const cards = new Set<number>();
  for (const [index, plan] of scene.planned.entries()) {
    if (cards.size === past.count) break;
    if (plan.running !== null) continue;
    if (plan.fate !== (past.cards === 'refused' ? 'refused' : 'published')) continue;
    if ((past.cards === 'price-cut') !== plan.card.isPriceCutTooFar && past.cards !== 'refused') continue;
    for (const { shopIndex } of plan.shops) {
      if (!past.shopIndexes.includes(shopIndex)) continue;
      const cardId = scene.cardIds[index] ?? 0;
      cards.add(cardId);
      places.push({ cardId, shopIndex, plan });
    }
  }
  return places;
}

async function storeShipment(
  trx: Trx,
  scene: Scene,
  past: PastShipment,
  places: readonly Place[],
  earlierIds: readonly number[],
): Promise<number> {
  const createdMs = scene.now.getTime() - past.ageMs;
  const { id } = await trx
    .insertInto('shipments')
    .values({
      account_id: scene.accountId,
      created_by: scene.userId,
      status: past.status,
      shop_ids: [...new Set(places.map((place) => shopIdOf(scene, place.shopIndex)))],
      card_count: new Set(places.map((place) => place.cardId)).size,
      with_prices: true,
      with_discounts: past.withDiscounts,
      with_images: past.withImages,
      repeat_of: past.repeatOf === undefined ? null : (earlierIds[past.repeatOf] ?? null),
      stage_started_at: endOf(past, scene),
      created_at: new Date(createdMs),
      updated_at: endOf(past, scene),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function shopIdOf(scene: Scene, shopIndex: number): number {
  return scene.shops[shopIndex]?.id ?? 0;
}

function endOf(past: PastShipment, scene: Scene): Date {
  return new Date(scene.now.getTime() - past.ageMs + WORK_S * SECOND_MS);
}

async function storeItems(
  trx: Trx,
  scene: Scene,
  shipment: {
    past: PastShipment;
    id: number;
    places: readonly Place[];
    snapshots: ReadonlyMap<number, Card>;
  },
): Promise<void> {
  const { past, id, places, snapshots } = shipment;
  await insertAll(
    trx,
    'shipment_items',
    places.map((place, index) => ({
      account_id: scene.accountId,
      shipment_id: id,
      card_id: place.cardId,
      shop_id: shopIdOf(scene, place.shopIndex),
      vendor_code: place.plan.vendorCode,
      title: place.plan.card.title,
      snapshot: JSON.stringify(snapshots.get(place.cardId)),
      ...outcomeOf(past, index, places.length),
      nm_id: scene.loaded[place.shopIndex]?.get(place.plan.vendorCode)?.nmID ?? null,
      is_update: past.cards !== 'refused',
      attempts: 1,
      sent_at: new Date(scene.now.getTime() - past.ageMs + 5 * SECOND_MS),
      updated_at: endOf(past, scene),
    })),
  );
  const failed = await trx
    .selectFrom('shipment_items')
    .select(['id', 'card_id'])
    .where('account_id', '=', scene.accountId)
    .where('shipment_id', '=', id)
    .where('state', '=', 'failed')
    .execute();
  const errorOf = new Map(places.map((place) => [place.cardId, place.plan.error ?? '']));
  await insertAll(
    trx,
    'shipment_errors',
    failed.map((item) => ({
      account_id: scene.accountId,
      shipment_id: id,
      item_id: item.id,
      stage: past.error?.stage ?? ('CARD' as const),
      code: past.error?.code ?? null,
      message: past.error?.message ?? errorOf.get(item.card_id) ?? '',
      field: past.error?.field ?? fieldOf(errorOf.get(item.card_id) ?? ''),
      request_id: null,
      at: endOf(past, scene),
    })),
  );
  await markFailed(
    trx,
    scene,
    past,
    failed.map((item) => item.card_id),
  );
}

/** What failed last is what the card shows in its shop. */
async function markFailed(
  trx: Trx,
  scene: Scene,
  past: PastShipment,
  cardIds: readonly number[],
): Promise<void> {
  if (!past.error || cardIds.length === 0) return;
  await trx
    .updateTable('shop_cards')
    .set({ state: 'HAS_ERRORS', errors: JSON.stringify([past.error.message]) })
    .where('account_id', '=', scene.accountId)
    .where(
      'shop_id',
      'in',
      past.shopIndexes.map((shopIndex) => shopIdOf(scene, shopIndex)),
    )
    .where('card_id', 'in', cardIds)
    .execute();
}

function outcomeOf(past: PastShipment, index: number, total: number) {
  const done = { stage: 'DONE' as const, state: 'done' as const };
  if (past.cards === 'refused') return { stage: 'CARD' as const, state: 'failed' as const };
  if (!past.error || index < total - past.error.count) return done;
  return { stage: past.error.stage, state: 'failed' as const };
}

/** Where the card has to be mended. */
function fieldOf(error: string): string | null {
  if (error.includes('Наименование')) return 'title';
  if (error.includes('Описание')) return 'description';
  if (error.includes('Бренд')) return 'brand';
  if (error.includes('характеристика')) return 'characteristics';
  return null;
}

function eventsOf(past: PastShipment, shipmentId: number, places: readonly Place[], scene: Scene) {
  const cards = (count: number) => plural(count, ['карточка', 'карточки', 'карточек']);
  const shops = new Set(places.map((place) => place.shopIndex)).size;
  const failed = past.cards === 'refused' ? places.length : Math.min(past.error?.count ?? 0, places.length);
  const chosen = new Set(places.map((place) => place.cardId)).size;
  const created = `${cards(chosen)}, ${plural(shops, ['магазин', 'магазина', 'магазинов'])}`;
  const steps: [afterS: number, text: string][] = [
    [0, `Отправка создана: ${created}`],
    [5, `Карточки отправлены: ${places.length}`],
  ];
  if (past.cards !== 'refused') {
    steps.push([40, `Карточки подтверждены: ${places.length}`]);
    if (past.withDiscounts) steps.push([65, `Цены и скидки отправлены: ${places.length}`]);
    if (past.withImages && past.error?.stage !== 'DISCOUNTS') {
      steps.push([150, `Изображения подтверждены: ${places.length - failed}`]);
    }
  }
  steps.push([
    WORK_S,
    failed === 0 ? 'Отправка завершена' : `Отправка остановлена: ${cards(failed)} с ошибками`,
  ]);
  return steps.map(([afterS, text]) => ({
    account_id: scene.accountId,
    shipment_id: shipmentId,
    at: new Date(scene.now.getTime() - past.ageMs + afterS * SECOND_MS),
    text,
  }));
}
