import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compilingMutants } from './compiles.ts';
import type { MutatedModule } from './modules.ts';
import { findMutants } from './mutants.ts';
import { survivorsOf } from './try-module.ts';

const file = 'tests/mutation/toy/discount.ts';
const toy = (tests: string): MutatedModule => ({
  room: 'outbox',
  file,
  environment: 'node',
  tests: [`tests/mutation/toy/${tests}.ts`],
});
const mutants = findMutants(readFileSync(file, 'utf8'));

it('finds the mutant that no test notices, and ends a loop that a mutant makes endless', async () => {
  const survivors = await survivorsOf(toy('discount-tests'), mutants);
  expect(survivors.map(({ line, from, to }) => `${line}: ${from} → ${to}`)).toEqual([
    '3: discount > 50 → (discount >= 50)',
  ]);
});

it('says so when the tests fail without any mutant', async () => {
  await expect(survivorsOf(toy('failing-tests'), mutants)).rejects.toThrow('asks for what is not so');
});

it('does not count what the type checker refuses: a function that may end without its answer', () => {
  const [compiling] = compilingMutants([{ file, mutants }]);
  const refused = mutants.filter((mutant) => !compiling?.includes(mutant));
  expect(refused.map(({ from }) => from)).toEqual(['return price - discount;', 'return sum;']);
});
