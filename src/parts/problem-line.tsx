import { useIsReachable } from '#offline/connection/connectivity.ts';
import { Button } from '#ui/button.tsx';
import { useRetry } from './use-retry.ts';

interface ProblemLineProps {
  /** What could not be got, as a sentence. */
  text: string;
  error: unknown;
  onRetry: () => void;
}

/** Stands in place of a small part of a screen that did not come, while the rest of it is there. */
export function ProblemLine({ text, error, onRetry }: ProblemLineProps) {
  const isReachable = useIsReachable();
  const { isTrying, hasFailedAgain, retry } = useRetry(error, onRetry);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      <p role="alert">
        {text}
        {isReachable ? '' : ' Загрузится, когда появится связь.'}
      </p>
      {isReachable ? (
        <Button size="sm" icon="refresh" loading={isTrying} onClick={retry}>
          Повторить
        </Button>
      ) : null}
      <output className="text-sm">{hasFailedAgain ? 'Снова не получилось' : ''}</output>
    </div>
  );
}
