import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { connectivity, useIsReachable, type ConnectivityState } from '#offline/connection/connectivity.ts';

/** What has not lasted so long is not worth interrupting anybody. */
const SETTLED_AFTER_MS = 1_500;

const LOSSES: Partial<Record<ConnectivityState, string>> = {
  offline: 'Нет сети.',
  silent: 'Сервер не отвечает.',
  portal: 'Сеть просит войти.',
  'server-away': 'Сервер недоступен.',
};

/** Tells screen readers that the connection is lost, and that it is back: politely, once each. */
export function ConnectionAnnouncer() {
  const isReachable = useIsReachable();
  const loss = useSyncExternalStore(connectivity.subscribe, () => LOSSES[connectivity.getState()] ?? '');
  const wasReachable = useRef(true);
  const [text, setText] = useState('');

  useEffect(() => {
    if (isReachable === wasReachable.current) return undefined;
    const timer = setTimeout(() => {
      wasReachable.current = isReachable;
      setText(isReachable ? 'Связь восстановлена.' : `${loss} На экране сохранённые данные.`);
    }, SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReachable, loss]);

  return <output className="sr-only">{text}</output>;
}
