import type { VatThreshold } from '#contract/taxpayers.ts';
import { formatDay } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { formatKopecksShort } from '#lib/money.ts';
import { NBSP } from '#lib/numbers.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';

const OF_SHOPS = ['магазина', 'магазинов', 'магазинов'] as const;
/** From here on it is worth a look. */
const NEAR_SHARE = 0.8;
/** Whoever sells has sold something by then: what begins later is not known from the beginning of the year. */
const LATEST_BEGINNING = '01-15';

interface VatMeterProps {
  threshold: VatThreshold;
  hasName?: boolean;
  /** The income is a button, where it opens to what it adds up from. */
  onOpen?: () => void;
}

/** «Доход с 1 января» against the income from which VAT begins, and what follows from it. */
export function VatMeter({ threshold, hasName = false, onOpen }: VatMeterProps) {
  const { name, year, thresholdKopecks, incomeKopecks, crossedOn } = threshold;
  const share = incomeKopecks / thresholdKopecks;
  const label = `Доход с${NBSP}1${NBSP}января ${year}${hasName ? `, ${name}` : ''}`;
  const income = formatKopecksShort(incomeKopecks);
  const near = share >= NEAR_SHARE ? 'orange' : 'accent';
  return (
    <div>
      <div className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="min-w-0 break-words">{label}</span>
        <span className="tabular-nums">
          {onOpen ? (
            <button
              type="button"
              aria-label={`${label}: ${income}, из чего сложилось`}
              onClick={onOpen}
              className="rounded-md hover:text-accent-ink"
            >
              {income}
            </button>
          ) : (
            income
          )}{' '}
          из {formatKopecksShort(thresholdKopecks)}
        </span>
      </div>
      <ProgressBar
        label={`${label}: порог НДС`}
        done={Math.max(0, Math.round(incomeKopecks / 100))}
        total={thresholdKopecks / 100}
        tone={crossedOn === null ? near : 'red'}
      />
      <p
        className={
          crossedOn !== null && !threshold.isVatSet ? 'mt-1 text-sm text-red' : 'mt-1 text-sm text-muted'
        }
      >
        {whatFollows(threshold)}
      </p>
    </div>
  );
}

/** Those that ask for something: VAT begins and no rate says so, or it is near. */
export function isWorthALook({
  crossedOn,
  isVatSet,
  incomeKopecks,
  thresholdKopecks,
}: VatThreshold): boolean {
  return !isVatSet && (crossedOn !== null || incomeKopecks >= thresholdKopecks * NEAR_SHARE);
}

function whatFollows(threshold: VatThreshold): string {
  const { knownFrom, year, unreadShopIds = [] } = threshold;
  const gap =
    knownFrom !== null && knownFrom > `${year}-${LATEST_BEGINNING}`
      ? ` Продажи до ${formatDay(knownFrom)} не известны и не посчитаны.`
      : '';
  const unread =
    unreadShopIds.length === 0
      ? ''
      : ` Доход может быть больше: прочитаны не все продажи ${countOf(unreadShopIds.length, OF_SHOPS)}.`;
  return `${whereItStands(threshold)}.${gap}${unread} Только продажи на Wildberries.`;
}

function whereItStands(threshold: VatThreshold): string {
  const { crossedOn, vatFrom, isVatSet, thresholdKopecks, incomeKopecks } = threshold;
  if (crossedOn !== null && vatFrom !== null) {
    const request = isVatSet ? '' : '. Укажите ставку НДС с этого дня';
    return `Порог пройден ${formatDay(crossedOn)}: НДС — с${NBSP}${formatDay(vatFrom)}${request}`;
  }
  return isVatSet
    ? 'НДС уже есть в ставках'
    : `До порога НДС — ${formatKopecksShort(thresholdKopecks - incomeKopecks)}`;
}
