import type { z } from 'zod/mini';
import type { OperationRequest } from './request.ts';

/** Where an answer is not as it is documented. Names the field, never what stands in it. */
export interface Misfit {
  /** «POST /api/v3/stocks/{id}» */
  operation: string;
  /** «data.listGoods[].sizes»; empty: the body as a whole. */
  path: string;
}

/** An operation's name: the method and the path without the numbers of this call. */
export function operationOf({ method, path }: Pick<OperationRequest<unknown>, 'method' | 'path'>): string {
  return `${method} ${path.replaceAll(/\/\d+(?=\/|$)/g, '/{id}')}`;
}

/** The first field that does not fit. */
export function pathOf([issue]: readonly z.core.$ZodIssue[]): string {
  return (issue?.path ?? []).reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[]` : [path, String(step)].filter(Boolean).join('.')),
    '',
  );
}
