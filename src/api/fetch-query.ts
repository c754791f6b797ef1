import type { Query, QueryFunctionContext } from '@tanstack/react-query';
import type { EndpointDefinition, EndpointResponse } from '#contract/endpoint.ts';
import { isUnknownAgeStamp, storedStamp, unknownAgeStamp } from './response-age.ts';
import { fitsSchema } from './response-shape.ts';
import { api } from './api.ts';
import { outdatedAppError } from './http/api-error.ts';
import type { ResponseMeta, CallArguments } from './client.ts';
import './query-meta.ts';

const CLOCK_TOLERANCE_MS = 60_000;

/** The oldest stored answer of the fetch that `signal` belongs to; an infinite query makes several calls in one. */
const storedResponses = new WeakMap<object, { signal: AbortSignal; stamp: number }>();

/**
 * The query function of every read: `queryFn: (context) => fetchQuery(context, getCard, { params: { id } })`.
 * An answer that the service worker had stored keeps its true time: `dataUpdatedAt` is when the server gave it. One that
 * this build cannot read is a failure that says so: a screen drawn from it would break.
 */
export async function fetchQuery<E extends EndpointDefinition>(
  context: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<EndpointResponse<E>> {
  const { client, queryKey, signal } = context;
  // The spread keeps every field that the endpoint asks for.
  const { data, meta } = await api.callWithMeta(
    endpoint,
    ...([{ ...options, signal }] as unknown as CallArguments<E>),
  );
  if (endpoint.response && !fitsSchema(endpoint.response, data)) throw outdatedAppError();
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (!query) return data;
  if (isOlderThanShown(query, meta)) {
    noteAge(query, signal, query.state.dataUpdatedAt);
    return query.state.data as EndpointResponse<E>; // what an earlier call of this function gave
  }
  noteAge(query, signal, meta.isFromCache ? stampOf(meta.fetchedAt) : undefined);
  return data;
}

/** Called when a query has its data: replaces «now» by the age of the stored answer it came from. */
export function applyResponseAge(query: { setState(state: { dataUpdatedAt: number }): void }): void {
  const stored = storedResponses.get(query);
  storedResponses.delete(query);
  if (stored) query.setState({ dataUpdatedAt: stored.stamp });
}

/** The worker's copy may be older than the one that was restored from the device's own storage. */
function isOlderThanShown(query: Query, { isFromCache, fetchedAt }: ResponseMeta): boolean {
  const { data, dataUpdatedAt } = query.state;
  const isComparable = data !== undefined && query.queryType !== 'infinite';
  return isFromCache && isComparable && !isUnknownAgeStamp(dataUpdatedAt) && fetchedAt < dataUpdatedAt;
}

function noteAge(query: Query, signal: AbortSignal, stamp: number | undefined) {
  const noted = storedResponses.get(query);
  const ofThisFetch = noted?.signal === signal ? noted.stamp : Infinity;
  const oldest = Math.min(ofThisFetch, stamp ?? Infinity);
  if (oldest === Infinity) storedResponses.delete(query);
  else storedResponses.set(query, { signal, stamp: oldest });
}

function stampOf(fetchedAt: number): number {
  const isPlausible = fetchedAt > 0 && fetchedAt < Date.now() + CLOCK_TOLERANCE_MS;
  return isPlausible ? storedStamp(fetchedAt) : unknownAgeStamp(Date.now());
}
