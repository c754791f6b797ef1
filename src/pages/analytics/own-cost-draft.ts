import { isCalendarDay } from '#contract/fields.ts';
import { MAX_RATE_HUNDREDTHS, type OwnCostRate, type OwnCostRateContent } from '#contract/own-cost-rates.ts';
import {
  MAX_COST_DAYS,
  MAX_COST_NAME_LENGTH,
  type OwnCost,
  type OwnCostContent,
  type OwnCostKind,
} from '#contract/own-costs.ts';
import { daysBetween } from '#lib/dates.ts';
import { formatRoubles } from '#lib/money.ts';
import { stripLineBreaks } from '#lib/text.ts';

/** One of «Прочие расходы»: an amount, or a share of revenue. */
export type OwnCostEntry = { cost: OwnCost; rate?: never } | { rate: OwnCostRate; cost?: never };

/** What stands in the form. */
export interface OwnCostDraft {
  isRate: boolean;
  kind: OwnCostKind;
  name: string;
  roubles: number | null;
  percent: number | null;
  from: string;
  to: string;
  /** Of a rate: `to` is not meant. */
  isOpenEnded: boolean;
  /** `all`, or a shop's number. */
  shop: string;
  nmId: string;
  isTaxDeductible: boolean;
}

const MAX_ROUBLES = 100_000_000;

/** Of what there is, or of a new one that begins on `day`. */
export function draftOf(entry: OwnCostEntry | null, day: string): OwnCostDraft {
  const said = entry && (entry.rate ?? entry.cost);
  return {
    isRate: entry?.rate !== undefined,
    kind: said?.kind ?? 'ADVERTISING',
    name: said?.name ?? '',
    roubles: entry?.cost ? entry.cost.amountKopecks / 100 : null,
    percent: entry?.rate ? entry.rate.rateHundredths / 100 : null,
    from: said?.from ?? day,
    to: said?.to ?? day,
    isOpenEnded: entry?.rate === undefined || entry.rate.to === null,
    shop: String(said?.shopId ?? 'all'),
    nmId: entry?.cost?.nmId ? String(entry.cost.nmId) : '',
    isTaxDeductible: said?.isTaxDeductible ?? false,
  };
}

/** What the draft says, once there is nothing wrong with it. */
export function saidBy(draft: OwnCostDraft): { cost: OwnCostContent } | { rate: OwnCostRateContent } {
  const shopId = draft.shop === 'all' ? null : Number(draft.shop);
  const said = {
    kind: draft.kind,
    name: stripLineBreaks(draft.name),
    from: draft.from,
    shopId,
    isTaxDeductible: draft.isTaxDeductible,
  };
  if (draft.isRate) {
    const rateHundredths = Math.round((draft.percent ?? 0) * 100);
    return { rate: { ...said, rateHundredths, to: draft.isOpenEnded ? null : draft.to } };
  }
  const amountKopecks = Math.round((draft.roubles ?? 0) * 100);
  const nmId = shopId !== null && draft.nmId !== '' ? Number(draft.nmId) : null;
  return { cost: { ...said, amountKopecks, to: draft.to, nmId } };
}

/** What is wrong with the draft, by field. */
export function problemsOf(draft: OwnCostDraft) {
  const { isRate, from, shop, nmId } = draft;
  return {
    amount: isRate ? percentProblem(draft.percent) : roublesProblem(draft.roubles),
    name:
      stripLineBreaks(draft.name).trim().length > MAX_COST_NAME_LENGTH
        ? `Не длиннее ${MAX_COST_NAME_LENGTH} символов`
        : undefined,
    from: isCalendarDay(from) ? undefined : 'Укажите день',
    to: endProblem(draft),
    nmId:
      !isRate && shop !== 'all' && nmId !== '' && !/^[1-9]\d{0,11}$/.test(nmId)
        ? 'Артикул WB — только цифры'
        : undefined,
  };
}

function roublesProblem(roubles: number | null): string | undefined {
  if (roubles === null || roubles <= 0) return 'Укажите сумму больше нуля';
  return roubles > MAX_ROUBLES ? `Сумма — не больше ${formatRoubles(MAX_ROUBLES * 100)}` : undefined;
}

function percentProblem(percent: number | null): string | undefined {
  return percent === null || percent <= 0 || percent * 100 > MAX_RATE_HUNDREDTHS
    ? 'Укажите процент больше нуля и не больше 100'
    : undefined;
}

function endProblem({ isRate, isOpenEnded, from, to }: OwnCostDraft): string | undefined {
  if (isRate && isOpenEnded) return undefined;
  if (!isCalendarDay(to)) return 'Укажите день';
  if (!isCalendarDay(from)) return undefined;
  if (to < from) return 'Конец раньше начала';
  return !isRate && daysBetween(from, to) >= MAX_COST_DAYS ? `Не больше ${MAX_COST_DAYS} дней` : undefined;
}
