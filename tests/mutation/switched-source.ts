import type { Mutant } from './mutants.ts';

/** A function of this name is asked, at run time, whether a mutant is the one that is tried. */
export const SWITCH = '$isMutant';

/** The source with all its mutants in it, each behind a question: it is compiled and loaded once for all of them. */
export function switchedSource(source: string, mutants: readonly Mutant[]): string {
  const widestFirst = mutants.toSorted((one, other) => one.start - other.start || other.end - one.end);
  return render(0, source.length, widestFirst, source);
}

/** `mutants` lie between `from` and `to`, the widest first. */
function render(from: number, to: number, mutants: readonly Mutant[], source: string): string {
  const [first] = mutants;
  if (!first) return source.slice(from, to);
  const { start, end } = first;
  const here = mutants.filter((one) => one.start === start && one.end === end);
  const inside = mutants.filter((one) => one.end <= end && !here.includes(one));
  const after = mutants.filter((one) => one.start >= end);
  const original = render(start, end, inside, source);
  return source.slice(from, start) + choice(here, original) + render(end, to, after, source);
}

function choice(here: readonly Mutant[], original: string): string {
  const removal = here.find(({ to }) => to === '{}');
  if (removal) return `{ if (!${asked(removal)}) { ${original} } }`;
  const others = here.map((mutant) => `${asked(mutant)} ? ${mutant.to} : `);
  return `(${others.join('')}${original})`;
}

function asked({ id }: Mutant): string {
  return `globalThis.${SWITCH}(${id})`;
}
