import { useEffect, useState } from 'react';
import type { Shipment, ShipmentStage } from '#contract/shipments.ts';
import { formatDuration, formatTimeWithSeconds } from '#lib/dates.ts';
import { Icon } from '#ui/icon.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';

const STAGE_LABELS: Record<ShipmentStage, string> = {
  CARD: 'Карточки',
  DISCOUNTS: 'Скидки',
  IMAGES: 'Фото и видео',
};

export function ShipmentProgress({ shipment }: { shipment: Shipment }) {
  const stages = shipment.stages.filter((stage) => stage.isIncluded);
  return (
    <>
      <div className="@container mt-4">
        <div className="grid gap-x-4 gap-y-3 @md:grid-cols-3">
          {stages.map(({ stage, done, total, failed }) => (
            <ProgressBar
              key={stage}
              hasCaption
              label={STAGE_LABELS[stage]}
              done={done}
              total={total}
              tone={toneOf({ done, total, failed })}
            />
          ))}
        </div>
      </div>
      {shipment.waitingUntil === null ? null : <LimitCountdown until={shipment.waitingUntil} />}
      {shipment.isSlow ? (
        <p className="mt-3 text-sm text-orange">
          Дольше обычного: маркетплейс обрабатывает карточки больше 30 минут. Мы продолжаем следить.
        </p>
      ) : null}
    </>
  );
}

/** «Ждём лимит WB 42 с · до 14:05:42», second by second. */
function LimitCountdown({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const leftMs = new Date(until).getTime() - now;
  if (leftMs <= 0) return null;
  return (
    <p className="mt-3 flex items-center gap-1.5 text-sm text-orange tabular-nums">
      <Icon name="clock" size={14} />
      Ждём лимит WB {formatDuration(leftMs)} · до {formatTimeWithSeconds(until)}
    </p>
  );
}

function toneOf({ done, total, failed }: Pick<Shipment['stages'][number], 'done' | 'total' | 'failed'>) {
  if (failed > 0) return 'red';
  return done === total && total > 0 ? 'green' : 'accent';
}
