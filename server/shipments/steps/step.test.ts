import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MarketplaceError, type MarketplaceErrorKind } from '#server/marketplace/errors.ts';
import { asConfirmed } from '#server/shipments/store/confirmed-items.ts';
import type { WorkItem } from '#server/shipments/store/work-items.ts';
import { isRejected, itemErrorOf, lookAgain, passStage, wasNotSent } from './step.ts';

const NOW_MS = 1_000_000;
const item: WorkItem = {
  id: 7,
  cardId: 1,
  vendorCode: 'A',
  stage: 'IMAGES',
  state: 'sent',
  nmId: 5,
  isUpdate: false,
  pricePart: 'CLUB',
  priceStep: 'UPLOAD',
  priceUploadId: 3,
  attempts: 2,
  sentAtMs: 1,
  mustLookFirst: true,
  nextCheckAtMs: 2,
  stageStartedAtMs: 0,
  sentVideo: '',
};
const all = { withPrices: true, withDiscounts: true, withImages: true };
const errorOf = (kind: MarketplaceErrorKind) =>
  new MarketplaceError({ kind, status: 400, detail: ['Поле Бренд', 'Неверно'], requestId: 'r' });

beforeEach(() => void vi.useFakeTimers({ now: NOW_MS }));
afterEach(() => void vi.useRealTimers());

it('forgets what the last stage has tried, and is done after the last', () => {
  const fresh = {
    attempts: 0,
    sentAtMs: null,
    mustLookFirst: false,
    nextCheckAtMs: null,
    priceUploadId: null,
  };
  const waiting = passStage(asConfirmed({ ...item, stage: 'CARD' }), all);
  expect(waiting).toMatchObject({ ...fresh, stage: 'DISCOUNTS', state: 'waiting', stageStartedAtMs: NOW_MS });
  expect(passStage(asConfirmed(item), all)).toMatchObject({ ...fresh, stage: 'DONE', state: 'done' });
});

it('is looked at again after the pause', () => {
  expect(lookAgain(item, 500).nextCheckAtMs).toBe(NOW_MS + 500);
});

it('has the field that the step names, or else the one that the text speaks of', () => {
  expect(itemErrorOf(errorOf('rejected'))).toMatchObject({ message: 'Поле Бренд. Неверно', field: 'brand' });
  expect(itemErrorOf(errorOf('rejected'), [], 'photos').field).toBe('photos');
});

it.each<[MarketplaceErrorKind, isRejected: boolean, wasNotSent: boolean]>([
  ['rejected', true, false],
  ['limit', false, true],
  ['token', false, true],
  ['unavailable', false, false],
])(
  'tells of «%s» whether the request was refused, and whether it surely had no effect',
  (kind, no, unsent) => {
    expect([isRejected(errorOf(kind)), wasNotSent(errorOf(kind))]).toEqual([no, unsent]);
  },
);

it('says nothing of errors that are not the marketplace’s', () => {
  expect([isRejected(new Error('limit')), wasNotSent(new Error('limit'))]).toEqual([false, false]);
  expect(isRejected({ kind: 'rejected' })).toBe(false);
});
