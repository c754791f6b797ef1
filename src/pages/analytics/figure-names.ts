import type { ProfitTotals } from '#contract/analytics.ts';
import { countedLines, rowLines } from '#contract/profit-parts.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatInteger } from '#lib/numbers.ts';

/** Figures that are made of other figures, which open in turn. */
const derivedNames = [
  'COMMISSION',
  'DEDUCTION',
  'DELIVERY_AND_STORAGE',
  'TAXES',
  'PAYOUT',
  'PROFIT',
] as const;
export type DerivedName = (typeof derivedNames)[number];

export const figureNames = [...rowLines, ...countedLines, ...derivedNames] as const;
export type FigureName = (typeof figureNames)[number];

interface Figure {
  title: string;
  /** As in docs/profit.md. */
  formula: string;
  valueOf: (totals: ProfitTotals) => number;
  /** Pieces; otherwise kopecks. */
  isCount?: true;
}

const INCLUDED = 'по всем операциям отчёта';

export const figures: Record<FigureName, Figure> = {
  ORDERS: {
    title: 'Заказы',
    formula: 'Все заказы за эти дни, отменённые тоже',
    valueOf: (of) => of.orders,
    isCount: true,
  },
  CANCELS: {
    title: 'Отмены',
    formula: 'Заказы, которые отменили',
    valueOf: (of) => of.cancels,
    isCount: true,
  },
  BUYOUTS: { title: 'Выкупы', formula: 'Проданные единицы', valueOf: (of) => of.buyouts, isCount: true },
  RETURNS: {
    title: 'Возвраты',
    formula: 'Единицы, которые вернули',
    valueOf: (of) => of.returns,
    isCount: true,
  },
  ORDERED: {
    title: 'Сумма заказов',
    formula: 'Все заказы за эти дни в ваших ценах',
    valueOf: (of) => of.ordersKopecks,
  },
  REVENUE: {
    title: 'Выручка',
    formula: 'Цена × количество в ваших ценах, без возвратов',
    valueOf: (of) => of.revenueKopecks,
  },
  REALIZED: {
    title: 'Реализовано',
    formula: `Сколько заплатили покупатели, ${INCLUDED}`,
    valueOf: (of) => of.realizedKopecks,
  },
  FOR_PAY: {
    title: 'К перечислению за товар',
    formula: 'По продажам минус по возвратам',
    valueOf: (of) => of.forPayKopecks,
  },
  LOGISTICS: {
    title: 'Логистика',
    formula: 'Доставка и возмещение издержек по перевозке',
    valueOf: (of) => of.logisticsKopecks,
  },
  STORAGE: { title: 'Хранение', formula: `Хранение ${INCLUDED}`, valueOf: (of) => of.storageKopecks },
  ACCEPTANCE: { title: 'Приёмка', formula: `Приёмка ${INCLUDED}`, valueOf: (of) => of.acceptanceKopecks },
  PENALTY: { title: 'Штрафы', formula: `Штрафы ${INCLUDED}`, valueOf: (of) => of.penaltyKopecks },
  DEDUCTION: {
    title: 'Удержания',
    formula: `Удержания ${INCLUDED}, в том числе реклама`,
    valueOf: (of) => of.deductionKopecks,
  },
  ADVERTISING: {
    title: 'Реклама',
    formula: 'Удержания, в названии которых есть «продвижение», «реклама» или «медиа»',
    valueOf: (of) => of.advertisingKopecks ?? 0,
  },
  OTHER_DEDUCTION: {
    title: 'Прочие удержания',
    formula: 'Удержания, название которых говорит не о рекламе',
    valueOf: (of) => of.otherDeductionKopecks ?? 0,
  },
  UNNAMED_DEDUCTION: {
    title: 'Удержания без названия',
    formula: 'Удержания, о которых неизвестно, за что они: среди них может быть и реклама',
    valueOf: unnamedDeduction,
  },
  LOYALTY: {
    title: 'Программа лояльности',
    formula: 'Кешбэк и изменение комиссии за него минус скидка по нему',
    valueOf: (of) => of.loyaltyKopecks,
  },
  CORRECTION: {
    title: 'Прочее',
    formula: 'Корректировки минус «к перечислению» операций, которые не товар',
    valueOf: (of) => of.correctionKopecks,
  },
  COGS: {
    title: 'Себестоимость',
    formula: 'Количество × себестоимость штуки в день её продажи, без возвратов',
    valueOf: (of) => of.cogsKopecks,
  },
  OWN_COSTS: {
    title: 'Прочие расходы',
    formula: 'Доля каждого расхода, которая приходится на эти дни и магазины',
    valueOf: (of) => of.ownCostsKopecks ?? 0,
  },
  VAT: {
    title: 'НДС',
    formula: 'По ставке дня, внутри «Реализовано»; оценка для управления',
    valueOf: (of) => of.vatKopecks,
  },
  TAX: {
    title: 'Налог',
    formula: 'На сколько за эти дни вырос налог с\u00a01\u00a0января; оценка для управления',
    valueOf: (of) => of.taxKopecks,
  },
  COMMISSION: {
    title: 'Комиссия',
    formula: 'Выручка − К перечислению за товар',
    valueOf: (of) => of.commissionKopecks,
  },
  DELIVERY_AND_STORAGE: {
    title: 'Логистика и хранение',
    formula: 'Логистика + Хранение',
    valueOf: (of) => of.logisticsKopecks + of.storageKopecks,
  },
  TAXES: {
    title: 'НДС и налог',
    formula: 'НДС + Налог; оценка для управления',
    valueOf: (of) => of.vatKopecks + of.taxKopecks,
  },
  PAYOUT: {
    title: 'К перечислению',
    formula: 'К перечислению за товар минус всё, что удержал Wildberries',
    valueOf: (of) => of.payoutKopecks,
  },
  PROFIT: {
    title: 'Прибыль',
    formula: 'К перечислению минус себестоимость, прочие расходы, НДС и налог',
    valueOf: (of) => of.profitKopecks,
  },
};

