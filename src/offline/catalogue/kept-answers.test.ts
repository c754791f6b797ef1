import { beforeEach, describe, expect, it } from 'vitest';
import { keepAnswers, type KeptAnswers } from './kept-answers.ts';

let asked: number;
let isBroken: boolean;
let answers: KeptAnswers;

beforeEach(() => {
  asked = 0;
  isBroken = false;
  answers = keepAnswers(async () => {
    asked += 1;
    if (isBroken) throw new Error('ended');
    return { count: asked, results: [], currentAtMs: 1 };
  });
});

describe('an answer of the replica', () => {
  it('is asked for once, and there for whoever draws it once it has come', async () => {
    const coming = answers.query({ search: 'a' });
    expect(answers.answered({ search: 'a' })).toBeUndefined();
    expect(answers.query({ search: 'a' })).toBe(coming);
    await coming;
    expect(answers.answered({ search: 'a' })).toEqual({ count: 1, results: [], currentAtMs: 1 });
    expect(answers.answered({ search: 'b' })).toBeUndefined();
    expect(asked).toBe(1);
  });

  it('is forgotten with what it was made of', async () => {
    await answers.query({});
    answers.forget();
    expect(answers.answered({})).toBeUndefined();
    await expect(answers.query({})).resolves.toMatchObject({ count: 2 });
  });

  it('that could not be had is asked for again', async () => {
    isBroken = true;
    await expect(answers.query({})).rejects.toThrow('ended');
    isBroken = false;
    await expect(answers.query({})).resolves.toMatchObject({ count: 2 });
  });

  it('makes room for those that come after it', async () => {
    for (let page = 0; page < 41; page += 1) await answers.query({ page });
    expect([0, 1, 40].map((page) => answers.answered({ page })?.count)).toEqual([undefined, 2, 41]);
  });
});
