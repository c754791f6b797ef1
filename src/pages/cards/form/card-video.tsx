import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { userQueries } from '#api/users.ts';
import { withMediaPass } from '#contract/media.ts';
import { videoTypes } from '#contract/video-uploads.ts';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { showToast } from '#ui/toast-store.ts';
import type { CardVideo as VideoState } from './use-card-video.ts';

interface CardVideoProps {
  state: VideoState;
  /** The marketplace's complaint about it. */
  error: string | undefined;
}

/** The card's one video: played, chosen, replaced, taken away. */
export function CardVideo({ state, error }: CardVideoProps) {
  const { video, upload, offline } = state;
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const headingId = useId();
  // What was pressed is gone: the next thing to do stands in its place, a moment later.
  const focusChooser = () => requestAnimationFrame(() => chooser.current?.focus());
  const choose = () =>
    offline === null ? input.current?.click() : showToast({ type: 'warning', text: offline });
  return (
    <section
      aria-labelledby={headingId}
      className="mt-4 flex flex-col gap-2 border-t border-line-soft pt-3"
      {...(video === '' && { 'data-print': 'hide' })}
    >
      <h3 id={headingId} className="font-medium">
        Видео
      </h3>
      {video === '' ? null : <Player key={video} address={video} />}
      <div data-field="video">
        {upload === null ? (
          <div className="flex flex-wrap gap-1.5">
            <Button ref={chooser} size="sm" icon="upload" isWrapping data-field-control onClick={choose}>
              {video === '' ? 'Загрузить видео' : 'Заменить видео'}
            </Button>
            {video === '' ? null : (
              <Button
                size="sm"
                icon="trash"
                onClick={() => {
                  state.remove();
                  focusChooser();
                }}
              >
                Убрать видео
              </Button>
            )}
          </div>
        ) : (
          <Upload
            upload={upload}
            onRetry={state.retry}
            onLetGo={() => {
              state.letGo();
              focusChooser();
            }}
          />
        )}
      </div>
      {error === undefined ? null : <p className="text-sm text-red">{error}</p>}
      <p className="text-sm text-muted" data-print="hide">
        Одно на карточку, MP4 или MOV до 50 МБ.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Файл видео"
        accept={videoTypes.join(',')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) state.take(file);
          // The same file chosen again is a new choice.
          event.target.value = '';
        }}
      />
    </section>
  );
}

function Upload({
  upload: { file, share, error },
  onRetry,
  onLetGo,
}: {
  upload: NonNullable<VideoState['upload']>;
  onRetry: () => void;
  onLetGo: () => void;
}) {
  if (error !== null) {
    return (
      <div className="flex flex-col gap-1.5 rounded-md border border-red-line bg-red-soft p-2 text-sm">
        <span className="truncate font-medium" title={file.name}>
          {file.name}
        </span>
        <span role="alert" className="break-words text-red">
          {error}
        </span>
        <span className="flex flex-wrap gap-1.5">
          <Button size="sm" onClick={onRetry}>
            Повторить
          </Button>
          <Button size="sm" variant="ghost" onClick={onLetGo}>
            Убрать
          </Button>
        </span>
      </div>
    );
  }
  const percent = Math.round(share * 100);
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <span className="truncate text-muted" title={file.name}>
        {percent < 100 ? `Загружается ${file.name}: ${percent} %` : `Проверяется ${file.name}`}
      </span>
      <ProgressBar label={`Загружается ${file.name}`} done={percent} total={100} />
      <span>
        <Button size="sm" variant="ghost" onClick={onLetGo}>
          Отменить загрузку
        </Button>
      </span>
    </div>
  );
}

/** Opens with the profile's pass, as stored photos do. */
function Player({ address }: { address: string }) {
  const { data: profile } = useQuery({ ...userQueries.me(), enabled: false });
  const [hasFailed, setFailed] = useState(false);
  const pass = profile?.mediaPass;
  if (hasFailed) {
    return (
      <p className="rounded-md bg-black-soft p-3 text-sm text-muted">
        Видео не открылось: нет связи, или браузер не знает такого кодирования. В карточке оно осталось.
      </p>
    );
  }
  return (
    // What goods look like; there is no speech to write down.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      controls
      playsInline
      preload="metadata"
      src={pass === undefined ? address : withMediaPass(address, pass)}
      aria-label="Видео карточки"
      onError={() => setFailed(true)}
      className="max-h-96 w-full rounded-md border border-line-soft bg-bar"
    />
  );
}
