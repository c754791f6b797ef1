import { useQuery } from '@tanstack/react-query';
import { userQueries } from '#api/users.ts';
import { FullPageSpinner } from '#ui/full-page-spinner.tsx';
import { ProfileUnavailable } from './profile-unavailable.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * The home area stands on the profile: a spinner fills the window until it is there. A profile kept on the device is
 * enough; a failed refresh of it takes nothing away from the screen.
 */
export function HomeLayout() {
  const { data: profile, isPending, fetchStatus, error, refetch, isFetching } = useQuery(userQueries.me());
  if (profile) return <Shell profile={profile} />;
  if (isPending && fetchStatus !== 'paused') return <FullPageSpinner label="Загрузка профиля" />;
  return <ProfileUnavailable error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
}
