import { decodeToken } from '#server/marketplace/token.ts';
import { findPlaces, mutate, mutationKinds, type Mutation } from './mutations.ts';

/** What is done to an answer; nothing when undefined. */
export type Plan = (operation: string, body: unknown) => unknown;

/**
 * Test support: a `fetch` that changes the marketplace's answers to a seller as planned, by the seller's `sid`. Answers that are no success stay as they are.
 */
export function createMutatedFetch(
  plans: ReadonlyMap<string, Plan>,
  realFetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await realFetch(input, init);
    const facts = decodeToken(new Headers(init?.headers).get('authorization') ?? '');
    const plan = facts && plans.get(facts.sid);
    if (!plan || response.status !== 200) return response;
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    const changed = body === undefined ? undefined : plan(`${init?.method ?? 'GET'} ${path}`, body);
    return new Response(changed === undefined ? text || null : JSON.stringify(changed), {
      status: response.status,
      headers: response.headers,
    });
  };
}

/** The same for the same number: a failure names it. */
export function randomOf(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return (state >>> 8) % below;
  };
}

/** One thing of one of the next so many answers is changed, whichever; `done` says which. */
export function changeOnce(random: (below: number) => number, responseCount: number) {
  let turnsLeft = random(responseCount);
  let done = '';
  const plan: Plan = (operation, body) => {
    turnsLeft -= 1;
    if (turnsLeft >= 0 || done !== '') return undefined;
    const places = findPlaces(body);
    const place = places[random(places.length)];
    const kind = mutationKinds[random(mutationKinds.length)];
    if (!place || !kind) return undefined;
    done = `${operation}: ${place.name} ${kind}`;
    return mutate(body, { place, kind });
  };
  return { plan, done: () => done };
}

/** One place of an operation's answers is changed so many times in a row; `count` says how often it was. */
export function changeForAWhile(path: string, name: string, kind: Mutation['kind'], times: number) {
  let count = 0;
  const plan: Plan = (operation, body) => {
    const place = operation.endsWith(path) ? findPlaces(body).find((one) => one.name === name) : undefined;
    if (!place || count === times) return undefined;
    count += 1;
    return mutate(body, { place, kind });
  };
  return { plan, count: () => count };
}
