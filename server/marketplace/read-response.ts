import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorOfResponse, errorOfSuccess, parseJson, type RawResponse } from './error-responses.ts';
import { type MarketplaceError, misfitting, unavailable } from './errors.ts';
import { isList, partsOfList } from './list-in-parts.ts';
import { operationOf, pathOf } from './misfit.ts';
import type { OperationRequest } from './request.ts';

/** What an answer says, or the error that it is. A long list is read in parts, and others have their turn between two of them. */
export async function readResponse<T>(request: OperationRequest<T>, response: RawResponse): Promise<T> {
  const { status, text } = response;
  if (status < 200 || status >= 300) throw errorOfResponse(response);
  if (!request.joinParts || !isList(text)) return readWhole(request, response);
  const parts: T[] = [];
  for (const part of listParts(text, status)) {
    if (parts.length > 0) await nextTurn();
    parts.push(readWhole(request, { status, text: part }));
  }
  return request.joinParts(parts);
}

function readWhole<T>(
  request: OperationRequest<T>,
  { status, text }: Pick<RawResponse, 'status' | 'text'>,
): T {
  const body = status === 204 ? undefined : parseJson(text);
  if (body === undefined && status !== 204) throw notUnderstood(status);
  const refusal = errorOfSuccess(body, status);
  if (refusal) throw refusal;
  const parsed = request.response.safeParse(body);
  if (!parsed.success) {
    throw misfitting({ operation: operationOf(request), path: pathOf(parsed.error.issues) }, status);
  }
  return parsed.data;
}

function* listParts(text: string, status: number): Generator<string> {
  try {
    yield* partsOfList(text);
  } catch {
    throw notUnderstood(status);
  }
}

function notUnderstood(status: number): MarketplaceError {
  return unavailable('Wildberries прислал непонятный ответ', status);
}
