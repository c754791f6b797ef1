import type { ReactNode } from 'react';
import { isStuck } from './is-stuck.ts';
import { LoadProblem, type ProblemTexts } from './load-problem.tsx';

interface ProblemOrSkeletonProps extends ProblemTexts {
  query: Parameters<typeof isStuck>[0] & { refetch: () => unknown };
  /** What stands there while the query is asked: of the size of what will come. */
  skeleton: ReactNode;
}

/** In place of what a query has not brought yet: what it met and the way on, or what is being loaded. */
export function ProblemOrSkeleton({ query, skeleton, ...texts }: ProblemOrSkeletonProps) {
  return isStuck(query) ? (
    <LoadProblem {...texts} error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    skeleton
  );
}
