import { useEffect, useState, type ReactNode } from 'react';
import { onCallOutcome } from '#api/api.ts';
import { liveUpdates } from '#api/live-updates.ts';
import { catalogueStatus, type CatalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { clockNote } from '#offline/connection/clock-skew.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { classNames } from '#lib/class-names.ts';
import { copyText } from '#lib/clipboard.ts';
import { formatDateTime, formatTimeWithSeconds } from '#lib/dates.ts';
import { formatBytes } from '#lib/numbers.ts';
import { fieldLabel } from '#parts/outbox/field-texts.ts';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import {
  connectionTexts,
  entityTexts,
  failureTexts,
  faultTexts,
  kindTexts,
  liveTexts,
  outcomeTexts,
  recordTexts,
  workerTexts,
} from './diagnostics-texts.ts';
import { readDiagnostics, type Diagnostics } from './read-diagnostics.ts';

/** Calls come in one go with a page. */
const LOOK_AFTER_MS = 300;

/** For those who look into a fault: what the app knows of itself on this device. Reached by its address alone. */
export function DiagnosticsPage() {
  const [found, setFound] = useState<Diagnostics>();
  const read = () => void readDiagnostics().then(setFound);
  // Read once, with the page, it would say for as long as one looks that the server has not been asked yet.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => void readDiagnostics().then(setFound);
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, LOOK_AFTER_MS);
    };
    look();
    const stops = [
      connectivity.subscribe(lookSoon),
      onCallOutcome(lookSoon),
      liveUpdates.subscribe(lookSoon),
      catalogueStatus.subscribe(lookSoon),
      outbox.subscribe(lookSoon),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);

  const copy = async (report: Diagnostics) => {
    const isDone = await copyText(JSON.stringify(report, null, 2));
    showToast(
      isDone
        ? { type: 'success', text: 'Отчёт скопирован' }
        : { type: 'error', text: 'Не удалось скопировать: браузер не дал доступа к буферу обмена' },
    );
  };

  return (
    <>
      <PageHeader
        title="Диагностика"
        actions={
          found ? (
            <>
              <Button icon="refresh" onClick={read}>
                Обновить
              </Button>
              <Button icon="copy" variant="primary" onClick={() => void copy(found)}>
                Скопировать отчёт
              </Button>
            </>
          ) : null
        }
      />
      {found ? <Sections found={found} /> : <Skeleton className="mt-4 h-96" />}
    </>
  );
}

function Sections({ found }: { found: Diagnostics }) {
  const { app, connection, worker, storage, outbox } = found;
  return (
    <div className="mt-4 grid items-start gap-5 lg:grid-cols-2">
      <Facts
        title="Приложение"
        facts={[
          ['Версия', app.version],
          ['Сборка', app.build],
          ['Открыто как', app.mode],
          ['Браузер', app.browser],
        ]}
      />
      <Facts
        title="Service worker"
        facts={[
          ['Поддерживается', yesNo(worker.isSupported)],
          ['Управляет страницей', yesNo(worker.isControlling)],
          ['Открывается без связи', yesNo(worker.opensOffline)],
          ['Действующий', workerText(worker.active)],
          ['Ждёт обновления', workerText(worker.waiting)],
          ['Устанавливается', workerText(worker.installing)],
        ]}
      />
      <Facts
        title="Связь"
        facts={[
          ['Состояние', connectionTexts[connection.state]],
          ['Браузер считает', connection.browserSays === 'online' ? 'сеть есть' : 'сети нет'],
          ['Изменения с других устройств', liveTexts[connection.liveUpdates]],
          ['Часы', clockText(connection.clockSkewMs)],
        ]}
      >
        <Rows
          label="Последние обращения к серверу"
          empty="В этой вкладке обращений ещё не было"
          head={['Время', 'Метод', 'Исход', 'Мс']}
          numbers={['Мс']}
          rows={connection.outcomes.map(({ startedAt, method, kind, latencyMs }) => [
            formatTimeWithSeconds(startedAt),
            method,
            outcomeTexts[kind],
            String(Math.round(latencyMs)),
          ])}
        />
      </Facts>
      <Facts
        title="Хранилища"
        facts={[
          ['Список карточек на устройстве', catalogueText(found.catalogue)],
          ['Занято', storage.usedBytes === undefined ? 'неизвестно' : formatBytes(storage.usedBytes)],
          ['Доступно', storage.quotaBytes === undefined ? 'неизвестно' : formatBytes(storage.quotaBytes)],
          ['Защищены от удаления', yesNo(storage.isProtected)],
        ]}
      >
        <Rows
          label="Кеши"
          empty="Кешей нет"
          head={['Кеш', 'Записей', 'Размер']}
          numbers={['Записей', 'Размер']}
          rows={found.caches.map(({ name, entries, bytes }) => [name, String(entries), formatBytes(bytes)])}
        />
        <Rows
          label="Базы IndexedDB"
          empty="Баз нет"
          head={['База', 'Записей']}
          numbers={['Записей']}
          rows={found.databases.map(({ name, records }) => [
            name,
            records === undefined ? 'не открылась' : String(records),
          ])}
        />
      </Facts>
      <Facts
        title="Очередь"
        facts={outbox.unreadable > 0 ? [['Из другой сборки', String(outbox.unreadable)]] : []}
      >
        <Rows
          label="Изменения, которые ждут отправки"
          empty="Все изменения на сервере"
          head={['Создано', 'Что', 'Поля', 'Состояние', 'Повторов', 'Отказ']}
          numbers={['Повторов']}
          rows={outbox.records.map((record) => [
            formatDateTime(record.createdAt),
            `${kindTexts[record.kind]}: ${entityTexts[record.entity]} ${record.entityId}`,
            record.fields.map((field) => fieldLabel(record.entity, field)).join(', '),
            recordTexts[record.state],
            String(record.attempts),
            failureText(record.failure),
          ])}
        />
      </Facts>
      <Facts title="Последние сбои" facts={[]}>
        <Rows
          label="Сбои этой вкладки"
          empty="Сбоев не было"
          head={['Время', 'Вид', 'Текст']}
          rows={found.faults.map(({ at, kind, text }) => [formatTimeWithSeconds(at), faultTexts[kind], text])}
        />
      </Facts>
    </div>
  );
}

