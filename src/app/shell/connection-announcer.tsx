import { useEffect, useRef, useState } from 'react';
import { canReachServer, useConnectivity, type ConnectivityState } from '#offline/connection/connectivity.ts';

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
  const state = useConnectivity();
  const isReachable = canReachServer(state);
  const wasReachable = useRef(true);
  const [text, setText] = useState('');

  useEffect(() => {
    if (isReachable === wasReachable.current) return undefined;
    const timer = setTimeout(() => {
      wasReachable.current = isReachable;
      setText(isReachable ? 'Связь восстановлена.' : `${LOSSES[state] ?? ''} На экране сохранённые данные.`);
    }, SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReachable, state]);

  return <output className="sr-only">{text}</output>;
}
