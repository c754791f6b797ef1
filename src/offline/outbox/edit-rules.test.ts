import { describe, expect, it } from 'vitest';
import { edit } from '#tests/support/outbox/card-world.ts';
import { sampleRecord } from '#tests/support/outbox/sample-record.ts';
import { addEdit, discard, resolveConflict, retry } from './edit-rules.ts';
import type { OutboxContent, OutboxRecord } from './outbox-record.ts';
import { EMPTY_CONTENT } from './outbox-store.ts';

const newKey = () => 'new';
const stamp = { now: 100, newKey };
const holding = (...parts: Partial<OutboxRecord>[]): OutboxContent => ({
  ...EMPTY_CONTENT,
  records: parts.map((part) => sampleRecord(part)),
});
const conflict = { fields: ['title'], theirs: { title: 'theirs', brand: 'old' }, version: 4 };
const other = { id: 'other', entityId: 18 } as const;

describe('an edit', () => {
  it('takes the place of a deletion that was refused', () => {
    const { change } = addEdit(
      holding({ kind: 'delete', state: 'rejected' }),
      1,
      edit({ title: 'new' }),
      stamp,
    );
    expect(change).toMatchObject({ remove: ['a'], put: [{ id: 'new', kind: 'update' }] });
  });

  it('waits behind a deletion that is still to be sent', () => {
    const { change } = addEdit(holding({ kind: 'delete' }), 1, edit({ title: 'new' }), stamp);
    expect(change).toMatchObject({ remove: [], put: [{ id: 'new', kind: 'update' }] });
  });

  it('carries the whole entity only when the screen knew it', () => {
    const without = addEdit(EMPTY_CONTENT, 1, edit({ title: 'new' }), stamp);
    expect(without.change.put?.[0]).not.toHaveProperty('whole');
    const joined = addEdit(holding({}), 1, edit({ title: 'new' }), stamp);
    expect(joined.change.put?.[0]).not.toHaveProperty('whole');
    const whole = { title: 'new', brand: 'x' };
    for (const content of [EMPTY_CONTENT, holding({})])
      expect(addEdit(content, 1, edit({ title: 'new' }, { whole }), stamp).change.put).toMatchObject([
        { whole },
      ]);
  });

  it('joins a draft without a base: nothing of it is on the server', () => {
    const content = holding({ kind: 'create', entityId: -5, patch: { title: 'draft' } });
    const { change } = addEdit(content, 1, edit({ brand: 'x' }, { entityId: -5 }), stamp);
    expect(change.put).toMatchObject([{ kind: 'create', patch: { title: 'draft', brand: 'x' }, base: {} }]);
    expect(change.put?.[0]?.base).toEqual({});
  });

  it('joins what waits under its key and in its place', () => {
    const content = holding({ patch: { brand: 'x' }, base: { brand: 'old' }, sequence: 7 });
    const { change, sequence } = addEdit(content, 1, edit({ title: 'new' }), stamp);
    expect(change).toEqual({
      put: [expect.objectContaining({ id: 'a', patch: { brand: 'x', title: 'new' } })],
    });
    expect(sequence).toBe(7);
  });

  it('that puts the last field of a draft back still creates it', () => {
    const content = holding({ kind: 'create', patch: {} });
    expect(addEdit(content, 1, edit({}), stamp).change.put).toMatchObject([{ kind: 'create' }]);
  });
});

describe('a deletion', () => {
  const deletion = edit({}, { kind: 'delete', baseVersion: 3 });

  it('takes the place of an edit that waits', () => {
    const { change, sequence } = addEdit(holding({ patch: { title: 'x' }, sequence: 7 }), 1, deletion, stamp);
    expect(change).toMatchObject({
      remove: ['a'],
      put: [{ id: 'new', kind: 'delete', baseVersion: 3, patch: {} }],
    });
    expect(change.put).toHaveLength(1);
    expect(sequence).toBe(7);
  });

  it('of what was never sent leaves nothing', () => {
    expect(addEdit(holding({ kind: 'create' }), 1, deletion, stamp)).toEqual({
      change: { remove: ['a'] },
      sequence: null,
    });
  });
});

describe('a retry', () => {
  it('sends the refused record that was chosen under a new key', () => {
    const content = holding({ ...other, state: 'conflict' }, { state: 'rejected' });
    expect(retry(content, 'a', newKey)).toMatchObject({
      remove: ['a'],
      put: [{ id: 'new', state: 'queued' }],
    });
  });

  it('of what is queued waits no longer, and keeps its key', () => {
    expect(retry(holding({ nextAttemptAt: 900 }), 'a', newKey)).toEqual({
      put: [expect.objectContaining({ id: 'a', nextAttemptAt: 0 })],
    });
  });

  it('touches nothing else', () => {
    expect(retry(holding({ state: 'sending' }), 'a', newKey)).toEqual({});
    expect(retry(EMPTY_CONTENT, 'a', newKey)).toEqual({});
  });
});

describe('giving up', () => {
  it('takes the record that was chosen', () => {
    expect(discard(holding(other, {}), 'a')).toEqual({ change: { remove: ['a'] }, isDone: true });
  });

  it('takes with a draft all that waits behind it', () => {
    const content = holding(
      { kind: 'create', entityId: -5 },
      { id: 'b', entityId: -5, sequence: 2 },
      { ...other, sequence: 3 },
    );
    expect(discard(content, 'a')).toEqual({ change: { remove: ['a', 'b'] }, isDone: true });
  });

  it('leaves what waits behind an edit', () => {
    const content = holding({}, { id: 'b', sequence: 2 });
    expect(discard(content, 'a').change).toEqual({ remove: ['a'] });
  });

  it('takes what another build wrote', () => {
    expect(discard({ ...holding({}), unreadable: ['z'] }, 'z')).toEqual({
      change: { remove: ['z'] },
      isDone: true,
    });
  });

  it('does not take what is being sent, and finds done what is gone', () => {
    expect(discard(holding({ state: 'sending' }), 'a')).toEqual({ change: {}, isDone: false });
    expect(discard(EMPTY_CONTENT, 'a')).toEqual({ change: {}, isDone: true });
  });
});

describe('a choice', () => {
  const inConflict = {
    state: 'conflict',
    patch: { title: 'mine', brand: 'mine' },
    base: { title: 'old', brand: 'old' },
    conflict,
  } as const;

  it('is made on the record that was chosen, on top of theirs', () => {
    const { change } = resolveConflict(holding(other, inConflict), 'a', ['title'], newKey);
    expect(change).toMatchObject({
      remove: ['a'],
      put: [{ id: 'new', baseVersion: 4, patch: inConflict.patch, base: conflict.theirs, conflict: null }],
    });
  });

  it('of theirs in everything leaves nothing to send', () => {
    const content = holding({ ...inConflict, patch: { title: 'mine' } });
    expect(resolveConflict(content, 'a', [], newKey)).toEqual({ change: { remove: ['a'] }, sequence: null });
  });

  it('changes nothing where there is nothing to choose', () => {
    const nothing = { change: {}, sequence: null };
    expect(resolveConflict(holding({}), 'a', [], newKey)).toEqual(nothing);
    expect(resolveConflict(EMPTY_CONTENT, 'a', [], newKey)).toEqual(nothing);
  });
});
