import { endpointPath } from '#contract/endpoint.ts';
import { ping } from '#contract/system.ts';
import { toQueryString } from '#contract/wire.ts';
import { ApiError } from '#api/api-error.ts';
import { exchange, readJson } from '#api/exchange.ts';

const PROBE_TIMEOUT_MS = 4_000;

/** `portal`: somebody else answers in the server's place. */
export type ProbeResult = 'reached' | 'failed' | 'portal';

/** Asks the server to repeat a number that nobody else can know. Never throws. */
export async function probeServer(
  fetchImpl: typeof fetch = (input, init) => globalThis.fetch(input, init),
): Promise<ProbeResult> {
  const nonce = crypto.randomUUID();
  try {
    return await exchange<ProbeResult>(
      fetchImpl,
      `${endpointPath(ping)}?${toQueryString({ n: nonce })}`,
      { method: ping.method, headers: { accept: 'application/json' } },
      { timeoutMs: PROBE_TIMEOUT_MS },
      async (response) => {
        // A gateway that says «the server is away» has been reached: that is no matter of the connection.
        if (response.status >= 500) return 'reached';
        const body = ping.response.safeParse(await readJson(response));
        return body.success && body.data.nonce === nonce ? 'reached' : 'portal';
      },
    );
  } catch (error) {
    return error instanceof ApiError && error.code === 'portal' ? 'portal' : 'failed';
  }
}
