import type { UncomparedReason } from '#contract/stock-counts.ts';
import { formatAsOf, formatDateTime } from '#lib/dates.ts';
import { formatNumber, MINUS } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import type { CountDocument } from '#offline/counts/count-document.ts';

export const LINE_FORMS = ['строка', 'строки', 'строк'] as const;
export const PIECE_FORMS = ['штука', 'штуки', 'штук'] as const;

export const ONLINE_ONLY = 'Нужна связь: остатки читаются на Wildberries';

export function countTitle({ startedAtMs }: Pick<CountDocument, 'startedAtMs'>): string {
  return `Пересчёт ${formatDateTime(startedAtMs)}`;
}

/** «Отправлен 12:40, 34 строки» */
export function countStateText({ sent, comparison, lines }: CountDocument): string {
  if (sent) {
    const when = formatAsOf(sent.atMs);
    if (sent.lines === null) return `Отправляется с ${when}`;
    if (sent.lines === 0 && !sent.notSent) return `Сверен ${when}, расхождений нет`;
    const rest = sent.notSent ? `, не ушло: ${countOf(sent.notSent, LINE_FORMS)}` : '';
    return `Отправлен ${when}, ${countOf(sent.lines, LINE_FORMS)}${rest}`;
  }
  if (lines.length === 0) return 'Ничего не посчитано';
  return comparison ? `Сверен ${formatAsOf(comparison.atMs)}, не отправлен` : 'Не отправлен';
}

export const UNCOMPARED_TEXTS: Record<UncomparedReason, string> = {
  NOT_FOUND: 'Такого баркода нет ни у одной карточки. Укажите карточку или удалите строку.',
  AMBIGUOUS: 'Этот баркод есть у нескольких размеров или карточек: какой из них посчитан, неизвестно.',
  NOT_IN_SHOP: 'Этого товара нет в магазине выбранного склада.',
  SEVERAL_SIZES: 'У карточки несколько размеров: отсканируйте баркод нужного.',
  REPEATED: 'Тот же размер посчитан в другой строке: сложите их в одной.',
};

/** «+3», «−2», «0». */
export function differenceText(difference: number): string {
  if (difference === 0) return '0';
  return `${difference < 0 ? MINUS : '+'}${formatNumber(Math.abs(difference))}`;
}
