import { http, HttpResponse, type HttpHandler } from 'msw';
import { z } from 'zod/mini';
import {
  API_BASE,
  type EndpointBody,
  type EndpointDefinition,
  type EndpointParams,
  type EndpointQuery,
  type EndpointResponse,
} from '#contract/endpoint.ts';
import type { ErrorCode, FieldError } from '#contract/errors.ts';
import { fromWire, toWire } from '#contract/wire.ts';

/** What a mocked endpoint is asked, parsed by the contract as the server parses it. */
export interface MockRequest<E extends EndpointDefinition> {
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
  request: Request;
}

/** The answer's body in camelCase, or a ready `Response` ({@link mockError}, a file). */
type MockResponse<E extends EndpointDefinition> = EndpointResponse<E> | Response;

/**
 * An msw handler made from a promise of the contract. What the page sends is checked (a bad request is answered with
 * 400, as by the server), and so is what the test answers: a mock that lies about the contract fails its test.
 */
export function mock<E extends EndpointDefinition>(
  endpoint: E,
  resolver: (request: MockRequest<E>) => MockResponse<E> | Promise<MockResponse<E>>,
): HttpHandler {
  const path = `*${API_BASE}${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
  const method = http[METHODS[endpoint.method]];
  return method(path, async ({ request, params }) => {
    if (endpoint.access === 'user' && !request.headers.get('authorization')?.startsWith('Bearer ')) {
      return mockError(401, { code: 'unauthenticated', detail: ['Войдите заново'] });
    }
    const asked = {
      params: check(endpoint.params, params),
      query: check(endpoint.query, fromWire(queryOf(request))),
      body: check(endpoint.body, await bodyOf(request)),
    };
    const wrong = Object.values(asked).find((part) => !part.success);
    if (wrong) return mockError(400, { detail: wrong.messages });
    // The schemas have just made these values; only their union is too wide for the compiler.
    const response = await resolver({
      params: asked.params.value,
      query: asked.query.value,
      body: asked.body.value,
      request,
    } as MockRequest<E>);
    return response instanceof Response ? response : responseOf(endpoint, response);
  });
}

/** An error answer in the shape of the contract. */
export function mockError(
  status: number,
  body: { detail?: string[]; code?: ErrorCode; errors?: FieldError[]; current?: unknown } = {},
): Response {
  return HttpResponse.json(toWire({ detail: [], ...body }) as object, { status });
}

const METHODS = { GET: 'get', POST: 'post', PATCH: 'patch', PUT: 'put', DELETE: 'delete' } as const;

type Checked = { success: true; value: unknown } | { success: false; messages: string[] };

function check(
  schema: z.ZodMiniType | undefined,
  value: unknown,
): Checked & { value?: unknown; messages: string[] } {
  if (!schema) return { success: true, value: undefined, messages: [] };
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return { success: true, value: parsed.data, messages: [] };
  return { success: false, messages: parsed.error.issues.map(({ message }) => message) };
}

/** Repeated parameters as an array, as the server reads them. */
function queryOf(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((key) => {
      const values = searchParams.getAll(key);
      return [key, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.includes('json')) return undefined;
  return fromWire(await request.json());
}

function responseOf(endpoint: EndpointDefinition, response: unknown): Response {
  const status = endpoint.status ?? 200;
  if (!endpoint.response) return new HttpResponse(null, { status: status === 200 ? 204 : status });
  const parsed = z.safeParse(endpoint.response, response);
  if (!parsed.success) {
    throw new Error(
      `The mock of ${endpoint.method} ${endpoint.path} breaks the contract: ${parsed.error.message}`,
    );
  }
  const headers = new Headers();
  if (isVersioned(response)) headers.set('etag', `"v${response.version}"`);
  return HttpResponse.json(toWire(parsed.data) as object, { status, headers });
}

function isVersioned(response: unknown): response is { version: number } {
  return typeof response === 'object' && response !== null && 'version' in response;
}
