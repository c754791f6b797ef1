import { useSyncExternalStore } from 'react';
import { formatBytes } from '#lib/numbers.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { downloads, type Download } from './downloads.ts';

/** What is being downloaded, in a corner of the page: how far it is, and «Отменить». */
export function DownloadTray() {
  const shown = useSyncExternalStore(downloads.subscribe, downloads.getSnapshot);
  return (
    <section
      aria-label="Загрузки"
      data-print="hide"
      className="pointer-events-none fixed bottom-(--free-bottom) left-4 z-40 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2"
    >
      {shown.map((download) => (
        <DownloadCard key={download.id} download={download} />
      ))}
    </section>
  );
}

function DownloadCard({ download }: { download: Download }) {
  const { id, fileName, error } = download;
  return (
    <div className="pointer-events-auto flex animate-rise-in items-start gap-2.5 rounded-panel border border-line bg-panel p-3 shadow-float">
      <span className="mt-0.5 flex size-5 shrink-0 items-center justify-center">
        {error === null ? <Spinner /> : <Icon name="error" label="Ошибка" className="text-red" />}
      </span>
      <div className="min-w-0 grow">
        <p className="truncate font-medium" title={fileName}>
          {fileName}
        </p>
        {error === null ? (
          <Progress download={download} />
        ) : (
          <p role="alert" className="text-sm break-words text-red">
            {error}
          </p>
        )}
        {error === null ? null : (
          <Button size="sm" className="mt-2" icon="refresh" onClick={() => downloads.retry(id)}>
            Повторить
          </Button>
        )}
      </div>
      {error === null ? (
        <Button size="sm" variant="ghost" className="-my-1" onClick={() => downloads.cancel(id)}>
          Отменить
        </Button>
      ) : (
        <IconButton icon="close" size="sm" label="Закрыть" onClick={() => downloads.cancel(id)} />
      )}
    </div>
  );
}

function Progress({ download: { fileName, receivedBytes, totalBytes } }: { download: Download }) {
  return (
    <>
      <p className="text-sm text-muted tabular-nums">{progressText(receivedBytes, totalBytes)}</p>
      {totalBytes === null ? null : (
        <div className="mt-1.5">
          <ProgressBar label={`Скачивание: ${fileName}`} done={receivedBytes} total={totalBytes} />
        </div>
      )}
    </>
  );
}

function progressText(receivedBytes: number, totalBytes: number | null): string {
  if (receivedBytes === 0) return 'Готовим файл…';
  const received = formatBytes(receivedBytes);
  return totalBytes === null ? received : `${received} из ${formatBytes(totalBytes)}`;
}
