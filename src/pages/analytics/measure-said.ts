import type { ProfitTotals } from '#contract/analytics.ts';
import { formatKopecks, formatRoubles } from '#lib/money.ts';
import { about, formatPercent } from '#lib/numbers.ts';
import { unnamedDeduction } from './figure-names.ts';
import { isUnknown, type ProfitMark } from './profit-marks.ts';
import { measureOf, measures, type MeasureName } from './profit-measures.ts';

/** Of what cannot be told, for who does not see «—». */
export const CANNOT_BE_TOLD = 'не посчитать';

/** A measure as the screen says it, of all or of one card: kopecks or a share; null where it cannot be told. */
export function knownMeasure(name: MeasureName, totals: ProfitTotals, mark: ProfitMark): number | null {
  return isUnknown(measures[name].source, mark) ? null : measureOf(name, totals);
}

/** «≈ 20,6 %»; null where it cannot be told. */
export function measureText(name: MeasureName, totals: ProfitTotals, mark: ProfitMark): string | null {
  const value = knownMeasure(name, totals, mark);
  if (value === null) return null;
  const amount = measures[name].kind === 'MONEY' ? formatRoubles(value) : formatPercent(value);
  return isPreliminaryMeasure(name, mark) ? about(amount) : amount;
}

/** Orders have a feed of their own, which is not waited for. */
export function isPreliminaryMeasure(name: MeasureName, { isPreliminary }: ProfitMark): boolean {
  return isPreliminary && measures[name].source !== 'ORDERS';
}

/** Why it cannot be told; null where it can. */
export function whyNotTold(name: MeasureName, totals: ProfitTotals, mark: ProfitMark): string | null {
  const { source, isTold } = measures[name];
  if (isUnknown(source, mark)) {
    return source === 'CANCELS'
      ? 'Заказы и отмены известны не за все эти дни: Wildberries отдаёт их за 90 дней, а сегодняшний ещё не кончился.'
      : 'Логистика, хранение и удержания за последние дни ещё не все в отчёте Wildberries, а выручка за них уже есть.';
  }
  if (isTold?.(totals) === false)
    return `За что удержано ${formatKopecks(unnamedDeduction(totals))}, неизвестно: среди этого может быть реклама.`;
  return measureOf(name, totals) === null ? 'Делить не на что: делитель не больше нуля.' : null;
}
