import type { z } from 'zod/mini';
import type { TokenCategory } from '#contract/users.ts';
import type { LimitGroup } from './limit-rules.ts';

/** The marketplace's hosts; each has its own base URL. */
export const marketplaceHosts = [
  'content',
  'prices',
  'marketplace',
  'statistics',
  'analytics',
  'finance',
  'calendar',
  'common',
] as const;
export type MarketplaceHost = (typeof marketplaceHosts)[number];
export type BaseUrls = Record<MarketplaceHost, string>;

type QueryValue = string | number | boolean | undefined | readonly number[];

/** One call of the marketplace, before a token is chosen for it. */
export interface OperationRequest<T> {
  host: MarketplaceHost;
  /** Category the token must cover; `any`: a token of any category will do. */
  category: TokenCategory | 'any';
  group: LimitGroup;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, QueryValue>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as multipart instead of `body`. */
  form?: FormData;
  headers?: Record<string, string>;
  /** Instead of 30 s, for a body that takes longer to leave. */
  timeoutMs?: number;
  /** Changes something: a read-only token refuses, and an unknown outcome is not tried again here. */
  isWrite: boolean;
  /** Shape of the body of a success; an answer without a body is `undefined`. */
  response: z.ZodMiniType<T>;
  /**
   * For a list that may be long: what its parts have said, one after another, as one. It is read part by part then, and others have
   * their turn in between.
   */
  joinParts?(parts: readonly T[]): T;
}

/** Sends one call. Throws MarketplaceError and nothing else. */
export type Send = <T>(request: OperationRequest<T>) => Promise<T>;
