import { errorTexts } from '#api/http/api-error.ts';
import { MAX_TAKEN_CARDS } from '#contract/taking-limits.ts';
import { about, formatBytes, formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useOpensOffline } from '#offline/copies/offline-readiness.ts';
import type { TakingLook } from '#offline/takings/takings.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CARD_FORMS, SHIPMENT_FORMS } from './taking-texts.ts';
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
      <dl aria-live="polite" className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 tabular-nums">
        {isOfShipments ? (
          <>
            <dt className="text-muted">Отправки</dt>
            <dd>{countOf(data.count, SHIPMENT_FORMS)}, последние</dd>
          </>
        ) : (
          <>
            <dt className="text-muted">Карточки</dt>
            <dd>{countOf(data.count, CARD_FORMS)}: содержание, магазины, остатки, склейки</dd>
            <dt className="text-muted">Фото</dt>
            <dd>
              {data.photoCount === 0 ? 'нет' : `${formatInteger(data.photoCount)}, как в списке и в карточке`}
            </dd>
          </>
        )}
        <dt className="text-muted">Займут</dt>
        <dd>{about(formatBytes(data.bytes))}</dd>
        <dt className="text-muted">Свободно</dt>
        <dd>{data.freeBytes === null ? 'браузер не сообщает' : about(formatBytes(data.freeBytes))}</dd>
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

function Hint({ isOfShipments = false }: { isOfShipments?: boolean }) {
  return (
    <p className="text-sm text-muted">
      {isOfShipments ? '' : `За раз — до ${formatInteger(MAX_TAKEN_CARDS)} карточек, без видео. `}
      Взятое хранится 30 дней или пока не отпустите; при выходе удаляется.
    </p>
  );
}
