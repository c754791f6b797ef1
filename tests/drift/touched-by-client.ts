import type { OperationRequest } from '#server/marketplace/request.ts';

/**
 * Whether the client has anything to do with a place of the document: it sends the field, or its answer comes out otherwise, or is
 * refused, when the field is not there or is something else.
 *
 * @param example an answer of the kind that the place is of; undefined when the document shows none
 */
export function isTouched(request: OperationRequest<unknown>, place: string, example: unknown): boolean {
  const [kind = '', ...names] = place.trim().split(/[ .]+/);
  if (kind === 'операция' || kind === 'ответ') return true;
  if (kind === 'query') return request.query?.[names.join('.')] !== undefined;
  if (kind === 'запрос') return isSent(request.body, pathOf(place));
  if (!/^2\d\d$/.test(kind)) return false;
  const path = pathOf(place);
  return path.length === 0 || isRead(request, example, path);
}

/** «200.data[].nmID» → data, [], nmID. Which part of a choice it is does not matter. */
function pathOf(place: string): string[] {
  const fields = place
    .replace(/^(?:запрос \S+?(?=[.[ ]|$)|\d+)/, '')
    .replaceAll(/ (?:allOf|oneOf|anyOf) \d+/g, '');
  return fields.trim().match(/\[\]|[^.[\]]+/g) ?? [];
}

function isSent(body: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return body !== undefined;
  if (name === '[]') return Array.isArray(body) && body.some((item) => isSent(item, rest));
  if (typeof body !== 'object' || body === null || !(name in body)) return false;
  return isSent((body as Record<string, unknown>)[name], rest);
}

const ODD_VALUES = [undefined, null, 'нечто иное', -7.5, true, [], {}];

function isRead({ response }: OperationRequest<unknown>, example: unknown, path: readonly string[]): boolean {
  const parsed = response.safeParse(example);
  // The client does not understand the example: whatever changed in it, somebody has to look.
  if (!parsed.success) return true;
  const before = JSON.stringify(parsed.data);
  return ODD_VALUES.some((odd) => {
    const { success, data } = response.safeParse(withValue(example, path, odd));
    return !success || JSON.stringify(data) !== before;
  });
}

/** The same answer with something else at the path. */
function withValue(value: unknown, [name, ...rest]: readonly string[], odd: unknown): unknown {
  if (name === undefined) return odd;
  if (name === '[]') return Array.isArray(value) ? value.map((item) => withValue(item, rest, odd)) : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields: Record<string, unknown> = { ...value };
  const changed = withValue(fields[name], rest, odd);
  if (changed === undefined) delete fields[name];
  else fields[name] = changed;
  return fields;
}
