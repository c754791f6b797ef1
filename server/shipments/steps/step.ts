import type { SubjectCharacteristic } from '#contract/subjects.ts';
import type { Db } from '#server/db/database.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { guessField } from './field-guess.ts';
import type { RunKey } from '#server/shipments/store/runs.ts';
import type { ItemError, Progress } from '#server/shipments/store/save-progress.ts';
import { nextStage, type StageOptions } from '#server/shipments/rules/state-machine.ts';
import type { ShipmentTiming } from '#server/shipments/rules/timing.ts';
import type { Confirmed } from '#server/shipments/store/confirmed-items.ts';
import type { WorkItem } from '#server/shipments/store/work-items.ts';

/** What a step works with. */
export interface StepContext {
  run: RunKey;
  shopName: string;
  options: StageOptions;
  timing: ShipmentTiming;
  /** Throws `limit` when the wait is long: that wait is the run's. */
  client: ShopClient;
  db: Db;
  /** A step that makes many calls stops between two of them. */
  isTurnOver(): boolean;
  save(progress: Progress): Promise<void>;
  characteristicsOf(subjectId: number): Promise<SubjectCharacteristic[]>;
  /** An address that the marketplace can fetch a photo from; null when there is none. */
  photoLink(address: string): string | null;
  /** The bytes of a photo of the account that is kept here; undefined for any other. */
  photoFile(address: string): Promise<Buffer | undefined>;
  hasPhotoFile(address: string): Promise<boolean>;
  /** A video of the account that is kept here, read as it is sent; undefined for any other. */
  videoFile(address: string): Promise<Blob | undefined>;
}

/**
 * One call or a few, and what follows from them. `worked`: try again at once; `idle`: nothing is due. Errors of the
 * marketplace that concern the whole shop are thrown.
 */
export type Step = (context: StepContext) => Promise<'worked' | 'idle'>;

/** The item goes on: its next stage begins, or it is done. Nothing leaves CARD without a card at the marketplace. */
export function passStage(item: Confirmed<WorkItem>, options: StageOptions): WorkItem {
  const stage = nextStage(item.stage, options);
  return {
    ...item,
    stage,
    state: stage === 'DONE' ? 'done' : 'waiting',
    attempts: 0,
    sentAtMs: null,
    mustLookFirst: false,
    nextCheckAtMs: null,
    pricePart: 'PRICE',
    priceStep: 'LOOK',
    priceUploadId: null,
    stageStartedAtMs: Date.now(),
  };
}

export function fail(item: WorkItem): WorkItem {
  return { ...item, state: 'failed', nextCheckAtMs: null };
}

export function lookAgain(item: WorkItem, inMs: number): WorkItem {
  return { ...item, nextCheckAtMs: Date.now() + inMs };
}

/** An error of the whole call as the error of one item. */
export function itemErrorOf(
  error: MarketplaceError,
  characteristics: readonly SubjectCharacteristic[] = [],
  field?: string,
): ItemError {
  const message = error.detail.join('. ');
  return {
    message,
    code: error.code,
    field: field ?? guessField(message, characteristics),
    requestId: error.requestId,
  };
}

/** Errors that say something about the request itself; others concern the token, the limit or the connection. */
export function isRejected(error: unknown): error is MarketplaceError {
  return error instanceof MarketplaceError && error.kind === 'rejected';
}

/** The call never reached the marketplace's work: it may be made again as if nothing had happened. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof MarketplaceError && (error.kind === 'limit' || error.kind === 'token');
}
