import type { CallOutcome } from '#api/client.ts';
import type { LiveState } from '#api/live-updates.ts';
import type { ConnectivityState } from '#offline/connection/connectivity.ts';
import type { Fault } from '#offline/device/fault-log.ts';
import type { OutboxFailure, OutboxRecord } from '#offline/outbox/outbox-record.ts';

/** What the app calls its states, in words: the report that is copied has the names themselves. */
export const connectionTexts: Record<ConnectivityState, string> = {
  checking: 'проверяется',
  online: 'есть',
  slow: 'медленная',
  busy: 'сервер занят',
  offline: 'нет сети',
  silent: 'сервер не отвечает',
  portal: 'сеть просит войти',
  'server-away': 'сервер недоступен',
};

export const liveTexts: Record<LiveState, string> = {
  own: 'сразу, через эту вкладку',
  shared: 'сразу, через другую вкладку',
  off: 'при следующем запросе',
};

export const outcomeTexts: Record<CallOutcome['kind'], string> = {
  answered: 'ответ',
  stored: 'сохранённый ответ',
  busy: 'сервер занят',
  failed: 'нет связи',
  timeout: 'не дождались',
  portal: 'сеть просит войти',
  away: 'сервер недоступен',
  silent: 'пока без ответа',
};

export const workerTexts: Record<ServiceWorkerState, string> = {
  parsed: 'загружен',
  installing: 'устанавливается',
  installed: 'установлен',
  activating: 'включается',
  activated: 'работает',
  redundant: 'заменён',
};

export const faultTexts: Record<Fault['kind'], string> = {
  error: 'ошибка',
  rejection: 'ошибка',
  chunk: 'часть не загрузилась',
  policy: 'запрещено правилами',
};

export const recordTexts: Record<OutboxRecord['state'], string> = {
  queued: 'ждёт',
  sending: 'отправляется',
  conflict: 'изменено в другом месте',
  rejected: 'не принято',
};

export const entityTexts: Record<OutboxRecord['entity'], string> = {
  card: 'карточка',
  settings: 'настройки',
  warehouseGroup: 'группа складов',
  taxpayer: 'налогоплательщик',
};

export const kindTexts: Record<OutboxRecord['kind'], string> = {
  create: 'создать',
  update: 'изменить',
  delete: 'удалить',
};

export const failureTexts: Record<OutboxFailure['kind'], string> = {
  network: 'нет связи',
  session: 'нужно войти',
  server: 'сбой сервера',
  refused: 'отказ',
};
