import { setTimeout as delay } from 'node:timers/promises';

const BUSY_MS = 500;

/** The product's API as a seller's program would use it. */
export interface ApiClient {
  call(method: string, path: string, options?: CallOptions): Promise<ApiResponse>;
}

export interface CallOptions {
  body?: unknown;
  /** Idempotency-Key. */
  key?: string;
  version?: number;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Tests look into answers of many shapes. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export async function signIn(
  url: string,
  credentials: { login: string; password: string },
): Promise<ApiClient & { access: string }> {
  const { status, body } = await call(url, 'POST', '/user/auth/', { body: credentials });
  if (status === 503) {
    // A server that has just begun, on a busy machine, asks to come again.
    await delay(BUSY_MS);
    return await signIn(url, credentials);
  }
  if (status !== 200) throw new Error(`Not signed in: ${String(status)} ${JSON.stringify(body)}`);
  const access = String(body.access);
  return { access, ...clientOf(url, access) };
}

/** With an access token that is known already: it outlives the server that gave it. */
export function clientOf(url: string, access: string): ApiClient {
  return { call: (method, path, options) => call(url, method, path, options, access) };
}

async function call(
  url: string,
  method: string,
  path: string,
  { body, key, version }: CallOptions = {},
  access?: string,
): Promise<ApiResponse> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(access === undefined ? {} : { authorization: `Bearer ${access}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(version === undefined ? {} : { 'if-match': `"v${String(version)}"` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}
