import type { Mend } from '#contract/bulk-rows.ts';
import type { CardFacts } from './card-change.ts';

/** Why a card stays as it is, and what is to be done about it. */
export interface Refused {
  refusal: string;
  mend: Mend;
}

/** `field`: of the card's editor, where it can be mended; none: it lies in what was asked for. */
export function refused(refusal: string, advice: string, field: string | null = null): Refused {
  return { refusal, mend: { advice, field } };
}

/** Nobody has asked the marketplace yet what the subject has, or it has no such characteristic. */
export function refusedForSubject(
  { subjectName, definitions }: Pick<CardFacts, 'subjectName' | 'definitions'>,
  characteristic: string,
): Refused {
  return definitions.length === 0
    ? refused(
        `Характеристики предмета «${subjectName}» ещё не прочитаны`,
        'Откройте карточку: они прочитаются. Потом подготовьте изменение заново',
        'characteristics',
      )
    : refused(
        `У предмета «${subjectName}» нет характеристики «${characteristic}»`,
        'Такие карточки в это изменение не берите: они останутся как есть',
      );
}

/** What is said of several kinds of changes alike: of a rule and of a row of a table. */
export const LARGER = 'Возьмите число больше';
export const SMALLER = 'Возьмите число меньше';
export const OTHER_DISCOUNT = 'Возьмите скидку, с которой выйдет от 0 до 99 %';
export const SAY_PRICE = 'Укажите цену в карточке';
