import { expect, it } from 'vitest';
import { asConfirmed } from '#server/shipments/store/confirmed-items.ts';
import type { WorkItem } from '#server/shipments/store/work-items.ts';
import { passStage } from './step.ts';

const item: WorkItem = {
  id: 7,
  cardId: 1,
  vendorCode: 'A',
  stage: 'CARD',
  state: 'sent',
  nmId: null,
  isUpdate: false,
  pricePart: 'PRICE',
  priceStep: 'LOOK',
  priceUploadId: null,
  attempts: 0,
  sentAtMs: null,
  mustLookFirst: false,
  nextCheckAtMs: null,
  stageStartedAtMs: 0,
  sentVideo: '',
};
const options = { withPrices: true, withDiscounts: true, withImages: true };

it('lets an item with an nmID go on, with it', () => {
  expect(passStage(asConfirmed({ ...item, nmId: 5 }), options)).toMatchObject({
    stage: 'DISCOUNTS',
    nmId: 5,
  });
});

it('refuses an item without an nmID: there is no card to send prices or photos to', () => {
  expect(() => asConfirmed(item)).toThrow('without an nmID');
});

it('does not compile when an item that may have no nmID goes on', () => {
  // @ts-expect-error - the promise of this file.
  expect(passStage(item, options).nmId).toBeNull();
});
