import { expect, it } from 'vitest';
import { createProgress } from './seed-progress.ts';

function written(isTTY: boolean): string {
  let text = '';
  const tell = createProgress({ isTTY, write: (part) => (text += part) }, 100_000);
  for (let done = 1000; done <= 100_000; done += 1000) tell(done);
  return text;
}

it('counts in one line of a terminal', () => {
  expect(written(true).split('\n')).toHaveLength(2);
  expect(written(true)).toMatch(/\rКарточки: 100000 из 100000\n$/);
});

it('writes ten lines into a file', () => {
  expect(written(false)).not.toContain('\r');
  expect(written(false).trimEnd().split('\n')).toHaveLength(10);
  expect(written(false)).toMatch(/Карточки: 100000 из 100000\n$/);
});
