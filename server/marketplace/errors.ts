import type { Misfit } from './misfit.ts';

/**
 * token: the shop has no working token for the call (none, revoked, read-only, of a type the call refuses).
 * limit: the marketplace's limit of calls is spent until `retryAt`.
 * rejected: the marketplace understood the call and refused it; the same call will be refused again.
 * unavailable: no usable answer (network, time-out, 5xx, a page instead of JSON; with `misfit`: JSON that is not as documented).
 * Whether the work was done is unknown.
 */
export type MarketplaceErrorKind = 'token' | 'limit' | 'rejected' | 'unavailable';

/** What the marketplace said about one row of a request. Only what it named is set. */
export interface MarketplaceErrorRow {
  vendorCode?: string;
  chrtId?: number;
  code?: string;
  /** Characteristics that the row lacks or repeats. */
  characteristicIds?: number[];
  detail: string;
}

interface MarketplaceErrorFacts {
  kind: MarketplaceErrorKind;
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** Russian sentences for a seller; never empty. */
  detail: string[];
  /** Stable name of the cause where it is known: `already_set`, `StoreIsProcessing`, `required_missing`… */
  code?: string | undefined;
  /** For the marketplace's support. */
  requestId?: string | undefined;
  retryAt?: Date | undefined;
  rows?: MarketplaceErrorRow[] | undefined;
  /** The answer came, and its shape is another than documented. */
  misfit?: Misfit | undefined;
}

/** Any failed call to the marketplace. Holds no secret: neither the token nor the request's body. */
export class MarketplaceError extends Error {
  override name = 'MarketplaceError';
  readonly kind: MarketplaceErrorKind;
  readonly status: number;
  readonly detail: string[];
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAt: Date | undefined;
  readonly rows: MarketplaceErrorRow[];
  readonly misfit: Misfit | undefined;

  constructor(facts: MarketplaceErrorFacts) {
    super(facts.detail.join('; '));
    this.kind = facts.kind;
    this.status = facts.status;
    this.detail = facts.detail;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.retryAt = facts.retryAt;
    this.rows = facts.rows ?? [];
    this.misfit = facts.misfit;
  }

  /** The same error in other words. */
  withDetail(detail: string[]): MarketplaceError {
    const { kind, status, code, requestId, retryAt, rows, misfit } = this;
    return new MarketplaceError({ kind, status, detail, code, requestId, retryAt, rows, misfit });
  }
}

/** The same call may succeed later: the marketplace has not looked at it, for it is silent or its limit is spent. */
export function mayPass({ kind }: MarketplaceError): boolean {
  return kind === 'limit' || kind === 'unavailable';
}

export function unavailable(detail: string, status = 0, requestId?: string): MarketplaceError {
  return new MarketplaceError({ kind: 'unavailable', status, detail: [detail], requestId });
}

/** An answer of another shape than documented. Asking again brings the same one. */
export function misfitting(misfit: Misfit, status: number): MarketplaceError {
  const detail = ['Wildberries прислал непонятный ответ'];
  return new MarketplaceError({ kind: 'unavailable', status, detail, misfit });
}

export function noToken(detail: string, code: 'no_token' | 'read_only'): MarketplaceError {
  return new MarketplaceError({ kind: 'token', status: 0, detail: [detail], code });
}
