import { ApiError, errorTexts } from '#api/http/api-error.ts';

const TOO_LARGE_STATUS = 413;

/** Why a file did not come: the server's words, or what is known without them. */
export function uploadFailure(error: unknown): string {
  return errorTexts(error, withoutWords(error)).join(' ');
}

/** What stands between here and the server may answer too, with no words of ours. */
function withoutWords(error: unknown): string {
  if (!(error instanceof ApiError) || error.isNetworkError) return 'Нет связи с сервером';
  if (error.status === TOO_LARGE_STATUS) return 'Файл велик для сервера: уменьшите его';
  return `Сервер ответил ошибкой ${error.status}. Повторите чуть позже`;
}
