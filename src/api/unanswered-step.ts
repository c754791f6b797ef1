import { ApiError } from './http/api-error.ts';

const UNANSWERED_TEXT = 'Ответ сервера не пришёл: сделано это или нет, покажет эта страница';

/** A step whose answer is lost may have been taken all the same: that it failed is not known, and is not said. */
export async function tellUnanswered<Response>(step: Promise<Response>): Promise<Response> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof ApiError && error.isNetworkError)) throw error;
    throw new ApiError({ ...error, detail: [UNANSWERED_TEXT], hasServerMessage: true });
  }
}
