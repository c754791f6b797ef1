import type { RawResponse } from './error-responses.ts';
import { unavailable } from './errors.ts';

export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  timeoutMs?: number | undefined;
}

export interface IncomingResponse extends RawResponse {
  /** Calls left before the limit, where the answer says so. */
  remaining: number | undefined;
  /** The header `Date`: the marketplace's clock. */
  date: string | null;
}

const TIMEOUT_MS = 30_000;
/** Eighty thousand rows of a report are about 80 MB; nothing the marketplace documents is larger. */
const MAX_RESPONSE_BYTES = 128 * 1024 * 1024;

/**
 * One request and its whole answer. No answer in time, a cut connection or an endless body throw `unavailable`.
 * Redirects are not followed: the marketplace has none, and a token must not travel. Errors never quote what went out.
 */
export async function exchange(request: OutgoingRequest): Promise<IncomingResponse> {
  const timeoutMs = request.timeoutMs ?? TIMEOUT_MS;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
      signal,
    });
    return {
      status: response.status,
      date: response.headers.get('date'),
      remaining: readNumber(response.headers.get('x-ratelimit-remaining')),
      retryAfterSeconds: readNumber(response.headers.get('x-ratelimit-retry')),
      text: await readText(response),
    };
  } catch {
    // The cause is not passed on: its text may hold a header's value, and that is the token.
    throw unavailable(
      signal.aborted ? `Wildberries не ответил за ${timeoutMs / 1000} секунд` : 'Нет связи с Wildberries',
    );
  }
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error('The answer is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function readNumber(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const value = Number(header);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
