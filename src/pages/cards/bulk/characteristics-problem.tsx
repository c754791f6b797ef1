import { isChoiceLost } from '#api/selections.ts';
import { LostChoice } from '#parts/cards/lost-choice.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { OFFLINE_TEXT } from './edit-state.ts';

interface CharacteristicsProblemProps {
  query: Parameters<typeof isStuck>[0] & { error: unknown; refetch: () => Promise<unknown> };
}

/** In place of what the chosen cards' characteristics are needed for. */
export function CharacteristicsProblem({ query }: CharacteristicsProblemProps) {
  const { error, refetch } = query;
  if (isChoiceLost(error)) return <LostChoice error={error} />;
  if (!isStuck(query)) return <Skeleton className="h-40 w-full" />;
  return <LoadProblem error={error} onRetry={() => void refetch()} offlineText={OFFLINE_TEXT} />;
}
