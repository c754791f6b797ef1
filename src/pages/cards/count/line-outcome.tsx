import { formatNumber } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { LineComparison, LineFate } from './compared-lines.ts';
import { differenceText } from './count-texts.ts';

const FATES: Record<LineFate, { text: string; tone: BadgeTone }> = {
  SAME: { text: 'Столько же', tone: 'neutral' },
  UNREAD: { text: 'Не прочитано', tone: 'orange' },
  DIFFERS: { text: 'Расхождение', tone: 'accent' },
  SENT: { text: 'Отправлено', tone: 'green' },
  NOT_SENT: { text: 'Не отправлено', tone: 'red' },
  ROLLED_BACK: { text: 'Откачено', tone: 'neutral' },
};

/** What the marketplace has of a line, what would change, and how it went. */
export function LineOutcome({ compared, amount }: { compared: LineComparison; amount: number }) {
  const { fate, cells, remark } = compared;
  return (
    <div className="text-sm">
      <ul className="flex flex-col gap-1">
        {cells.map(({ key, warehouseName, techSize, present }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
            {placeText(cells.length, warehouseName, techSize)}
            <span>
              {fate === 'SENT' ? 'Было на Wildberries' : 'На Wildberries'}{' '}
              {present === null ? 'неизвестно сколько' : `${formatNumber(present)} шт.`}
            </span>
            {present === null || present === amount ? null : (
              <span className="font-medium">разница {differenceText(amount - present)}</span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <Badge tone={FATES[fate].tone}>{FATES[fate].text}</Badge>
        {remark ? <span className="min-w-0 wrap-anywhere text-ink-2">{remark}</span> : null}
      </p>
    </div>
  );
}

function placeText(cellCount: number, warehouseName: string, techSize: string) {
  const parts = [cellCount > 1 ? warehouseName : '', techSize === '0' ? '' : techSize];
  const text = parts.filter((part) => part !== '').join(' · ');
  return text === '' ? null : <span className="text-muted">{text}</span>;
}

interface LineWarningProps {
  compared: LineComparison;
  onTakeAway: (pieces: number) => void;
}

/** What may have been sold since it was counted. */
export function LineWarning({ compared: { line: told, fate }, onTakeAway }: LineWarningProps) {
  const { orders } = told;
  if (fate === 'SAME' || orders === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-orange">
      <p className="flex min-w-0 items-start gap-2">
        <Icon name="warning" className="mt-0.5" />
        <span>
          После пересчёта карточку заказали {countOf(orders, ['раз', 'раза', 'раз'])}: любой её размер, с
          любого склада магазина. Если это посчитанное, вычтите.
        </span>
      </p>
      <Button size="sm" onClick={() => onTakeAway(orders)}>
        Вычесть {formatNumber(orders)}
      </Button>
    </div>
  );
}
