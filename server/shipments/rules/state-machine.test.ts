import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  confirmedStatuses,
  runningStatuses,
  shipmentStatuses,
  type ShipmentStatus,
} from '#contract/shipments.ts';
import {
  firstShipmentStatus,
  isAllowed,
  isIncluded,
  nextShipmentStatus,
  nextStage,
  repeatRefusal,
  retryRefusal,
  statusAfterRetry,
  stocksRefusal,
  TRANSITIONS,
  type ItemStage,
  type ItemState,
  type StageOptions,
} from './state-machine.ts';

interface Item {
  stage: ItemStage;
  state: ItemState;
  isUpdate: boolean;
}

const statusAfter = (current: ShipmentStatus, items: readonly Item[]) =>
  current === 'NEW' ? firstShipmentStatus(items) : nextShipmentStatus(current, items);

const anyOptions: fc.Arbitrary<StageOptions> = fc.record({
  withPrices: fc.boolean(),
  withDiscounts: fc.boolean(),
  withImages: fc.boolean(),
});

/** One step of one item, as the work takes it. */
type Step = { item: number; outcome: 'sent' | 'passed' | 'failed' };
const anyStep: fc.Arbitrary<Step> = fc.record({
  item: fc.nat(20),
  outcome: fc.constantFrom('sent' as const, 'passed' as const, 'failed' as const),
});

function take(item: Item, outcome: Step['outcome'], options: StageOptions): Item {
  if (item.state === 'done' || item.state === 'failed') return item;
  if (outcome === 'failed') return { ...item, state: 'failed' };
  if (item.state === 'waiting') return outcome === 'sent' ? { ...item, state: 'sent' } : item;
  if (outcome === 'sent') return item;
  const stage = nextStage(item.stage, options);
  return { ...item, stage, state: stage === 'DONE' ? 'done' : 'waiting' };
}

