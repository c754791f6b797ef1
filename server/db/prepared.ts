import type { CompiledQuery } from 'kysely';

/** By its text, because that is what a driver is handed. */
const names = new Map<string, string>();

/**
 * Has every connection parse the statement once and keep its plan: for what is asked with each key press. Only for texts
 * of which there are few, so what a person has typed stands in its parameters. Not for patterns of a search: a plan that
 * is kept knows nothing of the word.
 */
export function prepared<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  if (!names.has(query.sql)) names.set(query.sql, `prepared_${names.size + 1}`);
  return query;
}

/** Undefined for a statement that is parsed each time. */
export function preparedNameOf(text: string): string | undefined {
  return names.get(text);
}
