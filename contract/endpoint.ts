import type { z } from 'zod/mini';

/** The base path and version of every call. */
export const API_BASE = '/api/v1';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Schema = z.ZodMiniType;

export interface EndpointDefinition {
  method: Method;
  /** Path below {@link API_BASE}, with a trailing slash and `{name}` for parameters: `/cards/{id}/`. */
  path: string;
  /** One short Russian sentence for the API page. */
  summary: string;
  /** `user` needs a bearer token; `guest` does not look at it. */
  access: 'guest' | 'user';
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Body of the success answer; left out when it is empty. */
  response?: Schema;
  /** Success status, 200 unless said. */
  status?: 200 | 201 | 204;
  /** The write takes `If-Match: "v<version>"`; `required` refuses a call without one. */
  ifMatch?: 'required' | 'optional';
  /** The write takes `Idempotency-Key`; `required` refuses a call without one. */
  idempotency?: 'required' | 'optional';
}

/** One call that the UI and the server promise each other: the source of types, validation, mocks and OpenAPI. */
// @__NO_SIDE_EFFECTS__ -- a bundle leaves out the endpoints that nobody in it calls.
export function endpoint<const E extends EndpointDefinition>(definition: E): E {
  return definition;
}

type Out<S> = S extends Schema ? z.output<S> : undefined;
type In<S> = S extends Schema ? z.input<S> : undefined;

/** Parsed shapes, as a server handler sees them. */
export type EndpointParams<E extends EndpointDefinition> = Out<E['params']>;
export type EndpointQuery<E extends EndpointDefinition> = Out<E['query']>;
export type EndpointBody<E extends EndpointDefinition> = Out<E['body']>;
/** What a client sends. */
export type EndpointParamsInput<E extends EndpointDefinition> = In<E['params']>;
export type EndpointQueryInput<E extends EndpointDefinition> = In<E['query']>;
export type EndpointBodyInput<E extends EndpointDefinition> = In<E['body']>;
/** What a client receives. */
export type EndpointResponse<E extends EndpointDefinition> = Out<E['response']>;

/**
 * Fills `{name}` in an endpoint's path and returns the whole path, base included. Values are percent-encoded; throws for one that is
 * missing, and for «.» and «..»: these are steps to a URL, encoded or not (https://url.spec.whatwg.org/#double-dot-path-segment).
 */
export function endpointPath(
  definition: EndpointDefinition,
  params: Record<string, string | number> = {},
): string {
  const path = definition.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Path parameter «${name}» is missing for ${definition.path}`);
    const text = String(value);
    if (/^\.\.?$/.test(text)) throw new Error(`Path parameter «${name}» is no name in ${definition.path}`);
    return encodeURIComponent(text);
  });
  return API_BASE + path;
}
