/**
 * Test support: one thing of an answer changed, as a marketplace may change it some day.
 */
export const mutationKinds = ['removed', 'renamed', 'null', 'retyped', 'unknown value', 'nested'] as const;

export interface Place {
  steps: readonly (string | number)[];
  /** «data.listGoods[].sizes» */
  name: string;
}

export interface Mutation {
  place: Place;
  kind: (typeof mutationKinds)[number];
}

type Holder = Record<string | number, unknown>;

/** Every field of a body, of the first row of each list. */
export function findPlaces(body: unknown, at: Place = { steps: [], name: '' }): Place[] {
  if (Array.isArray(body)) {
    return body
      .slice(0, 1)
      .flatMap((row) => findPlaces(row, { steps: [...at.steps, 0], name: `${at.name}[]` }));
  }
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    // Named by the seller: without it that much less is said.
    if (!/^\w+$/.test(key)) return [];
    const place = { steps: [...at.steps, key], name: at.name === '' ? key : `${at.name}.${key}` };
    return [place, ...findPlaces(value, place)];
  });
}

export function mutate(body: unknown, { place: { steps }, kind }: Mutation): unknown {
  const changed: unknown = structuredClone(body);
  const last = steps.at(-1);
  if (last === undefined) return changed;
  const holder = steps
    .slice(0, -1)
    .reduce<unknown>((inner, step) => (inner as Holder)[step], changed) as Holder;
  const value = holder[last];
  if (kind === 'removed' || kind === 'renamed') delete holder[last];
  if (kind === 'renamed') holder[`${String(last)}Renamed`] = value;
  if (kind === 'null') holder[last] = null;
  if (kind === 'retyped') holder[last] = retyped(value);
  if (kind === 'nested') holder[last] = { items: value };
  if (kind === 'unknown value') holder[last] = unknownValue(value);
  return changed;
}

function retyped(value: unknown): unknown {
  // Money comes as a number or as the text of one.
  if (typeof value === 'string') return Number.isNaN(Number(value)) ? 77 : Number(value);
  if (typeof value === 'number') return 'mutated';
  if (typeof value === 'boolean') return 'mutated';
  if (!Array.isArray(value)) return [value];
  const [first] = value as unknown[];
  return typeof first === 'string' ? first : 'mutated';
}

/** Of the same type. */
function unknownValue(value: unknown): unknown {
  if (typeof value === 'string') return 'mutated';
  if (typeof value === 'number') return 77;
  return value;
}
