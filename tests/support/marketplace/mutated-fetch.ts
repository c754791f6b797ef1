import { decodeToken } from '#server/marketplace/token.ts';

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
