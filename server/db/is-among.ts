import { sql, type RawBuilder } from 'kysely';

/**
 * Whether the column is one of these numbers, for a batch of long work: its numbers ascend, and mostly there are few others between them.
 * The first and the last are said as well: of an account that has just been filled the planner knows nothing, and would rather read all of it
 * for each batch than look for a list of numbers.
 */
export function isAmong(column: RawBuilder<number>, numbers: readonly number[]): RawBuilder<boolean> {
  let [first = 0] = numbers;
  let last = first;
  for (const number of numbers) {
    first = Math.min(first, number);
    last = Math.max(last, number);
  }
  return sql`(${column} BETWEEN ${first} AND ${last} AND ${column} = any(${[...numbers]}::bigint[]))`;
}
