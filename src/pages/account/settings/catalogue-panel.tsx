import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cardQueries } from '#api/cards.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatBytes, formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { catalogueSwitch } from '#offline/catalogue/catalogue-switch.ts';
import { catalogueStatus, type CatalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { useIsReachable } from '#offline/connection/connectivity.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Switch } from '#ui/switch.tsx';
import { FACT_COLUMNS } from './fact-columns.ts';

const { meta, ...counting } = cardQueries.counters();
/** A bar that is missing troubles nobody. */
const TOTAL_QUERY = { ...counting, meta: { ...meta, isQuiet: true } };

/** The replica of the card list, in «Данные на этом устройстве». */
export function CataloguePanel() {
  const isOn = catalogueSwitch.useIsOn();
  const status = useSyncExternalStore(catalogueStatus.subscribe, catalogueStatus.get);
  return (
    <section aria-label="Весь список карточек" className="flex flex-col gap-3 border-t border-line-soft pt-4">
      <Switch
        checked={isOn}
        onChange={catalogueSwitch.turn}
        label="Держать весь список карточек на этом устройстве"
        hint="Поиск, фильтры, вкладки и порядок отвечают сразу и работают без связи. Если выключить, список отсюда удалится."
      />
      {isOn ? <Kept status={status} /> : null}
    </section>
  );
}

function Kept({ status }: { status: CatalogueStatus }) {
  const { current, next, problem } = status;
  const isOffline = !useIsReachable();
  if (problem) {
    return (
      <Notice tone="warning" title={PROBLEMS[problem].title}>
        {PROBLEMS[problem].text}
      </Notice>
    );
  }
  return (
    <>
      <dl className="grid gap-x-6 gap-y-1.5 tabular-nums" style={FACT_COLUMNS}>
        <dt className="text-muted">В списке</dt>
        <dd>{current ? countOf(current.count, ['карточка', 'карточки', 'карточек']) : 'ещё не весь'}</dd>
        <dt className="text-muted">Данные на</dt>
        <dd>{current ? formatDateTime(current.currentAtMs) : '—'}</dd>
        <dt className="text-muted">Занимает</dt>
        <dd>{current ? formatBytes(current.bytes) : '—'}</dd>
      </dl>
      {next ? <Filling rows={next.rows} isOffline={isOffline} isAnew={current !== null} /> : null}
      {current && !isOffline ? (
        <Button
          icon="refresh"
          isWrapping
          className="self-start"
          onClick={() => catalogueStatus.source()?.refresh()}
        >
          Обновить список
        </Button>
      ) : null}
    </>
  );
}

interface FillingProps {
  rows: number;
  isOffline: boolean;
  isAnew: boolean;
}

function Filling({ rows, isOffline, isAnew }: FillingProps) {
  // Nothing on this page has asked it before; until it is known, only the number is said.
  const { data: counters } = useQuery(TOTAL_QUERY);
  const total = counters && counters.all + counters.ARCHIVED;
  const title = isAnew ? 'Список собирается заново' : 'Список загружается';
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-2">
        {isOffline ? 'Продолжится, когда появится связь. ' : ''}
        {title}: уже {formatInteger(rows)}
        {isAnew ? '. Пока отвечает прежний' : ''}
      </p>
      {total ? <ProgressBar label={title} done={rows} total={Math.max(rows, total)} /> : null}
    </div>
  );
}

const PROBLEMS = {
  full: {
    title: 'Для списка не хватило места',
    text: 'Поиск и фильтры работают при связи, как прежде. Освободите место на устройстве и откройте приложение снова — список загрузится.',
  },
  impossible: {
    title: 'Браузер не даёт хранить список',
    text: 'Так бывает в приватном окне или когда данные сайта удалили. Поиск и фильтры работают при связи, как прежде.',
  },
} as const;
