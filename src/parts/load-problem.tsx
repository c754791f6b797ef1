import type { ReactNode } from 'react';
import { ApiError, isAway } from '#api/http/api-error.ts';
import { connectivity, useIsReachable } from '#offline/connection/connectivity.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { hrefTo, paths } from '#lib/paths.ts';
import { useRetry } from './use-retry.ts';

export interface ProblemTexts {
  /** Whose tokens to mend when they are the cause; the list of shops unless said. */
  shopId?: number;
  /** Why this screen keeps nothing on the device, where that is so. */
  offlineText?: string;
  /** What cannot be done without a connection, where it is more than showing this screen. */
  offlineTitle?: string;
  /** What can be done without a connection. */
  offlineAction?: ReactNode;
  /** Stands here when what was asked for does not exist: asking again brings no more. */
  missing?: ReactNode;
}

interface LoadProblemProps extends ProblemTexts {
  error: unknown;
  onRetry: () => void;
}

/** Stands where a screen has nothing to show: no stored data without a connection, or an answer that failed, and failed again. */
export function LoadProblem({ error, onRetry, ...rest }: LoadProblemProps) {
  const { isTrying, hasFailedAgain, retry, error: shown } = useRetry(error, onRetry);
  return (
    <div className="relative">
      <Problem {...rest} error={shown} onRetry={retry} isTrying={isTrying} />
      {/* In the space that is there below the button: nothing moves. */}
      <output className="absolute inset-x-0 bottom-4 text-center text-sm text-ink-2">
        {hasFailedAgain ? 'Снова не получилось' : ''}
      </output>
    </div>
  );
}

function Problem({
  error,
  isTrying,
  onRetry,
  shopId,
  offlineText,
  offlineTitle,
  offlineAction,
  missing,
}: LoadProblemProps & { isTrying: boolean }) {
  const isReachable = useIsReachable();
  if (!isReachable || (error instanceof ApiError && error.isNetworkError)) {
    return (
      <EmptyState
        icon="offline"
        title={offlineTitle ?? 'Нет данных без связи'}
        text={offlineText ?? 'Этого на этом устройстве ещё не открывали. Загрузится, когда появится связь.'}
        action={
          <>
            {offlineAction}
            <Button
              icon="refresh"
              loading={isTrying && isReachable}
              onClick={() => {
                connectivity.hint('online');
                onRetry();
              }}
            >
              Повторить
            </Button>
          </>
        }
      />
    );
  }
  if (error instanceof ApiError && error.code === 'token_inactive') {
    return <TokenProblem text={textOf(error)} shopId={shopId} />;
  }
  if (missing && error instanceof ApiError && error.status === 404) return missing;
  return (
    <ErrorState title="Не удалось загрузить" text={textOf(error)} onRetry={onRetry} isRetrying={isTrying} />
  );
}

/** The server's words, or what is known without them. */
function textOf(error: unknown): string {
  // It failed before this stood here and is asked for again: nobody knows any more what it failed with.
  if (error === null) return 'Пробуем ещё раз…';
  if (!(error instanceof ApiError)) return 'Загрузка прервалась. Повторите.';
  if (error.hasServerMessage) return error.detail.join(' ');
  if (error.code === 'bad_answer')
    return 'Ответ сервера пришёл не целиком. Повторите: обычно этого достаточно.';
  if (isAway(error)) return 'Сервер недоступен. Данные загрузятся, когда он вернётся.';
  return `Сервер ответил ошибкой ${error.status}. Повторите чуть позже.`;
}

/** Asking again changes nothing here: the way on is to the token. */
function TokenProblem({ text, shopId }: { text: string; shopId: number | undefined }) {
  return (
    <EmptyState
      icon="lock"
      title="Токен магазина не действует"
      text={text}
      action={
        <LinkButton to={shopId === undefined ? paths.shops : hrefTo.shopTokens(shopId)} variant="primary">
          {shopId === undefined ? 'К магазинам' : 'К токенам магазина'}
        </LinkButton>
      }
    />
  );
}
