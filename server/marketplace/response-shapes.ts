import { z } from 'zod/mini';

/** Building blocks of the marketplace's answers. Objects are loose: a field that is new to us is no error. */

/** `null` and a missing field are the same to us. */
export function orElse<S extends z.ZodMiniType, D>(schema: S, fallback: D) {
  return z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value) => value ?? fallback),
  );
}

/** What the document promises in each row: `null` may be none of it, a missing name is another document. */
export function presentOrElse<S extends z.ZodMiniType, D>(schema: S, fallback: D) {
  return z.pipe(
    z.nullable(schema),
    z.transform((value) => value ?? fallback),
  );
}

/** The answer `{data, error, errorText}` of the hosts of content, prices and calendar, opened. */
export function dataOf<S extends z.ZodMiniType>(data: S) {
  return z.pipe(
    z.looseObject({ data }),
    // The object's type is too generic for the compiler to see that its one named field is S.
    z.transform((response) => (response as { data: z.output<S> }).data),
  );
}

/** A success whose body says nothing we need. */
export const anyResponse = z.pipe(
  z.unknown(),
  z.transform((): undefined => undefined),
);

/** Thousands may be parted by a space of any kind: «1 249,50». Nothing else that is not a digit is guessed at. */
const GROUPED_DIGITS = String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,3}`;
const AMOUNT = new RegExp(String.raw`^[-\u2212]?(?:\d{1,13}|${GROUPED_DIGITS})(?:[.,]\d+)?$`, 'u');
const WHOLE = new RegExp(String.raw`^[-\u2212]?(?:\d{1,15}|${GROUPED_DIGITS})$`, 'u');

function plainDigits(text: string): string {
  return text.replace(/[ \u00a0\u202f]/g, '').replace('\u2212', '-');
}

/** Money of the report: decimal strings («376.99»), elsewhere numbers. Whole kopecks, or the answer is refused. */
export const kopecks = z.pipe(
  z.union([z.string().check(z.regex(AMOUNT)), z.number()]),
  z.transform((value) => {
    const text = typeof value === 'number' ? value.toFixed(4) : plainDigits(value);
    const [whole = '0', fraction = ''] = text.split(/[.,]/);
    const sign = whole.startsWith('-') ? -1 : 1;
    const units = Number(`${fraction}000`.slice(0, 3));
    // Half a kopeck rounds away from zero, as in the marketplace's own totals.
    const amount = Math.abs(Number(whole)) * 100 + Math.round(units / 10);
    return amount === 0 ? 0 : sign * amount;
  }),
);

/** A whole number, or the text of one. */
export const wholeNumber = z.union([
  z.int(),
  z.pipe(
    z.string().check(z.regex(WHOLE)),
    z.transform((text) => Number(plainDigits(text))),
  ),
]);
