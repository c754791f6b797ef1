import { ApiError } from './http/api-error.ts';

const UNANSWERED_TEXT = 'Ответ сервера не пришёл: сделано это или нет, покажет эта страница';
const ASK_AGAIN_AFTER_MS = 2_000;

/** The answer is lost, and what was asked for may have been done. */
export function isUnanswered(error: unknown): error is ApiError {
  return error instanceof ApiError && error.isNetworkError;
}

/** A step whose answer is lost may have been taken all the same: that it failed is not known, and is not said. */
export async function tellUnanswered<Response>(
  step: Promise<Response>,
  text = UNANSWERED_TEXT,
): Promise<Response> {
  try {
    return await step;
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    const { status, code } = error;
    throw new ApiError({ status, code, detail: [text], isNetworkError: true, hasServerMessage: true });
  }
}

/** Asked once more, with the same key, when the answer is lost: what was done by then is answered. */
export async function askAgain<Response>(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS));
    return await ask();
  }
}
