import type { Card } from '#contract/cards.ts';
import { findCards } from '#server/cards/repository.ts';
import type { Db } from '#server/db/database.ts';
import { insertAll } from './bulk.ts';
import type { PlannedCard } from './plan.ts';
import type { StoredShop } from './seed-shops.ts';
import { DEMO_SHIPMENTS, type DemoShipment } from './shipments.ts';
import type { LoadedCard } from './simulator-control.ts';

const SECOND_MS = 1000;
const STAGES = ['CARD', 'DISCOUNTS', 'IMAGES'] as const;
type Stage = (typeof STAGES)[number] | 'DONE';
type State = 'waiting' | 'sent' | 'done' | 'failed';

interface Scene {
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

/** Shipments in every status with items, errors and events. Cards on their way are marked so in their shops. */
export async function storeShipments(trx: Db, scene: Scene): Promise<void> {
  const snapshots = await snapshotsOf(trx, scene);
  const ids: number[] = [];
  const takenDrafts = new Set<number>();
  for (const demo of DEMO_SHIPMENTS) {
    const places = placesOf(demo, scene, takenDrafts);
    const id = await storeShipment(trx, scene, demo, places, ids);
    ids.push(id);
    await storeItems(trx, scene, { demo, id, places, snapshots });
    await markOnTheirWay(trx, scene, demo, places);
    await insertAll(trx, 'shipment_events', eventsOf(demo, id, places.length, scene));
  }
}

async function snapshotsOf(trx: Db, scene: Scene): Promise<Map<number, Card>> {
  const cards = await findCards(trx, scene.accountId, scene.cardIds);
  return new Map(cards.map((card) => [card.id, card]));
}

function placesOf(demo: DemoShipment, scene: Scene, takenDrafts: Set<number>): Place[] {
  const places: Place[] = [];
  const cards = new Set<number>();
  for (const [index, plan] of scene.planned.entries()) {
    if (cards.size === demo.count) break;
    const cardId = scene.cardIds[index] ?? 0;
    if (demo.cards === 'drafts') {
      const [shopIndex = 0] = demo.shopIndexes;
      if (plan.fate !== 'draft' || takenDrafts.has(cardId)) continue;
      takenDrafts.add(cardId);
      cards.add(cardId);
      places.push({ cardId, shopIndex, plan });
      continue;
    }
    if (plan.fate !== (demo.cards === 'refused' ? 'refused' : 'published')) continue;
    if ((demo.cards === 'price-cut') !== plan.card.isPriceCutTooFar) continue;
    for (const { shopIndex } of plan.shops) {
      if (!demo.shopIndexes.includes(shopIndex)) continue;
      cards.add(cardId);
      places.push({ cardId, shopIndex, plan });
    }
  }
  return places;
}

async function storeShipment(
  trx: Db,
  scene: Scene,
  demo: DemoShipment,
  places: readonly Place[],
  earlierIds: readonly number[],
): Promise<number> {
  const createdAt = new Date(scene.now.getTime() - demo.ageMs);
  const { id } = await trx
    .insertInto('shipments')
    .values({
      account_id: scene.accountId,
      created_by: scene.userId,
      status: demo.status,
      shop_ids: [...new Set(places.map((place) => shopIdOf(scene, place)))],
      card_count: new Set(places.map((place) => place.cardId)).size,
      with_prices: true,
      with_discounts: demo.withDiscounts,
      with_images: demo.withImages,
      repeat_of: demo.repeatOf === undefined ? null : (earlierIds[demo.repeatOf] ?? null),
      waiting_until:
        demo.waitsS === undefined ? null : new Date(scene.now.getTime() + demo.waitsS * SECOND_MS),
      stage_started_at: new Date(Math.min(scene.now.getTime(), createdAt.getTime() + 40 * SECOND_MS)),
      created_at: createdAt,
      updated_at: finishedAt(demo, scene.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function shopIdOf(scene: Scene, place: Place): number {
  return scene.shops[place.shopIndex]?.id ?? 0;
}

/** Work that is over took three minutes; what runs changed just now. */
function finishedAt(demo: DemoShipment, now: Date): Date {
  return new Date(now.getTime() - Math.max(0, demo.ageMs - 180 * SECOND_MS));
}

async function storeItems(
  trx: Db,
  scene: Scene,
  shipment: {
    demo: DemoShipment;
    id: number;
    places: readonly Place[];
    snapshots: ReadonlyMap<number, Card>;
  },
): Promise<void> {
  const { demo, id, places, snapshots } = shipment;
  const sentAt = new Date(scene.now.getTime() - demo.ageMs + 5 * SECOND_MS);
  const rows = places.map((place, index) => {
    const { stage, state } = progressOf(demo, index, places.length);
    return {
      account_id: scene.accountId,
      shipment_id: id,
      card_id: place.cardId,
      shop_id: shopIdOf(scene, place),
      vendor_code: place.plan.card.vendorCode,
      title: place.plan.card.title,
      snapshot: JSON.stringify(snapshots.get(place.cardId)),
      stage,
      state,
      nm_id: scene.loaded[place.shopIndex]?.get(place.plan.card.vendorCode)?.nmID ?? null,
      is_update: demo.cards === 'published' || demo.cards === 'price-cut',
      attempts: demo.status === 'NEW' ? 0 : 1,
      sent_at: demo.status === 'NEW' ? null : sentAt,
      updated_at: finishedAt(demo, scene.now),
    };
  });
  await insertAll(trx, 'shipment_items', rows);
  const failed = await trx
    .selectFrom('shipment_items')
    .select(['id', 'card_id', 'stage'])
    .where('account_id', '=', scene.accountId)
    .where('shipment_id', '=', id)
    .where('state', '=', 'failed')
    .execute();
  const planOf = new Map(places.map((place) => [place.cardId, place.plan]));
  await insertAll(
    trx,
    'shipment_errors',
    failed.map((item) => ({
      account_id: scene.accountId,
      shipment_id: id,
      item_id: item.id,
      stage: demo.error?.stage ?? ('CARD' as const),
      code: demo.error?.code ?? null,
      message: demo.error?.message ?? planOf.get(item.card_id)?.error ?? 'Карточка отклонена модерацией',
      field: demo.error?.field ?? fieldOf(planOf.get(item.card_id)?.error ?? ''),
      request_id: null,
      at: finishedAt(demo, scene.now),
    })),
  );
}

function progressOf(demo: DemoShipment, index: number, total: number): { stage: Stage; state: State } {
  if (demo.status === 'FINISHED') return { stage: 'DONE', state: 'done' };
  if (demo.status === 'HAS_ERRORS') {
    if (!demo.error) return { stage: 'CARD', state: 'failed' };
    return index >= total - demo.error.count
      ? { stage: demo.error.stage, state: 'failed' }
      : { stage: 'DONE', state: 'done' };
  }
  const stage: Stage =
    demo.status === 'PENDING_SEND_IMAGES'
      ? 'IMAGES'
      : demo.status === 'PENDING_SEND_DISCOUNTS'
        ? 'DISCOUNTS'
        : 'CARD';
  if (index < (demo.passed ?? 0)) return { stage: 'DONE', state: 'done' };
  return { stage, state: stage === 'CARD' && demo.status !== 'NEW' ? 'sent' : 'waiting' };
}

/** Where the card has to be mended. */
function fieldOf(error: string): string | null {
  if (error.includes('Наименование')) return 'title';
  if (error.includes('Описание')) return 'description';
  if (error.includes('Бренд')) return 'brand';
  if (error.includes('характеристика')) return 'characteristics';
  return null;
}

async function markOnTheirWay(
  trx: Db,
  scene: Scene,
  demo: DemoShipment,
  places: readonly Place[],
): Promise<void> {
  const waiting = places.slice(demo.passed ?? 0);
  if (demo.cards === 'drafts') {
    await insertAll(
      trx,
      'shop_cards',
      waiting.map((place) => ({
        account_id: scene.accountId,
        card_id: place.cardId,
        shop_id: shopIdOf(scene, place),
        vendor_code: place.plan.card.vendorCode,
        nm_id: null,
        imt_id: null,
        title: null,
        price_kopecks: null,
        discount: null,
        state: 'PENDING' as const,
      })),
    );
    return;
  }
  if (demo.status !== 'PENDING_UPDATE') return;
  for (const place of waiting) {
    await trx
      .updateTable('shop_cards')
      .set({ state: 'PENDING' })
      .where('account_id', '=', scene.accountId)
      .where('card_id', '=', place.cardId)
      .where('shop_id', '=', shopIdOf(scene, place))
      .execute();
  }
}

function eventsOf(demo: DemoShipment, shipmentId: number, items: number, scene: Scene) {
  const start = scene.now.getTime() - demo.ageMs;
  const steps: [afterS: number, text: string][] = [[0, 'Отправка создана']];
  if (demo.status !== 'NEW') steps.push([5, `Карточки отправлены: ${items}`]);
  if (demo.status === 'FINISHED' || demo.error || demo.waitsS !== undefined) {
    steps.push([40, `Карточки подтверждены: ${items}`]);
    if (demo.withDiscounts && demo.status !== 'PENDING_SEND_DISCOUNTS') {
      steps.push([65, 'Цены и скидки отправлены']);
    }
  }
  if (demo.waitsS !== undefined) steps.push([70, 'Ждём лимит Wildberries: токен базовый']);
  if (demo.status === 'HAS_ERRORS') {
    steps.push([170, `Есть ошибки: ${demo.error?.count ?? items}`]);
  }
  if (demo.status === 'FINISHED') {
    if (demo.withImages) steps.push([150, 'Изображения подтверждены']);
    steps.push([180, 'Отправка завершена']);
  }
  return steps.map(([afterS, text]) => ({
    account_id: scene.accountId,
    shipment_id: shipmentId,
    at: new Date(Math.min(scene.now.getTime(), start + afterS * SECOND_MS)),
    text,
  }));
}
