import { ApiError, errorTexts } from '#api/http/api-error.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { LogoutButton } from './shell/logout-button.tsx';

interface ProfileUnavailableProps {
  /** Null when there is no connection to ask with. */
  error: Error | null;
  onRetry: () => void;
  isRetrying: boolean;
}

/** No profile, neither from the server nor on the device: nothing else can be shown. */
export function ProfileUnavailable({ error, onRetry, isRetrying }: ProfileUnavailableProps) {
  const isOffline = error === null || (error instanceof ApiError && error.isNetworkError);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center">
      {isOffline ? (
        <ErrorState
          icon="offline"
          title="Нет данных без связи"
          text="Прилавок ещё не открывали на этом устройстве под вашим именем. Подключитесь к сети и повторите."
          onRetry={onRetry}
          isRetrying={isRetrying}
        />
      ) : (
        <ErrorState
          title={errorTexts(error, 'Ошибка получения информации о пользователе').join('. ')}
          text="Обычно это проходит за минуту."
          onRetry={onRetry}
          isRetrying={isRetrying}
        />
      )}
      <LogoutButton variant="ghost" />
    </main>
  );
}
