import type { OperationFacts } from './operation-facts.ts';

export interface FactChange {
  /** «200 data[].nmID», «query limit», «операция». */
  place: string;
  before: string | null;
  now: string | null;
  /** Nothing but a text was written otherwise. */
  isOfMeaning: boolean;
}

/** How two editions of a document differ in an operation, by place. */
export function compareFacts(before: OperationFacts, now: OperationFacts): FactChange[] {
  const places = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
  return places.flatMap((place): FactChange[] => {
    const [was, is] = [before[place] ?? null, now[place] ?? null];
    if (was === is) return [];
    const isOfMeaning = was !== null && is !== null && withoutMeaning(was) === withoutMeaning(is);
    return [{ place, before: was, now: is, isOfMeaning }];
  });
}

function withoutMeaning(fact: string): string {
  return fact.replace(/(?: · )?означает \w+$/, '');
}
