/**
 * What the first page reads is asked for while the app's code is on its way (app/early.ts); on a slow network that is half
 * a second sooner. The client takes each answer once, in place of its own request, and knows no difference: a refusal, a
 * failure, a portal's page mean what they always mean.
 */
declare global {
  // The early script is a classic one: the global object is what it shares with modules.
  interface EarlyReads {
    /** Under whose token they went out. */
    token: string;
    /** By the clock of `performance.now`. */
    sentAtMs: number;
    byAddress: Map<string, { response: Promise<Response>; abort: AbortController }>;
    /** Another tab has changed something since: what is on its way may be older than that. */
    changes: BroadcastChannel | undefined;
  }
  var earlyReads: EarlyReads | undefined;
}

/** An answer that nobody has wanted for so long is not «now» any more. */
const MOST_AGE_MS = 10_000;

/** A `fetch` that takes an early answer to the same question of the same user; a write makes all of them worthless. */
export function withEarlyReads(fetchImpl: typeof fetch): typeof fetch {
  return (input, init) => {
    const early = takeEarlyRead(input, init);
    return early ?? fetchImpl(input, init);
  };
}

/** Ends what nobody has taken. For whenever data changes, and for the end of the start. */
export function dropEarlyReads(): void {
  const reads = globalThis.earlyReads;
  globalThis.earlyReads = undefined;
  reads?.changes?.close();
  for (const { abort } of reads?.byAddress.values() ?? []) abort.abort();
}

function takeEarlyRead(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> | undefined {
  const reads = globalThis.earlyReads;
  if (!reads || typeof input !== 'string') return undefined;
  if (init.method !== 'GET' || performance.now() - reads.sentAtMs > MOST_AGE_MS) {
    dropEarlyReads();
    return undefined;
  }
  if (new Headers(init.headers).get('authorization') !== `Bearer ${reads.token}`) return undefined;
  const read = reads.byAddress.get(input);
  reads.byAddress.delete(input);
  if (!read || read.abort.signal.aborted) return undefined;
  init.signal?.addEventListener('abort', () => read.abort.abort(), { once: true });
  if (init.signal?.aborted) read.abort.abort();
  return read.response;
}
