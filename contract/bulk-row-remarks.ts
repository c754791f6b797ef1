import type { ReplacedField } from './bulk-rules.ts';
import type { BulkEditRow, BulkWarning } from './bulk-rows.ts';

/** What is said of a row, on the screen and in a file. */

const WARNING_TEXTS: Record<BulkWarning, string> = {
  QUARANTINE: 'Карантин цен',
  LOSS: 'Ниже себестоимости',
  OWN_PRICE: 'Есть своя цена в магазине',
  NO_DIMENSIONS: 'Не все габариты указаны',
  REQUIRED_EMPTY: 'Обязательная характеристика останется пустой',
  PARTLY: 'Изменятся не все остатки',
  CHARACTERISTICS_LOST: 'Характеристики прежнего предмета уйдут',
  BARCODE_SHARED: 'Новый баркод уже у другой карточки',
  CHECK_DIGIT: 'У нового баркода не сходится контрольная цифра',
};
const RAISED_TEXT = 'Поднята до нижней границы';
const OWN_TEXT_TEXTS: Record<ReplacedField, string> = {
  title: 'Есть своё наименование в магазине',
  description: 'Есть своё описание в магазине',
};

type WarnedRow = Pick<BulkEditRow, 'warnings' | 'isRaised' | 'unlisted' | 'ownTexts'>;

interface Remark {
  text: string;
  /** It costs money. */
  isGrave: boolean;
}

/** What there is to look at in a row that changes. */
export function remarksOf({ warnings, isRaised, unlisted = [], ownTexts = [] }: WarnedRow): Remark[] {
  return [
    ...(isRaised === true ? [{ text: RAISED_TEXT, isGrave: false }] : []),
    ...warnings.map((one) => ({ text: WARNING_TEXTS[one], isGrave: one === 'LOSS' })),
    ...ownTexts.map((field) => ({ text: OWN_TEXT_TEXTS[field], isGrave: false })),
    ...(unlisted.length > 0 ? [{ text: unlistedText(unlisted), isGrave: false }] : []),
  ];
}

/** Of more the first are named. */
const VALUES_NAMED = 3;

function unlistedText(values: readonly string[]): string {
  const named = values.slice(0, VALUES_NAMED).map((value) => `«${value}»`);
  const others = values.length - named.length;
  return `Нет в справочнике Wildberries: ${named.join(', ')}${others > 0 ? ` и ещё ${others}` : ''}`;
}

type RemarkedRow = Pick<BulkEditRow, 'state' | 'refusal' | 'mend'>;

/** Why the card, or a part of it, was left as it is; null: it was not. */
export function reasonOf({ state, refusal }: RemarkedRow): string | null {
  if (refusal !== null) return refusal;
  if (state === 'CHANGED_SINCE') return 'Её изменили после того, как вы на неё посмотрели';
  return state === 'KEPT' ? 'Её изменили после того, как изменение применили' : null;
}

/** What is to be done about it; null: nothing that we know. */
export function adviceOf({ state, refusal, mend }: RemarkedRow): string | null {
  if (mend !== null) return mend.advice;
  switch (state) {
    case 'REFUSED':
      return 'Причина могла пройти: подготовьте изменение заново';
    case 'CHANGED_SINCE':
      return 'Чужая правка осталась. Подготовьте заново, чтобы увидеть, что выйдет теперь';
    case 'KEPT':
      // What is said of it may be of a part of it alone.
      return `${refusal === null ? 'Откат её не тронул. ' : ''}Прежнее значение, если оно нужно, верните в карточке`;
    default:
      return null;
  }
}
