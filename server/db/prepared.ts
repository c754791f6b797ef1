import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Db } from './database.ts';

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

type Blanks = Readonly<Record<string, number | string>>;

/** Statements of one kind, put together once for each form in which they are asked. */
export type Forms<Row> = Map<string, CompiledQuery<Row>>;

/**
 * A prepared statement that is put together once per form and then only filled in: building its text took longer than the rest
 * of a call. `write` gets a sign for each blank, to put where the value belongs, and must not look at it; whatever else
 * makes a difference is said by the form's name.
 */
export function filledIn<Row, B extends Blanks>(
  db: Db,
  forms: Forms<Row>,
  { form, blanks, write }: { form: string; blanks: B; write: (signs: B) => RawBuilder<Row> },
): CompiledQuery<Row> {
  let query = forms.get(form);
  if (!query) {
    query = prepared(write(signsFor(blanks)).compile(db));
    forms.set(form, query);
  }
  const values = Object.values(blanks);
  return { ...query, parameters: query.parameters.map((one) => values[blankOf(one)] ?? one) };
}

/** No id is so low, and no text of the database has a zero in it. */
const NUMBER_SIGN = Number.MIN_SAFE_INTEGER;
const TEXT_SIGN = '\u0000';

function signsFor<B extends Blanks>(blanks: B): B {
  const signs = Object.entries(blanks).map(([name, value], index) => [
    name,
    typeof value === 'number' ? NUMBER_SIGN + index : `${TEXT_SIGN}${index}`,
  ]);
  // The same names, with values of the same types.
  return Object.fromEntries(signs) as B;
}

/** Which blank a parameter stands for; -1 for a value that is always the same. */
function blankOf(parameter: unknown): number {
  if (typeof parameter === 'string' && parameter.startsWith(TEXT_SIGN)) return Number(parameter.slice(1));
  if (typeof parameter === 'number' && parameter < NUMBER_SIGN + 1000) return parameter - NUMBER_SIGN;
  return -1;
}