function catalogueText({ isRunning, current, next, problem }: CatalogueStatus): string {
  if (problem === 'full') return 'нет: не хватило места';
  if (problem === 'impossible') return 'нет: браузер не дал его хранить или читать';
  if (!isRunning) return 'нет: выключен или ещё не начат';
  const parts = [
    current &&
      `${current.count}, данные на ${formatDateTime(current.currentAtMs)}, ${formatBytes(current.bytes)}`,
    next && `загружается: ${next.rows}`,
  ];
  return parts.filter(Boolean).join('; ') || 'ещё не начат';
}

function workerText(state: ServiceWorkerState | null): string {
  return state === null ? 'нет' : workerTexts[state];
}

function failureText(failure: Diagnostics['outbox']['records'][number]['failure']): string {
  if (failure === null) return '';
  return [failureTexts[failure.kind], failure.status, failure.code].filter(Boolean).join(' ');
}

function clockText(skewMs: number | undefined): string {
  return skewMs === undefined ? 'ещё не сверены с сервером' : (clockNote(skewMs) ?? 'как у сервера');
}

interface FactsProps {
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
  children?: ReactNode;
}

function Facts({ title, facts, children }: FactsProps) {
  return (
    <Panel title={title}>
      <div className="flex flex-col gap-4">
        {facts.length > 0 ? (
          <dl className="grid grid-cols-[fit-content(50%)_1fr] gap-x-6 gap-y-1.5">
            {facts.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="min-w-0 [overflow-wrap:anywhere] text-muted">{name}</dt>
                <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {children}
      </div>
    </Panel>
  );
}

interface RowsProps {
  label: string;
  empty: string;
  head: readonly string[];
  /** Columns whose figures stand under each other. */
  numbers?: readonly string[];
  rows: readonly (readonly string[])[];
}

function Rows({ label, empty, head, numbers = [], rows }: RowsProps) {
  const side = (name: string | undefined) =>
    name !== undefined && numbers.includes(name) ? 'text-right whitespace-nowrap' : 'text-left';
  if (rows.length === 0) return <p className="text-ink-2">{empty}</p>;
  return (
    // A frame that scrolls must be reachable by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section tabIndex={0} aria-label={label} className="max-h-72 overflow-auto">
      <table aria-label={label} className="w-full text-sm tabular-nums">
        <thead>
          <tr>
            {head.map((name) => (
              <th
                key={name}
                scope="col"
                className={classNames('py-1 pr-4 font-medium text-muted', side(name))}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row} className="border-t border-line-soft">
              {cells.map((cell, column) => (
                <td
                  key={head[column]}
                  className={classNames('py-1 pr-4 align-top [overflow-wrap:anywhere]', side(head[column]))}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function yesNo(value: boolean): string {
  return value ? 'да' : 'нет';
}