export interface Term {
  name: FigureName;
  sign: 1 | -1;
}

export const plus = (name: FigureName): Term => ({ name, sign: 1 });
export const minus = (name: FigureName): Term => ({ name, sign: -1 });

/** What a derived figure adds up from: docs/profit.md, and a test beside. */
export const termsOf: Record<DerivedName, readonly Term[]> = {
  COMMISSION: [plus('REVENUE'), minus('FOR_PAY')],
  DEDUCTION: [plus('ADVERTISING'), plus('OTHER_DEDUCTION'), plus('UNNAMED_DEDUCTION')],
  DELIVERY_AND_STORAGE: [plus('LOGISTICS'), plus('STORAGE')],
  TAXES: [plus('VAT'), plus('TAX')],
  PAYOUT: [
    plus('FOR_PAY'),
    minus('LOGISTICS'),
    minus('STORAGE'),
    minus('ACCEPTANCE'),
    minus('PENALTY'),
    minus('DEDUCTION'),
    minus('LOYALTY'),
    minus('CORRECTION'),
  ],
  PROFIT: [plus('PAYOUT'), minus('COGS'), minus('OWN_COSTS'), minus('VAT'), minus('TAX')],
};

/** What of the withholdings does not say what it is for; of an older server all of them. */
export function unnamedDeduction(of: ProfitTotals): number {
  return of.deductionKopecks - (of.advertisingKopecks ?? 0) - (of.otherDeductionKopecks ?? 0);
}

export function isDerived(name: FigureName): name is DerivedName {
  return name in termsOf;
}

/** The figure that this one is a term of: of several the one nearest to the profit. */
export function figureAbove(name: FigureName): FigureName | undefined {
  return derivedNames.findLast((one) => termsOf[one].some((term) => term.name === name));
}

/** To the piece, to the kopeck. */
export function formatFigure(name: FigureName, amount: number): string {
  return figures[name].isCount ? formatInteger(amount) : formatKopecks(amount);
}

/** What a button that opens a figure is called. */
export function figureLabel(label: string, value: string): string {
  return `${label}: ${value}, из чего сложилось`;
}
