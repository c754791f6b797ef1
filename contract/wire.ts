/**
 * The one place where names change: camelCase in code, snake_case on the wire.
 *
 * - A key written in capitals (`ACTIVE`, `INCOME_MINUS_EXPENSES`) passes unchanged both ways.
 * - `__proto__`, `constructor` and `prototype` are refused in any spelling that would turn into them.
 * - Two keys that become one (`user_id` and `userId`) are refused: nothing is silently overwritten.
 * - Only plain objects and arrays are walked; every other value passes as it is.
 */

export class WireError extends Error {
  override name = 'WireError';
}

const CAPITALS = /^[A-Z][A-Z0-9_]*$/;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
/** Deeper than any body of the contract; stops a hostile body before it reaches the stack's end. */
const MAX_DEPTH = 32;

/** `price_with_disc` → `priceWithDisc`. An underscore that leads, or that no letter follows (`price_2`), stays. */
export function toCamelKey(key: string): string {
  if (CAPITALS.test(key)) return key;
  return key.replace(/_+([a-z])/g, (match, letter: string, offset: number) =>
    offset === 0 ? match : letter.toUpperCase(),
  );
}

/** `priceWithDisc` → `price_with_disc`. */
export function toSnakeKey(key: string): string {
  if (CAPITALS.test(key)) return key;
  return key.replace(/[A-Z]/g, (letter, index: number) => (index === 0 ? '' : '_') + letter.toLowerCase());
}

/** Wire → code. Throws {@link WireError} for hostile or colliding keys and for bodies deeper than 32 levels. */
export function fromWire(value: unknown): unknown {
  return convertKeys(value, toCamelKey, 0);
}

/** Code → wire. Same refusals as {@link fromWire}. */
export function toWire(value: unknown): unknown {
  return convertKeys(value, rememberedSnakeKey, 0);
}

/** A list of fifty says the same sixteen names fifty times. */
const snakeKeys = new Map<string, string>();
/** Names come from code, but some objects are keyed by what a person wrote. */
const MAX_REMEMBERED_KEYS = 2000;

function rememberedSnakeKey(key: string): string {
  const known = snakeKeys.get(key);
  if (known !== undefined) return known;
  const converted = toSnakeKey(key);
  if (snakeKeys.size < MAX_REMEMBERED_KEYS) snakeKeys.set(key, converted);
  return converted;
}

/**
 * A query string without the question mark. Arrays are repeated (`shop=1&shop=2`), `null` is sent as an empty
 * value (`brand=`), `undefined` is left out.
 */
export function toQueryString(query: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  const seen = new Set<string>();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const name = toSnakeKey(key);
    if (seen.has(name)) throw new WireError(`Поле указано дважды: ${name}`);
    seen.add(name);
    for (const item of Array.isArray(value) ? value : [value]) pairs.append(name, queryValue(item));
  }
  return pairs.toString();
}

function queryValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new WireError('В адресе могут стоять только простые значения');
}

function convertKeys(value: unknown, convert: (key: string) => string, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new WireError('Слишком глубокая вложенность');
  if (Array.isArray(value)) {
    // A column of thousands of texts or numbers has no names.
    const hasInner = value.some((item) => typeof item === 'object' && item !== null);
    return hasInner ? value.map((item) => convertKeys(item, convert, depth + 1)) : value;
  }
  if (!isPlainObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const converted = convert(key);
    if (FORBIDDEN.has(key) || FORBIDDEN.has(converted)) throw new WireError(`Недопустимое имя поля: ${key}`);
    if (Object.hasOwn(result, converted)) throw new WireError(`Поле указано дважды: ${converted}`);
    result[converted] = convertKeys(inner, convert, depth + 1);
  }
  return result;
}

function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
