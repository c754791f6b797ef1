import { createHash } from 'node:crypto';
import { z } from 'zod/mini';
import { isCalendarDay } from '#contract/fields.ts';

/** A row that could not be read, as much as is known of it. */
export interface UnreadRow {
  /** Its own number, or a digest that begins with «#» when that cannot be read either. */
  key: string;
  /** Null when that cannot be read either. */
  day: string | null;
  /** What could not be read, for a person: «forPay «1,2,3»». */
  detail: string;
}

interface RowsOptions {
  /** The fields of the row's number and day. */
  keyField: string;
  dayField: string;
  /** An answer 204 without a body is documented: no rows. */
  mayBeBodyless?: boolean;
}

/**
 * Rows of a report, each read by itself: a report is read in one piece or not at all, so one strange row must not hide
 * eighty thousand good ones. What could not be read is handed on, for somebody has to be told.
 */
export function rowsOf<S extends z.ZodMiniType>(
  row: S,
  { keyField, dayField, mayBeBodyless = false }: RowsOptions,
) {
  return z.pipe(
    z.optional(z.array(z.unknown())).check(z.refine((given) => mayBeBodyless || given !== undefined)),
    z.transform((given = []) => {
      const rows: z.output<S>[] = [];
      const unread: UnreadRow[] = [];
      for (const one of given) {
        const parsed = row.safeParse(one);
        if (parsed.success) rows.push(parsed.data);
        else {
          const fields = isRecord(one) ? one : {};
          unread.push({
            key: keyOf(one, fields[keyField]),
            day: dayOf(fields[dayField]),
            detail: describe(one, parsed.error.issues),
          });
        }
      }
      return { rows, unread };
    }),
  );
}

/** Of a report that was read in parts; a row is read by itself, so the whole says what its parts do. */
export function joinRows<Row>(parts: readonly { rows: Row[]; unread: UnreadRow[] }[]) {
  return { rows: parts.flatMap(({ rows }) => rows), unread: parts.flatMap(({ unread }) => unread) };
}

const MAX_FIELDS = 3;
const MAX_VALUE_LENGTH = 40;

function describe(row: unknown, issues: readonly z.core.$ZodIssue[]): string {
  if (!isRecord(row)) return quoted(row);
  const names = new Set(issues.map(({ path: [name] }) => String(name ?? '')));
  return [...names]
    .slice(0, MAX_FIELDS)
    .map((name) => (row[name] === undefined ? `нет ${name}` : `${name} ${quoted(row[name])}`))
    .join(', ');
}

function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return `«${text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text}»`;
}

function keyOf(row: unknown, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, 100) : '';
  if (text !== '') return text;
  return `#${createHash('sha256')
    .update(JSON.stringify(row) ?? '')
    .digest('hex')}`;
}

function dayOf(value: unknown): string | null {
  const day = typeof value === 'string' ? value.slice(0, 10) : '';
  return isCalendarDay(day) ? day : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
