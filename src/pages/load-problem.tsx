import { ApiError } from '#api/api-error.ts';
import { canReachServer, connectivity, useConnectivity } from '#offline/connectivity.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';

interface LoadProblemProps {
  error: unknown;
  onRetry: () => void;
  /** Why this screen keeps nothing on the device, where that is so. */
  offlineText?: string;
}

/** Stands where a screen has nothing to show: no stored data without a connection, or an answer that failed. */
export function LoadProblem({ error, onRetry, offlineText }: LoadProblemProps) {
  const isReachable = canReachServer(useConnectivity());
  if (!isReachable || (error instanceof ApiError && error.isNetworkError) || error === null) {
    return (
      <EmptyState
        icon="offline"
        title="Нет данных без связи"
        text={
          offlineText ??
          'Этот экран ещё не открывали на этом устройстве. Он загрузится, когда появится связь.'
        }
        action={
          <Button
            icon="refresh"
            onClick={() => {
              connectivity.hint('online');
              onRetry();
            }}
          >
            Повторить
          </Button>
        }
      />
    );
  }
  const text = error instanceof ApiError ? error.detail.join(' ') : 'Неизвестная ошибка';
  return <ErrorState title="Не удалось загрузить" text={text} onRetry={onRetry} />;
}
