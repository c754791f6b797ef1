import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceSessionQueries, useEndDeviceSession } from '#api/device-sessions.ts';
import type { DeviceSession } from '#contract/device-sessions.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { formatDateTime } from '#lib/dates.ts';
import { paths } from '#lib/paths.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { useFocusAfterRemoval } from '#parts/use-focus-after-removal.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** The current one comes first; who signs in every day has many. */
const FEW_SESSIONS = 5;

export function SessionsPanel() {
  const sessions = useQuery(deviceSessionQueries.all());
  return (
    <Panel
      title="Вход и сеансы"
      actions={
        <LinkButton to={paths.passwordChange} size="sm" icon="lock" isWrapping>
          Сменить пароль
        </LinkButton>
      }
    >
      <Sessions query={sessions} />
    </Panel>
  );
}

function Sessions({ query }: { query: UseQueryResult<DeviceSession[]> }) {
  if (query.data) return <SessionList sessions={query.data} />;
  if (!isStuck(query)) return <Skeleton className="h-24 w-full" />;
  return (
    <LoadProblem
      error={query.error}
      onRetry={() => void query.refetch()}
      offlineText="Сеансы на устройстве не хранятся: они видны только при связи."
    />
  );
}

function SessionList({ sessions }: { sessions: DeviceSession[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? sessions : sessions.slice(0, FEW_SESSIONS);
  return (
    <>
      <ul className="flex flex-col divide-y divide-line-soft">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {shown.length < sessions.length ? (
        <Button variant="ghost" size="sm" className="mt-2 -ml-2.5" onClick={() => setWhole(true)}>
          Показать все: {sessions.length}
        </Button>
      ) : null}
    </>
  );
}

function SessionRow({ session }: { session: DeviceSession }) {
  const end = useEndDeviceSession();
  const onlineOnly = useOnlineOnly();
  const row = useFocusAfterRemoval<HTMLLIElement>();
  return (
    <li ref={row} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2">
          {session.device}
          {session.isCurrent ? <Badge tone="green">этот сеанс</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          Вход {formatDateTime(session.createdAt)} · активен {formatDateTime(session.lastUsedAt)}
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button
          size="sm"
          aria-label={`Завершить сеанс: ${session.device}`}
          loading={end.isPending}
          disabledReason={onlineOnly('Завершить сеанс можно только при связи')}
          onClick={() => end.mutate(session.id)}
        >
          Завершить
        </Button>
      )}
    </li>
  );
}
