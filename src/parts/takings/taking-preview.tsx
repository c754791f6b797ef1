import { errorTexts } from '#api/http/api-error.ts';
import { MAX_TAKEN_CARDS } from '#contract/taking-limits.ts';
import { about, formatBytes, formatInteger } from '#lib/numbers.ts';
import { useOpensOffline } from '#offline/copies/offline-readiness.ts';
import type { TakingLook } from '#offline/takings/takings.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { LookQuery, TakingQuestion } from './use-taking-look.ts';

/** Why what was looked at cannot be taken; null: it can. */
export function takeRefusal({ data, error, isFetching }: LookQuery): string | null {
  if (!data) return error && !isFetching ? 'Не посчитано, сколько это' : 'Считаем, сколько это';
  if (data.count === 0) return 'Брать нечего';
  return hasRoom(data) ? null : 'На устройстве не хватит места';
}

function hasRoom({ bytes, freeBytes }: TakingLook): boolean {
  return freeBytes === null || bytes <= freeBytes;
}

/** How many cards, photos and megabytes, and what is free. */
export function TakingPreview({ question, look }: { question: TakingQuestion | null; look: LookQuery }) {
  const { data, error, isFetching, refetch } = look;
  const opensOffline = useOpensOffline();
  if (question === null) return <Hint />;
  if (!data) {
    if (!error || isFetching) return <Skeleton className="h-24 w-full" />;
    return (
      <Notice
        tone="error"
        action={
          <Button size="sm" icon="refresh" onClick={() => void refetch()}>
            Повторить
          </Button>
        }
      >
        {errorTexts(error, 'Не удалось посчитать').join(' ')}
      </Notice>
    );
  }
  const isOfShipments = question.kind === 'shipments';
  if (data.count === 0) {
    return <p className="text-ink-2">{isOfShipments ? 'Отправок' : 'Карточек здесь'} нет: брать нечего.</p>;
  }
  return (
    <>
      <dl
        aria-live="polite"
        className="grid gap-x-4 gap-y-1.5 tabular-nums"
        style={{ gridTemplateColumns: 'auto auto 1fr' }}
      >
        {isOfShipments ? (
          <Line label="Отправки" figure={formatInteger(data.count)} words="последние" />
        ) : (
          <>
            <Line
              label="Карточки"
              figure={formatInteger(data.count)}
              words="содержание, магазины, остатки, склейки"
            />
            <Line
              label="Фото"
              figure={formatInteger(data.photoCount)}
              words={data.photoCount === 0 ? '' : 'как в списке и в карточке'}
            />
          </>
        )}
        <Line label="Займут" figure={about(formatBytes(data.bytes))} />
        {data.freeBytes === null ? (
          <Line label="Свободно" figure="—" words="браузер не сообщает" />
        ) : (
          <Line label="Свободно" figure={about(formatBytes(data.freeBytes))} />
        )}
      </dl>
      {hasRoom(data) ? null : (
        <Notice tone="warning" title="На устройстве не хватит места">
          Возьмите меньше карточек, отпустите взятое раньше или освободите место.
        </Notice>
      )}
      {opensOffline === false ? (
        <Notice tone="warning" title="Без связи Прилавок здесь пока не откроется">
          Так бывает в первую минуту и там, где браузер не даёт хранить приложение. Взять можно уже сейчас.
        </Notice>
      ) : null}
      <Hint isOfShipments={isOfShipments} />
    </>
  );
}

/** The figures stand under one another, and what they are of beside them. */
function Line({ label, figure, words = '' }: { label: string; figure: string; words?: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-right whitespace-nowrap">{figure}</dd>
      <dd className="text-ink-2">{words}</dd>
    </>
  );
}

function Hint({ isOfShipments = false }: { isOfShipments?: boolean }) {
  return (
    <p className="text-sm text-muted">
      {isOfShipments ? '' : `За раз — до ${formatInteger(MAX_TAKEN_CARDS)} карточек, без видео. `}
      Взятое хранится 30 дней или пока не отпустите; при выходе удаляется.
    </p>
  );
}
