import { z } from 'zod/mini';

/** Field types that several resources share. */

/** Largest id that stays exact in a JavaScript number. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

export const idSchema = z.int().check(z.positive(), z.maximum(MAX_ID));

/** An id in a path or a query, where everything arrives as text. */
export const idTextSchema = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Номер указан неверно')),
  z.transform((text) => Number(text)),
);

/** Артикул WB: digits only, at most 12. */
export const nmIdSchema = z.int().check(z.positive(), z.maximum(999_999_999_999));
export const nmIdTextSchema = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,11}$/, 'Артикул WB — это от 1 до 12 цифр')),
  z.transform((text) => Number(text)),
);

/** ISO 8601 with an offset. */
export const timestampSchema = z.string();

/** The text names a day that the calendar has: not `2026-02-30`. */
export function isCalendarDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A calendar day in Europe/Moscow, `2026-11-20`. */
export const daySchema = z
  .string()
  .check(
    z.regex(/^20\d\d-\d\d-\d\d$/, { error: 'День указывается как ГГГГ-ММ-ДД', abort: true }),
    z.refine(isCalendarDay, 'Такого дня нет в календаре'),
  );

/** Money: whole kopecks, never a float. */
export const kopecksSchema = z.int().check(z.minimum(-1e13), z.maximum(1e13));
export const MAX_PRICED_KOPECKS = 100_000_000_00;
export const pricedKopecksSchema = z.int().check(z.minimum(0), z.maximum(MAX_PRICED_KOPECKS));

/** Percent of discount, whole. The marketplace has no published range; 0–99 is what it accepts. */
export const discountSchema = z
  .int()
  .check(z.minimum(0, 'Скидка — от 0 до 99 %'), z.maximum(99, 'Скидка — от 0 до 99 %'));

/** A whole number, below zero too, in a query; {@link wholeSchema} is the same elsewhere. */
export const wholeTextSchema = z.pipe(
  z.string().check(z.regex(/^-?\d{1,12}$/, 'Нужно целое число')),
  z.transform((text) => Number(text)),
);
export const wholeSchema = z.int().check(z.minimum(-999_999_999_999), z.maximum(999_999_999_999));

/** A flag in a query. */
export const flagTextSchema = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);

/** The most values that one field of a filter takes. */
export const MAX_FILTER_VALUES = 200;

/** One value or several of a repeated query parameter, as an array. An empty value means «not set». */
export function repeated<S extends z.ZodMiniType>(item: S) {
  return z.pipe(
    z.transform((value: unknown) => {
      const values = Array.isArray(value) ? value : [value];
      return values.filter((one) => one !== '' && one !== undefined && one !== null);
    }),
    z.array(item).check(z.maxLength(MAX_FILTER_VALUES)),
  );
}

export const MAX_PAGE_SIZE = 200;

/** `limit` and `offset` of a list call. */
export const pageQueryShape = {
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,3}$/)),
      z.transform((text) => Math.min(Math.max(Number(text), 1), MAX_PAGE_SIZE)),
    ),
    50,
  ),
  offset: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,7}$/)),
      z.transform((text) => Number(text)),
    ),
    0,
  ),
};

/** `{count, next, previous, results}`; `next` and `previous` are paths with a query, or null. */
export function pageOf<S extends z.ZodMiniType>(item: S) {
  return z.object({
    count: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  });
}

export const idParams = z.object({ id: idTextSchema });

/**
 * «Изменена, не отправлена»: some shop has an older version. Beside the state, not one of them: a client that knows nothing of
 * it goes on. Never of an archived card.
 */
export const unsentMarkSchema = z.optional(z.boolean());

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];
