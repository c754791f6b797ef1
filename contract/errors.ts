import { z } from 'zod/mini';

/**
 * Stable codes of errors, for programs: clients test the code, never the sentence.
 * Every error body is `{detail: string[], code?, errors?: [{field, detail}]}`; `detail` is Russian and meant for sellers.
 */
export const errorCodes = [
  'bad_request',
  'validation_failed',
  'unauthenticated',
  'wrong_credentials',
  'not_found',
  'forbidden_transition',
  'selection_changed',
  'selection_expired',
  'version_conflict',
  'version_required',
  'idempotency_key_reused',
  'idempotency_key_required',
  'request_in_progress',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'unavailable',
  'internal',
  'client_outdated',
  /** The shop has no token that the marketplace takes for this: asking again changes nothing. */
  'token_inactive',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export const fieldErrorSchema = z.object({ field: z.string(), detail: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

export const errorBodySchema = z.object({
  detail: z.array(z.string()),
  /** One of {@link errorCodes}; a plain string here, so that an older client survives a new code. */
  code: z.optional(z.string()),
  errors: z.optional(z.array(fieldErrorSchema)),
  /** With `version_conflict`: the current state of the entity. */
  current: z.optional(z.unknown()),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
