import type { ShipmentStatus } from '#contract/shipments.ts';

/** What moves a shipment from one status to another. */
export type ShipmentEvent = 'created' | 'advanced' | 'retried';

export interface Transition {
  from: ShipmentStatus | null;
  event: ShipmentEvent;
  to: ShipmentStatus;
}

/** Every transition there is. A repeat is no transition: it makes a new shipment. */
export const TRANSITIONS: readonly Transition[] = [
  { from: null, event: 'created', to: 'NEW' },
  { from: 'NEW', event: 'advanced', to: 'SENT' },
  { from: 'NEW', event: 'advanced', to: 'PENDING_UPDATE' },
  { from: 'NEW', event: 'advanced', to: 'HAS_ERRORS' },
  { from: 'SENT', event: 'advanced', to: 'PENDING_SEND_DISCOUNTS' },
  { from: 'SENT', event: 'advanced', to: 'PENDING_SEND_IMAGES' },
  { from: 'SENT', event: 'advanced', to: 'FINISHED' },
  { from: 'SENT', event: 'advanced', to: 'HAS_ERRORS' },
  { from: 'PENDING_UPDATE', event: 'advanced', to: 'PENDING_SEND_DISCOUNTS' },
  { from: 'PENDING_UPDATE', event: 'advanced', to: 'PENDING_SEND_IMAGES' },
  { from: 'PENDING_UPDATE', event: 'advanced', to: 'FINISHED' },
  { from: 'PENDING_UPDATE', event: 'advanced', to: 'HAS_ERRORS' },
  { from: 'PENDING_SEND_DISCOUNTS', event: 'advanced', to: 'PENDING_SEND_IMAGES' },
  { from: 'PENDING_SEND_DISCOUNTS', event: 'advanced', to: 'FINISHED' },
  { from: 'PENDING_SEND_DISCOUNTS', event: 'advanced', to: 'HAS_ERRORS' },
  { from: 'PENDING_SEND_IMAGES', event: 'advanced', to: 'FINISHED' },
  { from: 'PENDING_SEND_IMAGES', event: 'advanced', to: 'HAS_ERRORS' },
  { from: 'HAS_ERRORS', event: 'retried', to: 'PENDING_UPDATE' },
  { from: 'HAS_ERRORS', event: 'retried', to: 'PENDING_SEND_DISCOUNTS' },
  { from: 'HAS_ERRORS', event: 'retried', to: 'PENDING_SEND_IMAGES' },
];

export function isAllowed(from: ShipmentStatus | null, event: ShipmentEvent, to: ShipmentStatus): boolean {
  return TRANSITIONS.some((one) => one.from === from && one.event === event && one.to === to);
}

export const stages = ['CARD', 'DISCOUNTS', 'IMAGES', 'DONE'] as const;
export type ItemStage = (typeof stages)[number];
export type ItemState = 'waiting' | 'sent' | 'done' | 'failed';

/** Items that are alike: there are some. */
export interface ItemGroup {
  stage: ItemStage;
  state: ItemState;
}

/** What a shipment begins with: creations are told from updates. */
export interface FirstGroup extends ItemGroup {
  /** The card is known to the shop: it is updated, not created. */
  isUpdate: boolean;
}

export interface StageOptions {
  withPrices: boolean;
  withDiscounts: boolean;
  withImages: boolean;
}

/** The stage after a stage; what the shipment does not include is skipped. */
export function nextStage(stage: ItemStage, options: StageOptions): ItemStage {
  const included = stages.filter((one) => isIncluded(one, options));
  return included[included.indexOf(stage) + 1] ?? 'DONE';
}

export function isIncluded(stage: ItemStage, options: StageOptions): boolean {
  if (stage === 'DISCOUNTS') return options.withPrices || options.withDiscounts;
  return stage === 'IMAGES' ? options.withImages : true;
}

const STATUS_OF_STAGE = {
  DISCOUNTS: 'PENDING_SEND_DISCOUNTS',
  IMAGES: 'PENDING_SEND_IMAGES',
} as const satisfies Partial<Record<ItemStage, ShipmentStatus>>;

const isRunning = (group: ItemGroup) => group.state === 'waiting' || group.state === 'sent';

/**
 * The status that follows from the items: the least advanced stage in which something still runs; when nothing runs, errors
 * if there are any. A status never goes back while work goes on, so a shop that is behind does not undo what was said.
 */
export function nextShipmentStatus(
  current: Exclude<ShipmentStatus, 'NEW'>,
  groups: readonly ItemGroup[],
): ShipmentStatus {
  return statusPastCards(groups) ?? current;
}

/** The same for a shipment that is new: it stays so until an item begins, and then says what is done with its cards. */
export function firstShipmentStatus(groups: readonly FirstGroup[]): ShipmentStatus {
  const status = statusPastCards(groups);
  if (status) return status;
  const isBegun = groups.some((group) => !(group.stage === 'CARD' && group.state === 'waiting'));
  if (!isBegun) return 'NEW';
  return groups.every((group) => group.isUpdate) ? 'PENDING_UPDATE' : 'SENT';
}

/** Undefined while cards are still at work. */
function statusPastCards(groups: readonly ItemGroup[]): ShipmentStatus | undefined {
  const running = groups.filter(isRunning);
  if (running.length === 0) {
    return groups.some((group) => group.state === 'failed') ? 'HAS_ERRORS' : 'FINISHED';
  }
  const least = stages.find((stage) => running.some((group) => group.stage === stage));
  return least === 'DISCOUNTS' || least === 'IMAGES' ? STATUS_OF_STAGE[least] : undefined;
}

/** The status after a retry: failed items begin again in the stage that failed. */
export function statusAfterRetry(groups: readonly ItemGroup[]): ShipmentStatus {
  const failed = groups.filter((group) => group.state === 'failed');
  const least = stages.find((stage) => failed.some((group) => group.stage === stage));
  return least === 'DISCOUNTS' || least === 'IMAGES' ? STATUS_OF_STAGE[least] : 'PENDING_UPDATE';
}

/** Why a retry is not possible now, or null when it is. */
export function retryRefusal(status: ShipmentStatus): string | null {
  if (status === 'HAS_ERRORS') return null;
  return status === 'FINISHED' ? 'В отправке нет ошибок' : 'Отправка ещё выполняется';
}

/** Why a repeat is not possible now, or null when it is. */
export function repeatRefusal(status: ShipmentStatus): string | null {
  return status === 'HAS_ERRORS' || status === 'FINISHED' ? null : 'Отправка ещё выполняется';
}

/** Stocks need cards that the marketplace knows. */
export function stocksRefusal(confirmedItems: number): string | null {
  return confirmedItems > 0 ? null : 'Карточки отправки ещё не подтверждены маркетплейсом';
}
