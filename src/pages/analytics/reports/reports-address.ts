import { reportMarks, type ReportMark } from '#contract/weekly-reports.ts';
import {
  parsePeriod,
  parseShopIds,
  writePeriod,
  type ChosenPeriod,
  type PresetDays,
} from '../profit-address.ts';

/** What «Сверка отчётов» shows; it lives in the address. */
export interface ReportsState {
  period: ChosenPeriod;
  shopIds: number[];
  /** Null: whatever the seller said of them. */
  mark: ReportMark | null;
  isDifferent: boolean;
  /** The report whose difference is open. */
  openId: number | null;
}

/** A report comes once a week: two weeks would show one. */
const DEFAULT_DAYS: PresetDays = 90;

export function parseReportsState(params: URLSearchParams): ReportsState {
  const openId = Number(params.get('report'));
  return {
    period: parsePeriod(params) ?? { days: DEFAULT_DAYS },
    shopIds: parseShopIds(params),
    mark: reportMarks.find((mark) => mark === params.get('mark')) ?? null,
    isDifferent: params.get('different') === 'true',
    openId: Number.isSafeInteger(openId) && openId > 0 ? openId : null,
  };
}

export function reportsSearch({ period, shopIds, mark, isDifferent, openId }: ReportsState): string {
  const params = new URLSearchParams();
  if (!('days' in period && period.days === DEFAULT_DAYS)) writePeriod(params, period);
  for (const shopId of shopIds) params.append('shop', String(shopId));
  if (mark) params.set('mark', mark);
  if (isDifferent) params.set('different', 'true');
  if (openId !== null) params.set('report', String(openId));
  return params.toString();
}
