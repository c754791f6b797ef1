import { endpointPath } from '#contract/endpoint.ts';
import { pingEndpoint } from '#contract/system.ts';
import { toQueryString } from '#contract/wire.ts';
import { ApiError, isAway, normalizeError } from '#api/http/api-error.ts';
import { exchange, readJson } from '#api/http/exchange.ts';

const PROBE_TIMEOUT_MS = 4_000;

/**
 * `failed`: refused, there is no way; `silent`: no answer in time; `portal`: somebody else answers in the server's place;
 * `away`: a gateway says that there is no server behind it.
 */
export type ProbeResult = 'reached' | 'failed' | 'silent' | 'portal' | 'away';

/** Asks the server to repeat a number that nobody else can know. Never throws. */
export async function probeServer(
  fetchImpl: typeof fetch = (input, init) => globalThis.fetch(input, init),
): Promise<ProbeResult> {
  const nonce = crypto.randomUUID();
  try {
    return await exchange<ProbeResult>(
      fetchImpl,
      `${endpointPath(pingEndpoint)}?${toQueryString({ n: nonce })}`,
      { method: pingEndpoint.method, headers: { accept: 'application/json' } },
      { timeoutMs: PROBE_TIMEOUT_MS },
      async (response) => {
        const body = await readJson(response);
        if (!response.ok) {
          const error = normalizeError({ status: response.status, body });
          if (isAway(error)) return 'away';
          if (error.isServerError || error.code === 'too_many_requests') return 'reached';
        }
        const echo = pingEndpoint.response.safeParse(body);
        return echo.success && echo.data.nonce === nonce ? 'reached' : 'portal';
      },
    );
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'portal') return 'portal';
    return code === 'timeout' ? 'silent' : 'failed';
  }
}
