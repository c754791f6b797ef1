import type { z } from 'zod/mini';
import type { FieldError } from '#contract/errors.ts';
import { fromWire, toSnakeKey, WireError } from '#contract/wire.ts';
import { badRequest, HttpError } from '#server/errors/http-error.ts';

/** A person reads the list: more than this is noise. */
const MAX_ERRORS = 50;
const MAX_SENTENCES = 5;

/** Wire → code. A hostile or colliding key is the sender's mistake. */
export function readWire(value: unknown): unknown {
  try {
    return fromWire(value);
  } catch (error) {
    if (error instanceof WireError) throw badRequest(['Неверный запрос', error.message]);
    throw error;
  }
}

/**
 * Parses one part of a request; anything the schema does not know is refused with field errors. `detail` holds the
 * sentences that the contract wrote for people, or «Неверный запрос» when it wrote none.
 */
export function parseInput<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const ownTexts = new Set<string>();
  const result = schema.safeParse(value, {
    error: (issue) => {
      const text = describe(issue);
      ownTexts.add(text);
      return text;
    },
  });
  if (result.success) return result.data;
  const fieldErrors = result.error.issues.flatMap(fieldErrorsOf).slice(0, MAX_ERRORS);
  const written = new Set(fieldErrors.map((one) => one.detail).filter((text) => !ownTexts.has(text)));
  const detail = written.size > 0 ? [...written].slice(0, MAX_SENTENCES) : ['Неверный запрос'];
  throw new HttpError({ status: 400, code: 'validation_failed', detail, fieldErrors });
}

function fieldErrorsOf(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: fieldName([...issue.path, key]), detail: issue.message }));
  }
  return [{ field: fieldName(issue.path), detail: issue.message }];
}

/** `sizes.0.tech_size`, as the wire spells it. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'string' ? toSnakeKey(step) : String(step))).join('.');
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'Нужен текст',
  number: 'Нужно число',
  int: 'Нужно целое число',
  boolean: 'Нужно true или false',
  array: 'Нужен список',
  object: 'Нужен объект',
};

function describe(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Обязательное поле' : (KINDS[issue.expected] ?? 'Неверное значение');
    case 'unrecognized_keys':
      return 'Неизвестное поле';
    case 'too_small':
      return `${quantity(issue.origin)} не меньше ${issue.minimum}`;
    case 'too_big':
      return `${quantity(issue.origin)} не больше ${issue.maximum}`;
    case 'invalid_value':
      return `Возможные значения: ${issue.values.join(', ')}`;
    default:
      return 'Неверное значение';
  }
}

function quantity(origin: string): string {
  if (origin === 'string') return 'Число знаков —';
  if (origin === 'array' || origin === 'set') return 'Число элементов —';
  return 'Значение —';
}
