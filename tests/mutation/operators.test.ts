import { expect, it } from 'vitest';
import { findMutants, mutated } from './mutants.ts';

/** What becomes of the whole text. */
const become = (source: string) => findMutants(source).map((mutant) => mutated(source, mutant));

it.each<[what: string, source: string, mutants: string[]]>([
  ['a boundary, and its opposite', 'x = a < b', ['x = (a <= b)', 'x = (a >= b)']],
  ['an equality', 'x = a === b', ['x = (a !== b)']],
  ['a negation', 'x = !a', ['x = a']],
  ['a logical operator', 'x = a && b', ['x = (a || b)']],
  ['what stands in', 'x = a ?? b', ['x = (a && b)']],
  ['arithmetic', 'x = a + b * c', ['x = (a - b * c)', 'x = a + (b / c)']],
  ['a sum that grows', 'for (;;) x += 2', ['for (;;) {}', 'for (;;) x -= 2']],
  ['a boolean', 'x = true', ['x = false']],
  ['a text', "x = 'a' + ''", ["x = ('a' - '')", "x = '' + ''", "x = 'a' + 'mutant'"]],
  ['a list', 'x = [a]', ['x = []']],
  ['a condition', 'x = a ? b : c', ['x = true ? b : c', 'x = false ? b : c']],
  [
    'what a predicate says',
    'x = (a) => a > b',
    ['x = (a) => true', 'x = (a) => false', 'x = (a) => (a >= b)', 'x = (a) => (a <= b)'],
  ],
  ['a quantifier', 'x = a.some(b)', ['x = a.every(b)']],
  ['an order that is asked for', 'x = a.toSorted(b).length', ['x = a.length']],
  [
    'what may be missing, wherever the chain goes on',
    'x = a?.b.c(d?.[0])',
    ['x = a!.b.c(d?.[0])', 'x = a?.b.c(d![0])'],
  ],
])('changes %s', (_, source, mutants) => {
  expect(become(source).filter((one) => one !== '{}')).toEqual(mutants);
});

it('takes a statement out, and an early return', () => {
  expect(become('function f() { if (a) return; g(); }')).toEqual([
    'function f() { if (true) return; g(); }',
    'function f() { if (false) return; g(); }',
    'function f() { if (a) {} g(); }',
    'function f() { if (a) return; {} }',
  ]);
});

it('leaves types, names of fields, imports and sentences for people alone', () => {
  const source = `
import { a } from './a.ts';
type T = 'b' | 'c';
const f = { 'd-e': a as 'b' };
const sentence = 'Сохранено';
const told = \`Осталось \${a}\`;`;
  expect(become(source)).toEqual([]);
});
