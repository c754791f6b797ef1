import { tooManyRequests } from '#server/errors/http-error.ts';

/** Each text costs whoever pays for the model: a page that asks again and again waits for its own. */
const TURNS_PER_ACCOUNT = 2;
const RETRY_AFTER_S = 10;

/** Counts the texts that a model writes for an account now; answers how a turn is given back. Throws 429 when there are enough. */
export function createModelTurns(): (accountId: number) => () => void {
  const taken = new Map<number, number>();
  return (accountId) => {
    const count = taken.get(accountId) ?? 0;
    if (count >= TURNS_PER_ACCOUNT) {
      throw tooManyRequests(RETRY_AFTER_S, 'Тексты уже пишутся. Дождитесь их или остановите и повторите');
    }
    taken.set(accountId, count + 1);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      const left = (taken.get(accountId) ?? 1) - 1;
      if (left === 0) taken.delete(accountId);
      else taken.set(accountId, left);
    };
  };
}
