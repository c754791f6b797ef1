import type { ShopProblem } from '#contract/shop-problem.ts';
import { formatNotBefore } from '#lib/dates.ts';
import { useHasCome } from './use-has-come.ts';

/** Why a shop could not be read, and when it is tried again: not once that time is past, as in a copy of yesterday's. */
export function ShopProblemDetail({ detail, retryAt }: Pick<ShopProblem, 'detail' | 'retryAt'>) {
  const hasCome = useHasCome(retryAt ? new Date(retryAt).getTime() : 0);
  return retryAt && !hasCome ? `${detail}. Следующая попытка — после ${formatNotBefore(retryAt)}` : detail;
}
