import { ApiError, errorTexts } from '#api/http/api-error.ts';

/** Why the server did not take a token, for the token's field. */
export function tokenRefusal(error: unknown, fallback: string): string | undefined {
  if (error === null || error === undefined) return undefined;
  if (error instanceof ApiError && error.isNetworkError) {
    return 'Нет связи с сервером. Токен не отправлен: попробуйте ещё раз';
  }
  const ofToken =
    error instanceof ApiError ? error.fieldErrors.find(({ field }) => field === 'token')?.detail : undefined;
  return ofToken ?? errorTexts(error, fallback).join('. ');
}
