import { toCamelKey } from '#contract/wire.ts';
import type { FieldError } from '#contract/errors.ts';

export const UNKNOWN_ERROR = 'Неизвестная ошибка';
/** Status of a failure without a usable answer. */
const NO_RESPONSE_STATUS = 500;
const MAX_MESSAGES = 200;
const MAX_MESSAGE_LENGTH = 1000;

interface ApiErrorFields {
  status: number;
  detail: string[];
  code?: string | undefined;
  fieldErrors?: FieldError[];
  current?: unknown;
  retryAfterMs?: number | undefined;
  isNetworkError?: boolean;
  hasServerMessage?: boolean;
}

/** The one shape in which a failed call reaches the app. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 500 when there was no response. */
  readonly status: number;
  /** Sentences for the user, never empty. */
  readonly detail: string[];
  /** Stable name, for programs: the server's (`contract/errors.ts`), or one of the makers below. */
  readonly code: string | undefined;
  /** What is wrong with which field; names are camelCase, paths dotted. */
  readonly fieldErrors: FieldError[];
  /** With a version conflict: the current state of the entity, keys camelCase. */
  readonly current: unknown;
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** No answer of our server: no network, a timeout, a captive portal. */
  readonly isNetworkError: boolean;
  /** True when `detail` is worth showing in place of the screen's own words. */
  readonly hasServerMessage: boolean;

  constructor(fields: ApiErrorFields) {
    super(fields.detail.join('; '));
    this.status = fields.status;
    this.detail = fields.detail;
    this.code = fields.code;
    this.fieldErrors = fields.fieldErrors ?? [];
    this.current = fields.current;
    this.retryAfterMs = fields.retryAfterMs;
    this.isNetworkError = fields.isNetworkError ?? false;
    this.hasServerMessage = fields.hasServerMessage ?? false;
  }

  get isClientError(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  get isServerError(): boolean {
    return this.status >= 500;
  }
}

const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** A gateway's words for «the server is away». */
export function isAway(error: ApiError): boolean {
  return GATEWAY_STATUSES.has(error.status) && !error.isNetworkError && !isBusy(error);
}

/** The server's own words for «I cannot keep up»: it is there. */
export function isBusy(error: ApiError): boolean {
  return error.status === 503 && error.code === 'unavailable';
}

/** A failure without an answer of our server. */
export function networkError(code: 'network' | 'timeout' | 'portal'): ApiError {
  return new ApiError({ status: NO_RESPONSE_STATUS, detail: [UNKNOWN_ERROR], code, isNetworkError: true });
}

/** A success whose body cannot be used: cut, empty, or not what was promised. */
export function badResponseError(): ApiError {
  return new ApiError({ status: NO_RESPONSE_STATUS, detail: [UNKNOWN_ERROR], code: 'bad_answer' });
}

/** An answer that this build cannot read: the server speaks a newer language, or an older one. */
export function outdatedAppError(): ApiError {
  return new ApiError({
    status: NO_RESPONSE_STATUS,
    detail: ['Сервер обновился: обновите страницу, чтобы открыть новую версию. Черновики сохранятся'],
    code: 'outdated_app',
    hasServerMessage: true,
  });
}

/** The session ended while the call was under way. Never shown: the login page is the message. */
export function sessionEndedError(): ApiError {
  return new ApiError({ status: 401, detail: ['Сеанс завершён'], code: 'session_ended' });
}

/**
 * Normalises a failed answer (spec: «error catalogue»). A list body becomes the list of messages; `{detail}` or
 * `{error}` carries a list or one sentence; anything else becomes «Неизвестная ошибка». No status means 500.
 */
export function normalizeError(response: {
  status?: number | undefined;
  /** Parsed body, keys camelCase; `undefined` when it could not be read. */
  body?: unknown;
  retryAfter?: string | null;
}): ApiError {
  const { body } = response;
  const fields = isRecord(body) ? body : {};
  const messages = Array.isArray(body)
    ? messagesOf(body)
    : [...messagesOf(fields['detail']), ...messagesOf(fields['error'])];
  return new ApiError({
    status: response.status ?? NO_RESPONSE_STATUS,
    detail: messages.length > 0 ? messages : [UNKNOWN_ERROR],
    hasServerMessage: messages.length > 0,
    code: typeof fields['code'] === 'string' ? fields['code'] : undefined,
    fieldErrors: fieldErrorsOf(fields['errors']),
    current: fields['current'],
    retryAfterMs: retryAfterMsOf(response.retryAfter),
  });
}

/** What to show for an error: the server's messages if present, else the text of the screen. */
export function errorTexts(error: unknown, fallback: string): string[] {
  return error instanceof ApiError && error.hasServerMessage ? error.detail : [fallback];
}

function messagesOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list
    .filter((item): item is string => typeof item === 'string' && item.trim() !== '')
    .slice(0, MAX_MESSAGES)
    .map((text) => text.trim().slice(0, MAX_MESSAGE_LENGTH));
}

function fieldErrorsOf(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_MESSAGES).flatMap((item: unknown) => {
    if (!isRecord(item)) return [];
    const { field, detail } = item;
    if (typeof field !== 'string' || typeof detail !== 'string') return [];
    // A field's name is a value here, which the conversion of keys did not touch.
    return [
      { field: field.split('.').map(toCamelKey).join('.'), detail: detail.slice(0, MAX_MESSAGE_LENGTH) },
    ];
  });
}

/** Three digits: whoever says «come back in hours» is asked again by the pauses of whoever asks. */
function retryAfterMsOf(header: string | null | undefined): number | undefined {
  return header && /^\d{1,3}$/.test(header) ? Number(header) * 1000 : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
