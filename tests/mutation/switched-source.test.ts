import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { findMutants, mutated } from './mutants.ts';
import { switchedSource } from './switched-source.ts';

const SOURCE = `
function judge(a, b, list) {
  if (a?.next?.value > b && !(b < 0)) return 'far';
  else if (list.some((one) => one === b || one === a?.next.value)) list.push(b + 1);
  let sum = 0;
  for (const one of list.filter((each) => each > 1).slice(0, 3)) {
    if (one === 7) continue;
    sum += one * 2;
  }
  return [\`sum \${sum}\`, b > 3 ? 'many' : ''];
}`;

const INPUTS = [
  [undefined, 1, [1, 2]],
  [{ next: { value: 5 } }, 3, [7, 2]],
  [{ next: { value: 2 } }, 4, [4, 4, 9, 9]],
  [{}, -1, []],
];

/** What the source answers, or that it throws. */
function responsesOf(source: string, active: number | null): string[] {
  const isMutant = (id: number) => id === active;
  // `!` is told to the compiler alone.
  const program = `${source.replaceAll('!.', '.')}; JSON.stringify(judge(...input))`;
  return INPUTS.map((input) => {
    try {
      return String(runInNewContext(program, { $isMutant: isMutant, input: structuredClone(input) }));
    } catch {
      return 'thrown';
    }
  });
}

const mutants = findMutants(SOURCE);
const switched = switchedSource(SOURCE, mutants);

it('is the source itself while no mutant is asked for', () => {
  expect(mutants.length).toBeGreaterThan(30);
  expect(responsesOf(switched, null)).toEqual(responsesOf(SOURCE, null));
});

it('is each of the mutants when asked for it', () => {
  for (const mutant of mutants) {
    const alone = responsesOf(mutated(SOURCE, mutant), null);
    expect(responsesOf(switched, mutant.id), `${mutant.from} → ${mutant.to}`).toEqual(alone);
  }
});
