import { endpointPath } from '#contract/endpoint.ts';
import { ping } from '#contract/system.ts';
import { toQueryString } from '#contract/wire.ts';
import { ApiError, isAwayStatus } from '#api/api-error.ts';
import { exchange, readJson } from '#api/exchange.ts';

const PROBE_TIMEOUT_MS = 4_000;

/** `portal`: somebody else answers in the server's place; `away`: a gateway says that there is no server behind it. */
export type ProbeResult = 'reached' | 'failed' | 'portal' | 'away';

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
        if (isAwayStatus(response.status)) return 'away';
        if (response.status >= 500) return 'reached';
        const body = ping.response.safeParse(await readJson(response));
        return body.success && body.data.nonce === nonce ? 'reached' : 'portal';
      },
    );
  } catch (error) {
    return error instanceof ApiError && error.code === 'portal' ? 'portal' : 'failed';
  }
}
