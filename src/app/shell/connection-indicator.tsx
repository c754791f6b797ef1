import { formatAsOf } from '#lib/dates.ts';
import { classNames } from '#lib/class-names.ts';
import { canReachServer, type ConnectivityState } from '#offline/connection/connectivity.ts';
import { useConnectionState, useOldestDataTime } from './connection-state.ts';

const LOOKS: Record<ConnectivityState, { text: string; dot: string; isTrouble: boolean }> = {
  checking: { text: 'Проверяем связь…', dot: 'bg-[#9aa3b2]', isTrouble: false },
  online: { text: 'В сети', dot: 'bg-[#3fbf7f]', isTrouble: false },
  slow: { text: 'Медленная связь', dot: 'bg-[#f59e0b]', isTrouble: true },
  busy: { text: 'Сервер занят', dot: 'bg-[#f59e0b]', isTrouble: true },
  offline: { text: 'Нет сети', dot: 'bg-[#f59e0b]', isTrouble: true },
  silent: { text: 'Сервер не отвечает', dot: 'bg-[#f2635b]', isTrouble: true },
  portal: { text: 'Сеть просит войти', dot: 'bg-[#f59e0b]', isTrouble: true },
  'server-away': { text: 'Сервер недоступен', dot: 'bg-[#f2635b]', isTrouble: true },
};

/**
 * Always in the top menu: whether what is on the screen is of now, and if not, of when. Screen readers are told by
 * {@link ConnectionAnnouncer}, once per loss and return and not with each change of this text.
 */
export function ConnectionIndicator() {
  const state = useConnectionState();
  const { text, dot, isTrouble } = LOOKS[state];
  const isDataOld = !canReachServer(state);
  return (
    <div
      className={classNames(
        'inline-flex min-h-8 min-w-0 items-center gap-2 rounded-control px-2.5 text-sm',
        isTrouble ? 'bg-[#3a2a12] text-[#fbbf6b]' : 'text-menu-ink',
      )}
    >
      <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', dot)} />
      {/* Where there is little room two lines rather than words that are cut. */}
      <span className={classNames('max-xl:leading-4 xl:truncate', !isTrouble && 'md:max-lg:sr-only')}>
        {text}
        {isDataOld ? <OldestData /> : null}
      </span>
    </div>
  );
}

function OldestData() {
  const oldest = useOldestDataTime();
  return oldest === undefined ? null : (
    <span className="md:max-xl:sr-only"> · данные от {formatAsOf(oldest)}</span>
  );
}
