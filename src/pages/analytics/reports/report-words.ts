import type { ReportFinding, ReportLineName, ReportMark, WeeklyReport } from '#contract/weekly-reports.ts';
import type { BadgeTone } from '#ui/badge.tsx';

/** How reports, their lines and what is found in them are called. */

export const MARK_WORDS: Record<ReportMark, { label: string; tone: BadgeTone }> = {
  UNPAID: { label: 'Не оплачен', tone: 'neutral' },
  PAID: { label: 'Оплачен', tone: 'green' },
  DISPUTED: { label: 'Спорный', tone: 'orange' },
};

export const LINE_WORDS: Record<ReportLineName, string> = {
  FOR_PAY: 'К перечислению за товар',
  LOGISTICS: 'Логистика',
  STORAGE: 'Хранение',
  ACCEPTANCE: 'Приёмка',
  PENALTY: 'Штрафы',
  DEDUCTION: 'Прочие удержания',
  LOYALTY: 'Программа лояльности',
  CORRECTION: 'Корректировка вознаграждения',
  PAYMENT_SCHEDULE: 'Изменение срока выплаты',
};

const TYPES: Partial<Record<number, string>> = { 2: 'по выкупам', 3: 'по выкупам, Грузия' };

/** What kind of report it is, where it is not the main one. */
export function typeNote({ type }: Pick<WeeklyReport, 'type'>): string {
  return type === 1 ? '' : (TYPES[type] ?? `тип ${type}`);
}

/** What has been found, as a sentence. */
export function findingText({ kind, line, operation, isOneOfTwo }: ReportFinding): string {
  const where = line ? LINE_WORDS[line] : '';
  if (isOneOfTwo) return `${where}: строка «${operation}» — одна из двух: ${pairText(kind)}`;
  switch (kind) {
    case 'UNREAD':
      return 'Строка не прочитана: её нет в сумме «рассчитано»';
    case 'NOT_IN_TOTAL':
      return `${where}: строка «${operation}» равна разнице — в итоге отчёта её нет`;
    case 'TWICE_IN_TOTAL':
      return `${where}: строка «${operation}» равна разнице — в итоге отчёта она учтена дважды`;
    case 'OTHER_SIGN':
      return `${where}: строка «${operation}» учтена в итоге с обратным знаком`;
    case 'NOT_REPORTED':
      return `${operation} есть в ленте продаж, строки в отчётах нет`;
  }
}

function pairText(kind: ReportFinding['kind']): string {
  if (kind === 'OTHER_SIGN') return 'обе учтены в итоге с обратным знаком';
  const what = kind === 'TWICE_IN_TOTAL' ? 'в итоге отчёта они учтены дважды' : 'в итоге отчёта их нет';
  return `вместе они равны разнице — ${what}`;
}
