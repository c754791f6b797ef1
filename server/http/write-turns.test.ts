import { describe, expect, it } from 'vitest';
import { createWriteTurns } from './write-turns.ts';

/** Writes that end when they are told to. */
function heldWrites() {
  const takeTurn = createWriteTurns();
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const write = (user: number, name: number) =>
    takeTurn(user, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  return { write, begun, endNext: () => ends.shift()?.() };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('turns of writes', () => {
  it('three of one user run at once, the others in the order they came', async () => {
    const { write, begun, endNext } = heldWrites();
    const writes = [1, 2, 3, 4, 5].map((name) => write(7, name));
    await settled();
    expect(begun).toEqual([1, 2, 3]);
    endNext();
    await settled();
    expect(begun).toEqual([1, 2, 3, 4]);
    for (let left = 0; left < writes.length; left += 1) {
      endNext();
      await settled();
    }
    expect(await Promise.all(writes)).toEqual([1, 2, 3, 4, 5]);
  });

  it('another user does not wait for them', async () => {
    const { write, begun } = heldWrites();
    for (let name = 1; name <= 10; name += 1) void write(7, name);
    void write(8, 100);
    await settled();
    expect(begun).toEqual([1, 2, 3, 100]);
  });

  it('a write that fails gives its turn to the next', async () => {
    const takeTurn = createWriteTurns();
    const fail = () => takeTurn(7, () => Promise.reject(new Error('нет')));
    const results = await Promise.allSettled(Array.from({ length: 20 }, fail));
    expect(results.map((result) => result.status)).toEqual(Array.from({ length: 20 }, () => 'rejected'));
    expect(await takeTurn(7, async () => 'да')).toBe('да');
  });

  it('with a hundred waiting the next one is told to come back', async () => {
    const { write } = heldWrites();
    for (let name = 1; name <= 103; name += 1) void write(7, name);
    await expect(write(7, 104)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
  });
});