describe('a shipment of any cards, whatever happens to them', () => {
  it('takes listed transitions only, in work and in retries', () => {
    fc.assert(
      fc.property(
        anyOptions,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
        fc.array(fc.oneof(anyStep, fc.constant('retry' as const)), { maxLength: 60 }),
        (options, updates, steps) => {
          let items: Item[] = updates.map((isUpdate) => ({ stage: 'CARD', state: 'waiting', isUpdate }));
          let status: ShipmentStatus = 'NEW';
          for (const step of steps) {
            const before: ShipmentStatus = status;
            if (step === 'retry') {
              if (retryRefusal(status) !== null) continue;
              status = statusAfterRetry(items);
              expect(isAllowed(before, 'retried', status)).toBe(true);
              items = items.map((item) => (item.state === 'failed' ? { ...item, state: 'waiting' } : item));
              expect(statusAfter(status, items)).toBe(status);
              continue;
            }
            const index = step.item % items.length;
            items = items.map((item, at) => (at === index ? take(item, step.outcome, options) : item));
            status = statusAfter(status, items);
            if (status !== before) expect(`${before} → ${status}`).toBe(allowedOr(before, status));
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('ends exactly when nothing runs any more', () => {
    const anyItem: fc.Arbitrary<Item> = fc.record({
      stage: fc.constantFrom('CARD' as const, 'DISCOUNTS' as const, 'IMAGES' as const),
      state: fc.constantFrom('waiting' as const, 'sent' as const, 'failed' as const),
      isUpdate: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(anyItem, { minLength: 1 }),
        fc.constantFrom(...runningStatuses),
        (items, current) => {
          const status = statusAfter(current, items);
          const runs = items.some((item) => item.state !== 'failed');
          expect(runningStatuses.some((one) => one === status)).toBe(runs);
        },
      ),
    );
  });
});

function allowedOr(before: ShipmentStatus, after: ShipmentStatus): string {
  return isAllowed(before, 'advanced', after) ? `${before} → ${after}` : 'a listed transition';
}

describe('the list of transitions', () => {
  it('leaves nothing open out of a finished shipment', () => {
    expect(TRANSITIONS.filter((one) => one.from === 'FINISHED')).toEqual([]);
  });

  it('never leads back to NEW, and reaches every status', () => {
    const reached = new Set(TRANSITIONS.map((one) => one.to));
    expect([...reached].sort()).toEqual([...shipmentStatuses].sort());
    expect(TRANSITIONS.filter((one) => one.to === 'NEW')).toEqual([
      { from: null, event: 'created', to: 'NEW' },
    ]);
  });

  it.each([
    ['FINISHED', 'SENT'],
    ['NEW', 'FINISHED'],
    ['HAS_ERRORS', 'FINISHED'],
    ['PENDING_SEND_IMAGES', 'PENDING_SEND_DISCOUNTS'],
  ] as const)('does not have %s → %s', (from, to) => {
    expect(isAllowed(from, 'advanced', to)).toBe(false);
    expect(isAllowed(from, 'retried', to)).toBe(false);
  });
});

it.each([
  ['NEW', 'Отправка ещё выполняется'],
  ['SENT', 'Отправка ещё выполняется'],
  ['PENDING_SEND_IMAGES', 'Отправка ещё выполняется'],
  ['FINISHED', 'В отправке нет ошибок'],
  ['HAS_ERRORS', null],
] as const)('answers a retry of %s with %s', (status, sentence) => {
  expect(retryRefusal(status)).toBe(sentence);
});

it('repeats what is over, and nothing that runs', () => {
  const refused = shipmentStatuses.filter((status) => repeatRefusal(status) !== null);
  expect(refused).toEqual(runningStatuses.filter((status) => refused.includes(status)));
  expect(refused).toHaveLength(runningStatuses.length);
});

it('skips the stages that a shipment does not include', () => {
  const none = { withPrices: false, withDiscounts: false, withImages: false };
  expect(nextStage('CARD', none)).toBe('DONE');
  expect(nextStage('CARD', { ...none, withImages: true })).toBe('IMAGES');
  expect(nextStage('CARD', { ...none, withDiscounts: true })).toBe('DISCOUNTS');
  expect(nextStage('DISCOUNTS', { ...none, withDiscounts: true })).toBe('DONE');
});

it('always includes the cards and the end', () => {
  const none = { withPrices: false, withDiscounts: false, withImages: false };
  expect(isIncluded('CARD', none)).toBe(true);
  expect(isIncluded('DONE', none)).toBe(true);
  expect(isIncluded('IMAGES', none)).toBe(false);
});

const group = (stage: ItemStage, state: ItemState, isUpdate = false): Item => ({ stage, state, isUpdate });

it.each<[status: ShipmentStatus, what: string, groups: Item[]]>([
  ['NEW', 'nothing has begun', [group('CARD', 'waiting'), group('CARD', 'waiting', true)]],
  ['SENT', 'cards are created', [group('CARD', 'sent')]],
  ['SENT', 'some cards are created and others updated', [group('CARD', 'sent'), group('CARD', 'sent', true)]],
  ['PENDING_UPDATE', 'cards are updated only', [group('CARD', 'sent', true)]],
  ['SENT', 'one card has failed and one is created', [group('CARD', 'failed'), group('CARD', 'waiting')]],
])('a new shipment is %s when %s', (status, _, groups) => {
  expect(firstShipmentStatus(groups)).toBe(status);
});

it('a new shipment has begun when a card is past its stage, though others wait for theirs', () => {
  expect(firstShipmentStatus([group('CARD', 'waiting'), group('IMAGES', 'waiting')])).toBe('SENT');
});

it('a shipment is where its slowest item is, and over with errors when one item has failed', () => {
  const behind = [group('IMAGES', 'waiting'), group('DISCOUNTS', 'sent')];
  expect(nextShipmentStatus('SENT', behind)).toBe('PENDING_SEND_DISCOUNTS');
  expect(nextShipmentStatus('SENT', [group('DONE', 'done'), group('CARD', 'failed')])).toBe('HAS_ERRORS');
  expect(nextShipmentStatus('SENT', [group('DONE', 'done')])).toBe('FINISHED');
});

it('a retry begins in the least advanced stage that failed, whatever went well', () => {
  const imagesFailed = group('IMAGES', 'failed');
  expect(statusAfterRetry([group('DISCOUNTS', 'waiting'), imagesFailed])).toBe('PENDING_SEND_IMAGES');
  expect(statusAfterRetry([imagesFailed, group('DISCOUNTS', 'failed')])).toBe('PENDING_SEND_DISCOUNTS');
});

it('stocks may be sent as soon as the marketplace knows one card', () => {
  expect(stocksRefusal(0)).not.toBeNull();
  expect(stocksRefusal(1)).toBeNull();
});

it('is confirmed only in the statuses that the contract calls so', () => {
  const items: Item[] = [{ stage: 'DISCOUNTS', state: 'waiting', isUpdate: false }];
  expect(confirmedStatuses).toContain(nextShipmentStatus('SENT', items));
});
