import type { ErrorCode, FieldError } from '#contract/errors.ts';

interface HttpErrorFacts {
  status: number;
  code: ErrorCode;
  /** Russian, for a seller; never empty. */
  detail: string[];
  fieldErrors?: FieldError[] | undefined;
  /** With `version_conflict`: the entity as it is now, camelCase. */
  current?: unknown;
  retryAfterSeconds?: number | undefined;
}

/** An answer other than success, thrown from anywhere below a route. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string[];
  readonly fieldErrors: FieldError[];
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(facts: HttpErrorFacts) {
    super(facts.detail.join('; '));
    this.status = facts.status;
    this.code = facts.code;
    this.detail = facts.detail;
    this.fieldErrors = facts.fieldErrors ?? [];
    this.current = facts.current;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** 400. With field errors the code is `validation_failed`. */
export function badRequest(
  detail: string | string[] = 'Неверный запрос',
  fieldErrors?: FieldError[],
): HttpError {
  const code = fieldErrors?.length ? 'validation_failed' : 'bad_request';
  return new HttpError({ status: 400, code, detail: [detail].flat(), fieldErrors });
}

export function unauthenticated(detail = 'Войдите ещё раз'): HttpError {
  return new HttpError({ status: 401, code: 'unauthenticated', detail: [detail] });
}

/** Also for what belongs to somebody else: nobody learns that it exists. */
export function notFound(detail = 'Не найдено'): HttpError {
  return new HttpError({ status: 404, code: 'not_found', detail: [detail] });
}

/** 409: the entity's state does not allow it. */
export function conflict(detail: string): HttpError {
  return new HttpError({ status: 409, code: 'forbidden_transition', detail: [detail] });
}

/** 409: what was chosen is no longer what the person has seen; nothing was done. */
export function selectionChanged(expected: number, actual: number): HttpError {
  return selectionRefused(
    `Выбрано ${formatCount(expected)}, стало ${formatCount(actual)}. Проверьте список и выберите ещё раз`,
  );
}

/** 409: as {@link selectionChanged}, where it is known what has become of some of the cards. */
export function selectionRefused(detail: string): HttpError {
  return new HttpError({ status: 409, code: 'selection_changed', detail: [detail] });
}

/** 404: a frozen selection that is over; one of another account, and one that never was, are answered the same. */
export function selectionExpired(): HttpError {
  return new HttpError({
    status: 404,
    code: 'selection_expired',
    detail: ['Выбор устарел: он хранится час. Выберите карточки ещё раз'],
  });
}

const formatCount = (count: number) => new Intl.NumberFormat('ru-RU').format(count);

/** 412: somebody else changed the entity; `current` is what it is now. */
export function versionConflict(current: unknown): HttpError {
  return new HttpError({
    status: 412,
    code: 'version_conflict',
    detail: ['Данные уже изменил кто-то другой'],
    current,
  });
}

export function tooManyRequests(retryAfterSeconds: number, detail?: string): HttpError {
  return new HttpError({
    status: 429,
    code: 'too_many_requests',
    detail: [detail ?? `Слишком много запросов. Повторите через ${retryAfterSeconds} с`],
    retryAfterSeconds,
  });
}

export function unavailable(retryAfterSeconds: number, detail = 'Сервер временно недоступен'): HttpError {
  return new HttpError({ status: 503, code: 'unavailable', detail: [detail], retryAfterSeconds });
}
