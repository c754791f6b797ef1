import { useState } from 'react';
import { errorTexts } from '#api/http/api-error.ts';
import { formatAsOf, formatDay, moscowDay } from '#lib/dates.ts';
import { formatBytes, formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useIsReachable } from '#offline/connection/connectivity.ts';
import type { ShownTaking } from '#offline/takings/takings-status.ts';
import { letTakingGo, lookUpAgain, renewTaking, resumeTaking, stopTaking } from '#offline/takings/takings.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { showToast } from '#ui/toast-store.ts';
import {
  CARD_FORMS,
  leftText,
  OF_CARDS,
  OF_SHIPMENTS,
  photosText,
  SHIPMENT_FORMS,
  takingTitle,
  unitsText,
} from './taking-texts.ts';

interface TakingItemProps {
  taking: ShownTaking;
  /** Of the part under way, not counted in the taking yet. */
  photosOfPart: number;
}

/** One taking: what is here and of when, how it goes on, and what can be done with it. */
export function TakingItem({ taking, photosOfPart }: TakingItemProps) {
  const { source, oldestAtMs, keptUntilMs, goneCount, isAtWork, isStopped, isOutOfRoom, leftCount } = taking;
  const isOffline = !useIsReachable();
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div>
        <p className="font-medium break-words">{takingTitle(source)}</p>
        <p className="text-ink-2">{hereText(taking, photosOfPart)}</p>
        <p className="text-sm text-muted">
          {oldestAtMs === null ? '' : `Данные на ${formatAsOf(oldestAtMs)}. `}
          Хранится до {formatDay(moscowDay(keptUntilMs))}
        </p>
        {goneCount > 0 ? (
          <p className="text-sm text-orange">
            На сервере больше нет:{' '}
            {countOf(goneCount, source.kind === 'shipments' ? SHIPMENT_FORMS : CARD_FORMS)}
          </p>
        ) : null}
      </div>
      {isAtWork ? <Progress taking={taking} isOffline={isOffline} /> : null}
      {isStopped && leftCount > 0 ? <p className="text-ink-2">Остановлено: {leftText(taking)}</p> : null}
      {isOutOfRoom ? (
        <Notice tone="warning" title="Не хватило места">
          Взятое до этого на месте. Освободите место на устройстве и продолжите или отпустите ненужное.
        </Notice>
      ) : null}
      <TakingButtons taking={taking} isOffline={isOffline} />
    </div>
  );
}

function hereText(taking: ShownTaking, photosOfPart: number): string {
  const { hereCount, total, photoCount, bytes } = taking;
  if (hereCount === 0) return total === 0 ? 'Здесь ничего нет' : 'Пока ничего нет';
  const photos = photoCount + photosOfPart;
  const units =
    hereCount < total
      ? `${formatInteger(hereCount)} из ${countOf(total, taking.source.kind === 'shipments' ? OF_SHIPMENTS : OF_CARDS)}`
      : unitsText(taking, hereCount);
  return [units, photos > 0 ? photosText(photos) : null, formatBytes(bytes)].filter(Boolean).join(' · ');
}

function Progress({ taking, isOffline }: { taking: ShownTaking; isOffline: boolean }) {
  const done = taking.total - taking.leftCount;
  const isAgain = taking.hereCount > done;
  const title = isAgain ? 'Обновляем' : 'Берём';
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-2 tabular-nums">
        {isOffline ? 'Продолжится, когда появится связь. ' : ''}
        {title}: {formatInteger(done)} из {formatInteger(taking.total)}
      </p>
      <ProgressBar label={`${title}: ${takingTitle(taking.source)}`} done={done} total={taking.total} />
    </div>
  );
}

function TakingButtons({ taking, isOffline }: { taking: ShownTaking; isOffline: boolean }) {
  const { id, source, isAtWork, isStopped, isOutOfRoom, leftCount } = taking;
  const [isRenewing, setRenewing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const canResume = isOutOfRoom || (isStopped && leftCount > 0);
  const name = takingTitle(source);

  const renew = async () => {
    setRenewing(true);
    try {
      await renewTaking(id, await lookUpAgain(source));
    } catch (error) {
      for (const text of errorTexts(error, 'Не удалось обновить взятое')) showToast({ type: 'error', text });
    } finally {
      setRenewing(false);
    }
  };

  return (
    <div className="flex flex-wrap gap-2">
      {isAtWork ? (
        <Button size="sm" aria-label={`Остановить: ${name}`} onClick={() => void stopTaking(id)}>
          Остановить
        </Button>
      ) : null}
      {canResume ? (
        <Button size="sm" aria-label={`Продолжить: ${name}`} onClick={() => void resumeTaking(id)}>
          Продолжить
        </Button>
      ) : null}
      {isAtWork || canResume ? null : (
        <Button
          size="sm"
          icon="refresh"
          aria-label={`Обновить: ${name}`}
          loading={isRenewing}
          onClick={() => void renew()}
          disabledReason={isOffline ? 'Обновить можно только при связи' : null}
        >
          Обновить
        </Button>
      )}
      <Button size="sm" variant="ghost" aria-label={`Отпустить: ${name}`} onClick={() => setAsking(true)}>
        Отпустить
      </Button>
      {isAsking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void letTakingGo(id);
          }}
          title={`Отпустить: ${name}?`}
          confirmLabel="Отпустить"
        >
          <p>
            С устройства удалятся {unitsText(taking, taking.hereCount)} и фото, если они не взяты ещё раз.
            {isOffline ? ' Связи нет: взять их снова можно будет, когда она появится.' : ''} Неотправленные
            изменения останутся, на сервере ничего не изменится.
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
