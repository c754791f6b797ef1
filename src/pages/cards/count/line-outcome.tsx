import { formatAsOf } from '#lib/dates.ts';
import { formatNumber } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import type { CountLine } from '#offline/counts/count-document.ts';
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
            <span className="text-muted">
              {[cells.length > 1 ? warehouseName : '', techSize === '0' ? '' : techSize]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
            <span>На Wildberries {present === null ? 'не известно' : `${formatNumber(present)} шт.`}</span>
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

interface LineWarningProps {
  compared: LineComparison;
  line: CountLine;
  onTakeAway: (pieces: number) => void;
}

/** What may have been sold since it was counted: said with what is not known of it. */
export function LineWarning({ compared: { line: told, fate }, line, onTakeAway }: LineWarningProps) {
  const { orders, ordersReadAt } = told;
  if (fate === 'SAME') return null;
  const isKnown = ordersReadAt !== null && Date.parse(ordersReadAt) > line.countedAtMs;
  if (orders === 0) {
    return isKnown ? null : (
      <p className="text-sm text-muted">
        {ordersReadAt === null
          ? 'Заказы этого магазина ещё не прочитаны: были ли они после пересчёта, неизвестно.'
          : `Заказы известны на ${formatAsOf(ordersReadAt)}, до пересчёта: были ли они после, неизвестно.`}
      </p>
    );
  }
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
