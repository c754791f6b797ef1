import { beforeEach, describe, expect, it } from 'vitest';
import { keepResponses, type KeptResponses } from './kept-responses.ts';

let asked: number;
let isBroken: boolean;
let responses: KeptResponses;

beforeEach(() => {
  asked = 0;
  isBroken = false;
  responses = keepResponses(async () => {
    asked += 1;
    if (isBroken) throw new Error('ended');
    return { count: asked, results: [], currentAtMs: 1 };
  });
});

describe('an answer of the replica', () => {
  it('is asked for once, and there for whoever draws it once it has come', async () => {
    const coming = responses.query({ search: 'a' });
    expect(responses.answered({ search: 'a' })).toBeUndefined();
    expect(responses.query({ search: 'a' })).toBe(coming);
    await coming;
    expect(responses.answered({ search: 'a' })).toEqual({ count: 1, results: [], currentAtMs: 1 });
    expect(responses.answered({ search: 'b' })).toBeUndefined();
    expect(asked).toBe(1);
  });

  it('is forgotten with what it was made of', async () => {
    await responses.query({});
    responses.forget();
    expect(responses.answered({})).toBeUndefined();
    await expect(responses.query({})).resolves.toMatchObject({ count: 2 });
  });

  it('that could not be had is asked for again', async () => {
    isBroken = true;
    await expect(responses.query({})).rejects.toThrow('ended');
    isBroken = false;
    await expect(responses.query({})).resolves.toMatchObject({ count: 2 });
  });

  it('makes room for those that come after it', async () => {
    for (let page = 0; page < 41; page += 1) await responses.query({ page });
    expect([0, 1, 40].map((page) => responses.answered({ page })?.count)).toEqual([undefined, 2, 41]);
  });
});
