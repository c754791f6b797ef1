import { describe, expect, it } from 'vitest';
import { sampleRecord } from '#tests/support/outbox/sample-record.ts';
import { fold, rebase, requeued } from './rebase-record.ts';

const state = { entityId: 17, version: 5, fields: { title: 'theirs' } };

describe('a record that is sent anew', () => {
  it('under another key is known by its former ones, of which the last fifty are kept', () => {
    const formerIds = Array.from({ length: 60 }, (_, index) => `old-${index}`);
    const again = requeued(sampleRecord({ formerIds }), 'new');
    expect(again.formerIds).toHaveLength(50);
    expect(again.formerIds.slice(-2)).toEqual(['old-59', 'a']);
  });

  it('under its own key has no more former ones than before', () => {
    expect(requeued(sampleRecord({ formerIds: ['b'] }), 'a').formerIds).toEqual(['b']);
  });

  it('is certain not to have reached the server', () => {
    expect(requeued(sampleRecord({ isUncertain: true }), 'new').isUncertain).toBe(false);
  });
});

it('a record in conflict has not changed the server, whatever became of its request', () => {
  const mine = sampleRecord({ isUncertain: true, patch: { title: 'mine' }, base: { title: 'old' } });
  expect(rebase(mine, state, 'new')).toMatchObject({ state: 'conflict', isUncertain: false });
});

describe('several records as one', () => {
  const first = sampleRecord({ patch: { title: 'a' }, base: { title: 'old' } });
  const next = sampleRecord({
    id: 'b',
    sequence: 2,
    patch: { title: 'b', brand: 'x' },
    base: { brand: 'y' },
  });

  it('have the oldest base and the newest values', () => {
    expect(fold([first, next])).toMatchObject({
      id: 'a',
      sequence: 2,
      patch: { title: 'b', brand: 'x' },
      base: { title: 'old', brand: 'y' },
    });
    expect(fold([first, next])).not.toHaveProperty('whole');
  });

  it('have the newest whole that was known', () => {
    const whole = { title: 'b' };
    expect(
      fold([
        { ...first, whole: { title: 'a' } },
        { ...next, whole },
      ]).whole,
    ).toEqual(whole);
    expect(fold([{ ...first, whole }, next]).whole).toEqual(whole);
  });

  it('of a draft have no base: nothing of it is on the server', () => {
    expect(fold([{ ...first, kind: 'create' }, next]).base).toEqual({});
  });
});
