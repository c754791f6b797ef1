import { expect, it } from 'vitest';
import { askedTogether } from './asked-together.ts';

/** A database whose statements end when the test says so. */
function heldDatabase() {
  const statements: { questions: readonly number[]; end: () => void }[] = [];
  const ask = askedTogether(
    (questions: readonly number[]) =>
      new Promise<readonly string[]>((resolve, reject) => {
        const end = () =>
          questions.includes(13) ? reject(new Error('refused')) : resolve(questions.map((one) => `${one}!`));
        statements.push({ questions, end });
      }),
  );
  return { ask, statements, asked: () => statements.map(({ questions }) => questions) };
}

const settled = () => new Promise((done) => setTimeout(done));

it('asks a lone question at once', async () => {
  const { ask, statements, asked } = heldDatabase();
  const found = ask(1);
  expect(asked()).toEqual([[1]]);
  statements[0]?.end();
  expect(await found).toBe('1!');
});

it('asks what came meanwhile by one statement, which begins after the last of them was asked', async () => {
  const { ask, statements, asked } = heldDatabase();
  const found = [1, 2, 3].map((one) => ask(one));
  expect(asked()).toEqual([[1]]);
  statements[0]?.end();
  await settled();
  expect(asked()).toEqual([[1], [2, 3]]);
  found.push(ask(2));
  statements[1]?.end();
  await settled();
  expect(asked()).toEqual([[1], [2, 3], [2]]);
  statements[2]?.end();
  expect(await Promise.all(found)).toEqual(['1!', '2!', '3!', '2!']);
});

it('asks each alone when the database refuses them together', async () => {
  const { ask, statements } = heldDatabase();
  const found = [1, 2, 13, 4].map((one) =>
    ask(one).then(
      (text) => text,
      (error: unknown) => String(error),
    ),
  );
  for (let index = 0; index < 5; index += 1) {
    statements[index]?.end();
    await settled();
  }
  expect(await Promise.all(found)).toEqual(['1!', '2!', 'Error: refused', '4!']);
});

it('asks a hundred by one statement and no more', async () => {
  const { ask, statements, asked } = heldDatabase();
  const found = Array.from({ length: 151 }, (_, index) => ask(index + 100));
  for (let index = 0; index < 3; index += 1) {
    statements[index]?.end();
    await settled();
  }
  expect(asked().map((one) => one.length)).toEqual([1, 100, 50]);
  expect((await Promise.all(found)).at(-1)).toBe('250!');
});
