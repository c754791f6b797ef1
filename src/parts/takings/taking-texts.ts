import { pluralForm } from '#contract/plurals.ts';
import { inQuotes } from '#lib/text.ts';
import { formatInteger, NBSP } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import type { ShownTaking } from '#offline/takings/takings-status.ts';
import type { TakingSource } from '#offline/takings/taking.ts';

export const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;
export const SHIPMENT_FORMS = ['отправка', 'отправки', 'отправок'] as const;
/** «3 из 21 карточки». */
export const OF_CARDS = ['карточки', 'карточек', 'карточек'] as const;
export const OF_SHIPMENTS = ['отправки', 'отправок', 'отправок'] as const;
const LEFT_FORMS = ['осталась', 'осталось', 'осталось'] as const;

/** What was taken, in a word. */
export function takingTitle(source: TakingSource): string {
  if (source.kind === 'view') return `Вид ${inQuotes(source.name)}`;
  if (source.kind === 'shop') return `Магазин ${inQuotes(source.name)}`;
  return source.kind === 'shipments' ? 'Последние отправки' : 'Выбранные карточки';
}

export function unitsText({ source }: Pick<ShownTaking, 'source'>, count: number): string {
  return countOf(count, source.kind === 'shipments' ? SHIPMENT_FORMS : CARD_FORMS);
}

/** «осталась 1 карточка» */
export function leftText(taking: Pick<ShownTaking, 'source' | 'leftCount'>): string {
  return `${pluralForm(taking.leftCount, LEFT_FORMS)} ${unitsText(taking, taking.leftCount)}`;
}

export function photosText(count: number): string {
  return `${formatInteger(count)}${NBSP}фото`;
}
